"""The relations that a model is offered are ones that the memory knows."""

from zeph.memory.ingest.llm.prompts import OFFERED
from zeph.memory.language.families import Families
from zeph.memory.language.ontology import Ontology


def test_every_relation_that_is_offered_is_known() -> None:
    ontology, families = Ontology.load(), Families.load()
    assert [name for name in OFFERED if not (ontology.get(name) or families.group_of_verb(name))] == []
