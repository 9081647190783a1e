"""Facts in the verb's own words, for what no closer rule reads."""
