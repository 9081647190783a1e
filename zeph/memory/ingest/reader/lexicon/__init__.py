"""Words by themselves: their forms, and of what kinds nouns are."""
