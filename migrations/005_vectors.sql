-- What has no vector yet is known, and not looked for among all rows after every message.

-- Rows that came, or lost their vector, since the vectors of a space began to be made with one model. Its name stands in
-- graph_metadata under 'embedding_model'; once everything older has a vector too, 'embedding_complete' says so.
CREATE TABLE embedding_queue (
    kind    TEXT NOT NULL CHECK (kind IN ('message', 'edge', 'entity', 'community')),
    item_id INTEGER NOT NULL,
    PRIMARY KEY (kind, item_id)
) WITHOUT ROWID;

CREATE TRIGGER embedding_queue_messages AFTER INSERT ON messages
WHEN EXISTS (SELECT 1 FROM graph_metadata WHERE space_id = new.space_id AND key = 'embedding_model') BEGIN
    INSERT OR IGNORE INTO embedding_queue (kind, item_id) VALUES ('message', new.id);
END;
CREATE TRIGGER embedding_queue_edges AFTER INSERT ON graph_edges
WHEN EXISTS (SELECT 1 FROM graph_metadata WHERE space_id = new.space_id AND key = 'embedding_model') BEGIN
    INSERT OR IGNORE INTO embedding_queue (kind, item_id) VALUES ('edge', new.id);
END;
CREATE TRIGGER embedding_queue_entities AFTER INSERT ON graph_entities
WHEN EXISTS (SELECT 1 FROM graph_metadata WHERE space_id = new.space_id AND key = 'embedding_model') BEGIN
    INSERT OR IGNORE INTO embedding_queue (kind, item_id) VALUES ('entity', new.id);
END;
CREATE TRIGGER embedding_queue_communities AFTER INSERT ON graph_communities
WHEN EXISTS (SELECT 1 FROM graph_metadata WHERE space_id = new.space_id AND key = 'embedding_model') BEGIN
    INSERT OR IGNORE INTO embedding_queue (kind, item_id) VALUES ('community', new.id);
END;

-- A fact that stands again may never have had one.
CREATE TRIGGER embedding_queue_active AFTER UPDATE OF expired_at ON graph_edges
WHEN new.expired_at IS NULL AND old.expired_at IS NOT NULL
    AND EXISTS (SELECT 1 FROM graph_metadata WHERE space_id = new.space_id AND key = 'embedding_model') BEGIN
    INSERT OR IGNORE INTO embedding_queue (kind, item_id) VALUES ('edge', new.id);
END;

-- A text set right, or put back by an undo, needs another vector.
CREATE TRIGGER embeddings_of_changed_edges AFTER UPDATE OF fact ON graph_edges WHEN old.fact <> new.fact BEGIN
    DELETE FROM embeddings WHERE kind = 'edge' AND item_id = old.id
        AND model_id IN (SELECT id FROM embedding_models);
END;
CREATE TRIGGER embedding_queue_lost AFTER DELETE ON embeddings
WHEN EXISTS (SELECT 1 FROM graph_metadata AS g JOIN embedding_models AS m ON m.name = g.value
             WHERE g.key = 'embedding_model' AND m.id = old.model_id) BEGIN
    INSERT OR IGNORE INTO embedding_queue (kind, item_id) VALUES (old.kind, old.item_id);
END;

-- What the gate skipped and what may not become facts is counted, and found again, without reading every message.
CREATE INDEX messages_gated ON messages (conversation_id, id) WHERE graph_processed = 2;
CREATE INDEX messages_flagged ON messages (space_id) WHERE injection_flags <> '';
