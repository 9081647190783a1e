"""Questions for several things: each is counted once, over sittings, and in order where that is asked."""

import pytest

from tests.memory.recall.conftest import Life
from zeph.memory.recall.query.several import Several, kinds_asked, several
from zeph.memory.recall.ranking.sittings import over_sittings
from zeph.memory.recall.render.recall_lines import known_line


@pytest.fixture
def travels(life: Life) -> Life:
    for day, place in (("03-01", "Lyon"), ("01-05", "Oslo"), ("07-20", "Porto")):
        at = f"2026-{day} 00:00:00"
        target = life.graph.entity(place, "location")
        life.graph.edge(life.user, "visited", target, edge_type="temporal", valid_from=at, valid_from_stated=1)
    life.graph.edge(life.user, "visited", life.graph.entity("Marta", "person"))
    life.graph.edge(life.graph.entity("Ines", "person"), "visited", life.graph.entity("Kyoto", "location"))
    life.fact("visited", "Genoa", valid_until="2026-02-01 00:00:00", expired_at="2026-02-03 00:00:00",
              expired_reason="retracted", live=0)  # fmt: skip
    return life


@pytest.mark.parametrize(
    "question", ["Which cities have I visited?", "How many places did I visit?", "In what order did I visit places?"]
)
async def test_what_is_known_is_counted(travels: Life, question: str) -> None:
    assert (await travels.ask(question)).known == ("Oslo", "Lyon", "Porto")
    assert known_line(("Oslo", "Lyon", "Porto")) == "3 known: Oslo, Lyon, Porto"


async def test_only_what_lies_in_the_days_asked_for(travels: Life) -> None:
    assert (await travels.ask("Which cities did I visit before June?")).known == ("Oslo", "Lyon")


@pytest.mark.parametrize(
    "question", ["Which city do I live in?", "Did I visit Oslo?", "How many miles did I drive?", "How long was I away?"]
)
async def test_nothing_is_counted_where_one_thing_is_asked_for(travels: Life, question: str) -> None:
    assert (await travels.ask(question)).known == ()


async def test_an_amount_is_no_list(travels: Life) -> None:
    travels.fact("has", "cats", fact="User has three cats", qualifiers='{"amount": "three"}')
    assert (await travels.ask("How many cats do I have?")).known == ()


async def test_messages_stand_in_the_order_in_which_it_happened(travels: Life) -> None:
    for at, text in (("2026-05-09", "I ran the lake race."), ("2026-02-01", "I swam the harbour race."),
                     ("2026-08-30", "I rowed the canal race.")):  # fmt: skip
        travels.graph.message(text, sent_at=f"{at} 10:00:00")
    found = await travels.ask("What is the order of the three races I did?")
    assert [m.message.sent_at[:7] for m in found.messages] == ["2026-02", "2026-05", "2026-08"]
    dated = [fact.edge.valid_from or "" for fact in (await travels.ask("In what order did I visit places?")).facts]
    assert dated == sorted(dated)


def test_one_sitting_does_not_fill_all_places() -> None:
    from tests.memory.recall.conftest import said

    messages = {i: said(i, "x", at=f"2024-05-0{1 + (i == 4)} 10:00:00") for i in (1, 2, 3, 4)}
    scores = {1: 1.0, 2: 0.9, 3: 0.88, 4: 0.8}
    assert over_sittings([1, 2, 3, 4], scores, messages) == [1, 2, 4, 3]


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Which programming languages have I mentioned?", Several.LIST),
        ("What are all the instruments I own?", Several.LIST),
        ("What are Anna's plans?", Several.LIST),
        ("Name my siblings.", Several.LIST),
        ("How many kids do I have?", Several.TOTAL),
        ("Which came first, the move or the wedding?", Several.ORDER),
        ("How many days ago did I move?", Several.NO),
        ("Which bus goes to town?", Several.NO),
        ("What does this error mean?", Several.NO),
        ("What was discussed?", Several.NO),
        ("Show me how to sort a list", Several.NO),
    ],
)
def test_which_questions_ask_for_several(question: str, asked: Several) -> None:
    assert several(question) is asked


async def test_names_of_the_kind_asked_for_come_first(life: Life) -> None:
    for text in ("Flew to Porto.", "Cities are loud.", "Off to Lyon!", "I washed the car."):
        life.graph.message(text, sent_at="2026-03-01 10:00:00")
    said = [m.message.text for m in (await life.ask("Which cities have I been to?")).messages]
    assert {"Flew to Porto.", "Off to Lyon!"} <= set(said)
    assert kinds_asked("Which cities have I been to?") == {"city"}
    assert not kinds_asked("Which city do I live in?")
