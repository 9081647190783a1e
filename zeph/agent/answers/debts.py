"""What somebody owes somebody, told: how much, and how it came to that.

In: a question, accounts of :mod:`zeph.memory.debts`, the person's messages. Out: the answer's lines; empty where it
asks for something else, or where what was told of it could not be read. Pure.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal

from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.asked_people import people_in
from zeph.agent.answers.said_when import quote_of
from zeph.agent.answers.second_person import name_to_you
from zeph.clock import Moment
from zeph.memory.debts.accounts import Account, Step, name_words, named
from zeph.memory.debts.amounts import Amount
from zeph.memory.debts.books import Debts
from zeph.memory.language.questions import is_question
from zeph.memory.recall.query.vocabulary import STOP_WORDS, stem, words
from zeph.memory.recall.render.last_said import names_in
from zeph.memory.recall.render.recall_lines import fact_line
from zeph.records.message import PERSON, Message
from zeph.records.recalled import RecalledFact

QUOTED = 3
_TABLE = read_answers("debts.toml")
_ASKED = {name: re.compile(text, re.IGNORECASE) for name, text in _TABLE["asked"].items()}
_EVERYBODY = frozenset(_TABLE["words"]["everybody"].split()) | STOP_WORDS
OWES = "owes"
"""The relation of what was owed at one time."""
_SAYS: dict[str, str] = _TABLE["says"]


def asks_of_debts(text: str) -> bool:
    """Whether it may ask what somebody owes: only then are accounts worth adding up."""
    of_me = _ASKED["owing"].search(text) or (_ASKED["me"].search(text) and not _ASKED["number"].search(text))
    asks = is_question(text) or (of_me and _ASKED["opens"].search(text))
    return bool(asks and _ASKED["money"].search(text) and not _ASKED["of_things"].search(text))


def as_owed_now(fact: RecalledFact, debts: Debts, now: Moment) -> RecalledFact | None:
    """A fact of what somebody owes, as it is now; None where nothing is left of it. One that no account is sure of
    stays as it is, and so does one of the past."""
    edge = fact.edge
    sure = [account for account in debts.accounts if not account.unread and not account.doubtful]
    between = (a for a in sure if {a.one, a.other} & {edge.source} and {a.one, a.other} & {edge.target})
    current = edge.canonical_relation == OWES and edge.current(now)
    account = next(between, None) if current else None
    if account is None:
        return fact
    owed = next((amount for debtor, _, amount in account.owed if debtor == edge.source), None)
    if owed is None:
        return None
    told = edge._replace(fact=_SAYS["owes"].format(edge.source, edge.target, owed.told()), qualifiers="")
    return replace(fact, edge=told, line=fact_line(told, now))


def about_whom(text: str) -> frozenset[str]:
    """The words of a question that may name somebody, or what a debt is for."""
    return frozenset(words(text)) - _EVERYBODY


def told_of_debts(text: str, debts: Debts, said: Sequence[Message], now: Moment | None = None) -> str:
    """``text``: a question that :func:`asks_of_debts`; ``now``: for the days of quotations."""
    asked = frozenset(words(text))
    own = bool(_ASKED["me"].search(text))
    named_ones = _most_exactly([account for account in debts.accounts if _is_named(account, asked)])
    others = [account for account in named_ones if account.one != PERSON]
    if meant := named_ones if own or len(named_ones) == 1 else others:
        return _told_of(meant, said, now)
    particular = {stem(word) for word in about_whom(text)}
    if not _ASKED["owing"].search(text) or (particular and not own):
        return ""
    return _told_in_particular(text, particular, debts, said, now)


def _told_in_particular(
    text: str, particular: set[str], debts: Debts, said: Sequence[Message], now: Moment | None
) -> str:
    """Of all debts, or of those that were told with the words of a question; nobody of whom one was told is named."""
    if not particular:
        money = frozenset(m.id for m in said if m.id in debts.unread and not _is_of_thing(m.text))
        return _told_of_all(text, debts.accounts, money, said, now)
    unread = frozenset(m.id for m in said if m.id in debts.uncounted and not particular.isdisjoint(_stems(m.text)))
    what_for = _ASKED["what_for"].search(text)
    if what_for and particular <= _stems(what_for[0]):
        about = [account for account in debts.accounts if _speaks_of(account, particular, said)]
        return _told_of_all(text, about, unread, said, now)
    untold = all(particular.isdisjoint(_stems(message.text)) for message in said)
    somebody = untold or names_in(text) or people_in(text)
    return _SAYS["no_such"] if somebody and not unread else ""


def _is_of_thing(text: str) -> bool:
    """ "Barry has borrowed *the strimmer*"."""
    thing = _ASKED["of_things"].search(text)
    return thing is not None and not _ASKED["number"].search(text, thing.end())


def _is_named(account: Account, asked: frozenset[str]) -> bool:
    """Whether a question names the other one; of two others, both."""
    return named(account.other, asked) and (account.one == PERSON or named(account.one, asked))


def _most_exactly(accounts: Sequence[Account]) -> list[Account]:
    """Of Kit and of Kit's mum, where a question names the mother, hers."""
    names = [name_words(account.other) for account in accounts]
    return [one for one, own in zip(accounts, names, strict=True) if not any(own < other for other in names)]


def _speaks_of(account: Account, particular: set[str], said: Sequence[Message]) -> bool:
    """Whether what told of it has the words of a question: "for the wifi"."""
    ids = {step.message_id for step in account.steps}
    return any(particular <= _stems(message.text) for message in said if message.id in ids)


def _stems(text: str) -> set[str]:
    return {*map(stem, words(text))}


def _told_of_all(
    text: str, accounts: Sequence[Account], unread: frozenset[int], said: Sequence[Message], now: Moment | None
) -> str:
    """Of everybody who owes the person, or whom they owe; ``unread``: what may tell of more."""
    to_me, by_me = (bool(_ASKED[key].search(text)) for key in ("to_me", "by_me"))
    open_ones = [
        account for account in accounts
        if account.one == PERSON and any(to_me == by_me or by_me == (who == PERSON) for who, _, _ in account.owed)
    ]  # fmt: skip
    if not open_ones:
        return "" if unread else _SAYS["no_creditor" if by_me else "no_debtor"]
    if len(open_ones) == 1:
        return _told_of(open_ones, said, now, unread)
    told = [f"{_owed(*debt)}." for account in open_ones for debt in account.owed]
    if _ASKED["all"].search(text) and to_me != by_me:
        told.append(_SAYS["sum"].format(_sums(amount for one in open_ones for _, _, amount in one.owed)))
    return "\n".join([" ".join(told), *_uncounted(open_ones, unread, said, now), *_quoted(open_ones, said, now)])


def _told_of(
    accounts: Sequence[Account], said: Sequence[Message], now: Moment | None, unread: frozenset[int] = frozenset()
) -> str:
    below = (*_uncounted(accounts, unread, said, now), *_quoted(accounts, said, now))
    return "\n".join([*map(_of_account, accounts), *below])


def told_since(debts: Debts, message: int) -> str:
    """What is owed since a message, by its id, that moved money between two of whom one was told before; empty where it
    did not, or where the sum is not sure."""
    told: list[str] = []
    for account in debts.accounts:
        moved = {step.message_id for step in account.steps}
        if message in moved and len(moved) > 1 and not (account.unread or account.doubtful):
            told.append(f"{_state_of(account)}.")
    return "\n".join(told)


def _state_of(account: Account) -> str:
    debts = [_owed(*debt) for debt in account.owed]
    both = sorted((account.one, account.other), key=lambda name: name != PERSON)
    square = str(_SAYS["square"].format(*map(_called, both)))
    return _SAYS["and"].join(debts) or f"{square[:1].upper()}{square[1:]}"


def _of_account(account: Account) -> str:
    """What is owed, and what came to it: "Tom owes you £15: you lent £40 (2026-01-05); Tom paid £25 (2026-01-12)."."""
    state = _state_of(account)
    steps: dict[tuple[str, str], list[Step]] = {}
    for step in account.steps:
        steps.setdefault((step.kind, step.to if step.kind == "owed" else step.by), []).append(step)
    if account.unread or account.doubtful:
        state = _SAYS["as_read"].format(state[:1].lower() + state[1:] if state.startswith(_SAYS["You"]) else state)
    return _SAYS["because"].format(state, "; ".join(_told(kind, who, alike) for (kind, who), alike in steps.items()))


def _told(kind: str, who: str, steps: Sequence[Step]) -> str:
    """ "Callum paid £15 (2026-01-12) and £10 (2026-01-20), £25 in all"."""
    if kind == "settled":
        return _SAYS["settled"].format(steps[-1].day)
    told = _SAYS["and"].join(_SAYS["on"].format(step.amount.told(), step.day) for step in steps)
    if len(steps) > 1:
        told = _SAYS["in_all"].format(told, _sums(step.amount for step in steps))
    return _SAYS[kind].format(*([] if kind == "let_off" else [_called(who)]), told)


def _sums(amounts: Iterable[Amount]) -> str:
    """By unit."""
    by_unit: dict[str, Decimal] = {}
    for amount in amounts:
        by_unit[amount.unit] = by_unit.get(amount.unit, Decimal(0)) + amount.value
    return _SAYS["and"].join(Amount(value, unit).told() for unit, value in by_unit.items())


def _owed(debtor: str, creditor: str, amount: Amount) -> str:
    if debtor == PERSON:
        return _SAYS["owe"].format(_called(creditor), amount.told())
    told = _SAYS["owes"].format(_called(debtor), _called(creditor), amount.told())
    return told[:1].upper() + told[1:]


def _called(name: str) -> str:
    """ "you", "your mam", "Callum"."""
    if name == PERSON:
        return _SAYS["you"]
    spoken = name_to_you(name)
    return spoken if spoken == name else spoken[:1].lower() + spoken[1:]


def _quoted(accounts: Sequence[Account], said: Sequence[Message], now: Moment | None) -> list[str]:
    """The last messages that told it."""
    ids = {step.message_id for account in accounts for step in account.steps}
    return [f"- {quote_of(message, now)}" for message in [one for one in said if one.id in ids][-QUOTED:]]


def _uncounted(
    accounts: Sequence[Account], unread: frozenset[int], said: Sequence[Message], now: Moment | None
) -> list[str]:
    """What speaks of money between them, too, and could not be read."""
    ids = unread.union(*(account.unread for account in accounts))
    return [_SAYS["uncounted"].format(quote_of(message, now)) for message in said if message.id in ids][-QUOTED:]
