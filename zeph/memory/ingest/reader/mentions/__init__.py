"""Noun phrases: what is spoken of, whose it is, of what kind it may be."""
