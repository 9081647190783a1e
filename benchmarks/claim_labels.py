"""Whether a graph holds what a labelled claim says.

In: lines of ``benchmarks/data/labelled_unread_*.jsonl`` (a message, what was said before it, its claims, what is true
besides) and facts. Out: whether a fact says what a claim says, and whether an end or a change took effect.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from zeph.memory.language.morphology import lemma_of_verb
from zeph.memory.language.names import canonical_name
from zeph.memory.language.ontology import Ontology
from zeph.memory.language.roles import role_of
from zeph.memory.language.times.date_resolution import resolve_date
from zeph.records import claim as claims

DATA = Path(__file__).parent / "data"
SHOWN = 0.6
"""Facts below it are candidates, which nobody is shown."""
CHANGES = ("end", "replace", "correct")
_WORD = re.compile(r"[\w.+#]+")
_LIGHT = frozenset("a an the my our your his her their its some of to at in on for with and new i".split())

MOSTLY = 0.75
"""Share of a sentence's content words that the other one must hold."""
_OF_THE_SPEAKER = frozenset(("user", "s", "have", "is", "are", "was", "be", "has"))
_DENIAL = re.compile(r"\b(?:not|never|no longer|no|stopped|left|quit|ended|gave up)\b|n't\b", re.IGNORECASE)

Claim = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact of the graph after the last message."""

    edge_id: int
    source: str
    relation: str
    target: str
    sentence: str
    confidence: float
    valid_until: str | None
    expired_at: str | None
    spoken_of: bool
    """The last message is one of its sources."""
    kind: str = ""
    """Of the claim of the last message that made or changed it."""
    details: str = ""
    """Amount, version, dates … as the graph keeps them."""

    def over(self, now: str) -> bool:
        return self.expired_at is not None or (self.valid_until is not None and self.valid_until <= now)


def _stems(text: str) -> list[str]:
    """The words in a form that inflection leaves alone; "mum" is "mother"."""
    words = (lemma_of_verb(role_of(word.strip("."))) for word in _WORD.findall(canonical_name(text)))
    return [re.sub(r"(?<=...)(?:ing|ed|es|s|e)$", "", word) for word in words]


def _content(text: str) -> set[str]:
    return {stem for stem in _stems(text) if stem not in _LIGHT}


def _is_measure(thing: str, fact: Fact) -> bool:
    """ "User's therapist | charge | 70 a session" where the graph has the rate, with 70 a session as its amount."""
    return any(map(str.isdigit, thing)) and _content(thing) <= _content(fact.details)


def _denies(sentence: str) -> bool:
    return _DENIAL.search(sentence) is not None


def _share_of(words: set[str], known: set[str]) -> float:
    return len(words & known) / max(1, len(words))


class ClaimMatcher:
    """Whether a fact of the graph says what a labelled claim says."""

    def __init__(self, ontology: Ontology, speaker: str) -> None:
        self._ontology = ontology
        self._speaker = speaker

    def about(self, claim: Claim, fact: Fact, key: str = "object") -> bool:
        """Whether subject and object are those of the claim, in either order."""
        things = [claim[key], *claim.get(f"also_{key}s", ())] if claim.get(key) else []
        ends = ((fact.source, fact.target), (fact.target, fact.source))
        return any(
            self._same(claim["subject"], one)
            and any(self._same(thing, other, fact.sentence) or _is_measure(thing, fact) for thing in things)
            for one, other in ends
        ) or any(self._of_owner(claim, things, one, other, fact) for one, other in ends)

    def _of_owner(self, claim: Claim, things: list[str], one: str, other: str, fact: Fact) -> bool:
        """ "User's rent | be | £940" where the graph has User, has_rent, rent, with £940 as its amount; and "User's
        boss | be | Sheila" where it has User, managed_by, Sheila."""
        owner, _, noun = claim["subject"].rpartition("'s ")
        told = _content(f"{fact.sentence} {fact.details}")
        if not owner or not self._same(owner, one) or not _content(noun) <= told:
            return False
        if _content(noun) & _content(other) and claim.get("when") and claim["when"] in fact.details:
            return True
        return any(
            self._same(thing, other)
            or bool(_content(noun) & _content(other))
            and bool(_content(thing))
            and _content(thing) <= told
            for thing in things
        )

    def says(self, claim: Claim, fact: Fact) -> bool:
        """... and the relation, by the ontology or by the verb's own words."""
        if not self.about(claim, fact):
            return False
        if not any(self._same(claim["subject"], one) for one in (fact.source, fact.target)):
            return claim["verb"] in ("be", "have", "cost")  # the noun of the subject says what it is
        for verb in (claim["verb"], *claim.get("also_verbs", ())):
            match = self._ontology.normalise(verb.replace(" ", "_"))
            words = _content(verb) or set(_stems(verb))
            spoken = set(_stems(fact.sentence)) | set(_stems(fact.relation.replace("_", " ")))
            if (match and match.relation.name == fact.relation) or words <= spoken:
                return True
        return False

    def tells(self, claim: Claim, fact: Fact) -> bool:
        """Whether the fact's sentence says it, however it is cut into two ends and a relation: "User's thesis is due on
        30 April" holds the thesis and its day, whether thesis or User is the subject."""
        if _denies(claim["sentence"]) != _denies(fact.sentence):
            return False
        known = self._words(f"{fact.source} {fact.sentence} {fact.target}")
        things = [claim["object"], *claim.get("also_objects", ())]
        verbs = [claim["verb"], *claim.get("also_verbs", ())]
        ends = self._words(claim["subject"]) <= known and any(
            words <= known for words in map(self._words, things) if words
        )
        spoken = known | _content(fact.relation.replace("_", " "))
        return ends and (
            any(_content(verb) <= spoken for verb in verbs)
            or _share_of(self._words(claim["sentence"]), known) >= MOSTLY
        )

    def bears_out(self, claim: Claim, fact: Fact) -> bool:
        """Whether what the fact's sentence says is nearly all in the sentence of the claim, its names and numbers
        wholly."""
        if not claim.get("sentence") or _denies(claim["sentence"]) != _denies(fact.sentence):
            return False
        things = [claim["object"], *claim.get("also_objects", ())]
        said = self._words(" ".join([claim["subject"], claim["sentence"], *things]))
        exact = {word for word in _WORD.findall(fact.sentence[1:]) if not word.islower() and len(word) > 1}
        return self._words(" ".join(exact)) <= said and _share_of(self._words(fact.sentence), said) >= MOSTLY

    def _words(self, text: str) -> set[str]:
        return _content(re.sub(rf"\b{re.escape(self._speaker)}\b", "User", text)) - _OF_THE_SPEAKER

    def _same(self, wanted: str, given: str, sentence: str = "") -> bool:
        wanted, given = (re.sub(rf"\b{re.escape(self._speaker)}\b", "User", name) for name in (wanted, given))
        if canonical_name(wanted) == canonical_name(given):
            return True
        asked, known = _content(wanted), _content(given)
        if not asked or "User" in (wanted, given):
            return False
        return asked <= known or (bool(known) and known <= asked and asked <= known | _content(sentence))


def effective(matcher: ClaimMatcher, claim: Claim, facts: list[Fact], now: str) -> bool:
    """Whether the graph holds what the claim says: it is there, it is over, or one took another's place."""
    shown = [fact for fact in facts if fact.confidence >= SHOWN]
    kind = claim["kind"]
    if kind == "end" or claim.get("polarity") == "no":
        return _holds_no_longer(matcher, claim, shown, now)
    standing = [fact for fact in shown if kind == "event" or not fact.over(now)]
    holds = any(matcher.says(claim, fact) or matcher.tells(claim, fact) for fact in standing)
    if kind in ("replace", "correct") and claim.get("old"):
        return holds and not any(matcher.about(claim, fact, "old") and not fact.over(now) for fact in shown)
    return holds


def _holds_no_longer(matcher: ClaimMatcher, claim: Claim, facts: list[Fact], now: str) -> bool:
    about = [fact for fact in facts if matcher.about(claim, fact)]
    current = [fact for fact in about if not fact.over(now)]
    denied = claim.get("polarity") == "no" and any(matcher.says(claim, fact) for fact in current)
    return denied or bool(about and not current)


def load_labels(name: str) -> list[dict[str, Any]]:
    """The labelled messages of a set; a claim without a sentence has its parts for one."""
    cases: list[dict[str, Any]] = [
        json.loads(line) for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    stated = (case[part] for case in cases if "claims" in case for part in ("claims", "also_fine"))
    for claim in chain.from_iterable(stated):
        claim.setdefault("also_objects", [])
        claim.setdefault("sentence", f"{claim['subject']} {claim['verb']} {claim['object']}")
    return cases


def is_true(matcher: ClaimMatcher, case: dict[str, Any], fact: Fact) -> bool:
    """Whether a fact is about what a label of the message is about, or says no more than it, asked for or not."""
    labels = [*case["claims"], *case.get("also_fine", ())]
    return any(
        matcher.about(c, fact) or matcher.bears_out(c, fact) or (c.get("old") and matcher.about(c, fact, "old"))
        for c in labels
    )


def facts_of(claim: claims.Claim, now: str) -> Iterator[Fact]:
    """The fact that a reader's claim would make or end, and the one whose place it takes; none where it is said of
    whatever is known, and only a memory could tell of what."""
    if claim.relation == "anything" and claim.kind != "end":
        return
    over = now if claim.kind == "end" or not claim.polarity else None
    told = (claim.sentence, claim.confidence, None)
    details = " ".join([*claim.qualifiers.values(), claim.start, claim.end, *_days(claim, now)])
    subject, thing, relation = claim.subject.name, claim.object.name, claim.relation
    yield Fact(0, subject, relation, thing, *told, over, True, claim.kind, details)
    if claim.old is not None:
        yield Fact(0, subject, relation, claim.old.name, *told, now, True, claim.kind, details)


def _days(claim: claims.Claim, now: str) -> Iterator[str]:
    for said in (claim.start, claim.end):
        found = resolve_date(said, now) if said else None
        if found is not None:
            yield found.moment[:10]
