"""A message in sentences and words, without losing the place of a character."""
