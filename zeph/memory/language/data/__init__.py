"""Shipped tables: the ontology of relations, the gazetteer of known names, and their aliases."""
