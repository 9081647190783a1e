-- A fact takes less room: what full-text search sees is stored only where it is not the sentence itself, and no index
-- holds what another one holds.

DROP TRIGGER graph_edges_fts_insert;
DROP TRIGGER graph_edges_fts_delete;
DROP TRIGGER graph_edges_fts_update;
DROP TABLE graph_edges_fts;

-- indexed_text '' stands for the fact.
CREATE VIEW graph_edges_text AS
    SELECT id, CASE indexed_text WHEN '' THEN fact ELSE indexed_text END AS indexed_text FROM graph_edges;
CREATE VIRTUAL TABLE graph_edges_fts USING fts5 (
    indexed_text, content = 'graph_edges_text', content_rowid = 'id', tokenize = 'porter unicode61'
);
CREATE TRIGGER graph_edges_fts_insert AFTER INSERT ON graph_edges BEGIN
    INSERT INTO graph_edges_fts (rowid, indexed_text)
    VALUES (new.id, CASE new.indexed_text WHEN '' THEN new.fact ELSE new.indexed_text END);
END;
CREATE TRIGGER graph_edges_fts_delete AFTER DELETE ON graph_edges BEGIN
    INSERT INTO graph_edges_fts (graph_edges_fts, rowid, indexed_text)
    VALUES ('delete', old.id, CASE old.indexed_text WHEN '' THEN old.fact ELSE old.indexed_text END);
END;
CREATE TRIGGER graph_edges_fts_update AFTER UPDATE OF indexed_text, fact ON graph_edges
WHEN old.indexed_text <> new.indexed_text OR old.fact <> new.fact BEGIN
    INSERT INTO graph_edges_fts (graph_edges_fts, rowid, indexed_text)
    VALUES ('delete', old.id, CASE old.indexed_text WHEN '' THEN old.fact ELSE old.indexed_text END);
    INSERT INTO graph_edges_fts (rowid, indexed_text)
    VALUES (new.id, CASE new.indexed_text WHEN '' THEN new.fact ELSE new.indexed_text END);
END;
INSERT INTO graph_edges_fts (graph_edges_fts, rank) VALUES ('secure-delete', 1);
INSERT INTO graph_edges_fts (graph_edges_fts) VALUES ('rebuild');

-- One relation of a source: graph_edges_open has those that stand, this one the others.
DROP INDEX graph_edges_by_relation;
CREATE INDEX graph_edges_past_by_relation ON graph_edges (source_entity_id, canonical_relation)
    WHERE expired_at IS NOT NULL OR valid_until IS NOT NULL;
