"""The types of edges and of entities: one table each, which an ontology file may add to.

Everything that lists them reads these: the ontology, the prompts and schemas of extraction, recall, the command line.
"""

EdgeType = str
"""One of :data:`EDGE_TYPES`, or a type that the person's ontology file adds."""

EDGE_TYPES: dict[EdgeType, float] = {
    "causal": 1.2,  # one brings the other about
    "temporal": 0.9,  # something that happens, or is before or after something else
    "semantic": 1.0,  # what one is to the other: any fact that is none of the rest
    "co_occurrence": 0.5,  # named together, and nothing more is known
    "hierarchical": 0.8,  # one is a part or a kind of the other
}
"""Every type of edge, and how much activation its edges pass on (SYNAPSE); a type that is added passes on 1.0."""
DEFAULT_EDGE_TYPE: EdgeType = "semantic"
HAPPENS: EdgeType = "temporal"
"""Of what happens and is over, or has a day to come: the rest lasts until its end is told."""

EntityType = str
"""One of :data:`ENTITY_TYPES`, or a type that the person's ontology file adds."""

ENTITY_TYPES: tuple[EntityType, ...] = (
    "person", "tool", "concept", "project", "language", "file", "config", "organization", "location", "event",
)  # fmt: skip
DEFAULT_ENTITY_TYPE: EntityType = "concept"
"""Of a thing of which nothing better is known."""
