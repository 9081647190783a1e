"""The local rules alone, without a memory: one extractor for all of their tests.

In: a text and who says it. Out: what the rules find in it, whole or as (source, relation, target).
"""

import pytest

from zeph.memory.ingest.local.extractor import LocalExtractor
from zeph.memory.ingest.local.phrases.reader import Finding
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.ontology import Ontology

NEEDS_TAGGER = pytest.mark.skipif(not LocalExtractor.available(), reason="spaCy's model is not installed")
ONTOLOGY = Ontology.load()
GAZETTEER = Gazetteer.load()
EXTRACTOR = LocalExtractor(ONTOLOGY, GAZETTEER)


def findings(text: str, speaker: str = "Dana") -> list[Finding]:
    return EXTRACTOR.findings(text, speaker)


def found(text: str, speaker: str = "Dana") -> set[tuple[str, str, str]]:
    return {(f.source, f.relation, f.target) for f in findings(text, speaker)}
