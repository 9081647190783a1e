"""One reader from tagged words to clauses: predicate, arguments, polarity, modality, tense, times."""
