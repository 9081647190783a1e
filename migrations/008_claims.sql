-- What each message claimed, and what became of it; and what may change of a fact without it becoming another.

-- JSON object with sorted keys; '' for none.
ALTER TABLE graph_edges ADD COLUMN qualifiers TEXT NOT NULL DEFAULT '';
ALTER TABLE graph_edge_versions ADD COLUMN qualifiers TEXT NOT NULL DEFAULT '';

CREATE TABLE graph_claims (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    space_id    INTEGER NOT NULL REFERENCES spaces(id),
    message_id  INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
    -- Its place among the claims of the message.
    ordinal     INTEGER NOT NULL,
    kind        TEXT NOT NULL,
    subject     TEXT NOT NULL,
    relation    TEXT NOT NULL,
    object      TEXT NOT NULL,
    -- What was so before, of a replacement or correction that names it.
    old         TEXT NOT NULL DEFAULT '',
    family      TEXT NOT NULL DEFAULT '',
    qualifiers  TEXT NOT NULL DEFAULT '',
    polarity    INTEGER NOT NULL DEFAULT 1,
    modality    TEXT NOT NULL,
    sentence    TEXT NOT NULL,
    -- Characters of the message.
    span_start  INTEGER NOT NULL DEFAULT 0,
    span_end    INTEGER NOT NULL DEFAULT 0,
    reader      TEXT NOT NULL,
    confidence  REAL NOT NULL,
    operation   TEXT NOT NULL CHECK (operation IN
        ('add', 'reinforce', 'update', 'end', 'replace', 'reopen', 'conflict', 'noop', 'suspect')),
    reason      TEXT NOT NULL DEFAULT '',
    created_at  TEXT NOT NULL,
    revision_id INTEGER REFERENCES graph_revisions(id) ON DELETE SET NULL
);
CREATE INDEX graph_claims_by_message ON graph_claims (message_id, ordinal);
CREATE INDEX graph_claims_by_revision ON graph_claims (revision_id) WHERE revision_id IS NOT NULL;

CREATE TABLE graph_claim_edges (
    claim_id INTEGER NOT NULL REFERENCES graph_claims(id) ON DELETE CASCADE,
    edge_id  INTEGER NOT NULL REFERENCES graph_edges(id) ON DELETE CASCADE,
    role     TEXT NOT NULL,
    PRIMARY KEY (claim_id, edge_id, role)
) WITHOUT ROWID;
CREATE INDEX graph_claim_edges_by_edge ON graph_claim_edges (edge_id, claim_id);
