"""Who and what a sentence speaks of."""
