"""The local reader: from a message to what it claims, without a language model.

In: a message, who said it, what was said before. Out: ``records.claim.Claim`` values with the characters they stand on.
The arrows, each a room: ``text`` (sentences, chat spelling) → ``parse`` (tags, times, known names) → ``mentions``
(noun phrases, who "she" is) → ``clauses`` (who does what, how surely, when) → ``patterns`` (rows of TOML to claims),
``open`` (what nothing else reads, as a candidate).
Below them ``lexicon`` has the kinds of words.
``Reader`` in ``read_message`` is the door. English lives here and nowhere after it; structure is Python, words are
TOML.
"""
