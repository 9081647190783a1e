"""What a message changed, in sentences to the person.

In: a receipt; what was told before, where something of it was wrong. Out: lines: "Noted: You live in Hull.".
"""

from collections.abc import Sequence
from dataclasses import replace

from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.second_person import to_you
from zeph.records.edge import Edge
from zeph.records.message import PERSON
from zeph.records.revision import Receipt
from zeph.safety.text import one_line

STANDING = 5
"""Facts that are told of those that may be wrong."""
_STILL: str = read_answers()["unknown"]["still_noted"]
_RIGHT: str = read_answers()["unknown"]["put_right"]
_EXAMPLE: str = read_answers()["unknown"]["noted_anew"]
_MINE: str = read_answers()["unknown"]["mine"]


def still_noted(told: Sequence[Edge], receipt: Receipt | None) -> str:
    """What to say where something was wrong and nothing known changed by what the person said: what stands, and how it
    is put right."""
    learned = told_receipt(replace(receipt, reinforced=()) if receipt else None)
    stands = _sentences(tuple(fact.fact for fact in told[:STANDING]))
    return "\n".join(filter(None, (learned, _STILL.format(TOLD=stands, EXAMPLE=_to_be_ended(told)))))


def _to_be_ended(told: Sequence[Edge]) -> str:
    """How the sentence of a fact begins, as the person would say it anew: "My rent is"; of themselves none."""
    ends = (one_line(fact.fact).removesuffix(fact.target).strip() for fact in told if fact.fact.endswith(fact.target))
    begun = (one.replace(f"{PERSON}'s ", _MINE, 1) for one in ends)
    return next((one[:1].upper() + one[1:] for one in begun if one and PERSON not in one), _EXAMPLE)


def told_receipt(receipt: Receipt | None) -> str:
    """What a message changed, in sentences; empty where it changed nothing."""
    if receipt is None:
        return ""
    learned = tuple(f"{fact.rstrip('.')}{f' ({when})' if when else ''}" for fact, when in receipt.noted)
    noted = [
        ("Noted: ", learned), ("I knew already: ", receipt.reinforced), ("Changed: ", receipt.changed),
        ("No longer current: ", receipt.superseded),
        ("Ended: ", receipt.ended), ("In your profile: ", receipt.remembered),
        ("Please look at this: ", receipt.review),
    ]  # fmt: skip
    return "\n".join(f"{label}{_sentences(facts)}" for label, facts in noted if facts)


def told_right(sentence: str, receipt: Receipt | None) -> str:
    """What a message put right of what was said: what it changed of known facts, else the sentence as it should have
    been."""
    return (
        told_receipt(receipt)
        if receipt is not None and receipt.corrects
        else _RIGHT.format(one_line(sentence).rstrip("."))
    )


def _sentences(facts: tuple[str, ...]) -> str:
    """Each once: one sentence may tell two facts ("I work at Lidl as a nurse")."""
    return " ".join(dict.fromkeys(to_you(one_line(fact).rstrip(".")) + "." for fact in facts))
