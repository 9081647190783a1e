"""The statements of a removal: what goes, what is left alone, what comes back.

Parameters are those of :class:`zeph.storage.care.removal.Forgetting`: ids as JSON arrays (``:messages``, ``:edges``,
``:touched`` …), ``:space`` and ``:now``.
"""

LISTED = "(SELECT value FROM json_each(:messages))"
OF_MESSAGES = "message_id IN (SELECT value FROM json_each(:messages))"
REVISIONS = f"SELECT id FROM graph_revisions WHERE {OF_MESSAGES}"

DOOMED_MESSAGES = """
    SELECT id FROM messages WHERE space_id = :space AND (
        id IN (SELECT value FROM json_each(:named_messages))
        OR conversation_id IN (SELECT value FROM json_each(:conversations))) ORDER BY id"""

# Messages with a fact that stays.
STOOD_ON = f"""
    SELECT DISTINCT m.message_id FROM graph_edge_mentions AS m JOIN graph_edges AS e ON e.id = m.edge_id
    WHERE m.message_id IN {LISTED} AND e.space_id = :space
      AND e.id NOT IN (SELECT value FROM json_each(:named_facts))
      AND e.source_entity_id NOT IN (SELECT value FROM json_each(:named_entities))
      AND e.target_entity_id NOT IN (SELECT value FROM json_each(:named_entities))"""

ONLY_HERE = f"""
    SELECT DISTINCT m.edge_id FROM graph_edge_mentions AS m JOIN graph_edges AS e ON e.id = m.edge_id
    WHERE m.message_id IN {LISTED} AND e.origin <> 'person'
      AND NOT EXISTS (SELECT 1 FROM graph_edge_mentions AS o
                      WHERE o.edge_id = m.edge_id AND o.message_id NOT IN {LISTED})"""

# By number, or by an entity at either end.
NAMED_FACTS = """
    SELECT id FROM graph_edges WHERE space_id = :space AND (
        id IN (SELECT value FROM json_each(:named_facts))
        OR source_entity_id IN (SELECT value FROM json_each(:named_entities))
        OR target_entity_id IN (SELECT value FROM json_each(:named_entities)))"""

# The facts named by number, and what else was read of the very sentence of one in the same message, which would tell it
# still: a street, and the town it is in.
SAID_ALONG = """
    SELECT o.id FROM graph_edges AS e JOIN graph_edge_mentions AS m ON m.edge_id = e.id
    JOIN graph_edge_mentions AS n ON n.message_id = m.message_id JOIN graph_edges AS o ON o.id = n.edge_id
    WHERE e.id IN (SELECT value FROM json_each(:named_facts)) AND o.space_id = :space AND o.space_id = e.space_id
      AND o.fact = e.fact AND o.fact <> '' AND o.origin <> 'person'
    UNION SELECT value FROM json_each(:named_facts)"""

# Ends that only these messages stated, where nothing has changed the fact since.
ENDED_HERE = f"""
    SELECT i.item_id, i.before, r.created_at FROM graph_revisions AS r
    JOIN graph_revision_items AS i ON i.revision_id = r.id
    JOIN graph_edges AS e ON e.id = i.item_id
    WHERE r.kind = 'end' AND r.undone_by IS NULL AND r.message_id IN {LISTED}
      AND i.item_kind = 'edge' AND i.before <> ''
      AND i.item_id NOT IN (SELECT value FROM json_each(:edges)) AND e.superseded_by IS NULL
      AND NOT EXISTS (SELECT 1 FROM graph_revision_items AS l
                      WHERE l.item_kind = 'edge' AND l.item_id = i.item_id AND l.revision_id > r.id)"""

# Other forms of facts that only these messages told; the latest first, so that each takes back what came before it.
UPDATED_HERE = f"""
    SELECT r.id, i.item_id, i.before, r.created_at FROM graph_revisions AS r
    JOIN graph_revision_items AS i ON i.revision_id = r.id
    WHERE r.kind = 'edit' AND r.undone_by IS NULL AND r.message_id IN {LISTED}
      AND i.item_kind = 'edge' AND i.before <> ''
      AND i.item_id NOT IN (SELECT value FROM json_each(:edges)) ORDER BY r.id DESC"""

# Claims of messages that stay, about facts or entities that go: whoever reads them must not find their words.
CLAIMS_QUOTING = """
    SELECT claim_id FROM graph_claim_edges WHERE edge_id IN (SELECT value FROM json_each(:edges))
    UNION SELECT c.id FROM graph_claims AS c JOIN graph_entity_mentions AS m ON m.message_id = c.message_id
    WHERE m.entity_id IN (SELECT value FROM json_each(:named_entities))"""
BLANK_CLAIMS = """
    UPDATE graph_claims SET subject = '', object = '', old = '', qualifiers = '', sentence = '', reason = ''
    WHERE id IN (SELECT value FROM json_each(:quoting))"""

# Messages that stay and speak of a named entity, or said a named fact.
MENTIONED = f"""
    SELECT message_id FROM graph_entity_mentions
    WHERE entity_id IN (SELECT value FROM json_each(:named_entities)) AND message_id NOT IN {LISTED}
    UNION SELECT message_id FROM graph_edge_mentions
    WHERE edge_id IN (SELECT value FROM json_each(:edges)) AND message_id NOT IN {LISTED}"""

# What the person wrote into the profile is looked through for words of what goes; what was chosen of a fact goes too.
WRITTEN_LINES = "SELECT id, text FROM profile_lines WHERE space_id = :space AND kind = 'written' ORDER BY id"
LINES_GONE = """
    space_id = :space AND (id IN (SELECT value FROM json_each(:lines))
        OR edge_id IN (SELECT value FROM json_each(:edges)))"""

# A title quotes the first thing that was said.
TITLES = f"""
    SELECT m.conversation_id, c.title, substr(m.text, 1, 400) FROM messages AS m
    JOIN conversations AS c ON c.id = m.conversation_id WHERE m.id IN {LISTED} AND m.role = 'user'"""

REOPEN_AS = """
    UPDATE graph_edges SET expired_at = :expired, expired_reason = :reason, valid_until = :until,
        valid_until_precision = :precision, live = (:expired IS NULL AND coalesce(:until, '9999') > :now)
    WHERE id = :edge AND NOT EXISTS (
        SELECT 1 FROM graph_edges AS o WHERE o.id <> graph_edges.id AND o.space_id = graph_edges.space_id
          AND o.source_entity_id = graph_edges.source_entity_id AND o.target_entity_id = graph_edges.target_entity_id
          AND o.canonical_relation = graph_edges.canonical_relation
          AND o.expired_at IS NULL AND o.valid_until IS NULL)"""

# An entity stays in a conversation that still has a message about it.
EPISODES_LEFT = f"""
    DELETE FROM graph_episode_entities WHERE episode_id IN (
        SELECT p.id FROM graph_episodes AS p JOIN messages AS m ON m.conversation_id = p.conversation_id
        WHERE m.id IN {LISTED})
    AND NOT EXISTS (
        SELECT 1 FROM graph_entity_mentions AS g JOIN messages AS m ON m.id = g.message_id
        JOIN graph_episodes AS p ON p.conversation_id = m.conversation_id
        WHERE p.id = graph_episode_entities.episode_id AND g.entity_id = graph_episode_entities.entity_id
          AND m.id NOT IN {LISTED})"""

# Entities that these messages spoke of, and the ends of the facts that go.
TOUCHED = """
    SELECT entity_id FROM graph_entity_mentions WHERE message_id IN (SELECT value FROM json_each(:messages))
    UNION SELECT source_entity_id FROM graph_edges WHERE id IN (SELECT value FROM json_each(:edges))
    UNION SELECT target_entity_id FROM graph_edges WHERE id IN (SELECT value FROM json_each(:edges))
    UNION SELECT value FROM json_each(:named_entities)"""

TOUCHED_NAMES = "SELECT id, name FROM graph_entities WHERE id IN (SELECT value FROM json_each(:touched))"
TOUCHED_ALIASES = """
    SELECT entity_id, alias FROM graph_entity_aliases
    WHERE entity_id IN (SELECT value FROM json_each(:touched))"""

COMMUNITIES = """
    SELECT DISTINCT community_id FROM graph_community_members
    WHERE entity_id IN (SELECT value FROM json_each(:touched)) ORDER BY 1"""

EMPTY_REVISIONS = """
    SELECT id FROM graph_revisions AS r WHERE id IN (SELECT value FROM json_each(:hit))
      AND NOT EXISTS (SELECT 1 FROM graph_revision_items WHERE revision_id = r.id)"""

# Facts that stay, but whose replacement goes; the newest first, so that it is the one to open again.
ORPHANS = """
    SELECT id FROM graph_edges WHERE superseded_by IN (SELECT value FROM json_each(:edges))
      AND id NOT IN (SELECT value FROM json_each(:edges)) ORDER BY id DESC"""

INHERIT = """
    UPDATE graph_edges SET superseded_by = :heir, (valid_until, valid_until_precision) = (
        SELECT CASE WHEN fits THEN h.valid_from ELSE graph_edges.valid_until END,
               CASE WHEN fits THEN h.valid_from_precision ELSE graph_edges.valid_until_precision END
        FROM (SELECT *, valid_from >= coalesce(graph_edges.valid_from, '') AS fits
              FROM graph_edges AS i WHERE i.id = :heir) AS h)
    WHERE id = :edge"""

BEFORE = """
    SELECT id, valid_until, valid_until_precision FROM graph_edge_versions
    WHERE edge_id = :edge AND expired_at IS NULL AND superseded_by IS NULL ORDER BY id DESC LIMIT 1"""

TWIN = """
    SELECT o.id FROM graph_edges AS e JOIN graph_edges AS o USING
        (space_id, source_entity_id, canonical_relation, target_entity_id)
    WHERE e.id = :edge AND o.id <> e.id AND o.expired_at IS NULL AND o.valid_until IS NULL
      AND o.id NOT IN (SELECT value FROM json_each(:edges))"""

# What comes back must not find the same fact open that is about to go.
OUT_OF_THE_WAY = """
    UPDATE graph_edges SET expired_at = :now, live = 0
    WHERE id IN (SELECT value FROM json_each(:edges)) AND expired_at IS NULL"""

REOPEN = """
    UPDATE graph_edges SET expired_at = NULL, expired_reason = NULL, superseded_by = NULL,
        valid_until = :until, valid_until_precision = :precision, live = (:until IS NULL OR :until > :now)
    WHERE id = :edge"""

# Those that are named go; others where nothing speaks of them any more.
LEFT_ALONE = """
    SELECT value FROM json_each(:named_entities) UNION
    SELECT n.id FROM graph_entities AS n WHERE n.id IN (SELECT value FROM json_each(:touched))
      AND NOT EXISTS (SELECT 1 FROM graph_entity_mentions WHERE entity_id = n.id)
      AND NOT EXISTS (SELECT 1 FROM graph_edges WHERE source_entity_id = n.id)
      AND NOT EXISTS (SELECT 1 FROM graph_edges WHERE target_entity_id = n.id)"""

MERGES_OF_NAMED = """
    SELECT DISTINCT r.id FROM graph_revisions AS r JOIN graph_revision_items AS i ON i.revision_id = r.id
    WHERE i.item_kind = 'entity' AND i.item_id IN (SELECT value FROM json_each(:named_entities))"""

ALIAS_SOURCE = """
    UPDATE graph_entity_aliases SET message_id = (
        SELECT min(s.id) FROM graph_entity_mentions AS m JOIN messages AS s ON s.id = m.message_id
        WHERE m.entity_id = graph_entity_aliases.entity_id
          AND s.id NOT IN (SELECT value FROM json_each(:messages)) AND instr(lower(s.text), lower(alias)) > 0)
    WHERE message_id IN (SELECT value FROM json_each(:messages))
      AND EXISTS (
        SELECT 1 FROM graph_entity_mentions AS m JOIN messages AS s ON s.id = m.message_id
        WHERE m.entity_id = graph_entity_aliases.entity_id
          AND s.id NOT IN (SELECT value FROM json_each(:messages)) AND instr(lower(s.text), lower(alias)) > 0)"""

# The entity's own name is among its aliases and stays as long as the entity does.
ALIAS_GONE = """
    a.message_id IN (SELECT value FROM json_each(:messages))
    AND a.alias_name <> (SELECT canonical_name FROM graph_entities WHERE id = a.entity_id)"""

NAMELESS = "Forgotten name"
# Its name came from here, and neither a message nor a fact that is left says it; with the alias before that, if any.
NAME_GONE = """
    SELECT n.id, (SELECT b.id FROM graph_entity_aliases AS b WHERE b.entity_id = n.id AND b.id < a.id
        AND b.message_id NOT IN (SELECT value FROM json_each(:messages))
        AND NOT EXISTS (SELECT 1 FROM graph_entities AS o
            WHERE o.space_id = n.space_id AND o.canonical_name = b.alias_name AND o.id <> n.id) ORDER BY b.id LIMIT 1)
    FROM graph_entities AS n JOIN graph_entity_aliases AS a ON a.entity_id = n.id AND a.alias_name = n.canonical_name
    WHERE n.id IN (SELECT value FROM json_each(:touched)) AND a.message_id IN (SELECT value FROM json_each(:messages))
      AND lower(n.name) NOT IN ('user', 'assistant')
      AND NOT EXISTS (SELECT 1 FROM messages AS p WHERE p.space_id = n.space_id AND lower(p.speaker) = lower(n.name))
      AND NOT EXISTS (
        SELECT 1 FROM graph_entity_mentions AS m JOIN messages AS s ON s.id = m.message_id
        JOIN graph_entity_aliases AS other ON other.entity_id = n.id
        WHERE m.entity_id = n.id AND s.id NOT IN (SELECT value FROM json_each(:messages))
          AND instr(lower(s.text), lower(other.alias)) > 0)
      AND 0 = (SELECT max(instr(lower(e.fact), lower(n.name))) FROM graph_edges AS e
        WHERE e.source_entity_id = n.id OR e.target_entity_id = n.id)"""

ALIAS_TEXT = """
    UPDATE graph_entities SET alias_text = name_index(name, (
        SELECT coalesce(group_concat(alias, ' '), '') FROM graph_entity_aliases AS a
        WHERE a.entity_id = graph_entities.id AND a.alias_name <> graph_entities.canonical_name))
    WHERE id IN (SELECT value FROM json_each(:losing))"""
