-- Upkeep knows what has changed since it last looked, and which community texts a model wrote.

-- The fingerprint that the model's text describes; any other text is made of the strongest members and facts.
ALTER TABLE graph_communities ADD COLUMN summarised TEXT NOT NULL DEFAULT '';

-- 'link_changes' grows with each change of who is linked with whom, so that an unchanged graph costs one look.
CREATE TRIGGER graph_changes_insert AFTER INSERT ON graph_edges WHEN new.live = 1 BEGIN
    INSERT INTO graph_metadata (space_id, key, value) VALUES (new.space_id, 'link_changes', '1')
    ON CONFLICT (space_id, key) DO UPDATE SET value = value + 1;
END;
CREATE TRIGGER graph_changes_delete AFTER DELETE ON graph_edges WHEN old.live = 1 BEGIN
    INSERT INTO graph_metadata (space_id, key, value) VALUES (old.space_id, 'link_changes', '1')
    ON CONFLICT (space_id, key) DO UPDATE SET value = value + 1;
END;
CREATE TRIGGER graph_changes_update AFTER UPDATE OF source_entity_id, target_entity_id, live ON graph_edges
WHEN old.live <> new.live
    OR (new.live = 1 AND (old.source_entity_id, old.target_entity_id) <> (new.source_entity_id, new.target_entity_id))
BEGIN
    INSERT INTO graph_metadata (space_id, key, value) VALUES (new.space_id, 'link_changes', '1')
    ON CONFLICT (space_id, key) DO UPDATE SET value = value + 1;
END;

-- A community's new text needs a new vector.
CREATE TRIGGER embeddings_of_changed_communities AFTER UPDATE OF name, summary ON graph_communities
WHEN old.name <> new.name OR old.summary <> new.summary BEGIN
    DELETE FROM embeddings WHERE kind = 'community' AND item_id = old.id
        AND model_id IN (SELECT id FROM embedding_models);
END;
