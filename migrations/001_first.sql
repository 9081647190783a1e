-- The whole first schema: messages, the knowledge graph on two time axes, vectors, queue.
--
-- Keys are INTEGER and never reused. `space_id` is part of every key, so nothing leaks
-- between spaces. Times are UTC text, YYYY-MM-DD HH:MM:SS, which sorts as text.

PRAGMA application_id = 1516597352; -- "Zeph"

CREATE TABLE spaces (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    name       TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL
);

-- ---------------------------------------------------------------- what was said

CREATE TABLE conversations (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    space_id    INTEGER NOT NULL REFERENCES spaces(id),
    external_id TEXT NOT NULL,
    kind        TEXT NOT NULL CHECK (kind IN ('chat', 'import')),
    title       TEXT NOT NULL DEFAULT '',
    created_at  TEXT NOT NULL,
    updated_at  TEXT NOT NULL,
    UNIQUE (space_id, external_id)
);
CREATE INDEX conversations_by_update ON conversations (space_id, updated_at);

CREATE TABLE messages (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    space_id        INTEGER NOT NULL REFERENCES spaces(id),
    conversation_id INTEGER NOT NULL REFERENCES conversations(id),
    external_id     TEXT NOT NULL,
    role            TEXT NOT NULL CHECK (role IN ('user', 'assistant', 'system', 'tool')),
    speaker         TEXT NOT NULL DEFAULT '',
    text            TEXT NOT NULL,
    tool_calls      TEXT NOT NULL DEFAULT '',
    sent_at         TEXT NOT NULL,
    created_at      TEXT NOT NULL,
    content_hash    TEXT NOT NULL,
    injection_flags TEXT NOT NULL DEFAULT '',
    interrupted     INTEGER NOT NULL DEFAULT 0,
    -- Speaker, date and text: what full-text search sees. Stored, so that the triggers can
    -- take back exactly what they once gave to the index.
    indexed_text    TEXT NOT NULL,
    -- The ingest queue: 0 pending, 1 done, 2 gated, 3 never.
    graph_processed INTEGER NOT NULL DEFAULT 0 CHECK (graph_processed IN (0, 1, 2, 3)),
    graph_attempts  INTEGER NOT NULL DEFAULT 0,
    graph_error     TEXT NOT NULL DEFAULT '',
    graph_due_at    TEXT NOT NULL DEFAULT '',
    UNIQUE (space_id, conversation_id, external_id)
);
CREATE INDEX messages_in_order ON messages (conversation_id, id);
CREATE INDEX messages_pending ON messages (conversation_id, id) WHERE graph_processed = 0;

CREATE VIRTUAL TABLE messages_fts USING fts5 (
    indexed_text, content = 'messages', content_rowid = 'id', tokenize = 'porter unicode61'
);
CREATE TRIGGER messages_fts_insert AFTER INSERT ON messages BEGIN
    INSERT INTO messages_fts (rowid, indexed_text) VALUES (new.id, new.indexed_text);
END;
CREATE TRIGGER messages_fts_delete AFTER DELETE ON messages BEGIN
    INSERT INTO messages_fts (messages_fts, rowid, indexed_text) VALUES ('delete', old.id, old.indexed_text);
END;
CREATE TRIGGER messages_fts_update AFTER UPDATE OF indexed_text ON messages BEGIN
    INSERT INTO messages_fts (messages_fts, rowid, indexed_text) VALUES ('delete', old.id, old.indexed_text);
    INSERT INTO messages_fts (rowid, indexed_text) VALUES (new.id, new.indexed_text);
END;

-- One worker at a time holds a conversation; the fence tells a late one that it lost its lease.
CREATE TABLE leases (
    conversation_id INTEGER PRIMARY KEY REFERENCES conversations(id) ON DELETE CASCADE,
    owner           TEXT NOT NULL,
    fence           INTEGER NOT NULL,
    expires_at      TEXT NOT NULL
);

-- ---------------------------------------------------------------- the graph

CREATE TABLE graph_entities (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    space_id       INTEGER NOT NULL REFERENCES spaces(id),
    name           TEXT NOT NULL,
    canonical_name TEXT NOT NULL,
    entity_type    TEXT NOT NULL,
    summary        TEXT NOT NULL DEFAULT '',
    -- The aliases in one text, for the full-text index alone; the table of aliases is the truth.
    alias_text     TEXT NOT NULL DEFAULT '',
    first_seen_at  TEXT NOT NULL,
    last_seen_at   TEXT NOT NULL,
    created_at     TEXT NOT NULL,
    UNIQUE (space_id, canonical_name, entity_type)
);
CREATE INDEX graph_entities_by_seen ON graph_entities (space_id, last_seen_at);

CREATE VIRTUAL TABLE graph_entities_fts USING fts5 (
    name, alias_text, summary,
    content = 'graph_entities', content_rowid = 'id', tokenize = 'unicode61', prefix = '2 3'
);
CREATE TRIGGER graph_entities_fts_insert AFTER INSERT ON graph_entities BEGIN
    INSERT INTO graph_entities_fts (rowid, name, alias_text, summary)
    VALUES (new.id, new.name, new.alias_text, new.summary);
END;
CREATE TRIGGER graph_entities_fts_delete AFTER DELETE ON graph_entities BEGIN
    INSERT INTO graph_entities_fts (graph_entities_fts, rowid, name, alias_text, summary)
    VALUES ('delete', old.id, old.name, old.alias_text, old.summary);
END;
CREATE TRIGGER graph_entities_fts_update AFTER UPDATE OF name, alias_text, summary ON graph_entities BEGIN
    INSERT INTO graph_entities_fts (graph_entities_fts, rowid, name, alias_text, summary)
    VALUES ('delete', old.id, old.name, old.alias_text, old.summary);
    INSERT INTO graph_entities_fts (rowid, name, alias_text, summary)
    VALUES (new.id, new.name, new.alias_text, new.summary);
END;

CREATE TABLE graph_entity_aliases (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    space_id    INTEGER NOT NULL REFERENCES spaces(id),
    entity_id   INTEGER NOT NULL REFERENCES graph_entities(id) ON DELETE CASCADE,
    alias       TEXT NOT NULL,
    -- Canonical form of the alias, and the type it was said with.
    alias_name  TEXT NOT NULL,
    entity_type TEXT NOT NULL,
    message_id  INTEGER REFERENCES messages(id) ON DELETE SET NULL,
    created_at  TEXT NOT NULL,
    UNIQUE (space_id, alias_name, entity_type)
);
CREATE INDEX graph_entity_aliases_by_entity ON graph_entity_aliases (entity_id);

CREATE TABLE graph_edges (
    id                    INTEGER PRIMARY KEY AUTOINCREMENT,
    space_id              INTEGER NOT NULL REFERENCES spaces(id),
    source_entity_id      INTEGER NOT NULL REFERENCES graph_entities(id) ON DELETE CASCADE,
    target_entity_id      INTEGER NOT NULL REFERENCES graph_entities(id) ON DELETE CASCADE,
    relation              TEXT NOT NULL,
    canonical_relation    TEXT NOT NULL,
    fact                  TEXT NOT NULL,
    indexed_text          TEXT NOT NULL,
    edge_type             TEXT NOT NULL,
    confidence            REAL NOT NULL CHECK (confidence BETWEEN 0.0 AND 1.0),
    origin                TEXT NOT NULL CHECK (origin IN ('person', 'llm', 'local')),
    valid_from            TEXT,
    valid_from_precision  TEXT CHECK (valid_from_precision IN ('year', 'month', 'day', 'instant')),
    valid_from_stated     INTEGER NOT NULL DEFAULT 0,
    valid_until           TEXT,
    valid_until_precision TEXT CHECK (valid_until_precision IN ('year', 'month', 'day', 'instant')),
    created_at            TEXT NOT NULL,
    expired_at            TEXT,
    expired_reason        TEXT CHECK (expired_reason IN ('superseded', 'retracted', 'merged', 'evicted')),
    supersedes_id         INTEGER REFERENCES graph_edges(id) ON DELETE SET NULL,
    superseded_by         INTEGER REFERENCES graph_edges(id) ON DELETE SET NULL,
    -- 1 unless expired or ended: lets one full index serve walks over what is current.
    live                  INTEGER NOT NULL DEFAULT 1,
    CHECK (source_entity_id <> target_entity_id),
    CHECK (valid_from IS NULL OR valid_until IS NULL OR valid_until >= valid_from)
);
CREATE UNIQUE INDEX graph_edges_open ON graph_edges
    (space_id, source_entity_id, canonical_relation, target_entity_id)
    WHERE expired_at IS NULL AND valid_until IS NULL;
-- Full on purpose: SQLite never uses a partial index as a covering one.
CREATE INDEX graph_edges_out ON graph_edges
    (source_entity_id, live, id, target_entity_id, confidence, edge_type, valid_from, valid_until);
CREATE INDEX graph_edges_in ON graph_edges
    (target_entity_id, live, id, source_entity_id, confidence, edge_type, valid_from, valid_until);
CREATE INDEX graph_edges_past_out ON graph_edges (source_entity_id, valid_from) WHERE valid_until IS NOT NULL;
CREATE INDEX graph_edges_past_in ON graph_edges (target_entity_id, valid_from) WHERE valid_until IS NOT NULL;
CREATE INDEX graph_edges_ending ON graph_edges (valid_until) WHERE live = 1 AND valid_until IS NOT NULL;
CREATE INDEX graph_edges_by_expiry ON graph_edges (expired_at) WHERE expired_at IS NOT NULL;
CREATE INDEX graph_edges_supersedes ON graph_edges (supersedes_id) WHERE supersedes_id IS NOT NULL;
CREATE INDEX graph_edges_superseded ON graph_edges (superseded_by) WHERE superseded_by IS NOT NULL;

CREATE VIRTUAL TABLE graph_edges_fts USING fts5 (
    indexed_text, content = 'graph_edges', content_rowid = 'id', tokenize = 'porter unicode61'
);
CREATE TRIGGER graph_edges_fts_insert AFTER INSERT ON graph_edges BEGIN
    INSERT INTO graph_edges_fts (rowid, indexed_text) VALUES (new.id, new.indexed_text);
END;
CREATE TRIGGER graph_edges_fts_delete AFTER DELETE ON graph_edges BEGIN
    INSERT INTO graph_edges_fts (graph_edges_fts, rowid, indexed_text) VALUES ('delete', old.id, old.indexed_text);
END;
CREATE TRIGGER graph_edges_fts_update AFTER UPDATE OF indexed_text ON graph_edges BEGIN
    INSERT INTO graph_edges_fts (graph_edges_fts, rowid, indexed_text) VALUES ('delete', old.id, old.indexed_text);
    INSERT INTO graph_edges_fts (rowid, indexed_text) VALUES (new.id, new.indexed_text);
END;

-- An edge's earlier form, written before its validity, fact or confidence changes.
CREATE TABLE graph_edge_versions (
    id                    INTEGER PRIMARY KEY AUTOINCREMENT,
    edge_id               INTEGER NOT NULL REFERENCES graph_edges(id) ON DELETE CASCADE,
    relation              TEXT NOT NULL,
    canonical_relation    TEXT NOT NULL,
    fact                  TEXT NOT NULL,
    edge_type             TEXT NOT NULL,
    confidence            REAL NOT NULL,
    valid_from            TEXT,
    valid_from_precision  TEXT,
    valid_from_stated     INTEGER NOT NULL,
    valid_until           TEXT,
    valid_until_precision TEXT,
    expired_at            TEXT,
    expired_reason        TEXT,
    superseded_by         INTEGER,
    known_from            TEXT NOT NULL,
    known_until           TEXT NOT NULL
);
CREATE INDEX graph_edge_versions_by_edge ON graph_edge_versions (edge_id, known_from);

-- Hot counters live apart from the rows that indexes and full-text search cover.
CREATE TABLE graph_edge_usage (
    edge_id           INTEGER PRIMARY KEY REFERENCES graph_edges(id) ON DELETE CASCADE,
    retrieval_count   REAL NOT NULL DEFAULT 0,
    last_retrieved_at TEXT
);

-- Active edges of an entity per edge type; the row with the empty type is their sum.
CREATE TABLE graph_entity_stats (
    entity_id INTEGER NOT NULL REFERENCES graph_entities(id) ON DELETE CASCADE,
    edge_type TEXT NOT NULL,
    space_id  INTEGER NOT NULL,
    degree    INTEGER NOT NULL,
    PRIMARY KEY (entity_id, edge_type)
) WITHOUT ROWID;
CREATE INDEX graph_entity_stats_by_degree ON graph_entity_stats (space_id, degree) WHERE edge_type = '';

CREATE TRIGGER graph_stats_insert AFTER INSERT ON graph_edges WHEN new.expired_at IS NULL BEGIN
    INSERT INTO graph_entity_stats (entity_id, edge_type, space_id, degree) VALUES
        (new.source_entity_id, '', new.space_id, 1), (new.source_entity_id, new.edge_type, new.space_id, 1),
        (new.target_entity_id, '', new.space_id, 1), (new.target_entity_id, new.edge_type, new.space_id, 1)
    ON CONFLICT (entity_id, edge_type) DO UPDATE SET degree = degree + 1;
END;
CREATE TRIGGER graph_stats_delete AFTER DELETE ON graph_edges WHEN old.expired_at IS NULL BEGIN
    UPDATE graph_entity_stats SET degree = degree - 1
    WHERE entity_id IN (old.source_entity_id, old.target_entity_id) AND edge_type IN ('', old.edge_type);
END;
CREATE TRIGGER graph_stats_update
AFTER UPDATE OF source_entity_id, target_entity_id, edge_type, expired_at ON graph_edges BEGIN
    UPDATE graph_entity_stats SET degree = degree - 1
    WHERE old.expired_at IS NULL
      AND entity_id IN (old.source_entity_id, old.target_entity_id) AND edge_type IN ('', old.edge_type);
    INSERT INTO graph_entity_stats (entity_id, edge_type, space_id, degree)
    SELECT e.entity_id, t.edge_type, new.space_id, 1
    FROM (SELECT new.source_entity_id AS entity_id UNION SELECT new.target_entity_id) AS e,
         (SELECT '' AS edge_type UNION SELECT new.edge_type) AS t
    WHERE new.expired_at IS NULL
    ON CONFLICT (entity_id, edge_type) DO UPDATE SET degree = degree + 1;
END;

CREATE TABLE graph_edge_mentions (
    edge_id    INTEGER NOT NULL REFERENCES graph_edges(id) ON DELETE CASCADE,
    message_id INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
    PRIMARY KEY (edge_id, message_id)
) WITHOUT ROWID;
CREATE INDEX graph_edge_mentions_by_message ON graph_edge_mentions (message_id, edge_id);

CREATE TABLE graph_entity_mentions (
    entity_id  INTEGER NOT NULL REFERENCES graph_entities(id) ON DELETE CASCADE,
    message_id INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
    PRIMARY KEY (entity_id, message_id)
) WITHOUT ROWID;
CREATE INDEX graph_entity_mentions_by_message ON graph_entity_mentions (message_id, entity_id);

CREATE TABLE graph_episodes (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    space_id        INTEGER NOT NULL REFERENCES spaces(id),
    conversation_id INTEGER UNIQUE REFERENCES conversations(id) ON DELETE CASCADE,
    kind            TEXT NOT NULL DEFAULT 'conversation' CHECK (kind IN ('conversation', 'text', 'json')),
    created_at      TEXT NOT NULL
);
CREATE TABLE graph_episode_entities (
    episode_id INTEGER NOT NULL REFERENCES graph_episodes(id) ON DELETE CASCADE,
    entity_id  INTEGER NOT NULL REFERENCES graph_entities(id) ON DELETE CASCADE,
    PRIMARY KEY (episode_id, entity_id)
) WITHOUT ROWID;
CREATE INDEX graph_episode_entities_by_entity ON graph_episode_entities (entity_id, episode_id);

-- Links of note linking, smaller id first: no part of degrees, communities or supersession.
CREATE TABLE graph_similar (
    entity_id  INTEGER NOT NULL REFERENCES graph_entities(id) ON DELETE CASCADE,
    similar_id INTEGER NOT NULL REFERENCES graph_entities(id) ON DELETE CASCADE,
    similarity REAL NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (entity_id, similar_id),
    CHECK (entity_id < similar_id)
) WITHOUT ROWID;
CREATE INDEX graph_similar_mirror ON graph_similar (similar_id, entity_id);

CREATE TABLE graph_communities (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    space_id    INTEGER NOT NULL REFERENCES spaces(id),
    name        TEXT NOT NULL,
    summary     TEXT NOT NULL DEFAULT '',
    fingerprint TEXT NOT NULL,
    created_at  TEXT NOT NULL,
    updated_at  TEXT NOT NULL
);
CREATE INDEX graph_communities_by_space ON graph_communities (space_id);
CREATE TABLE graph_community_members (
    entity_id    INTEGER PRIMARY KEY REFERENCES graph_entities(id) ON DELETE CASCADE,
    community_id INTEGER NOT NULL REFERENCES graph_communities(id) ON DELETE CASCADE
);
CREATE INDEX graph_community_members_by_community ON graph_community_members (community_id, entity_id);

CREATE VIRTUAL TABLE graph_communities_fts USING fts5 (
    name, summary, content = 'graph_communities', content_rowid = 'id', tokenize = 'porter unicode61'
);
CREATE TRIGGER graph_communities_fts_insert AFTER INSERT ON graph_communities BEGIN
    INSERT INTO graph_communities_fts (rowid, name, summary) VALUES (new.id, new.name, new.summary);
END;
CREATE TRIGGER graph_communities_fts_delete AFTER DELETE ON graph_communities BEGIN
    INSERT INTO graph_communities_fts (graph_communities_fts, rowid, name, summary)
    VALUES ('delete', old.id, old.name, old.summary);
END;
CREATE TRIGGER graph_communities_fts_update AFTER UPDATE OF name, summary ON graph_communities BEGIN
    INSERT INTO graph_communities_fts (graph_communities_fts, rowid, name, summary)
    VALUES ('delete', old.id, old.name, old.summary);
    INSERT INTO graph_communities_fts (rowid, name, summary) VALUES (new.id, new.name, new.summary);
END;

-- Every automatic or asked-for change, with what was there before.
CREATE TABLE graph_revisions (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    space_id   INTEGER NOT NULL REFERENCES spaces(id),
    kind       TEXT NOT NULL,
    reason     TEXT NOT NULL,
    origin     TEXT NOT NULL CHECK (origin IN ('person', 'llm', 'local')),
    message_id INTEGER REFERENCES messages(id) ON DELETE SET NULL,
    created_at TEXT NOT NULL,
    undone_by  INTEGER REFERENCES graph_revisions(id)
);
CREATE INDEX graph_revisions_by_message ON graph_revisions (message_id);
CREATE TABLE graph_revision_items (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    revision_id INTEGER NOT NULL REFERENCES graph_revisions(id) ON DELETE CASCADE,
    item_kind   TEXT NOT NULL CHECK (item_kind IN ('edge', 'entity', 'alias', 'mention')),
    item_id     INTEGER NOT NULL,
    -- The row before the change as JSON; empty for a row that the change made.
    before      TEXT NOT NULL DEFAULT ''
);
CREATE INDEX graph_revision_items_by_revision ON graph_revision_items (revision_id);
CREATE INDEX graph_revision_items_by_item ON graph_revision_items (item_kind, item_id);

-- Relation names that a model put in canonical form, kept for good.
CREATE TABLE graph_relations (
    space_id   INTEGER NOT NULL REFERENCES spaces(id),
    relation   TEXT NOT NULL,
    canonical  TEXT NOT NULL,
    message_id INTEGER REFERENCES messages(id) ON DELETE SET NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (space_id, relation)
) WITHOUT ROWID;

-- What each message's extraction took.
CREATE TABLE graph_ledger (
    message_id    INTEGER PRIMARY KEY REFERENCES messages(id) ON DELETE CASCADE,
    extractor     TEXT NOT NULL,
    model_calls   INTEGER NOT NULL,
    prompt_tokens INTEGER NOT NULL,
    answer_tokens INTEGER NOT NULL,
    seconds       REAL NOT NULL,
    facts         INTEGER NOT NULL,
    dropped       INTEGER NOT NULL,
    created_at    TEXT NOT NULL
);

CREATE TABLE graph_metadata (
    space_id INTEGER NOT NULL REFERENCES spaces(id),
    key      TEXT NOT NULL,
    value    TEXT NOT NULL,
    PRIMARY KEY (space_id, key)
) WITHOUT ROWID;

-- ---------------------------------------------------------------- vectors

CREATE TABLE embedding_models (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    name      TEXT NOT NULL UNIQUE,
    dimension INTEGER NOT NULL
);

-- The truth about vectors; every index over them can be rebuilt from here.
-- With a rowid: its inner pages hold keys alone, so that a vector is found in three reads and not in six.
CREATE TABLE embeddings (
    id        INTEGER PRIMARY KEY,
    kind      TEXT NOT NULL CHECK (kind IN ('message', 'edge', 'entity', 'community')),
    model_id  INTEGER NOT NULL REFERENCES embedding_models(id) ON DELETE CASCADE,
    item_id   INTEGER NOT NULL,
    text_hash BLOB NOT NULL,
    scale     REAL NOT NULL, -- vector[i] * scale is the unit vector's i-th value
    vector    BLOB NOT NULL, -- int8
    -- Grows with every write of this kind and model, so that an index in memory reads only what is new.
    change    INTEGER NOT NULL,
    UNIQUE (kind, model_id, item_id)
);
CREATE INDEX embeddings_by_change ON embeddings (kind, model_id, change);
CREATE TRIGGER embeddings_of_messages AFTER DELETE ON messages BEGIN
    DELETE FROM embeddings WHERE kind = 'message' AND item_id = old.id
        AND model_id IN (SELECT id FROM embedding_models);
END;
CREATE TRIGGER embeddings_of_edges AFTER DELETE ON graph_edges BEGIN
    DELETE FROM embeddings WHERE kind = 'edge' AND item_id = old.id
        AND model_id IN (SELECT id FROM embedding_models);
END;
CREATE TRIGGER embeddings_of_entities AFTER DELETE ON graph_entities BEGIN
    DELETE FROM embeddings WHERE kind = 'entity' AND item_id = old.id
        AND model_id IN (SELECT id FROM embedding_models);
END;
CREATE TRIGGER embeddings_of_communities AFTER DELETE ON graph_communities BEGIN
    DELETE FROM embeddings WHERE kind = 'community' AND item_id = old.id
        AND model_id IN (SELECT id FROM embedding_models);
END;

-- Deleted text leaves the full-text index at once, not at some later merge.
INSERT INTO messages_fts (messages_fts, rank) VALUES ('secure-delete', 1);
INSERT INTO graph_entities_fts (graph_entities_fts, rank) VALUES ('secure-delete', 1);
INSERT INTO graph_edges_fts (graph_edges_fts, rank) VALUES ('secure-delete', 1);
INSERT INTO graph_communities_fts (graph_communities_fts, rank) VALUES ('secure-delete', 1);

INSERT INTO spaces (name, created_at) VALUES ('personal', strftime('%Y-%m-%d %H:%M:%S', 'now'));
