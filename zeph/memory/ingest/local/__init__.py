"""The rules that read a message without any language model; ``extractor`` is the way in.

The way of a message: ``text`` (plain sentences that state something), ``words`` (their parts of speech), ``phrases`` (who
and what they speak of), ``frames`` and ``rules`` (what verbs, states and openings say), ``open`` (the verb's own words for
the rest), ``agreement`` and ``tidy`` (one thing for one name). ``patterns`` are the tables they share.
"""
