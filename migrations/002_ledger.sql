-- Revision reads one relation, or one pair, of a hub of tens of thousands of edges; plans come due.

CREATE INDEX graph_edges_by_relation ON graph_edges (source_entity_id, canonical_relation);
CREATE INDEX graph_edges_by_pair ON graph_edges (source_entity_id, target_entity_id);
CREATE INDEX graph_edges_due ON graph_edges (valid_until) WHERE superseded_by IS NOT NULL AND expired_at IS NULL;

-- What each message's extraction took: a row for each attempt, failed ones cost too.
ALTER TABLE graph_ledger RENAME TO graph_ledger_before;
CREATE TABLE graph_ledger (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    message_id    INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
    extractor     TEXT NOT NULL,
    model_calls   INTEGER NOT NULL,
    prompt_tokens INTEGER NOT NULL,
    answer_tokens INTEGER NOT NULL,
    seconds       REAL NOT NULL,
    facts         INTEGER NOT NULL,
    dropped       INTEGER NOT NULL,
    failed        INTEGER NOT NULL DEFAULT 0,
    created_at    TEXT NOT NULL
);
CREATE INDEX graph_ledger_by_message ON graph_ledger (message_id);
INSERT INTO graph_ledger
    (message_id, extractor, model_calls, prompt_tokens, answer_tokens, seconds, facts, dropped, created_at)
SELECT message_id, extractor, model_calls, prompt_tokens, answer_tokens, seconds, facts, dropped, created_at
FROM graph_ledger_before ORDER BY message_id;
DROP TABLE graph_ledger_before;
