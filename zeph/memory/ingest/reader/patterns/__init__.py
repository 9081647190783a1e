"""Rows of data that say what a clause claims; their format is told in ``row``, their examples are their tests."""
