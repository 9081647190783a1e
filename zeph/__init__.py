"""Zeph remembers."""
