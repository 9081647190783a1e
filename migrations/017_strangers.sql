-- Words of strangers may stand in it: an answer before which a file, a page or another program's text stood, or a row
-- of a memory for which nobody has vouched. What writes to the memory asks once it stands in a prompt.

ALTER TABLE messages ADD COLUMN strange INTEGER NOT NULL DEFAULT 0 CHECK (strange IN (0, 1));

-- Of answers given before this was noted it is not known what stood before them, but that something did.
UPDATE messages SET strange = 1 WHERE role = 'assistant' AND EXISTS (
    SELECT 1 FROM messages t WHERE t.conversation_id = messages.conversation_id AND t.id < messages.id AND t.role = 'tool'
);
-- Facts come from what is said by these alone.
CREATE INDEX messages_of_strangers ON messages (space_id) WHERE strange = 1 AND role = 'user';
