"""Memories that come and go as files: Zeph's own lines, what other programs export, graphs for other tools."""
