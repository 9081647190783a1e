"""Words by themselves: of what kinds nouns are."""
