-- Core memory: labelled texts that stand in every request. Every change makes a new form; forgetting alone changes one.

CREATE TABLE memory_blocks (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    space_id   INTEGER NOT NULL REFERENCES spaces(id),
    label      TEXT NOT NULL,
    -- The form it has now; NULL: the last one.
    form_id    INTEGER REFERENCES memory_block_forms(id) ON DELETE SET NULL,
    created_at TEXT NOT NULL,
    UNIQUE (space_id, label)
);

CREATE TABLE memory_block_forms (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    block_id    INTEGER NOT NULL REFERENCES memory_blocks(id) ON DELETE CASCADE,
    -- The form it was made from, to which undoing goes back.
    before_id   INTEGER REFERENCES memory_block_forms(id) ON DELETE SET NULL,
    text        TEXT NOT NULL,
    description TEXT NOT NULL,
    char_limit  INTEGER NOT NULL CHECK (char_limit > 0),
    read_only   INTEGER NOT NULL CHECK (read_only IN (0, 1)),
    removed     INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1)),
    written_by  TEXT NOT NULL CHECK (written_by IN ('person', 'model')),
    created_at  TEXT NOT NULL
);
CREATE INDEX memory_block_forms_by_block ON memory_block_forms (block_id, id);
CREATE INDEX memory_block_forms_by_before ON memory_block_forms (before_id) WHERE before_id IS NOT NULL;
CREATE INDEX memory_blocks_by_form ON memory_blocks (form_id) WHERE form_id IS NOT NULL;
