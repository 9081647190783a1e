-- A row that is written with the text it had keeps its words in the full-text index: to take them out and put them in
-- again costs as much as the index holds of them.
DROP TRIGGER messages_fts_update;
CREATE TRIGGER messages_fts_update AFTER UPDATE OF indexed_text ON messages WHEN old.indexed_text <> new.indexed_text
BEGIN
    INSERT INTO messages_fts (messages_fts, rowid, indexed_text) VALUES ('delete', old.id, old.indexed_text);
    INSERT INTO messages_fts (rowid, indexed_text) VALUES (new.id, new.indexed_text);
END;
DROP TRIGGER graph_entities_fts_update;
CREATE TRIGGER graph_entities_fts_update AFTER UPDATE OF name, alias_text, summary ON graph_entities
WHEN old.name <> new.name OR old.alias_text <> new.alias_text OR old.summary <> new.summary BEGIN
    INSERT INTO graph_entities_fts (graph_entities_fts, rowid, name, alias_text, summary)
    VALUES ('delete', old.id, old.name, old.alias_text, old.summary);
    INSERT INTO graph_entities_fts (rowid, name, alias_text, summary)
    VALUES (new.id, new.name, new.alias_text, new.summary);
END;
DROP TRIGGER graph_communities_fts_update;
CREATE TRIGGER graph_communities_fts_update AFTER UPDATE OF name, summary ON graph_communities
WHEN old.name <> new.name OR old.summary <> new.summary BEGIN
    INSERT INTO graph_communities_fts (graph_communities_fts, rowid, name, summary)
    VALUES ('delete', old.id, old.name, old.summary);
    INSERT INTO graph_communities_fts (rowid, name, summary) VALUES (new.id, new.name, new.summary);
END;

-- Of what is over in one relation of a source, only what lasted into a new fact's time is read.
DROP INDEX graph_edges_past_by_relation;
CREATE INDEX graph_edges_past_by_relation ON graph_edges (source_entity_id, canonical_relation, valid_until)
    WHERE expired_at IS NOT NULL OR valid_until IS NOT NULL;
