-- What a person put into the standing profile, or wants left out of it; everything else of it follows from the facts.

CREATE TABLE profile_lines (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    space_id   INTEGER NOT NULL REFERENCES spaces(id),
    kind       TEXT NOT NULL CHECK (kind IN ('written', 'pinned', 'dropped')),
    -- Of a line that the person wrote; '' for the others.
    text       TEXT NOT NULL DEFAULT '',
    -- Of a fact that comes first, or stays away.
    edge_id    INTEGER REFERENCES graph_edges(id) ON DELETE CASCADE,
    created_at TEXT NOT NULL,
    CHECK ((kind = 'written') = (edge_id IS NULL))
);
CREATE INDEX profile_lines_by_space ON profile_lines (space_id, id);
CREATE UNIQUE INDEX profile_lines_by_edge ON profile_lines (edge_id) WHERE edge_id IS NOT NULL;
