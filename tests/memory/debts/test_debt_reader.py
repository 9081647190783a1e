"""Who owes whom what, read from messages as people type them."""

import pytest

from zeph.memory.debts.books import Debts
from zeph.memory.debts.debt_reader import DebtReader
from zeph.records.message import GraphState, Message

READER = DebtReader()


def _read(*texts: str) -> Debts:
    at = "2026-03-{:02} 09:00:00"
    said = [
        Message(i, 1, 1, str(i), "user", "", text, at.format(i), (), GraphState.DONE) for i, text in enumerate(texts, 1)
    ]
    return READER.added_up(said)


def _owed(*texts: str) -> list[str]:
    return [
        f"{debtor} owes {creditor} {amount.told()}"
        for account in _read(*texts).accounts
        for debtor, creditor, amount in account.owed
    ]


@pytest.mark.parametrize(
    ("texts", "owed"),
    [
        (["lent Gwen 45 quid for the lock", "gwen gave me 20 of it back"], ["Gwen owes User £25"]),
        (["I owe Ravi 30 for the tickets", "paid ravi 12"], ["User owes Ravi 18"]),
        (["borrowed £80 off my aunt", "gave my aunt 30 back, she's off to Crete", "another 20 to my aunt"],
         ["User owes User's aunt £30"]),
        (["spotted Lena 18 at the kiosk", "lena monzoed me 10"], ["Lena owes User 8"]),
        (["lent Otis 20 and 30 to Lena"], ["Otis owes User 20", "Lena owes User 30"]),
        (["I owe Ravi a lunch, and 12 euro to Mila for the parking"], ["User owes Mila €12"]),
        (["I owe Mila 12 euro and a lunch to Ravi"], ["User owes Mila €12"]),
        (["lent 40 to Otis and Lena"], ["Otis owes User 40", "Lena owes User 40"]),
        (["lent Otis 60", "Otis came by, slipped me 15"], ["Otis owes User 45"]),
        (["lent Otis 60", "otis paid me the lot"], []),
        (["lent Otis 60", "otis still owes me 25"], ["Otis owes User 25"]),
        (["bunged Milo a tenner", "lent milo another fiver"], ["Milo owes User £15"]),
        (["paid for Ines's lunch, £14, she'll pay me on monday"], ["Ines owes User £14"]),
        (["the skip was 90, I paid and Rolf owes me half"], ["Rolf owes User 45"]),
        (["petrol was 60 quid, I paid and split it with Uma"], ["Uma owes User £30"]),
        (["Lou, Sid and Wes owe me 7 each"], ["Lou owes User 7", "Sid owes User 7", "Wes owes User 7"]),
        (["lent Tess £64", "no wait, it was 46 not 64 that I lent Tess"], ["Tess owes User £46"]),
        (["lent Tess 40", "it was Jess I lent the 40 to, not Tess"], ["Jess owes User 40"]),
        (["lent Nick 50", "told Nick to forget the rest", "lent nick 5"], ["Nick owes User 5"]),
        (["I owe Mo 20", "gave Mo 20, so we're square"], []),
        (["I lent Uma £25 for seeds.", "Uma has paid back £10 of the £25."], ["Uma owes User £15"]),
        (["gave tom 40 quid for petrol, he'll pay it back"], ["Tom owes User £40"]),
        (["Sent Ines 400 euros for her laptop repair, she pays it back in Feb"], ["Ines owes User €400"]),
        (["lent kit 40 for his gas", "kit has paid up now all square"], []),
        (["I owe Mo twelve pounds", "I have paid Mo his twelve pounds, so that is settled"], []),
        (["Ines paid my part of the internet, I owe her 23,50", "gave Ines 13,50 back"], ["User owes Ines 10"]),
        (["lent Uma 20 quid", "uma gave me a tenner back", "forget about the money with uma its all sorted"], []),
        (["Vera owes Carl 70", "vera gave carl 20 of it"], ["Vera owes Carl 50"]),
        (["gave Pilar 200 euro as a loan"], ["Pilar owes User €200"]),
        (["Kit owes me 10 quid", "Kit's mum owes me 30 quid", "kits mum paid me 10"],
         ["Kit owes User £10", "Kit's mum owes User £20"]),
        (["lent Tom 40 quid", "Tom is even taller than me now"], ["Tom owes User £40"]),
        (["lent Tom 40 quid", "don't forget the 40 quid Tom owes me"], ["Tom owes User £40"]),
        (["lent Tom 40 quid", "knocked 5 minutes off my best time, Tom saw it"], ["Tom owes User £40"]),
        (["lent Ann 1.250,00 €", "ann gave me 250,00 back, how much does she owe me now?"], ["Ann owes User €1,000"]),
        (["the skip was 90, Rolf paid, split three ways"], ["User owes Rolf 30"]),
        (["lent Bo 100 dollars", "lent bo 30 euro", "bo gave me the 100 dollars back"], ["Bo owes User €30"]),
    ],
)  # fmt: skip
def test_what_is_owed(texts: list[str], owed: list[str]) -> None:
    assert _owed(*texts) == owed


@pytest.mark.parametrize(
    "text",
    [
        "my boss paid me 640 for the week", "gave nan 20 for her birthday", "the plumber charged 185, paid him",
        "might lend Kim 50", "should I lend Kim 50?", "Kim asked to borrow 50, said no", "put a tenner on the horse",
        "lent Kim my ladder", "rent went out, 550", "sold the bike to Kim for 90, cash",
        "if I lend Kim 50 she'll be happy", "split up with Kim in 2019", "how much did I lend Kim",
        "paid 60 for a tyre", "went to Kim, not Lou, and stayed till 7",
    ],
)  # fmt: skip
def test_no_debt_is_made_of(text: str) -> None:
    assert _owed(text) == []


def test_what_could_not_be_read_of_it_is_said() -> None:
    debts = _read("lent Zoe 70", "zoe's husband dropped 50 of that money through the door for zoe")
    assert [account.unread for account in debts.accounts if account.other == "Zoe"] == [(2,)]


def test_a_pronoun_is_whoever_was_spoken_of() -> None:
    assert _owed("lent Gus 30", "saw gus, he gave me 10") == ["Gus owes User 20"]
    assert _owed("I owe my landlord 300", "paid my landlord 100, now I owe him 200") == [
        "User owes User's landlord 200"
    ]


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("lent Otis 60 in January", "2026-01"),
        ("Otis borrowed 60 off me on 11 February", "2026-02-11"),
        ("lent Otis 60 yesterday", "2026-02-28"),
        ("lent Otis 60, he needs it for the 9th of March", "2026-03-01"),
        ("lent Otis 60", "2026-03-01"),
        ("lent Otis 60 on Friday for his boiler man", "2026-02-27"),
        ("Otis owes me 60, he'll square up on Friday", "2026-03-01"),
    ],
)
def test_when_money_went(text: str, at: str) -> None:
    assert [step.day for step in _read(text).accounts[0].steps] == [at]
