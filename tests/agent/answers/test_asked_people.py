"""Of whom a question asks: their own job, the second part of a question, and nothing of anybody else."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.agent.scripted_turn import events_of, opened
from zeph.agent.answers.found_answer import NOTHING
from zeph.agent.answers.question_parts import question_parts, together
from zeph.memory.recall.query.question import analyse
from zeph.records.events import TurnEnded

TOLD = (
    "i sweep chimneys for a living",
    "huw is my brother and he is a plumber",
    "emma lives in barry",
    "emma is a teacher",
    "brother dilwyn has his appointment for work on tuesday",
    "took conker to the vet, he weighed 410g",
    "im on 5mg of amlodipine, was 2.5 before christmas",
    "tom is getting paid 14 quid an hour",
    "dad lives in pontypool",
    "sian is doing the night feeds now, it was me before",
    "the rent is 640, it was 610 until march",
    "carys moved from cardiff to leeds in september",
    "we got married 14 june 2003",
    "my boss is petra",
)


async def _answers(path: Path, told: Sequence[str], questions: Sequence[str]) -> list[list[str]]:
    async with opened(path, None) as (agent, talk):
        for text in told:
            await events_of(agent, talk, text)
            agent.memory.wake()
            await agent.memory.wait_idle(30)
        answers = []
        for question in questions:
            last = (await events_of(agent, talk, question))[-1]
            assert isinstance(last, TurnEnded)
            answers.append([line.strip() for line in last.answer.splitlines()])
        return answers


async def test_a_job_is_of_the_one_who_is_asked_of(tmp_path: Path) -> None:
    own = ("what do i do for work", "what do i do for a living", "hiya, whats my job")
    others = ("what does huw do", "whats emmas job", "what does emma do for a living then")
    answers = await _answers(tmp_path, TOLD, [*own, *others])
    for lines in answers[: len(own)]:
        assert "sweep chimneys" in lines[0]
        assert "Dilwyn" not in " ".join(lines)
    assert [lines[0] for lines in answers[len(own) :]] == [
        "Huw is a plumber.",
        "Emma is a teacher.",
        "Emma is a teacher.",
    ]


async def test_where_no_own_job_was_told_that_of_another_is_not(tmp_path: Path) -> None:
    for lines in await _answers(tmp_path, TOLD[1:], ["what do i do for work", "how old am i", "what am i paid"]):
        assert lines == [NOTHING]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("how much does conker weigh n what was it b4", ["410g", "I know of nothing before that."]),
        ("wheres emma live n what does she do", ["Emma lives in Barry.", "Emma is a teacher."]),
        ("what dose of amlodipine am i on n what was it before", ["was 2.5 before"]),
        ("where does dad live and whats tom getting paid", ["Pontypool", "Tom is getting paid 14 quid an hour."]),
        ("whos doing the night feeds now n who was it before", ["sian is doing the night feeds now, it was me before"]),
        ("how much is the rent and what was it before that", ["640", "it was 610 until march"]),
        ("where does carys live now n where was it before", ["Leeds", "from cardiff to leeds"]),
        ("what does huw do and what does emma do", ["Huw is a plumber.", "Emma is a teacher."]),
        ("where does emma live and how old is she", ["Emma lives in Barry.", "Emma’s age"]),
        ("whos my boss n what car does she drive", ["Your boss is Petra.", "I know nothing of “what car does"]),
    ],
)  # fmt: skip
async def test_each_part_has_a_line_of_its_own_and_no_sentence_comes_twice(
    tmp_path: Path, question: str, told: list[str]
) -> None:
    (lines,) = await _answers(tmp_path, TOLD, [question])
    leads = [line for line in lines if not line.startswith("- ")]
    assert len(leads) == len(told), lines
    for line, part in zip(leads, told, strict=True):
        assert part in line
    quoted = [line.partition("“")[2] for line in lines if "“" in line]
    assert len(quoted) == len({*quoted})


async def test_what_is_told_of_another_is_worse_than_nothing(tmp_path: Path) -> None:
    questions = [
        "where does huw live",
        "how old is emma",
        "what does huw earn",
        "where does nerys live",
        "whats huws number",
    ]
    for question, lines in zip(questions, await _answers(tmp_path, TOLD, questions), strict=True):
        others = {"emma", "dad", "tom", "huw", "carys", "petra"} - {word.removesuffix("s") for word in question.split()}
        assert others.isdisjoint(" ".join(lines).lower().replace(".", " ").split()), lines


async def test_an_anniversary_is_of_the_wedding_that_was_told(tmp_path: Path) -> None:
    (lines,) = await _answers(tmp_path, TOLD, ["whens my wedding anniversary"])
    assert "14 june 2003" in lines[0].lower()


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("how much is the rent n what was it b4", ["how much is the rent", "how much is the rent b4"]),
        ("who has the early shift now and who had it before",
         ["who has the early shift now", "who has the early shift before"]),
        ("whos on nights now n who was it before that", ["whos on nights now", "whos on nights before"]),
        ("wheres emma live n what does she do", ["wheres emma live", "what does emma do"]),
        ("whats my boss called and where was she before", ["whats my boss called", "whats my boss called before"]),
    ],
)  # fmt: skip
def test_a_part_for_what_was_before_asks_the_first_again(text: str, parts: list[str]) -> None:
    assert question_parts(text) == parts


@pytest.mark.parametrize(
    ("question", "job"),
    [
        ("what does emma do", True),
        ("what do i do for work", True),
        ("whats tom do for a living", True),
        ("what did nan do for a living", True),
        ("what does marek's wife do?", True),
        ("what does huw do on tuesdays", False),
        ("what do you do", False),
        ("what should i do", False),
        ("what did i do", False),
        ("what do i do about mould", False),
    ],
)
def test_what_somebody_does_is_their_job_where_no_more_is_said(question: str, job: bool) -> None:
    assert ("job" in analyse(question).terms) is job


def test_a_guess_for_a_later_part_is_not_told() -> None:
    told = together(
        ["where does emma live", "what car does emma drive"],
        ["Emma lives in Barry.\n- On 2026-01-01 you said: “emma lives in barry”",
         "I am not sure; the nearest I have: Tom has a van."],
    )  # fmt: skip
    assert told.splitlines() == [
        "Emma lives in Barry.  ",
        "I know nothing of “what car does emma drive”.",
        "- On 2026-01-01 you said: “emma lives in barry”",
    ]
    assert together(["a", "b"], [NOTHING, NOTHING]) == NOTHING


@pytest.mark.parametrize(
    ("told", "question", "answer"),
    [
        ("I teach maths.", "whats my job", "teach maths"),
        ("I teach chess at a school.", "what do i do for a living", "teach chess"),
        ("I am unemployed.", "whats my job?", "unemployed"),
        ("Kim's number is 555.", "what is Kim's number?", "Kim's number is 555."),
        ("Ossian's number is 4417.", "whats Ossian's number?", "Ossian's number is 4417."),
        ("My brother Tom lives in Bath. My sister Ilse lives in Ghent.", "where does my brother live?", "Bath"),
        ("My brother Tom lives in Bath. My sister Ilse lives in Ghent.", "where does my sister live?", "Ghent"),
    ],
)  # fmt: skip
async def test_what_was_told_is_no_unknown(tmp_path: Path, told: str, question: str, answer: str) -> None:
    ((line, *_),) = await _answers(tmp_path, [told], [question])
    assert answer in line and "I have nothing" not in line


@pytest.mark.parametrize(
    ("told", "question"),
    [
        ("My brother Tom is a plumber. My sister Ilse lives in Ghent.", "where does my brother live?"),
        ("My aunt Ada is a vet. My uncle Bert works in Hull.", "where does my aunt work?"),
    ],
)
async def test_of_one_who_is_theirs_nothing_of_another_is_said(tmp_path: Path, told: str, question: str) -> None:
    ((line, *_),) = await _answers(tmp_path, [told], [question])
    assert not any(f"{name} {does}" in line.split("“")[0] for name in ("Ilse", "Bert") for does in ("lives", "works"))
