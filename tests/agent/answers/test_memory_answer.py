"""The memory's own answers: what was noted, what is known, a sentence first, and honesty where nothing is."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.agent.samples import AT, edge, fact, recalled, said
from tests.agent.scripted_turn import events_of, opened
from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.found_answer import NOTHING, MemoryAnswer, joined
from zeph.agent.answers.last_word import Told, otherwise_since
from zeph.agent.answers.memory_answer import answer_from_memory
from zeph.agent.answers.quotable import quotables
from zeph.agent.answers.what_is_kept import KEPT
from zeph.memory.language.ends_told import sounds_over
from zeph.records.events import TurnEnded
from zeph.records.recalled import Change, Recalled, RecalledFact, RecalledMessage, Why
from zeph.records.revision import Receipt
from zeph.records.view import View

EMPTY = Recalled("?")
UNKNOWN = read_answers()["unknown"]


async def answer(question: str, found: Recalled = EMPTY, receipt: Receipt | None = None) -> str:
    return (await whole(question, found, receipt)).text


async def whole(question: str, found: Recalled = EMPTY, receipt: Receipt | None = None) -> MemoryAnswer:
    return await answer_from_memory(question, receipt, found)


def on(day: str, item: RecalledMessage) -> RecalledMessage:
    return replace(item, message=item.message._replace(sent_at=f"{day} 12:00:00"))


async def test_it_says_what_it_noted_and_what_is_over() -> None:
    receipt = Receipt(1, learned=("User lives in Berlin",), superseded=("User's home is Rome",))
    text = await answer("I moved to Berlin", EMPTY, receipt)
    assert text == "Noted: You live in Berlin.\nNo longer current: Your home is Rome."


async def test_one_sentence_that_tells_two_facts_is_told_once() -> None:
    receipt = Receipt(1, learned=("User works at Lidl as a nurse", "User works at Lidl as a nurse"))
    assert (await answer("I work at Lidl as a nurse", EMPTY, receipt)).count("nurse") == 1


async def test_a_fact_is_told_to_the_person_then_what_it_stands_on() -> None:
    found = recalled([fact(1, "User lives in Berlin", stated=True, sources=(7,))], [said(7, "I live in Berlin.")])
    text = await answer("Where do I live?", found)
    assert text == "You live in Berlin, since June 2024.\n- On 2024-06-01 you said: “I live in Berlin.”"


async def test_what_is_over_is_told_in_the_past() -> None:
    over = edge(1, "User lives in Hull")._replace(
        valid_until="2025-05-01 00:00:00", valid_until_precision="month", sources=(7,)
    )
    found = replace(
        recalled([RecalledFact(over, 1.0, "", Why())], [said(7, "I live in Hull.")]),
        view=View(1, "2025-06-01 00:00:00"),
    )
    assert (await answer("Do I still live in Hull?", found)).startswith("You lived in Hull, until May 2025.")


async def test_what_was_before_is_what_is_over_though_it_was_told_later() -> None:
    works = edge(2, "User works at Ostrow as a welder", sources=(7,))
    now = works._replace(canonical_relation="works_at", target="Ostrow")
    over = now._replace(
        id=1, fact="User worked at Brandt", target="Brandt", sources=(9,), valid_until="2021-12-31 00:00:00"
    )
    facts = [RecalledFact(over, 1.0, "", Why()), RecalledFact(now, 0.9, "", Why())]
    heard = [on("2024-06-09", said(9, "I worked at Brandt until 2021.")), said(7, "I work at Ostrow as a welder.")]
    found = replace(recalled(facts, heard), view=View(1, "2025-06-01 00:00:00"))
    assert (await answer("Where did I work before?", found)).startswith("You worked at Brandt, until")


async def test_where_nobody_said_when_it_ended_no_day_is_told() -> None:
    over = edge(1, "User plays chess")._replace(valid_until="2025-05-01 07:31:00", valid_until_precision="instant")
    found = replace(recalled([RecalledFact(over, 1.0, "", Why())], []), view=View(1, "2025-06-01 00:00:00"))
    assert await answer("Do I still play chess?", found) == "You played chess, but no longer."


async def test_where_no_fact_answers_the_sentence_is_quoted_and_not_the_message() -> None:
    found = recalled(
        [],
        [
            said(1, "What a week, everything went wrong at the office and then some more at home. " * 3
                 + "The dentist moved me to the 14th of May. " + "I bought a lamp for the hall, it is green. " * 4),
            said(2, "The cat was sick on the rug again, twice, and nobody but me saw it."),
        ],
    )  # fmt: skip
    first = (await answer("When is my dentist appointment?", found)).splitlines()[0]
    assert first.startswith("On 2024-06-01 you said: The dentist moved you to the 14th of May – “…")
    assert "The dentist moved me to the 14th of May." in first
    assert len(first) < 330


async def test_what_was_said_later_goes_before_for_what_is_so_now() -> None:
    found = recalled(
        [],
        [
            on("2024-01-05", said(1, "My rent is 900 a month, heating comes on top.")),
            on("2024-09-05", said(2, "My rent is 960 a month, heating comes on top.")),
        ],
    )
    assert (await answer("What is my rent now?", found)).startswith("On 2024-09-05 you said: your rent is 960 a month")
    assert (await answer("What was my rent before?", found)).startswith("On 2024-01-05 you said: your rent is 900 a")


async def test_what_is_over_is_told_before_all() -> None:
    moved = Change(7, (0, 14), "User lives in Hull", ("User", "Hull"), "User moved to Bristol", AT, "day", 9, True)
    old = replace(said(7, "I live in Hull, near the office."), changes=(moved,))
    found = replace(recalled([], [old, said(9, "I moved to Bristol.")]), premises=(moved,))
    lines = (await answer("How far is the office in Hull?", found)).splitlines()
    assert lines[0] == "You moved to Bristol, 1 June 2024."
    assert lines[1].endswith("“I live in Hull, near the office.” (changed since: You moved to Bristol, 1 June 2024)")


async def test_what_sounds_like_an_end_of_the_same_thing_goes_first() -> None:
    found = recalled(
        [],
        [
            on("2024-02-01", said(1, "the pottery class is tuesdays at seven, bring an apron")),
            on("2024-03-01", said(2, "bought clay for the pottery class")),
            on("2024-05-01", said(3, "packed in the pottery class, my wrists can't take it")),
        ],
    )
    lines = (await answer("What time is the pottery class?", found)).splitlines()
    assert lines[0].startswith("On 2024-05-01")
    assert "tuesdays at seven" in lines[1]


@pytest.mark.parametrize(
    ("question", "old", "new"),
    [
        ("Who brings my firewood?", "I buy my firewood from Lund and my coal from a yard called Brae.",
         "I no longer buy from Lund; my firewood now comes from a Mrs. Adeyemi."),
        ("Which days do I teach?", "I teach two days at the college, mondays and tuesdays",
         "given up the tuesday at the college, its mondays and fridays from may"),
    ],
)  # fmt: skip
async def test_what_a_later_message_says_otherwise_of_it_goes_first(question: str, old: str, new: str) -> None:
    facts = [fact(1, old.replace("I ", "User ").replace("my ", "their "), sources=(1,))]
    found = recalled(facts, [on("2024-02-01", said(1, old)), on("2024-05-01", said(2, new))])
    lines = (await answer(question, found)).splitlines()
    assert lines[0].startswith("On 2024-05-01")
    assert not any("no longer" in line or "given up" in line for line in lines[1:])


async def test_what_changed_for_another_does_not_go_first() -> None:
    old = "Mrs. Lund has ordered a green chair for 420 pounds, to be ready by the 4th of December."
    new = "The inn has changed its mind: four chairs for 520 pounds, by the 11th of December instead."
    found = recalled([], [on("2024-02-01", said(1, old)), on("2024-05-01", said(2, new))])
    assert "Mrs. Lund" in (await answer("When does Mrs. Lund's chair have to be ready?", found)).splitlines()[0]


async def test_what_ended_of_another_thing_of_the_same_sentence_does_not_go_first() -> None:
    old, new = "I buy my firewood from Lund and my coal from a yard called Brae.", "I no longer buy from Lund."
    found = recalled(
        [fact(1, "User buys their firewood from Lund and their coal from a yard called Brae", sources=(1,))],
        [on("2024-02-01", said(1, old)), on("2024-05-01", said(2, new))],
    )
    assert "Brae" in (await answer("Who sells me coal?", found)).splitlines()[0]


@pytest.mark.parametrize("text", ["we called it a day", "sold the van", "the gym's binned", "she no longer swims"])
def test_what_sounds_like_an_end(text: str) -> None:
    assert sounds_over(text)


@pytest.mark.parametrize("text", ["the van is blue", "we swim on mondays", "she bought a gym bag"])
def test_what_sounds_like_none(text: str) -> None:
    assert not sounds_over(text)


async def test_a_list_where_several_are_asked_for() -> None:
    items = [edge(i, f"User speaks {name}")._replace(target=name, relation="speaks", canonical_relation="speaks")
             for i, name in enumerate(("German", "Hausa", "Welsh"), 1)]  # fmt: skip
    found = recalled([RecalledFact(item, 1.0, "", Why()) for item in items], [])
    assert await answer("Which languages do I speak?", found) == "You speak German, Hausa and Welsh."
    assert (await answer("Do I speak Hausa?", found)).count("\n") == 0


def test_sentences_that_differ_in_more_than_their_end_stay_apart() -> None:
    assert joined(["You like tea.", "You like Oslo best."], ["tea", "Oslo"]) == ["You like tea.", "You like Oslo best."]


async def test_it_says_what_it_does_not_know() -> None:
    found = recalled([fact(1, "User's boss is called Priya", sources=(7,))], [said(7, "My boss is called Priya.")])
    text = await answer("How old is my boss?", found)
    assert text.startswith("I have nothing about your boss’s age; about your boss I know: Your boss is called Priya.")


async def test_a_guess_is_told_as_one() -> None:
    found = recalled([], [said(3, "The fence needs paint before the winter comes.")])
    assert (await answer("Who cuts my hair?", found)).startswith(UNKNOWN["unsure"])


async def test_it_is_honest_where_nothing_is_known() -> None:
    assert await answer("Where do I live?") == NOTHING
    assert await answer("Hm.") == KEPT


async def test_its_own_words_and_earlier_questions_are_no_answers() -> None:
    found = recalled([], [said(3, "Where do I live?"), said(4, "You live in Berlin.", "assistant")])
    assert await answer("Where do I live?", found) == NOTHING


async def test_each_message_is_quoted_once_and_two_beside_the_sentence_at_most() -> None:
    facts = [fact(1, "User lives in Berlin", sources=(7,)), fact(2, "User's home is Berlin", sources=(7,))]
    found = recalled(facts, [said(i, f"I live in Berlin, house {i}.") for i in (7, 8, 9, 10)])
    text = await answer("Where do I live?", found)
    assert text.count("“") == 2
    assert text.count("house 7") == 1


async def test_what_is_used_is_what_is_told() -> None:
    facts = [fact(1, "User lives in Berlin", sources=(7,)), fact(2, "User likes tea", sources=(8,))]
    found = recalled(facts, [said(7, "I live in Berlin."), said(8, "I like tea.")])
    used = (await whole("Where do I live?", found)).used
    assert [f.edge.id for f in used.facts] == [1]
    assert 7 in [m.message.id for m in used.messages]


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("hello", "Hello!"), ("Good morning!", "Hello!"), ("thanks a lot", "You're welcome."), ("bye", "Goodbye."),
        ("please write a haiku about rain", "That needs a language model"),
        ("can you translate this into French", "That needs a language model"),
    ],
)  # fmt: skip
async def test_what_is_no_question_to_a_memory_gets_a_fitting_line(text: str, begins: str) -> None:
    assert (await answer(text)).startswith(begins)


@pytest.mark.parametrize("text", ["thanks to Nora I have a job", "hello kitty is my favourite", "I write books"])
async def test_what_is_told_is_not_taken_for_a_greeting(text: str) -> None:
    assert await answer(text) == KEPT


async def test_the_same_input_gives_the_same_answer() -> None:
    found = recalled([fact(1, "A"), fact(2, "B")], [said(3, "C c c"), said(4, "D d d")])
    assert len({await answer("What?", found) for _ in range(5)}) == 1


async def test_what_was_said_since_an_end_knows_of_it_and_goes_first() -> None:
    moved = Change(7, (0, 14), "User lives in Hull", ("User", "Hull"), "User moved to Bristol", AT, "day", 9, True)
    since = recalled([fact(1, "User lives in Bristol", sources=(9,))], [said(9, "I live in Bristol.")])
    lines = (await answer("Do I live in Hull or Bristol?", replace(since, premises=(moved,)))).splitlines()
    assert lines[0] == "You live in Bristol."
    assert lines[1].startswith("You moved to Bristol")


async def test_a_fact_whose_sentence_is_over_tells_its_ends_alone() -> None:
    both = "User lives in Hull with their cat Miso"
    gone = Change(7, (0, 30), both, ("User", "Hull"), "User moved to Bristol", AT, "day", 9, True)
    cat = edge(1, both)._replace(canonical_relation="has_cat", target="Miso", sources=(7,))
    heard = replace(said(7, "I live in Hull with my cat Miso."), changes=(gone,))
    text = await answer("What is my cat called?", recalled([RecalledFact(cat, 1.0, "", Why())], [heard]))
    assert "You live in Hull" not in text


async def test_what_was_asked_is_no_evidence_even_without_its_mark() -> None:
    found = recalled([], [said(1, "how old is my boss"), said(2, "my boss is strict")])
    assert "how old" not in await answer("Is my boss nice?", found)


async def test_several_things_are_counted() -> None:
    found = recalled([], [said(1, "We went to Oslo."), said(2, "We went to Lyon.")])
    text = await answer("Which cities have we been to?", replace(found, known=("Oslo", "Lyon")))
    assert text.startswith("2 known: Oslo, Lyon.")


async def test_the_number_of_another_is_no_answer() -> None:
    found = recalled(
        [fact(1, "Lund's number is 0170 055 0199", sources=(2,))],
        [said(1, "The dentist is on 3 May at 9.20."), said(2, "The roofer is Lund, his number is 0170 055 0199.")],
    )
    text = await answer("whats the dentists number?", found)
    assert text.startswith("I have nothing about the dentist’s number; about the dentist I know: ")
    assert "0199" not in text.splitlines()[0]
    assert "0199" in (await answer("What's Lund's number?", found)).splitlines()[0]
    assert "0199" in (await answer("what is the roofer's phone number", found)).splitlines()[0]
    assert await answer("What is the vet's number?", found) == "I have nothing about the vet’s number."
    assert "nothing" not in (await answer("what's the bus number", found)).splitlines()[0].split(";")[0][:14]


async def test_a_date_that_the_sentence_has_in_other_words_is_not_told_twice() -> None:
    visit = edge(1, "User has an appointment on the 1st of June at 9.40", stated=True)
    visit = visit._replace(valid_from="2024-06-01 00:00:00", valid_from_precision="day")
    for at, twice in (("2024-05-20 10:00:00", False), ("2026-05-20 10:00:00", True)):
        found = replace(recalled([RecalledFact(visit, 1.0, "", Why())], []), view=View(1, at))
        assert ("1 June 2024" in await answer("When is my appointment?", found)) is twice


async def _since(question: str, earlier: str, later: str) -> list[str]:
    found = recalled([fact(1, earlier.replace("my", "User's"), sources=(7,))], [said(7, earlier), said(9, later)])
    return (await answer(question, found)).splitlines()


async def test_what_was_so_before_is_told_as_that() -> None:
    lines = await _since("how much ramipril am i on?", "I take ramipril 50mg a day.", "ramipril went up to 100mg")
    assert lines[1] == "- Before that: On 2024-06-01 you said: “I take ramipril 50mg a day.”"


@pytest.mark.parametrize(
    ("question", "earlier", "later"),
    [
        ("how much ramipril am i on?", "Dr Sall put me on ramipril 50mg a day.", "they doubled the ramipril to 100mg"),
        ("how many hens do we have", "we keep 6 hens in the yard", "fox came by, we are down to 4 hens"),
        ("when is the recital?", "the recital is on 4 december", "the recital will be on 11 december"),
        ("what time is yoga", "yoga starts at 6pm", "yoga begins at 7pm now"),
    ],
)
async def test_a_later_message_with_another_value_goes_before_what_was_told_first(
    question: str, earlier: str, later: str
) -> None:
    first, second, *_ = await _since(question, earlier, later)
    assert later in first
    assert earlier.rstrip(".") in second


@pytest.mark.parametrize(
    ("question", "earlier", "later"),
    [
        ("how much ramipril am i on?", "Dr Sall put me on ramipril 50mg a day.", "queued 40 minutes for the ramipril"),
        ("how many hens do we have", "we keep 6 hens in the yard", "the hens laid 11 eggs this week"),
        ("when is the recital?", "the recital is on 4 december", "we talked about the recital on 2 november"),
        ("what time is yoga", "yoga starts at 6pm", "yoga cost me 40 euros"),
    ],
)
async def test_a_later_message_that_merely_speaks_of_it_does_not(question: str, earlier: str, later: str) -> None:
    assert later not in (await _since(question, earlier, later))[0]


@pytest.mark.parametrize(
    ("later", "over"),
    [
        ("Rosa gave up the bakery, her back is bad", True),
        ("Rosa sold the bakery to a chain", True),
        ("Rosa bought new ovens for the bakery", False),
        ("the bakery is closed on mondays", False),
    ],
)
async def test_the_end_of_what_somebody_does_goes_before_it(later: str, over: bool) -> None:
    runs = edge(1, "User's aunt Rosa runs a little bakery in Porto", sources=(7,))
    runs = runs._replace(source="User's aunt Rosa", relation="runs", canonical_relation="runs", target="little bakery")
    earlier = said(7, "my aunt Rosa runs a little bakery in Porto")
    found = recalled([RecalledFact(runs, 1.0, "", Why())], [earlier, said(9, later)])
    first = (await answer("who runs the little bakery in Porto?", found)).splitlines()[0]
    assert (later in first) is over


async def test_a_list_of_a_kind_has_all_that_is_named_by_its_word(tmp_path: Path) -> None:
    told = (
        "the mailer svc is called pelican",
        "parceld is our shipping service",
        "Ines owns the billing service",
        "show me all services",
        "the lake is frozen",
        "the gateway svc (brinegate) runs in Oslo",
        "mum likes tea",
    )
    async with opened(tmp_path, None) as (agent, talk):
        for text in told:
            await events_of(agent, talk, text)
        for question in ("list all services you know of", "which services are there?"):
            last = (await events_of(agent, talk, question))[-1]
            assert isinstance(last, TurnEnded)
            named = last.answer.casefold()
            assert all(name in named for name in ("pelican", "parceld", "billing", "brinegate"))
            assert "show me all" not in named and "lake" not in named and "tea" not in named


def test_the_end_of_one_thing_is_none_of_another_that_was_told_beside_it() -> None:
    drives = edge(1, "Ken drives a tram")._replace(source="Ken", relation="drives", target="tram")
    later = quotables(said(9, "ken gave up the tram, bad back").message)
    married = edge(2, "User married")._replace(relation="has_marital_status", target="married")
    assert otherwise_since("who drives a tram", Told("Ken drives a tram", AT, drives), later) is not None
    assert otherwise_since("how long am i married to ken", Told("You are married", AT, married), later) is None


@pytest.mark.parametrize(
    ("told", "asked", "answered"),
    [
        ("I share a flat in Ghent with Ulla and Bert.", "Who do I share a flat with?", "with Ulla and Bert."),
        ("My sisters are Ida and Bea.", "Who are my sisters?", "Your sisters are Ida and Bea."),
        ("I live with Ann, Joe and Max", "who do i live with", "You live with Ann, Joe and Max."),
    ],
)
async def test_what_was_told_in_one_breath_is_told_so(tmp_path: Path, told: str, asked: str, answered: str) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        await events_of(agent, conversation, told)
        end = next(event for event in await events_of(agent, conversation, asked) if isinstance(event, TurnEnded))
        assert end.answer.splitlines()[0].endswith(answered)
