"""When an extracted edge says what a labelled fact says: other words for a relation, a name or a day.

In: a labelled message, one of its facts, an edge. Out: whether they say the same, and whether their dates and ends do.
"""

import re
import tomllib
from pathlib import Path
from typing import Any

from zeph.clock import Moment
from zeph.memory.ingest.extraction import ExtractedEdge
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.names import canonical_name
from zeph.memory.language.ontology import Ontology
from zeph.memory.language.relations import RelationMatch, relation_slug
from zeph.memory.language.times.date_resolution import resolve_date

DATA = Path(__file__).parent / "data"
_TABLE = tomllib.loads((DATA / "alike_relations.toml").read_text(encoding="utf-8"))
ALIKE = tuple(frozenset(names.split()) for names in _TABLE["alike"])
INSTEAD = {name: frozenset(others.split()) for name, others in _TABLE["instead"].items()}

Fact = dict[str, Any]
LONGER = 4
"""Words that one name may have more than the other ("half marathon", "my first half marathon")."""
_DETERMINERS = frozenset("a an the my our your his her their its this that these those some new".split())
_WORD = re.compile(r"[^\s,.;:!?()\"“”]+(?:\.[\w]+)*")


def canonical(match: RelationMatch) -> str:
    """The relation's name; of a plan without the deed, which is more than the labels ask for."""
    return "plans" if match.relation.name.startswith("plans_to_") else match.relation.name


class FactMatcher:
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
        """Whether both dates are right; None where there is none to compare."""
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
