"""Questions without their mark, and what only begins like one.

The first two lists are among what the weights were learned from: they hold what must not be lost. How well others are
told tell the lines that nothing was learned from."""

import json

import pytest
from blake3 import blake3

from benchmarks.learn_asking import CHECKED
from benchmarks.learn_intents import LEARNED
from zeph.memory.language.questions import DATA_FILE, asks_unmarked, is_question
from zeph.memory.language.sentence_split import split_sentences
from zeph.memory.language.word_tables import read_text

ASKED = """have i got any pets
how many kids have i got and how old
so when is mums hip op now
which checkout version is live
which pg is on prod
do i still owe kev
whats my name
and did we book the ferry
ok so where does gran keep the ladder
has orla passed her test
does billing run on python
is billing still on 1.9
are the bins out on monday
was my blood test ok
who fixed the gate
what time is the match
can you remember where we parked
am i free on sunday
is that the right one
how old is the cat
do the kids like school
what's the wifi called
doesn't she work there
is brackwater pump still open
is parceld port still 7420
good morning, is the flaky test still open
till when is lena on slack
until what time does the lift run
at which stop do i change
with whom did i go to rome
anyone know who owns the hall
anybody seen my keys
and henk, where is he now
orla, when is she back
remind me when the dentist is
remind me who owns the label cache
tell me where gran keeps the ladder
any idea when the bins go out
any news on the boiler
what about the dentist
the dentist is when again
is anything due friday
can parceld handle https
are cousins invited
were jobs done
which of my kids has an allergy
which of my cousins lives in leeds
which of the two is cheaper
which of us said that
which of these jumpers did i lend to bea
who of us was there
which one of my plants needs shade"""

TOLD = """when i was 12 i broke my arm
have to go to york
who knows
who knows if it rains
which of course is fine
which of late has been bad
did the washing
did my knee in on the stairs
was at mums
what a day
where i work they close at 5
what i need is a holiday
do yoga on mondays
do the school run with tess
have a meeting at 9
had my hair cut
has been quiet at work
can swim now
can you remember that my size is 9
can you note my bike code is 4471
will be late
might sell the van
which is why we moved
we're all on the train
do the shop run on fridays
which cost me a fortune
how kind of her
is lovely here
is it just me or the heating is broken
till when i was ten we lived in york
until what seemed like midnight
at which point i left
in which case i stay
by which time it was dark
to whom it may concern
anyone can come
anyone who knows me says so
and henk, who left on friday, was my manager
henk left, where he goes is his thing
remind me when i get home to ring mum
remind me to ring mum
any day now
morning off work
what dov said is true
is tired still
has rained all day
will probably go
can pick up mina
whatever you say
this is what
had something to eat
are back from wales"""


@pytest.mark.parametrize("text", ASKED.splitlines())
def test_the_order_of_words_asks(text: str) -> None:
    assert is_question(text)


@pytest.mark.parametrize("text", TOLD.splitlines())
def test_a_statement_that_begins_alike_asks_nothing(text: str) -> None:
    assert not is_question(text)
    assert is_question(text + "?")


def test_who_types_full_stops_would_have_typed_a_question_mark() -> None:
    assert is_question("how many clamps are there") and not is_question("Spread 13 will change completely.")
    assert not is_question("how many clamps there are matters to Ron.")


def test_what_is_told_behind_a_comma_is_read() -> None:
    assert not split_sentences("have you heard, i got the job")[0].question


@pytest.mark.parametrize(
    "text", ["morning. is dockline test still open", "evening, who is on call", "morning! whats my name"]
)
def test_a_question_behind_a_greeting_asks(text: str) -> None:
    assert is_question(split_sentences(text)[-1].text)


@pytest.mark.parametrize("text", ["have i got any pets", "where do i live now", "how old is the cat", "whats my name"])
def test_in_what_surely_asks_nothing_is_read(text: str) -> None:
    assert split_sentences(text)[0].question


def test_lines_that_nothing_was_learned_from_are_told_apart() -> None:
    """Questions and statements that look like one another: what is taken for a question asks."""
    lines = [line.split("\t", 1) for line in CHECKED[0].read_text("utf-8").splitlines()]
    taken = [kind for kind, text in lines if asks_unmarked(text.replace("?", " "))]
    asked = sum(kind == "q" for kind, _ in lines)
    assert taken.count("q") >= 0.92 * len(taken) and taken.count("q") >= 0.7 * asked


def test_the_weights_are_those_of_the_lines() -> None:
    learned_from = json.loads(read_text(DATA_FILE))["learned_from"]
    assert learned_from[LEARNED.name] == blake3(LEARNED.read_bytes()).hexdigest(), (
        "lines have changed since they were learned from: run `python -m benchmarks.learn_asking --write`"
    )


@pytest.mark.parametrize(
    "text", ["Anna comes on Friday. Is allergic to nuts.", "My boss is Ines. Has three kids", "Tom is new. is vegan"]
)
def test_what_goes_on_without_its_subject_tells(text: str) -> None:
    assert not any(sentence.question for sentence in split_sentences(text))


@pytest.mark.parametrize("text", ["hi", "—", "", "good morning"])
def test_a_greeting_and_a_mark_ask_nothing(text: str) -> None:
    assert not is_question(text)
