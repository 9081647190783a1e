"""Which facts answer a question, where facts do.

In: a question, what was recalled, the findings of it, best first. Out: facts in the order in which they are told. Pure.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from zeph.agent.answers.answer_tables import pattern
from zeph.agent.answers.expected_kinds import ANY, MEASURED, NAME, expected_kind, meets
from zeph.agent.answers.findings import Finding
from zeph.agent.answers.last_word import CHANGED
from zeph.agent.answers.own_things import tells_several
from zeph.agent.answers.sentence_features import share_said
from zeph.agent.answers.values_since import tells_other_number
from zeph.memory.language.questions import has_verb
from zeph.memory.language.times.date_spans import find_date_phrases
from zeph.memory.recall.query.question import analyse
from zeph.memory.recall.query.vocabulary import Terms, stem, words
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
_PARTS, _CONTRAST, _SECOND, _HOLDS_FROM = map(pattern, ("parts", "contrast", "second", "holds_from"))


def connected(recalled: Recalled) -> list[RecalledFact]:
    """The facts that answer only together, in their order."""
    by_id = {fact.edge.id: fact for fact in recalled.facts}
    return [by_id[i] for i in recalled.connected if i in by_id]


def all_about(question: str, recalled: Recalled) -> list[RecalledFact]:
    """What is known of what a broad question is about; nothing for a question that asks for something in particular:
    who "Helen's *children*" are."""
    about = set(recalled.about)
    named = {stem(word) for name in _names(about, recalled) for word in words(name)}
    if expected_kind(question) != ANY and not {stem(term) for term in analyse(question).terms} <= named:
        return []
    facts = recalled.facts if recalled.broad else ()
    near = [
        f for f in facts if about & {f.edge.source_id, f.edge.target_id} or (f.why.parts.get("topic") and not about)
    ]
    return near[:LISTED]


def _names(about: Collection[int], recalled: Recalled) -> Iterator[str]:
    for fact in recalled.facts:
        ends = ((fact.edge.source_id, fact.edge.source), (fact.edge.target_id, fact.edge.target))
        yield from (name for number, name in ends if number in about)


def leading_facts(question: str, found: Sequence[Finding]) -> list[RecalledFact]:
    """The fact that answers, with what was told in one breath with it; where several things are asked for, those like
    it; where all is asked for, all."""
    facts = [one.fact for one in found if one.fact]
    if not facts or not analyse(question).terms:
        return facts[:LISTED]
    leading = _leading(question, found)
    if leading is None or not tells_several(question):
        return [leading, *(fact for fact in facts if _in_one_breath(fact, leading))] if leading else []
    same = (leading.edge.source_id, leading.edge.canonical_relation)
    alike = [fact for fact in facts if (fact.edge.source_id, fact.edge.canonical_relation) == same]
    named = [one.fact for one in found if one.fact and one.covers >= NAMED and one.fact not in alike]
    return [*alike, *named][:LISTED]


def _leading(question: str, found: Sequence[Finding]) -> RecalledFact | None:
    return found[0].fact or _same_as(question, found[0], found)


def sentence_instead(question: str, found: Sequence[Finding]) -> list[Finding]:
    """The findings, with the sentence that the leading fact was read from in the place of what was read from it, where
    that goes on with more of what is asked for."""
    leading = _leading(question, found) if found and analyse(question).terms else None
    if leading is None:
        return [*found]
    told = [one.fact for one in found if one.fact and (one.fact is leading or _in_one_breath(one.fact, leading))]
    read = [one for one in found if one.said and one.said.message.id in leading.edge.sources]
    says = " ".join(one_line(fact.edge.fact) for fact in told)
    best = max(read, key=lambda one: share_said(says, one.text), default=None)
    if best is None or not goes_on(question, best.text, leading.edge, says):
        return [*found]
    first = replace(best, strength=max(one.strength for one in found))
    others = [one for one in found if one is not best and not (one.fact and _is_read_from(one.fact.edge, best))]
    return [first, *others]


def _is_read_from(edge: Edge, sentence: Finding) -> bool:
    there = sentence.said is not None and sentence.said.message.id in edge.sources
    return there and share_said(edge.fact.removeprefix(edge.source), sentence.text) >= SAYS_AS_MUCH


def goes_on(question: str, sentence: str, edge: Edge, says: str) -> bool:
    """Whether a sentence tells more of what is asked for than the facts of it say: another case ("*but* this week on
    Wednesday"), a second thing ("*and* ramipril at night"), a change ("we moved it to 81"), or the day from which."""
    if not (edge.valid_from_stated or edge.valid_until) and _tells_its_days(sentence, says):
        return True
    asked = Terms(analyse(question).terms).coverage
    told = asked(says)
    breaks = [0, *(one.start() for one in _PARTS.finditer(sentence)), len(sentence)]
    for begin, end in pairwise(breaks):
        part = sentence[begin:end]
        if share_said(part, says) < SAYS_AS_MUCH and (asked(f"{says} {part}") > told or _tells_more(question, part)):
            return True
        valued = any(map(str.isdigit, part)) or bool(find_date_phrases(part))
        if begin and CHANGED.search(part) and valued and share_said(sentence[:begin], says) >= SAYS_AS_MUCH:
            return True
    return False


def _tells_more(question: str, part: str) -> bool:
    kind = expected_kind(question)
    has_kind = meets(kind, question, part)
    if _CONTRAST.search(part):
        return has_kind or bool(find_date_phrases(part)) or any(map(str.isdigit, part))
    if not _SECOND.search(part) or has_verb(part):
        return False
    return kind == ANY or has_kind


def _tells_its_days(sentence: str, says: str) -> bool:
    """Whether it has a day from or until which it is so, that is not told."""
    days = (phrase for phrase in find_date_phrases(sentence) if phrase.text.casefold() not in says.casefold())
    return any(_HOLDS_FROM.search(f"{sentence[: phrase.start]}\n{phrase.text}") for phrase in days)


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
