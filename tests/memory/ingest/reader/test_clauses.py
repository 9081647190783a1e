"""How messages are said, clause by clause, from ``clauses.toml``.

A clause is written ``verb | part=words | flag …``. Parts: subject, object, object2, complement, any preposition, when,
since, until, duration, often (times), marker, lead, says (who reports it); a list is joined by `` + ``; "-" is a note
without a verb. Flags: a tense, a modality, a phase, not, passive, progressive, question, request, conditional. Without
a flag of modality, polarity, phase, question, request or condition the clause has none. Tenses and parts are looked
at where they are written.
"""

import tomllib
from pathlib import Path
from typing import get_args

import pytest

from zeph.memory.ingest.reader.clauses.clause import Clause, Tense
from zeph.memory.ingest.reader.read_message import Reader

CASES = [
    (text, clause)
    for group in tomllib.loads(Path(__file__).with_name("clauses.toml").read_text(encoding="utf-8")).values()
    for text, clauses in group.items()
    for clause in clauses
]
ROLES = {"subject": "subject", "object": "object", "object2": "second_object", "complement": "complement"}
TIMES = {"when": "at", "since": "since", "until": "until", "duration": "duration", "often": "frequency"}


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.mark.parametrize(("text", "written"), CASES, ids=[f"{text}: {clause}" for text, clause in CASES])
def test_a_message_is_read_in_clauses(reader: Reader, text: str, written: str) -> None:
    clauses = reader.clauses(text)
    assert any(_is(clause, written) for clause in clauses), "\n".join(map(_shown, clauses))


def test_there_are_enough_of_them() -> None:
    assert len(CASES) >= 150


def _is(clause: Clause, written: str) -> bool:
    verb, *parts = (part.strip() for part in written.split(" | "))
    flags = {part for part in parts if "=" not in part}
    return (
        clause.verb == ("" if verb == "-" else verb)
        and _states(clause) - set(get_args(Tense)) == flags - set(get_args(Tense)) - {"passive", "progressive"}
        and flags & {"passive", "progressive"} <= _voice(clause)
        and flags & set(get_args(Tense)) <= {clause.tense}
        and all(_has(clause, *part.split("=", 1)) for part in parts if "=" in part)
    )


def _states(clause: Clause) -> set[str]:
    said = {str(clause.modality), str(clause.phase)} - {"fact", ""}
    if not clause.polarity:
        said.add("not")
    return {*said, *(flag for flag in ("question", "request", "conditional") if getattr(clause, flag))}


def _voice(clause: Clause) -> set[str]:
    return {flag for flag in ("passive", "progressive") if getattr(clause, flag)}


def _has(clause: Clause, part: str, wanted: str) -> bool:
    if part in TIMES:
        return any(time.role == TIMES[part] and time.text == wanted for time in clause.times)
    if part in ("marker", "lead", "says"):
        return wanted in clause.markers if part == "marker" else wanted in (clause.lead, clause.reported_by)
    for argument in clause.arguments:
        role, preposition = ROLES.get(part), "" if part in ROLES else part
        there = argument.preposition == preposition and (role is None or argument.role == role)
        if there and [one.mention.name for one in argument.listed] == wanted.split(" + "):
            return True
    return False


def _shown(clause: Clause) -> str:
    parts = [f"{a.preposition or a.role}={' + '.join(o.mention.name for o in a.listed)}" for a in clause.arguments]
    flags = sorted({clause.tense, *_states(clause), *_voice(clause)})
    times = [f"{time.role}={time.text}" for time in clause.times]
    return " | ".join([clause.verb or "-", *parts, *flags, *times, *sorted(clause.markers), clause.lead])
