OWN_TABLES = (
    "spaces", "conversations", "messages", "memory_identity", "graph_entities", "graph_entity_aliases", "graph_edges",
    "graph_edge_versions", "graph_edge_mentions", "graph_entity_mentions", "graph_episodes", "graph_episode_entities",
    "graph_revisions", "graph_revision_items", "graph_relations", "graph_claims", "graph_claim_edges", "graph_similar",
    "graph_ledger", "profile_lines", "conversation_summaries", "graph_edge_usage",
)
