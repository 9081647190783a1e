-- Scripts without spaces between words are found by pairs of characters: what was stored before is indexed so too.
-- The functions are Zeph's own (zeph/storage/ports/unspaced.py); no trigger and no view needs them.

UPDATE messages SET indexed_text = index_form(indexed_text) WHERE index_form(indexed_text) <> indexed_text;
UPDATE graph_edges SET indexed_text = indexed_fact(fact, indexed_text)
    WHERE indexed_fact(fact, indexed_text) <> indexed_text;
UPDATE graph_entities SET alias_text = name_index(name, alias_text) WHERE name_index(name, alias_text) <> alias_text;
