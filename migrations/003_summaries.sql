-- What a long conversation said before the part that a model still sees.

CREATE TABLE conversation_summaries (
    conversation_id INTEGER PRIMARY KEY REFERENCES conversations(id) ON DELETE CASCADE,
    -- The last message that it tells of.
    message_id      INTEGER NOT NULL,
    summary         TEXT NOT NULL,
    -- The model that wrote it; empty: sentences of the conversation itself.
    model           TEXT NOT NULL DEFAULT '',
    updated_at      TEXT NOT NULL
);

-- A summary may say what a forgotten message said: it goes with it, and is made anew from what is left.
CREATE TRIGGER summaries_of_messages AFTER DELETE ON messages BEGIN
    DELETE FROM conversation_summaries WHERE conversation_id = old.conversation_id AND message_id >= old.id;
END;
CREATE TRIGGER summaries_of_changed_messages AFTER UPDATE OF text ON messages BEGIN
    DELETE FROM conversation_summaries WHERE conversation_id = old.conversation_id AND message_id >= old.id;
END;
