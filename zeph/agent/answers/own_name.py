"""What the person is called: whether it is asked, and which sentence says it.

In: a question, what was recalled and found, messages. Out: the same with what names the person, and that first.
Pure. The words stand in ``answers.toml``.
"""

from collections.abc import Sequence
from dataclasses import replace

from zeph.agent.answers.answer_tables import pattern
from zeph.agent.answers.findings import Finding
from zeph.memory.language.given_names import may_be_given_name
from zeph.records.edge import Edge
from zeph.records.message import Message
from zeph.records.recalled import Recalled, RecalledMessage, Why

NAMING = frozenset(("has_name", "goes_by"))
"""Relations of a name."""
_ASKS, _INTRODUCES = map(pattern, ("asks_own_name", "introduces"))


def names_first(question: str, found: Sequence[Finding]) -> list[Finding]:
    """Where the person's name is asked for, what tells it before all others, and as sure."""
    if not asks_own_name(question) or not found:
        return [*found]
    best = max(one.strength for one in found)
    facts = [one for one in found if one.fact and is_name(one.fact.edge)]
    named = facts or [one for one in found if one.said and introduces(one.text)]
    others = [one for one in found if one not in named]
    return [*(replace(one, sure=True, strength=best) for one in named), *others]


def with_introduction(recalled: Recalled, said: Sequence[Message]) -> Recalled:
    """With the last message that says the person's name, where that is asked for: no word of the question is in it."""
    named = next((one for one in reversed(said) if introduces(one.text)), None)
    if named is None or any(one.message.id == named.id for one in recalled.messages):
        return recalled
    found = RecalledMessage(named, 0.0, named.text, Why(), said=named.text)
    return replace(recalled, messages=(*recalled.messages, found))


def asks_own_name(question: str) -> bool:
    return bool(_ASKS.search(question))


def is_name(fact: Edge) -> bool:
    return fact.canonical_relation in NAMING


def introduces(sentence: str) -> bool:
    """ "Hiya, im joanna": who says it is named by a given name; "im tired" names nobody."""
    return any(
        bool(found["surely"]) or may_be_given_name(found["name"].lower()) for found in _INTRODUCES.finditer(sentence)
    )
