"""A message becomes facts (graph-memory §3–4).

``run`` takes what is pending and chooses who reads it; ``llm`` and ``local`` read it, as an ``extraction``;
``planning`` makes a plan of that: names by ``resolution``, facts by ``fact_builder``, what they do to the known ones by
``revision``. Storage carries the plan out.
"""
