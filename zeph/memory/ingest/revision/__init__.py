"""What a new fact does to those that are known: confirms, ends, replaces (graph-memory §4)."""
