"""How somebody can be reached: addresses, numbers and handles, which are not written as sentences are.

In: a clause in its message: grammar says whose it is, the shape of the text what it is. Out: ``has_email``,
``has_phone``, ``has_website``, ``has_account``, ``has_timezone``, ``has_pronouns``, ``has_address``. Passwords and keys
are not read.
"""

import re
from collections.abc import Iterator

from zeph.memory.ingest.reader.clauses.clause import Argument
from zeph.memory.ingest.reader.reader_tables import words
from zeph.memory.ingest.reader.special.statement import TABLE, Said, Statement, value
from zeph.records.claim import Mention

_TELLS = TABLE["contact"]
_SHAPES = {relation: re.compile(shape, re.IGNORECASE) for relation, shape in _TELLS["value"].items()}
_RELATION = {noun: relation for relation, text in _TELLS["noun"].items() for noun in text.split()}
_LABELS: dict[str, str] = _TELLS["label"]
_VERBS, _REACH, _NEVER = words(_TELLS["verbs"]), words(_TELLS["reach"]), words(_TELLS["never"])
_KINDS = words(_TELLS["kinds"])
_SERVICES = words(_TELLS["services"]["list"])
_BETWEEN, _REACH_BETWEEN = (
    re.compile(_TELLS[key].removeprefix("^"), re.IGNORECASE) for key in ("between", "reach_between")
)
_PREFIX = re.compile(r"^(?:https?://)?(?:www\.)?", re.IGNORECASE)
_ZONE = re.compile(r"\s*(?:the\s+)?", re.IGNORECASE)
_ON = re.compile(r"\s+on\s", re.IGNORECASE)
_DIGITS = 6
"""A phone number has at least."""


def contacts(said: Statement) -> Iterator[Said]:
    """The ways to reach somebody that a clause tells."""
    clause = said.clause
    refused = clause.question or clause.conditional or not clause.polarity
    if refused or clause.modality not in ("fact", "plan", "maybe") or clause.phase == "end":
        return
    if clause.verb in _REACH:
        yield from _reached(said)
    elif clause.modality != "maybe" and not clause.request:
        yield from _named(said) if clause.verb in _VERBS or clause.verb.endswith(":") else ()
        yield from _known_as(said) if clause.verb == "be" else ()


def _named(said: Statement) -> Iterator[Said]:
    """ "My sister's email is …", "our website: …"."""
    subject = said.clause.subject
    if said.clause.verb.endswith(":"):
        relation, owner = _RELATION.get(said.clause.verb.rstrip(":").rsplit(" ", 1)[-1], ""), said.me
        given = next((a.mention.span for a in said.clause.arguments if a.role != "subject" and a.mention.span), None)
        at = said.text.rfind(":", 0, given.start) if given is not None else -1
        service = ""
    elif subject is not None and subject.mention.span is not None and subject.mention.owner:
        service = _service(subject)
        relation = "has_account" if service else _relation(subject)
        owner, at = Mention(subject.mention.owner, "person"), subject.mention.span.end
    else:
        return
    between = _BETWEEN.match(said.text, at) if relation and at >= 0 else None
    if between is not None:
        yield from _valued(said, owner, relation, between.end(), service)


def _relation(subject: Argument) -> str:
    """What the noun says it is; empty where another word makes something else of it: "account number"."""
    *before, _ = subject.mention.name.removeprefix(f"{subject.mention.owner}'s ").lower().split() or [""]
    return _RELATION.get(subject.mention.head, "") if _KINDS.issuperset(before) else ""


def _reached(said: Statement) -> Iterator[Said]:
    """ "Call me on …", "you can reach Ana at …"."""
    clause = said.clause
    whom = next((a for a in clause.arguments if a.role in ("object", "second_object") and a.mention.name), None)
    if whom is None or whom.mention.span is None or not ("self" in whom.kinds or "person" in whom.kinds):
        return
    subject = clause.subject
    if subject is not None and subject.mention.name and "self" not in subject.kinds:
        return  # "Tom called me on …"
    if clause.tense in ("past", "perfect", "used_to"):
        return
    between = _REACH_BETWEEN.match(said.text, whom.mention.span.end)
    for relation in ("has_email", "has_phone") if between is not None else ():
        yield from _valued(said, whom.mention, relation, between.end() if between else 0, "")


def _known_as(said: Statement) -> Iterator[Said]:
    """ "I'm mossyrock on GitHub", "I'm in UTC+2"."""
    subject = said.clause.subject
    if subject is None or not subject.mention.name or not subject.kinds & {"self", "person"}:
        return
    for argument in said.clause.arguments:
        span = argument.mention.span
        if argument.preposition == "on" and argument.mention.name.lower() in _SERVICES:
            at = _handle_at(said)
            yield from _valued(said, subject.mention, "has_account", at, argument.mention.name) if at >= 0 else ()
        elif argument.preposition in ("in", "on") and span is not None:
            inside = _ZONE.match(said.text, span.start)
            yield from _valued(said, subject.mention, "has_timezone", inside.end() if inside else span.start, "")


def _handle_at(said: Statement) -> int:
    """Where a handle stands that is said of the subject, right before "on"; -1 where none does."""
    handle = next((a for a in said.clause.arguments if a.role == "complement"), None)
    if handle is None or handle.mention.span is None or handle.determiner:
        return -1
    start, end = handle.mention.span.start, handle.mention.span.end
    first = said.text[start : start + 1]
    return start if _ON.match(said.text, end) and (first == "@" or first.islower()) else -1


def _valued(said: Statement, owner: Mention, relation: str, at: int, service: str) -> Iterator[Said]:
    match = _SHAPES[relation].match(said.text, at)
    if match is None:
        return
    group = "value" if "value" in match.re.groupindex else 0
    written = match[group].rstrip(" .,;:-")
    if written.lower() in _NEVER or relation == "has_phone" and sum(map(str.isdigit, written)) < _DIGITS:
        return
    if relation == "has_website":
        written = _PREFIX.sub("", written)
    if relation == "has_account" and not _is_handle(written, service):
        return
    thing = value(written, match.start(group), "location" if relation == "has_address" else "concept")
    label = f"{service} {_LABELS[relation]}" if service else _LABELS[relation]
    sentence = f"{owner.name}'s {label} {'are' if relation == 'has_pronouns' else 'is'} {written}"
    qualifiers = {"place": service} if service else {}
    yield Said(relation.removeprefix("has_"), owner, relation, thing, sentence, qualifiers=qualifiers)


def _is_handle(written: str, service: str) -> bool:
    """ "My github is mossyrock", not "my account is empty"."""
    return bool(service) or not written.isalpha() or written.startswith("@")


def _service(subject: Argument) -> str:
    """The service that a handle belongs to: "my GitHub", "my GitHub handle"."""
    for word in subject.mention.name.removeprefix(f"{subject.mention.owner}'s ").split():
        if word.lower() in _SERVICES:
            return word
    return ""
