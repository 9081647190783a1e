"""How good the extraction is: the real extractors held against chat messages that people labelled by hand.

In: ``benchmarks/data/labelled_build.jsonl`` and ``labelled_unread.jsonl`` (two halves of one mix; the second is never
read by who improves an extractor), ``labelled_practice.jsonl`` and ``labelled_check.jsonl`` (more of the same mix:
rules are improved on the first and held against the second), ``date_phrases.jsonl``. Out: figures on standard output,
progress on standard error. A line's ``facts`` are demanded; ``also_fine`` are true as well, but nobody misses them. In
a fact, ``or_source``, ``or_relation`` and ``or_target`` are other ways to say it, and ``unchecked`` names what is left
open (dates, ends, replaces).

Run it with ``python -m benchmarks.quality [--half build|practice|check|unread] [--extractor local|llm|hybrid]
[--model FILE.gguf] [--wrong]``.
"""

import argparse
import asyncio
import json
import re
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.extraction import canonical
from zeph.clock import Moment
from zeph.errors import ModelError
from zeph.memory.ingest.extraction import ExtractedEdge, Extractor
from zeph.memory.ingest.llm.extractor import LLMExtractor
from zeph.memory.ingest.local.extractor import LocalExtractor
from zeph.memory.ingest.run.choose_extractor import HybridExtractor
from zeph.memory.ingest.times.date_resolution import resolve_date
from zeph.memory.ingest.times.date_spans import find_date_phrases
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.names import canonical_name
from zeph.memory.language.ontology import Ontology
from zeph.memory.language.relations import relation_slug
from zeph.models.local.gguf_chat import GGUFChat
from zeph.models.local.gguf_file import find_gguf
from zeph.records.message import GraphState, Message

DATA = Path(__file__).parent / "data"
MODEL_SECS = 300.0
"""For one call of a model: quality is measured here, not patience."""

HALVES = ("build", "practice", "check", "unread")
READ = ("build", "practice")
"""The files that are looked at line by line to improve an extractor; the others give figures alone."""

_TABLE = tomllib.loads((DATA / "alike_relations.toml").read_text(encoding="utf-8"))
ALIKE = tuple(frozenset(names.split()) for names in _TABLE["alike"])
INSTEAD = {name: frozenset(others.split()) for name, others in _TABLE["instead"].items()}

Fact = dict[str, Any]
LONGER = 4
"""Words that one name may have more than the other ("half marathon", "my first half marathon")."""
_DETERMINERS = frozenset("a an the my our your his her their its this that these those some new".split())
_WORD = re.compile(r"[^\s,.;:!?()\"“”]+(?:\.[\w]+)*")


@dataclass
class Score:
    """Counts over the labelled messages."""

    messages: int = 0
    right: int = 0
    missed: int = 0
    fine: int = 0
    """Facts that are true but not demanded."""
    made_up: int = 0
    factless: int = 0
    silent: int = 0
    """Messages without facts that gave none."""
    dated: int = 0
    dates_right: int = 0
    changes: int = 0
    changes_right: int = 0
    whole: int = 0
    """Right facts whose dates, end and replacement are right too."""
    failed: int = 0
    seconds: float = 0.0
    by_kind: dict[str, Counter[str]] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        return _share(self.right + self.fine, self.right + self.fine + self.made_up)

    @property
    def recall(self) -> float:
        return _share(self.right, self.right + self.missed)

    @property
    def f1(self) -> float:
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def _share(part: int, of: int) -> float:
    return part / of if of else 1.0


def load(name: str) -> list[dict[str, Any]]:
    """The lines of a data file."""
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


# ---------------------------------------------------------------- when two facts are the same


class Judge:
    """Whether an extracted edge says what a labelled fact says, in one message of one speaker."""

    def __init__(self, ontology: Ontology, gazetteer: Gazetteer, case: dict[str, Any]) -> None:
        self._ontology, self._gazetteer = ontology, gazetteer
        self.sent_at: Moment = case["sent_at"]
        named = [f["target"] for f in case["facts"] if f["relation"] == "has_name"]
        self._speaker = {canonical_name(n) for n in (case["speaker"], "User", "I", "me", *named)}
        self._owner = tuple(f"{name}'s " for name in self._speaker)

    def same(self, fact: Fact, edge: ExtractedEdge) -> bool:
        given, swap = self._relation(edge.relation)
        ends = (edge.target, edge.source) if swap else (edge.source, edge.target)
        for said in (fact["relation"], *fact.get("or_relation", ())):
            wanted, turned = self._relation(said)
            if not self._alike(wanted, given, fact, edge):
                continue
            known = self._ontology.get(wanted), self._ontology.get(given)
            orders = [ends, ends[::-1]] if any(r and r.symmetric for r in known) else [ends]
            if any(self._both_ends(fact, order[::-1] if turned else order) for order in orders):
                return True
        return False

    def covers(self, fact: Fact, edge: ExtractedEdge) -> bool:
        """An edge that takes a thing's place says of that thing what the labelled end says."""
        return bool(fact.get("ends") and edge.replaces) and self._both_ends(fact, (edge.source, edge.replaces or ""))

    def implied(self, fact: Fact, edge: ExtractedEdge) -> bool:
        """An end that the labelled replacement names."""
        old = fact.get("replaces")
        return (
            bool(edge.ends and old)
            and self.same_name(fact["source"], edge.source)
            and self.same_name(str(old), edge.target)
        )

    def dates(self, fact: Fact, edge: ExtractedEdge) -> bool | None:
        """Whether both dates are right; None where there is none to judge."""
        if "dates" in fact.get("unchecked", ()):
            return None
        since, until = self._when(edge.valid_from), self._when(edge.valid_until)
        wanted = _labelled_date(fact, "valid_from"), _labelled_date(fact, "valid_until")
        if since is None and until is None and wanted == (None, None):
            return None
        if wanted[1] is None and since == until:
            until = None  # an event that begins and ends on the same day
        return (since, until) == wanted

    def changes(self, fact: Fact, edge: ExtractedEdge, also: list[ExtractedEdge]) -> bool | None:
        """Whether end and replacement are right; None where there is neither. ``also``: the message's other edges."""
        free = fact.get("unchecked", ())
        ends, old = bool(fact.get("ends")), fact.get("replaces")
        if not (ends or old or edge.ends or edge.replaces is not None):
            return None
        over = edge.ends or (ends and self._when(edge.valid_until) is not None)
        if over != ends and "ends" not in free:
            return False
        if "replaces" in free:
            return True
        if old is None:
            return edge.replaces is None
        return bool(edge.replaces and self.same_name(old, edge.replaces)) or any(self.implied(fact, e) for e in also)

    def same_name(self, a: str, b: str) -> bool:
        """Equal when folded, or one within the other as whole words; the speaker is only the speaker."""
        if (me := canonical_name(a) in self._speaker) or canonical_name(b) in self._speaker:
            return me and canonical_name(b) in self._speaker
        x, y = self._words(a), self._words(b)
        short, long = sorted((x, y), key=len)
        if not short or len(long) > len(short) + LONGER:
            return False
        return any(long[i : i + len(short)] == short for i in range(len(long) - len(short) + 1))

    def _words(self, name: str) -> list[str]:
        text = canonical_name(name).replace("’", "'")
        for owner in self._owner:
            text = text.removeprefix(owner)
        words = _WORD.findall(text)
        while len(words) > 1 and words[0] in _DETERMINERS:
            words = words[1:]
        full = self._gazetteer.full_name(" ".join(words))
        words = canonical_name(full).split() if full else words
        return [w[:-1] if len(w) > 3 and w.endswith("s") and not w.endswith(("ss", "'s")) else w for w in words]

    def _relation(self, said: str) -> tuple[str, bool]:
        match = self._ontology.normalise(said)
        if match is None:
            return _base(relation_slug(said)), False
        return canonical(match), match.swap

    def _alike(self, wanted: str, given: str, fact: Fact, edge: ExtractedEdge) -> bool:
        if wanted == given or any(wanted in names and given in names for names in ALIKE):
            return True
        if given in INSTEAD.get(wanted, ()):
            return True
        match = self._ontology.normalise(edge.relation)  # "switched_to" takes the relation of what it replaces
        changed = match is not None and match.change and edge.replaces is not None
        return changed and ("replaces" in fact or "replaces" in fact.get("unchecked", ()))

    def _both_ends(self, fact: Fact, ends: tuple[str, ...]) -> bool:
        sources, targets = (fact["source"], *fact.get("or_source", ())), (fact["target"], *fact.get("or_target", ()))
        return any(self.same_name(s, ends[0]) for s in sources) and any(self.same_name(t, ends[1]) for t in targets)

    def _when(self, phrase: str | None) -> tuple[str, str] | None:
        found = resolve_date(phrase, self.sent_at) if phrase else None
        if found is None:
            return None
        return found.moment[:10], "day" if found.precision == "instant" else found.precision


def _base(slug: str) -> str:
    """An unknown verb without its ending ("flies_for", "fly_for")."""
    verb, _, rest = slug.partition("_")
    verb = {"does": "do", "did": "do", "gave": "give", "took": "take", "left": "leave"}.get(verb, verb)
    verb = re.sub(r"(?<=..)(?:ies|y)$", "i", re.sub(r"(?<=...)(?:ing|ed|es|s|e)$", "", verb))
    return f"{verb}_{rest}"


def _labelled_date(fact: Fact, key: str) -> tuple[str, str] | None:
    return (fact[key], fact[f"{key}_precision"]) if key in fact else None


# ---------------------------------------------------------------- one message


def compare(score: Score, judge: Judge, case: dict[str, Any], edges: list[ExtractedEdge]) -> None:
    """Adds one message's facts to the score."""
    fine = case.get("also_fine", [])
    score.messages += 1
    if not case["facts"] and not fine:
        score.factless += 1
        score.silent += not edges
    pairs = _pairs(judge, case["facts"], edges)
    kind = score.by_kind.setdefault(case["kind"], Counter())
    for at, fact in enumerate(case["facts"]):
        edge = edges[pairs[at]] if at in pairs else next((e for e in edges if judge.covers(fact, e)), None)
        kind["right" if edge else "missed"] += 1
        if edge is None:
            score.missed += 1
            score.wrong.append(f"missed   {case['id']} {case['text']!r}\n           {_shown(fact)}")
        else:
            score.right += 1
            _details(score, judge, case, fact, edge if at in pairs else None, edges)
    for at, edge in enumerate(edges):
        if at in pairs.values() or any(judge.same(fact, edge) for fact in case["facts"]):
            continue
        true = any(judge.same(f, edge) for f in fine) or any(judge.implied(f, edge) for f in case["facts"])
        score.fine += true
        score.made_up += not true
        kind["made up"] += not true
        if not true:
            score.wrong.append(f"made up  {case['id']} {case['text']!r}\n           {_edge(edge)}")


def _pairs(judge: Judge, facts: list[Fact], edges: list[ExtractedEdge]) -> dict[int, int]:
    """Labelled fact to edge, each used once; the closest first."""
    ranked = []
    for i, fact in enumerate(facts):
        for j, edge in enumerate(edges):
            if judge.same(fact, edge):
                exact = canonical_name(fact["target"]) == canonical_name(edge.target)
                details = [judge.dates(fact, edge), judge.changes(fact, edge, edges)]
                ranked.append((exact - 2 * details.count(False), -i, -j))
    taken: dict[int, int] = {}
    for _, i, j in sorted(ranked, reverse=True):
        if -i not in taken and -j not in taken.values():
            taken[-i] = -j
    return taken


def _details(
    score: Score, judge: Judge, case: dict[str, Any], fact: Fact, edge: ExtractedEdge | None, edges: list[ExtractedEdge]
) -> None:
    dates = judge.dates(fact, edge) if edge else None
    changes = judge.changes(fact, edge, edges) if edge else True
    score.dated += dates is not None
    score.dates_right += dates is True
    score.changes += changes is not None
    score.changes_right += changes is True
    score.whole += dates is not False and changes is not False
    if edge and (dates is False or changes is False):
        what = "date" if dates is False else "change"
        score.wrong.append(
            f"{what:8} {case['id']} {case['text']!r}\n           wanted {_shown(fact)}\n           given  {_edge(edge)}"
        )


def _shown(fact: Fact) -> str:
    more = [f"{k}={v}" for k, v in fact.items() if k in ("valid_from", "valid_until", "ends", "replaces")]
    return " ".join([f"({fact['source']} | {fact['relation']} | {fact['target']})", *more])


def _edge(edge: ExtractedEdge) -> str:
    more = {k: getattr(edge, k) for k in ("valid_from", "valid_until", "ends", "replaces")}
    said = [f"{k}={v!r}" for k, v in more.items() if v not in (None, False)]
    return " ".join([f"({edge.source} | {edge.relation} | {edge.target})", *said])


# ---------------------------------------------------------------- all of them


async def measure(extractor: Extractor, cases: list[dict[str, Any]], ontology: Ontology) -> Score:
    """The extractor held against every labelled message; a message its model fails on gives nothing."""
    score, gazetteer, shown = Score(), Gazetteer.load(), time.monotonic()
    for at, case in enumerate(cases):
        message, context = _messages(case)
        started = time.perf_counter()
        edges: list[ExtractedEdge] = []
        try:
            edges = (await extractor.extract(message, context)).extraction.edges
        except ModelError:
            score.failed += 1
        score.seconds += time.perf_counter() - started
        compare(score, Judge(ontology, gazetteer, case), case, edges)
        if time.monotonic() - shown > 10:
            shown = time.monotonic()
            print(f"{at + 1} of {len(cases)} messages, {score.seconds:.0f} s", file=sys.stderr)
    return score


def _messages(case: dict[str, Any]) -> tuple[Message, tuple[Message, ...]]:
    texts = [*case.get("context", ()), case["text"]]
    said = [_message(case["speaker"], text, case["sent_at"], at) for at, text in enumerate(texts)]
    return said[-1], tuple(said[:-1])


def _message(speaker: str, text: str, sent_at: Moment, at: int) -> Message:
    name = "" if speaker == "User" else speaker
    return Message(at + 1, 1, 1, str(at), "user", name, text, sent_at, (), GraphState.PENDING)


def date_phrases() -> Iterator[tuple[bool, bool | None, str]]:
    """Per phrase: right when found in its text; right when resolved alone (None: a span, or no phrase); the case."""
    for case in load("date_phrases"):
        wanted = case["from"], case["until"], case["precision"]
        given = _found(case["text"], case["sent_at"])
        alone: bool | None = None
        if case["phrase"] and not (case["from"] and case["until"]):
            one = resolve_date(case["phrase"], case["sent_at"])
            alone = (
                (one.moment, one.precision) == (case["from"] or case["until"], case["precision"])
                if one
                else not any(wanted)
            )
        yield (
            given == wanted,
            alone,
            f"{case['text']!r} at {case['sent_at']}: wanted {wanted}, given {given}, alone {alone}",
        )


def _found(text: str, sent_at: Moment) -> tuple[str | None, str | None, str | None]:
    since = until = precision = None
    for phrase in find_date_phrases(text):
        found = resolve_date(phrase.text, sent_at)
        if found is None:
            continue
        if phrase.role in ("until", "before"):
            until = until or found.moment
        else:
            since = since or found.moment
        precision = precision or found.precision
    return since, until, precision


def report(score: Score, *, kinds: bool) -> None:
    """The figures as text."""
    given = score.right + score.fine + score.made_up
    print(f"precision {score.precision:.3f}   {score.right} right and {score.fine} fine of {given} given")
    print(f"  strict  {_share(score.right, given):.3f}   only what was demanded counts as right")
    print(f"recall    {score.recall:.3f}   {score.right} of {score.right + score.missed} demanded")
    print(f"F1        {score.f1:.3f}")
    print(
        f"silence   {_share(score.silent, score.factless):.3f}   {score.silent} of {score.factless} factless messages"
    )
    print(
        f"dates     {_share(score.dates_right, score.dated):.3f}   {score.dates_right} of {score.dated} facts with a "
        f"date"
    )
    print(
        f"changes   {_share(score.changes_right, score.changes):.3f}   {score.changes_right} of {score.changes} ends "
        f"and replacements"
    )
    print(
        f"whole     {_share(score.whole, score.right + score.missed):.3f}   {score.whole} demanded facts right in "
        f"every part"
    )
    print(
        f"{score.messages} messages, {1000 * score.seconds / max(1, score.messages):.1f} ms each, {score.failed} failed"
    )
    for kind, count in score.by_kind.items() if kinds else ():
        print(f"  {kind:34} {count['right']:3} right {count['missed']:3} missed {count['made up']:3} made up")


async def run(chosen: argparse.Namespace) -> Score:
    """One half with one extractor."""
    ontology, cases = Ontology.load(), load(f"labelled_{chosen.half}")[: chosen.limit]
    rules = LocalExtractor(ontology, Gazetteer.load())
    rules.findings("I like tea.", "User")  # loads the tagger, which is no message's time
    if chosen.extractor == "local":
        return await measure(rules, cases, ontology)
    chat = GGUFChat(find_gguf(chosen.model), request_timeout_secs=MODEL_SECS)
    model = LLMExtractor(chat, ontology, timeout_secs=MODEL_SECS, rules=rules)
    try:
        await model.read_prompt()
        return await measure(model if chosen.extractor == "llm" else HybridExtractor(rules, model), cases, ontology)
    finally:
        await chat.close()


def main() -> None:
    parser = argparse.ArgumentParser(description="How good the extraction is, on labelled chat messages.")
    parser.add_argument("--half", choices=HALVES, default="build")
    parser.add_argument("--extractor", choices=("local", "llm", "hybrid"), default="local")
    parser.add_argument("--model", default="smollm2", help="a GGUF file, for --extractor llm and hybrid")
    parser.add_argument("--limit", type=int, help="only the first messages")
    parser.add_argument("--wrong", action="store_true", help="list what was missed, made up or got wrong dates")
    parser.add_argument(
        "--final", action="store_true", help="allow --wrong on a half that is not to be read: it is read from then on"
    )
    chosen = parser.parse_args()
    if chosen.wrong and chosen.half not in READ and not chosen.final:
        parser.error(f"the {chosen.half} half stays unread: --wrong is for {' and '.join(READ)} (or add --final)")
    score = asyncio.run(run(chosen))
    report(score, kinds=chosen.half in READ)
    phrases = list(date_phrases())
    alone = [right for _, right, _ in phrases if right is not None]
    found = sum(right for right, _, _ in phrases)
    print(
        f"date phrases {found} of {len(phrases)} found and resolved in their text, {sum(alone)} of {len(alone)} alone"
    )
    for line in score.wrong if chosen.wrong else ():
        print(line)
    for right, only, line in phrases if chosen.wrong else ():
        if not right or only is False:
            print(f"phrase   {line}")


if __name__ == "__main__":
    main()
