"""The rules that read a message without any language model; ``extractor`` is the way in.

From a message's text (``text``) to tagged words (``tokens``, ``tags``), clauses and who is meant (``clauses``,
``mentions``, ``names``), then what verbs, possessives and openings state (``frames``, ``states``, ``verbs``, ``open``),
each with the objects and dates it takes.
"""
