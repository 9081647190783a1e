"""When messages are read, by which extractor, and what becomes of those that fail."""
