"""Which facts answer a question, where facts do.

In: a question, what was recalled, the findings of it, best first. Out: facts in the order in which they are told. Pure.
"""

from collections.abc import Sequence

from zeph.agent.answers.answer_tables import pattern
from zeph.agent.answers.expected_kinds import ANY, MEASURED, NAME, expected_kind, meets
from zeph.agent.answers.findings import Finding
from zeph.agent.answers.last_word import CHANGED
from zeph.agent.answers.own_things import tells_several
from zeph.agent.answers.sentence_features import share_said
from zeph.agent.answers.values_since import tells_other_number
from zeph.memory.recall.query.question import analyse
from zeph.records.edge import Edge
from zeph.records.message import PERSON
from zeph.records.recalled import Recalled, RecalledFact
from zeph.safety.text import one_line

SAYS_AS_MUCH = 0.6
"""Share of a sentence's content words that its fact has, from which the fact is told instead."""
ALL, EQUAL = 0.99, 0.01
"""Share of the question's words from which a fact has all of them; the least of one that has what is asked for and as
many of them as the sentence it is from."""
NAMED = 0.7
"""Share of the question's words from which a fact or a sentence names one of the things that are listed."""
LISTED = 12
_PARTS = pattern("parts")


def connected(recalled: Recalled) -> list[RecalledFact]:
    """The facts that answer only together, in their order."""
    by_id = {fact.edge.id: fact for fact in recalled.facts}
    return [by_id[i] for i in recalled.connected if i in by_id]


def all_about(recalled: Recalled) -> list[RecalledFact]:
    """What is known of what a broad question is about; nothing for a question that asks for something in particular."""
    about = set(recalled.about)
    facts = recalled.facts if recalled.broad else ()
    near = [
        f for f in facts if about & {f.edge.source_id, f.edge.target_id} or (f.why.parts.get("topic") and not about)
    ]
    return near[:LISTED]


def leading_facts(question: str, found: Sequence[Finding]) -> list[RecalledFact]:
    """The fact that answers, with what was told in one breath with it; where several things are asked for, those like
    it; where all is asked for, all."""
    facts = [one.fact for one in found if one.fact]
    if not facts or not analyse(question).terms:
        return facts[:LISTED]
    leading = found[0].fact or _same_as(question, found[0], found)
    leading = None if leading is not None and _goes_on(leading, found) else leading
    if leading is None or not tells_several(question):
        return [leading, *(fact for fact in facts if _in_one_breath(fact, leading))] if leading else []
    same = (leading.edge.source_id, leading.edge.canonical_relation)
    alike = [fact for fact in facts if (fact.edge.source_id, fact.edge.canonical_relation) == same]
    named = [one.fact for one in found if one.fact and one.covers >= NAMED and one.fact not in alike]
    return [*alike, *named][:LISTED]


def _goes_on(fact: RecalledFact, found: Sequence[Finding]) -> bool:
    """Whether the sentence that a fact was read from goes on with a change to another number: "port 80 is blocked, we
    moved it to 81"."""
    read = [one.said for one in found if one.said and one.said.message.id in fact.edge.sources]
    for one in read:
        *_, behind = _PARTS.split(one.text)
        if share_said(one.text.removesuffix(behind), fact.edge.fact) >= SAYS_AS_MUCH and CHANGED.search(behind):
            return any(map(str.isdigit, behind))
    return False


def _in_one_breath(fact: RecalledFact, leading: RecalledFact) -> bool:
    """ "My sisters are Ida and Bea": the same sentence of another, in the same message."""
    one, other = fact.edge, leading.edge
    beside = not {*one.sources}.isdisjoint(other.sources) and one.target_id != other.target_id
    return beside and _but_its_end(one) == _but_its_end(other)


def _but_its_end(edge: Edge) -> str:
    return one_line(edge.fact).rstrip(".").removesuffix(one_line(edge.target))


def _same_as(question: str, best: Finding, found: Sequence[Finding]) -> RecalledFact | None:
    """The fact that was read from the best sentence and says nearly all that it says, or all that is asked."""
    if best.said is None:
        return None
    number, kind = best.said.message.id, expected_kind(question)
    least = ALL if kind == ANY or kind in MEASURED else EQUAL  # a sentence may tell several numbers of one thing
    for one in found:
        if one.fact is None or number not in one.fact.edge.sources or tells_other_number(best.text, one.text):
            continue
        edge = one.fact.edge
        answers = one.covers >= max(best.covers, least) and _answers_kind(question, one.fact)
        if answers or share_said(best.text, f"{edge.fact} {edge.target}") >= SAYS_AS_MUCH:
            return one.fact
    return None


def _answers_kind(question: str, fact: RecalledFact) -> bool:
    """Whether a fact has what the question asks for; a name may be who or what it is about."""
    kind, edge = expected_kind(question), fact.edge
    ends = (edge.source, edge.target) if kind == NAME else ()
    named = any(end[:1].isupper() and end != PERSON and end.casefold() not in question.casefold() for end in ends)
    return kind == ANY or named or meets(kind, question, edge.fact)
