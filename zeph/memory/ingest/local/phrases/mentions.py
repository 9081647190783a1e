"""Whom and what a message has spoken of, and which of them "she", "they" or "it" means.

In: mentions sentence by sentence, a pronoun and what stands before it. Out: the one actor that fits in number, gender
and kind, or the members of a pair; nothing where two would fit: a guess would put a fact on the wrong person.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

_SHE_WORDS = frozenset(
    "wife girlfriend fiancee fiancée mother mom mum mama sister daughter grandmother grandma aunt auntie niece "
    "granddaughter lady woman girl mrs ms miss queen stepmother stepmom stepsister stepdaughter".split()
)
_HE_WORDS = frozenset(
    "husband boyfriend fiance fiancé father dad papa brother son grandfather grandpa uncle nephew grandson man guy boy "
    "mr king stepfather stepdad stepbrother stepson".split()
)
_HE_ENDING_IN_A = frozenset("luca ilya joshua ezra nikita misha sasha mika elisha noah andrea".split())
NEAR = 3
"""Sentences back that a pronoun may point."""

SINGULAR_PEOPLE = frozenset("he she him her his hers himself herself".split())
PLURAL = frozenset("they them their theirs".split())
NEUTER = frozenset(("it", "its"))
POINTERS = SINGULAR_PEOPLE | PLURAL | NEUTER


@dataclass(frozen=True, slots=True)
class Actor:
    """Whom a statement is about."""

    name: str
    type: str
    factor: float = 1.0
    plural: bool = False


@dataclass(frozen=True, slots=True)
class Mention:
    """One place where a message speaks of somebody or something."""

    actors: tuple[Actor, ...]
    """One, or the members of a pair."""
    at: int
    """Token of its sentence."""
    gender: str = ""
    """"he", "she", or empty where it cannot be told."""
    kind: str = ""
    """"person", "animal", "thing", or empty where it cannot be told."""
    plural: bool = False
    head: str = ""
    oblique: bool = False
    """Behind a preposition."""
    owned: bool = False
    """The speaker's own or new one."""


@dataclass(slots=True)
class Discourse:
    """What carries over between the sentences of one message."""

    speaker: str
    scopes: list[Sequence[Mention]] = field(default_factory=list)
    """The mentions of each sentence so far."""
    earlier: Callable[[], list[Sequence[Mention]]] | None = None
    """Those of the messages before; asked only when this one does not tell."""

    def referent(self, pronoun: str, before: Sequence[Mention]) -> Mention | None:
        """What the pronoun means; ``before`` are the mentions that stand before it in its own sentence."""
        scopes = [before, *self.scopes[: -NEAR - 1 : -1]]
        for scope in scopes:
            fitting = _fitting(pronoun, scope)
            if fitting:
                return _only(pronoun, fitting)
        named = _maybe_people(pronoun, before)
        return named[0] if len({mention.actors for mention in named}) == 1 else None

    def from_before(self, pronoun: str, before: Sequence[Mention]) -> Mention | None:
        """The same by the messages before, where this one has nobody whom the pronoun could mean."""
        if self.earlier is None or len(self.scopes) >= NEAR:
            return None
        if any(_fitting(pronoun, scope) for scope in (before, *self.scopes)):
            return None  # two would fit
        for scope in reversed(self.earlier()):
            fitting = _fitting(pronoun, scope)
            if fitting:
                return _only(pronoun, fitting)
        return None


def gender_of(words: Sequence[str]) -> str:
    """What a phrase's words tell: "my sister Ada", "Mr Novak"."""
    for word in words:
        if word in _SHE_WORDS:
            return "she"
        if word in _HE_WORDS:
            return "he"
    return ""


def _fitting(pronoun: str, scope: Sequence[Mention]) -> list[Mention]:
    if pronoun in PLURAL:
        return [mention for mention in scope if mention.plural and mention.kind != "thing"]
    single = [mention for mention in scope if not mention.plural]
    if pronoun in NEUTER:
        return [mention for mention in single if mention.kind != "person"]
    gender = "she" if pronoun in ("she", "her", "hers", "herself") else "he"
    return [
        mention
        for mention in single
        if mention.gender in ("", gender) and (mention.kind in ("person", "animal") or (not mention.kind and not mention.oblique))
    ]  # fmt: skip


def _maybe_people(pronoun: str, scope: Sequence[Mention]) -> list[Mention]:
    """ "I report to Anneliese now, she …": names that no list knows, where nobody else can be meant."""
    if pronoun not in SINGULAR_PEOPLE:
        return []
    return [
        mention
        for mention in scope
        if not mention.kind and not mention.plural and mention.actors[0].name[:1].isupper()
    ]  # fmt: skip


def _only(pronoun: str, fitting: list[Mention]) -> Mention | None:
    """The one that is meant; of several the one that its gender or its place singles out."""
    for rule in _RULES:
        left = [mention for mention in fitting if rule(pronoun, mention)]
        if left:
            fitting = left
        if len({mention.actors for mention in fitting}) == 1:
            return fitting[-1]
    return None


def _sure_kind(pronoun: str, mention: Mention) -> bool:
    return mention.kind == "thing" if pronoun in NEUTER else mention.kind == "person"


def _sure_gender(pronoun: str, mention: Mention) -> bool:
    if pronoun not in SINGULAR_PEOPLE:
        return True
    first = mention.actors[0].name.split()[0].casefold()
    guess = mention.gender or ("she" if first.endswith("a") and first not in _HE_ENDING_IN_A else "")
    return guess == ("she" if pronoun in ("she", "her", "hers", "herself") else "he")


_RULES: tuple[Callable[[str, Mention], bool], ...] = (
    lambda pronoun, mention: True,
    lambda pronoun, mention: not mention.oblique,
    _sure_kind,
    _sure_gender,
    lambda pronoun, mention: (
        pronoun not in NEUTER or mention.actors[0].name[:1].isupper() or not mention.actors[0].name
    ),
)
