"""What answers a question, from what was found for it: a sentence first, then what it stands on.

In: a question, what was recalled, the findings of it, best first. Out: a :class:`MemoryAnswer`. Pure; it says only what
is stored, and that it knows nothing where nothing is.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from zeph.agent.answers.answer_tables import pattern, read_answers
from zeph.agent.answers.asked_people import named_in, of_the_asked
from zeph.agent.answers.aspects import asked_aspect, asks_of_self, aspect_told, looking_so_first, of_whom
from zeph.agent.answers.expected_kinds import ANY, JOB, MEASURED, PLACE, expected_kind, meets
from zeph.agent.answers.fact_sentences import fact_sentence, no_longer_said, premise_sentence, told_now
from zeph.agent.answers.findings import Finding
from zeph.agent.answers.last_word import (
    BEFORE,
    Told,
    ends_what_is_asked,
    going_on,
    is_before,
    is_of_list,
    is_yet_to_come,
    last_said_of,
    otherwise_since,
    outdates,
)
from zeph.agent.answers.leading_facts import ALL, LISTED, NAMED, all_about, connected, leading_facts, sentence_instead
from zeph.agent.answers.own_things import own_first, tells_several
from zeph.agent.answers.quotable import Quotable
from zeph.agent.answers.quoted_days import day_meant
from zeph.agent.answers.quoting import quoted, with_part_first
from zeph.agent.answers.second_person import to_you
from zeph.agent.answers.told_at_all import chance_of_answer, is_far
from zeph.agent.answers.values_since import counted
from zeph.agent.answers.what_was_before import found_before
from zeph.clock import Moment
from zeph.memory.ingest.intents.order_of import task_order_of
from zeph.memory.language.morphology import is_plural, other_numbers
from zeph.memory.language.names import names
from zeph.memory.recall.query.question import analyse
from zeph.memory.recall.query.vocabulary import Terms, stem, words
from zeph.memory.recall.ranking.edge_time import is_over
from zeph.memory.recall.render.recall_lines import known_line
from zeph.records.recalled import Change, Recalled, RecalledFact
from zeph.safety.text import one_line

QUOTES = 2
"""Beside the first line."""
QUOTED_WITHIN, BESIDE_A_FACT = 2.0, 1.0
"""Log odds below the best sentence within which more is quoted: less where a fact answers."""
LIKE_IT = 0.4
"""Likeness (cosine) to the question from which what has none of its words is quoted beside the first."""
AS_LIKELY = 0.5
"""Log odds below a sentence of the same message within which one is as likely."""
UNTOLD, UNLIKELY = 0.05, 0.1
"""Probability of being an answer below which the best that was found is told as the nearest to what nobody told, and as
a guess: of 218 right answers 3 % lie below the first, and 15 % below the second, which tells what is near to what was
told, and was not, no better."""
_WORDS: dict[str, str] = read_answers()["unknown"]
NOTHING = _WORDS["nothing"]
_YOUR: str = read_answers()["second_person"]["owner"]
_ASKS_STILL = pattern("asks_still")
_ALSO = re.compile(read_answers()["second_person"]["also"])
_AND: str = read_answers()["second_person"]["joining"]
_IS, _ARE = next(iter(read_answers()["second_person"]["forms"].items()))
_OWN_IS = re.compile(rf"(?P<whose>{_YOUR} (?:[a-z-]+ )*)(?P<thing>[a-z-]+) {_IS} ", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class MemoryAnswer:
    text: str
    used: Recalled
    """What of the recalled facts and messages stands in it."""
    wants_model: bool = False
    """Whether it was asked for what only a model can do."""


def answered(question: str, recalled: Recalled, found: Sequence[Finding]) -> MemoryAnswer:
    if asks_of_self(question):
        recalled = replace(recalled, broad=False)
    now = recalled.view.at if recalled.view else None
    found = looking_so_first(question, own_first(question, of_the_asked(question, found), now))
    if recalled.view is not None:
        before = found_before(question, found, recalled.view.at)
        if before is not None:
            return _best(
                question, replace(recalled, broad=False), before.found, "" if before.known else _WORDS["unknown_before"]
            )
        found = _behind_others(question, found, recalled.view.at)
    aspect = asked_aspect(question, [one.around for one in found])
    if aspect is None:
        return _best(question, recalled, found, "")
    own = [one for one in found if aspect.is_told(one.text)] or [one for one in found if aspect.is_told(one.around)]
    about = [one for one in found if aspect.names_owner(one.text)]
    said = {"WHOM": aspect.whom, "WHAT": aspect.what}
    if own or about:
        return _best(question, recalled, own or about, "" if own else _WORDS["of_known"].format(**said))
    return MemoryAnswer(_WORDS["none_of"].format(**said), replace(recalled, facts=(), messages=()))


def _behind_others(question: str, found: Sequence[Finding], now: Moment) -> list[Finding]:
    """With what is not so yet behind what is so, and what speaks of the list of what is to be done alone behind all
    others."""
    listed = _of_lists(question, found)
    latest = analyse(question).asks_latest
    left = [one for one in found if one.said and one not in listed and (latest or one.covers < ALL)]
    to_come = [one for one in left if one.said and is_yet_to_come(question, one.said, now)]
    others = [one for one in found if one not in listed and one not in to_come]
    if len(others) == len(found) or not any(one.sure for one in others):
        return [*found]
    lead = replace(others[0], strength=max(one.strength for one in found))  # beside it no more is told than before
    soon = [one for one in to_come if one.strength >= others[0].strength]
    return [lead, *soon, *others[1:], *(one for one in to_come if one not in soon), *listed]


def _of_lists(question: str, found: Sequence[Finding]) -> list[Finding]:
    """What speaks of the list of what is to be done, or puts something on it where others tell as much."""
    told = max((one.covers for one in found if one.said and not task_order_of(one.text)), default=0.0)
    said = ((one, one.said) for one in found if one.said)
    return [
        one for one, of in said
        if is_of_list(question, of) or (0 < told >= one.covers and task_order_of(one.text))
    ]  # fmt: skip


def _best(question: str, recalled: Recalled, found: Sequence[Finding], caveat: str) -> MemoryAnswer:
    """``caveat``: what goes before the first line, where that is known."""
    facts = connected(recalled) or all_about(question, recalled)
    found = found if facts else sentence_instead(question, found)
    facts = facts or leading_facts(question, found)
    quotes = _beside(question, facts, found)
    far = recalled.unsure and analyse(question).terms and is_far(question, found)
    nothing = MemoryAnswer(NOTHING, replace(recalled, facts=(), messages=()))
    if far or (not facts and not quotes):
        return nothing
    before = _lead(facts, quotes)
    facts, quotes = _with_last_word(question, facts, quotes, found, recalled)
    said = quotes[: max(QUOTES + (not facts), len(_each_once(_of_kind(question, found))))][:LISTED]
    if recalled.known and not _is_counted_in_words(question, found):
        return MemoryAnswer(_counted(recalled, said), _used(recalled, facts, said))
    if facts:
        lines = _told(facts, recalled)
        first, quotations = lines[0], _quotations(said, (), recalled)
    else:
        lines, first, quotations = _said_first(question, said, before, recalled)
    caveat = caveat or _caveat(question, first, found, unsure=recalled.unsure, sure=_is_sure(facts, found))
    if _is_beside_the_point(question, caveat, first, found, said=not facts):
        return nothing
    if not facts:
        lines, caveat = _as_asked(question, lines, first, caveat, said[0].message.speaker)
    lines[0] = caveat + lines[0]
    lines = [*_with_premises(lines, _lead(facts, said), recalled.premises), *_summaries(recalled), *quotations]
    return MemoryAnswer("\n".join(lines), _used(recalled, facts, said))


def _as_asked(question: str, lines: list[str], first: str, caveat: str, speaker: str) -> tuple[list[str], str]:
    """Where no fact answers: that it is no more so, if that is asked for, else the part that answers before all."""
    if _ASKS_STILL.search(question) and ends_what_is_asked(question, first):
        return lines, _WORDS["not_any_more"]
    alone = not caveat and not tells_several(question)
    return [*lines[:-1], with_part_first(question, lines[-1], speaker)] if alone else lines, caveat


def _said_first(
    question: str, said: list[Quotable], before: int, recalled: Recalled
) -> tuple[list[str], str, Iterator[str]]:
    """Where no fact answers: the first line, the sentence that it says, and the other quotations. ``before``: the
    message that answered before the last word on it."""
    changed, said = _first_changed(question, said, recalled)
    line = changed or quoted(said[0], recalled) + day_meant(question, said[0])
    stands = _still_so(said[0], recalled) if changed else []
    earlier = {one.message.id for one in said[1:] if is_before(question, one, said[0])}
    if changed or said[0].message.id != before:
        earlier.add(before)
    return [*stands, line], said[0].text, _quotations(said[not changed :], earlier, recalled)


def _still_so(one: Quotable, recalled: Recalled) -> list[str]:
    """What else the sentence told that is so: of two medicines the one that goes on, where the other was stopped."""
    now = recalled.view.at if recalled.view else None
    over = [c.fact for m in recalled.messages if m.message.id == one.message.id for c in m.changes if c.over]
    standing = [
        fact for fact in recalled.facts
        if one.message.id in fact.edge.sources and any(names(told, fact.edge.target) for told in over)
        and (now is None or not is_over(fact.edge, now))
    ]  # fmt: skip
    return _told(standing, recalled) if standing else []


def _quotations(said: Sequence[Quotable], earlier: Collection[int], recalled: Recalled) -> Iterator[str]:
    """``earlier``: the messages that are otherwise since."""
    for one in said:
        mark = _WORDS["before_that"] if one.message.id in earlier else ""
        yield f"- {mark}{quoted(one, recalled)}"


def _first_changed(question: str, said: list[Quotable], recalled: Recalled) -> tuple[str, list[Quotable]]:
    """What is so since the first sentence was said, or the one that it puts right, and that one before the others.
    Empty where nothing is otherwise, or what was before is asked for."""
    for one in said[:2] if not BEFORE.search(question) else ():
        if changed := _as_changed(question, one, recalled):
            return changed, [one, *(other for other in said if other is not one)]
    return "", said


def _as_changed(question: str, one: Quotable, recalled: Recalled) -> str:
    """What a later message made of a sentence, where that says all that is asked; else empty."""
    terms, kind = Terms(analyse(question).terms), expected_kind(question)
    changes = [c for m in recalled.messages if m.message.id == one.message.id for c in m.changes]
    told = [told_now(change) for change in reversed(changes) if _says_what_is_so(change, one)]
    covered = [sentence for sentence in told if terms.coverage(sentence) >= terms.coverage(one.text)]
    return next((f"{text}." for text in covered if kind == ANY or meets(kind, question, text)), "")


def _says_what_is_so(change: Change, one: Quotable) -> bool:
    """Of a sentence: a later message does; that it was taken back says nothing instead."""
    return bool(change.sentence) and change.by != change.message_id and one.overlaps(change.span)


def _is_sure(facts: Sequence[RecalledFact], found: Sequence[Finding]) -> bool:
    """Whether a fact of the first line has some of what is asked."""
    told = {fact.edge.fact for fact in facts[:1]}
    return any(one.sure for one in found if one.fact is not None and one.fact.edge.fact in told)


def _is_counted_in_words(question: str, found: Sequence[Finding]) -> bool:
    """Whether it was said how many there are: "six hens"."""
    asked = {stem(term) for term in analyse(question).terms}
    return any(asked & counted(one.said.text).keys() for one in found if one.said)


def _counted(recalled: Recalled, said: Sequence[Quotable]) -> str:
    """Where several things are asked for: how many are known and which, then what was said of them."""
    return "\n".join([f"{known_line(recalled.known)}.", *(f"- {quoted(one, recalled)}" for one in said)])


def _used(recalled: Recalled, facts: Sequence[RecalledFact], said: Sequence[Quotable]) -> Recalled:
    shown = {one.message.id for one in said}
    messages = tuple(m for m in recalled.messages if m.message.id in shown)
    return replace(recalled, facts=tuple(facts), messages=messages)


def _beside(question: str, facts: Sequence[RecalledFact], found: Sequence[Finding]) -> list[Quotable]:
    """What may be quoted: where facts answer, first what they were read from; nothing where all is asked for."""
    naming = _of_kind(question, found)
    if not facts:
        return _each_once([*_quotes(found, QUOTED_WITHIN), *naming])
    if not analyse(question).terms and not tells_several(question):
        return []
    own = {source for fact in facts for source in fact.edge.sources}
    others = [quote for quote in (*_quotes(found, BESIDE_A_FACT), *naming) if quote.message.id not in own]
    return [*_quotes(found, BESIDE_A_FACT, own), *_each_once(others)]


def _of_kind(question: str, found: Sequence[Finding]) -> list[Quotable]:
    """Where several things of a kind are asked for, the sentences that name one."""
    several = tells_several(question)
    return [one.said for one in found if several and one.said and one.covers >= NAMED]


def _each_once(quotes: Sequence[Quotable]) -> list[Quotable]:
    """The first of each message."""
    first: dict[int, Quotable] = {}
    for quote in quotes:
        first.setdefault(quote.message.id, quote)
    return [*first.values()]


def _lead(facts: Sequence[RecalledFact], quotes: Sequence[Quotable]) -> int:
    """The message that the first line stands on."""
    return max(facts[0].edge.sources, default=0) if facts else quotes[0].message.id


def _with_premises(lines: list[str], lead: int, premises: Sequence[Change]) -> list[str]:
    """What is over goes first where the answer was said before it was over; what was said since knows of it."""
    untold = [one for one in premises if not any(line.startswith(_told_change(one)) for line in lines)]
    before = [premise_sentence(change) for change in untold if change.by > lead]
    after = [premise_sentence(change) for change in untold if change.by <= lead]
    return [*before, *lines, *after]


def _told_change(change: Change) -> str:
    return to_you(one_line(change.sentence).rstrip("."))


def _summaries(recalled: Recalled) -> list[str]:
    return [to_you(summary.said) for summary in recalled.overview]


def _with_last_word(
    question: str, facts: list[RecalledFact], quotes: list[Quotable], found: Sequence[Finding], recalled: Recalled
) -> tuple[list[RecalledFact], list[Quotable]]:
    """What was said last of the same thing follows at once; where it sounds like an end that is not told otherwise, it
    goes before all."""
    said = [one.said for one in found if one.said]
    lead = _lead(facts, quotes)
    since = [one for one in said if one.message.id > lead]
    first = _told_first(facts, quotes, found)
    otherwise = otherwise_since(question, first, since)
    gone_on = None if otherwise else going_on(question, lead, said, recalled)
    last = otherwise or gone_on or last_said_of(question, lead, said)
    if last is None:
        return facts, quotes
    others = [quote for quote in quotes if quote.message.id != last.message.id]
    if (gone_on or outdates(question, first, last)) and not recalled.premises:
        before = [quote for quote in (*others, *said) if quote.message.id == lead][:1]
        return [], [last, *before, *(quote for quote in others if quote.message.id != lead)]
    return facts, [*others[:1], last, *others[1:]]


def _told_first(facts: Sequence[RecalledFact], quotes: Sequence[Quotable], found: Sequence[Finding]) -> Told:
    """What would be told first, and which fact it says: of a sentence one that has all that is asked."""
    lead = _lead(facts, quotes)
    said = next((one.said.message for one in found if one.said and one.said.message.id == lead), None)
    at, around = (said.sent_at, said.text) if said else ("", "")
    if facts:
        return Told(facts[0].edge.fact, at, facts[0].edge, around)
    read = (one.fact.edge for one in found if one.fact and one.covers >= ALL and lead in one.fact.edge.sources)
    return Told(quotes[0].text, at, next(read, None), around)


def _caveat(question: str, line: str, found: Sequence[Finding], *, unsure: bool, sure: bool) -> str:
    """That what was asked for is not known, where nothing about it has a thing of its kind, or what was found is as far
    from it as from what nobody told; or that it is a guess. ``sure``: a fact of that line has some of what is asked."""
    if not analyse(question).terms:
        return ""
    kind = expected_kind(question)
    about = (one.text for one in found if one.sure and one.covers)
    named = named_in(question, found)
    measured = kind in MEASURED or (kind in (PLACE, JOB) and len(named) == 1)
    if measured and not any(meets(kind, question, text) for text in (line, *about)):
        own = of_whom(question)
        if whom := f"{_YOUR} {own}" if own else _as_written(named, line):
            what = aspect_told(question)
            return _WORDS["of_known" if what else "of_known_other"].format(WHOM=whom, WHAT=what)
        return _WORDS["of_nothing"]
    chance = chance_of_answer(found, unsure)
    if chance < UNTOLD:
        return _WORDS["of_nothing"]
    return "" if chance >= UNLIKELY and (sure or found[0].sure) else _WORDS["unsure"]


def is_guess(answer: str) -> bool:
    """Whether it is told as the nearest to what was asked for."""
    return answer.startswith((_WORDS["unsure"], _WORDS["of_nothing"]))


def _as_written(named: Collection[str], line: str) -> str:
    """The one name as the line has it; empty where there are several, or the line has none."""
    return next((w for w in re.findall(r"\w+", line) if len(named) == 1 and stem(w.casefold()) in named), "")


def _is_beside_the_point(question: str, caveat: str, line: str, found: Sequence[Finding], *, said: bool) -> bool:
    """Whether a guess speaks of nobody who is asked of: worse than none. ``said``: whether it is a quotation."""
    if caveat not in (_WORDS["unsure"], _WORDS["of_nothing"]):
        return False
    named, there = named_in(question, found), {stem(word) for word in words(line)}
    return bool(named) and named.isdisjoint(there) or said and asks_of_self(question)


def _quotes(found: Sequence[Finding], within: float, of: Collection[int] = ()) -> list[Quotable]:
    """The best sentence of each message that is ``within`` so much of the best; or of each of the messages ``of``. Of
    two of a message that are as likely the one with more of the question's words."""
    best: dict[int, Finding] = {}
    said = [one for one in found if one.said]
    least = max((one.strength for one in said), default=0.0) - within
    for one in said:
        near = one.strength >= least and (one is said[0] or one.covers > 0 or (one.like or 0.0) >= LIKE_IT)
        if one.said and (one.said.message.id in of if of else near):
            first = best.setdefault(one.said.message.id, one)
            if one.covers > first.covers and one.strength >= first.strength - AS_LIKELY:
                best[one.said.message.id] = one
    return [one.said for one in best.values() if one.said]


def _told(facts: Sequence[RecalledFact], recalled: Recalled) -> list[str]:
    now, stale = recalled.view.at if recalled.view else None, no_longer_said(recalled)
    sentences = [fact_sentence(fact.edge, now, stale) + "." for fact in facts]
    if [fact.edge.id for fact in facts] == list(recalled.connected):
        return [" ".join(sentences)]
    return joined(sentences, [one_line(f.edge.target) for f in facts])


def joined(sentences: Sequence[str], targets: Sequence[str]) -> list[str]:
    """One sentence where all but what they end with is the same: "You speak German, Spanish and Hausa."; else a line
    for each."""
    begins = {_ALSO.sub("", s.removesuffix(f"{target}.")) for s, target in zip(sentences, targets, strict=True)}
    if len(sentences) < 2 or len(begins) > 1 or sentences[0] in begins:
        return list(dict.fromkeys(sentences))
    *most, last = dict.fromkeys(targets)
    return [f"{_of_several(begins.pop())}{', '.join(most)} {_AND} {last}."]


def _of_several(begin: str) -> str:
    """ "Your sisters are " of "Your sister is "."""
    found = _OWN_IS.fullmatch(begin)
    several = next(filter(is_plural, other_numbers(found["thing"])), "") if found else ""
    return f"{found['whose']}{several} {_ARE} " if found and several else begin
