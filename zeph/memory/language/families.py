"""Which facts belong together when something is over: the tables ``families.toml`` and ``derivations.toml``.

In: families of relations, types and names. Out: what an end may mean, what ends or becomes doubtful with something, and
whether two names speak of the same. Pure; read once.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from zeph.memory.language.morphology import verb_stem
from zeph.memory.language.word_tables import read_data

_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
LEAST_STEM = 4
"""Letters that two words must share at their beginning to be forms of one: ``smok`` of smoker and smoking."""


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What is over after something happened."""

    families: frozenset[str]
    needs: frozenset[str] = frozenset()
    """Markers that the claim must have."""
    unless: frozenset[str] = frozenset()
    for_ever: bool = False
    """It is over, however late the fact was told of; else only what began before."""
    whole: bool = False
    """It happened to a thing that is no more: all facts in which it stands end."""


class Families:
    """The tables."""

    def __init__(self, table: Mapping[str, Any], derivations: Mapping[str, Any]) -> None:
        self._alike = {name: frozenset(members) for name, members in table["groups"].items()}
        self._groups = self._alike | {name: frozenset(members) for name, members in table["catch_all"].items()}
        self._by_type = {kind: tuple(groups) for kind, groups in table["by_type"].items()}
        self._narrow = {name: frozenset(families) for name, families in table["narrow"].items()}
        self._apart = {kind: frozenset(families) for kind, families in table["apart"].items()}
        self._over = tuple(table["over"]["groups"])
        self._told_as: dict[str, str] = dict(table["told_as"])
        self._instead: dict[str, str] = dict(table["instead"])
        self._one_at_a_time: Mapping[str, str] = table["one_at_a_time"]
        self._place_words = frozenset(table["one_place_at_a_time"]["words"])
        self._places = frozenset(table["one_place_at_a_time"]["relations"])
        self._holders: Mapping[str, Any] = table["one_holder"]
        self._office = {name: number for number, row in enumerate(table["office"]) for name in row["names"]}
        self.weak = frozenset(table["weak"]["families"])
        """Families of which an end said in other words ends a fact only where nothing stronger is known."""
        self.themes = frozenset(table["themes"]["relations"])
        """Relations whose sentence names a third thing."""
        self.several = frozenset(table["several"]["families"])
        """Families of which somebody has one, and sometimes a second besides it."""
        self._left = tuple(table["left"]["groups"])
        self._after = {name: _aftermath(row) for name, row in table["after"].items()}
        self._stands = {name: _aftermath(row) for name, row in table["stands"].items()}
        self._hangs = {row["on"]: frozenset(row["families"]) for row in table["hangs"]}
        self._leans = {row["on"]: frozenset(row["families"]) for row in table["leans"]}
        self._against = [(row["family"], row["names"], row["other"], row["things"]) for row in table["against"]]
        self.cancelled = self._groups["cancelled"]
        """Families of what is called off."""
        self._described = {name: tuple(families) for name, families in table["descriptions"].items()}
        self._vague: dict[str, str] = dict(table["vague"])
        self._said_by = {noun: frozenset(words) for noun, words in table["said_by"].items()}
        self.light: frozenset[str] = frozenset(derivations["light"]["heads"])
        """Nouns that add nothing to what stands before them."""
        self._agents = tuple(derivations["agents"]["endings"])
        self._root = {word: root for root, words in derivations["same"].items() for word in (root, *words)}

    @staticmethod
    def load() -> "Families":
        return _shipped()

    # ------------------------------------------------------------ what an end may mean

    def admitted(
        self, family: str, *, group: str = "", target_type: str = "", whatever: bool = False, left: bool = False
    ) -> frozenset[str]:
        """Families whose facts an end said in this one may mean, of the very same thing. ``group``: what the reader is
        sure of; ``whatever``: all doing is over; ``left``: the words say that a firm or a place was left."""
        if group in self._groups:
            return self.without_apart(self._groups[group] | {family}, target_type)
        names = {name for name, members in self._alike.items() if family in members}
        own = frozenset({family})
        if family in self._narrow and not whatever:
            names, own = set(), own | self._narrow[family]
        if whatever:
            names.update(self._over)
        if left:
            names.update(self._left)
            names.update(self._by_type.get(target_type, ()))
        return own.union(*(self._groups[name] for name in names))

    def is_group(self, relation: str) -> bool:
        """Whether it names a group of families alone, and so no fact: "doing"."""
        return relation in self._groups

    def group_of_verb(self, relation: str) -> str:
        """The group that a fact may be told by, by an inflected form of its name: "does" of "doing"; else empty."""
        stem = verb_stem(relation)
        return next((name for name in self._told_as if verb_stem(name) == stem != relation), "")

    def told_as(self, group: str) -> str:
        """The relation of a fact that is told by the name of a group; any other relation is its own."""
        return self._told_as.get(group, group)

    def instead(self, group: str) -> str:
        """The relation of what took the place of something unknown in that group; empty where that says nothing."""
        return self._instead.get(group, "")

    def same_office(self, one: str, other: str) -> bool:
        """Whether two words name the same place that somebody fills: a boss and a manager."""
        return one == other or (one in self._office and self._office[one] == self._office.get(other))

    def described(self, family: str) -> tuple[str, ...]:
        """Families in which a fact about a thing of that kind may stand: a gym is used, and one is a member of it; of a
        group all of it."""
        return self._described.get(family) or tuple(sorted(self._groups.get(family, (family,))))

    def without_apart(self, families: Iterable[str], target_type: str) -> frozenset[str]:
        """Those that are over with a thing of the type."""
        return frozenset(families) - self._apart.get(target_type, frozenset())

    def one_at_a_time(self, relation: str, target: str, *, own_words: bool) -> str:
        """The end, source or target, that has one of it at a time, where the words say that it is new; else empty.
        ``own_words``: the relation is the verb as it was said."""
        if relation == self._holders["relation"] and target.casefold() in self._holders["names"]:
            return "target"
        placed = relation in self._places or own_words and relation.partition("_")[2] in self._place_words
        return self._one_at_a_time.get(relation, "source" if placed else "")

    def is_office(self, relation: str) -> bool:
        """Whether it says who holds a post, of which there is one in each circle."""
        return bool(relation == self._holders["relation"])

    def is_standing(self, relation: str) -> bool:
        """Whether it says of whom or what it is said no more than where that is, or on what."""
        return relation in self._places

    def same_at_a_time(self, one: str, other: str) -> bool:
        """Whether two relations say of one thing what there is one of at a time: what it is in, and what it is at."""
        return one == other or one in self._places and other in self._places

    def vague(self, noun: str) -> str:
        """The family of which a noun says no more than the relation does ("the company"); empty for others."""
        return self._vague.get(noun, "")

    def said_by(self, noun: str) -> frozenset[str]:
        """What is said of a thing of that kind without naming the kind."""
        return self._said_by.get(noun, frozenset())

    # ------------------------------------------------------------ what ends or becomes doubtful with it

    def after_event(self, event: str) -> Aftermath | None:
        """By the noun for what happened."""
        return self._after.get(event)

    def after_status(self, status: str) -> Aftermath | None:
        """By how somebody stands: "I'm a widower"."""
        return self._stands.get(status)

    def hanging_on(self, family: str) -> frozenset[str]:
        """Families of facts that end together with one of this family."""
        return self._hangs.get(family, frozenset())

    def leaning_on(self, family: str) -> frozenset[str]:
        """Families of facts that become doubtful where one of this family changes."""
        return self._leans.get(family, frozenset())

    def against(self, family: str) -> frozenset[str]:
        """Families of which some facts cannot be so together with some of this one."""
        return frozenset(two if family == one else one for one, _, two, _ in self._against if family in (one, two))

    def is_rule(self, family: str) -> bool:
        """Whether it says by what rule somebody lives: a diet; and not what was eaten."""
        return any(family == rule for rule, *_ in self._against)

    def contradict(self, family: str, name: str, other: str, thing: str) -> bool:
        """Whether two facts of one subject cannot both be so: a vegetarian diet and steak."""
        for one, names, two, things in self._against:
            pair = (name, thing) if (family, other) == (one, two) else (thing, name)
            if {family, other} == {one, two} and self._is_any(pair[0], names) and self._is_any(pair[1], things):
                return True
        return False

    def _is_any(self, name: str, names: list[str]) -> bool:
        return any(self.root(name)[-1:] == self.root(one)[-1:] for one in names)

    # ------------------------------------------------------------ the same in other words

    def same_thing(self, one: str, other: str) -> bool:
        """Whether two names speak of one thing or doing: smoker and smoking, German and German lessons."""
        a, b = self.root(one), self.root(other)
        common = one == one.lower() and other == other.lower()
        return bool(a) and (a == b or (common and self._doings(a) == self._doings(b)))

    def shares_word(self, one: str, other: str) -> bool:
        """Whether two names have a word in common that counts, and no number that one has alone."""
        a, b = frozenset(self.root(one)), frozenset(self.root(other))
        if a.isdisjoint(b) or not any(len(word) >= LEAST_STEM and word not in self.light for word in a & b):
            return False
        return not any(any(map(str.isdigit, word)) for word in a ^ b)

    def short_for(self, one: str, other: str) -> bool:
        """Whether one of two proper names goes on from the other, and not with a number: Wolden, Wolden University."""
        a, b = one.split(), other.split()
        short, long = (a, b) if len(a) < len(b) else (b, a)
        proper = all(word != word.lower() for word in short)
        more = long[len(short) :]
        same = [w.casefold() for w in long[: len(short)]] == [w.casefold() for w in short]
        return bool(short and more) and proper and same and not any(map(str.isdigit, " ".join(more)))

    def contains(self, one: str, other: str) -> bool:
        """Whether one of two names is the head of the other: ``bike`` and ``road bike``; proper names are none."""
        a, b = _words(one), _words(other)
        if not a or not b or len(a) == len(b) or one != one.lower() or other != other.lower():
            return False
        short, long = (a, b) if len(a) < len(b) else (b, a)
        return _singular(long[-1]) == _singular(short[-1]) and set(short[:-1]) <= set(long[:-1])

    def _doings(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """Who does something by what is done: ``plumb`` of plumber and plumbing."""
        return tuple(
            word[:-2] if word.endswith(self._agents) and len(word) >= LEAST_STEM + 2 else word for word in words
        )

    @lru_cache(4096)  # noqa: B019 - one table for the whole process
    def root(self, name: str) -> tuple[str, ...]:
        """The words that count of a name, each in the form that others derive from."""
        whole = " ".join(_words(name))
        if whole in self._root:
            return (self._root[whole],)
        words = _words(name)
        while len(words) > 1 and words[-1] in self.light:
            words = words[:-1]
        joined = " ".join(words)
        if joined in self._root:
            return (self._root[joined],)
        return tuple(self._root.get(word) or _singular(word) for word in words)


def _aftermath(row: Mapping[str, Any]) -> Aftermath:
    return Aftermath(
        frozenset(row["families"]), frozenset(row.get("needs", ())), frozenset(row.get("unless", ())),
        row.get("for_ever", False), row.get("whole", False),
    )  # fmt: skip


def _words(name: str) -> list[str]:
    return [word.replace("’", "'") for word in _WORD.findall(name.casefold())]


def _singular(word: str) -> str:
    """One form for one and many, and for the forms of a verb."""
    return verb_stem(word) if len(word) > LEAST_STEM else word


@lru_cache(maxsize=1)
def _shipped() -> Families:
    return Families(read_data("families.toml"), read_data("derivations.toml"))
