-- A long message is found by its passages: each a stretch of its text with words and a vector of its own.

-- Made in the background: graph_metadata has under 'passages_until' the last message that was looked at.
CREATE TABLE message_passages (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    space_id     INTEGER NOT NULL REFERENCES spaces(id),
    message_id   INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
    -- Characters of the message: the first, and the one after the last.
    start        INTEGER NOT NULL,
    stop         INTEGER NOT NULL,
    -- As of messages: stored, so that the triggers can take back exactly what they once gave to the index.
    indexed_text TEXT NOT NULL,
    UNIQUE (message_id, start)
);

CREATE VIRTUAL TABLE message_passages_fts USING fts5 (
    indexed_text, content = 'message_passages', content_rowid = 'id', tokenize = 'porter unicode61'
);
INSERT INTO message_passages_fts (message_passages_fts, rank) VALUES ('secure-delete', 1);
CREATE TRIGGER message_passages_fts_insert AFTER INSERT ON message_passages BEGIN
    INSERT INTO message_passages_fts (rowid, indexed_text) VALUES (new.id, new.indexed_text);
END;
CREATE TRIGGER message_passages_fts_delete AFTER DELETE ON message_passages BEGIN
    INSERT INTO message_passages_fts (message_passages_fts, rowid, indexed_text)
    VALUES ('delete', old.id, old.indexed_text);
END;

-- The kinds of rows that have vectors, one more. Only a check changes and no row, so the tables, which may be large, are
-- not written anew (sqlite.org/lang_altertable.html, section 7).
PRAGMA writable_schema = ON;
UPDATE sqlite_master SET sql = replace(sql, '''community''))', '''community'', ''passage''))')
    WHERE type = 'table' AND name IN ('embeddings', 'embedding_queue');
PRAGMA writable_schema = RESET;

CREATE TRIGGER embeddings_of_passages AFTER DELETE ON message_passages BEGIN
    DELETE FROM embeddings WHERE kind = 'passage' AND item_id = old.id
        AND model_id IN (SELECT id FROM embedding_models);
END;
CREATE TRIGGER embedding_queue_passages AFTER INSERT ON message_passages
WHEN EXISTS (SELECT 1 FROM graph_metadata WHERE space_id = new.space_id AND key = 'embedding_model') BEGIN
    INSERT OR IGNORE INTO embedding_queue (kind, item_id) VALUES ('passage', new.id);
END;
