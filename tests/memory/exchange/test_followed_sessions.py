"""Sessions of Claude Code are followed: each message once, whatever becomes of the file meanwhile."""

import json
from pathlib import Path

import pytest

from zeph.errors import BadInput
from zeph.memory.exchange.followed_sessions import FollowedSessions
from zeph.memory.facade import Memory


def entry(number: int, text: str, session: str = "s1", **fields: object) -> str:
    role = ("user", "assistant")[number % 2]
    row = {
        "type": role, "sessionId": session, "uuid": f"{session}-{number}", "cwd": "/src",
        "timestamp": f"2026-01-01T09:00:{number:02d}.000Z", "message": {"role": role, "content": text}, **fields,
    }  # fmt: skip
    return json.dumps(row) + "\n"


async def look(room: FollowedSessions) -> tuple[int, list[str]]:
    bad: list[str] = []
    return sum([new async for _, new in room.look(lambda _, why: bad.append(why))]), bad


async def said(memory: Memory) -> list[str]:
    talks = await memory.conversations.list()
    return sorted([m.text for talk in talks for m in await memory.conversations.history(talk.id)])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "projects" / "-src" / "s1.jsonl"
    path.parent.mkdir(parents=True)
    return path


async def test_lines_come_in_as_they_are_written(memory: Memory, tmp_path: Path, file: Path) -> None:
    file.write_text(entry(0, "I live in Hull."))
    room = memory.admin.follow(tmp_path / "projects")
    assert await look(room) == (1, [])
    assert await look(room) == (0, [])
    with file.open("a") as session:
        session.write(entry(1, "Noted."))
        session.write(half := entry(2, "I work at Kestrel.")[:40])
        session.flush()
        assert await look(room) == (1, [])
        session.write(entry(2, "I work at Kestrel.")[len(half) :])
    assert await look(room) == (1, [])
    assert await said(memory) == ["I live in Hull.", "I work at Kestrel.", "Noted."]


async def test_a_file_cut_or_replaced_is_read_from_its_beginning(memory: Memory, tmp_path: Path, file: Path) -> None:
    file.write_text(entry(0, "one") + entry(1, "two"))
    room = memory.admin.follow(file)
    assert await look(room) == (2, [])
    file.write_text(entry(2, "three"))
    assert await look(room) == (1, [])
    other = tmp_path / "other"
    other.write_text(entry(0, "one") + entry(1, "two") + entry(3, "four"))
    other.replace(file)
    assert await look(room) == (1, [])
    assert await said(memory) == ["four", "one", "three", "two"]


async def test_another_process_doubles_nothing(memory: Memory, tmp_path: Path, file: Path) -> None:
    file.write_text("".join(entry(n, f"text {n}") for n in range(20)))
    assert await look(memory.admin.follow(file)) == (20, [])
    file.write_text("".join(entry(n, f"text {n}") for n in range(25)))
    assert await look(memory.admin.follow(file)) == (5, [])


async def test_only_what_the_two_said_is_kept(memory: Memory, file: Path) -> None:
    result = [{"type": "tool_result", "content": "secret of a file"}]
    file.write_text(
        entry(0, "I live in Hull.")
        + entry(2, "x").replace('"content": "x"', f'"content": {json.dumps(result)}')
        + entry(4, "<system-reminder>be nice</system-reminder>") + entry(6, "side", isSidechain=True)
        + json.dumps({"type": "summary", "summary": "a talk", "leafUuid": "s1-0"}) + "\n{broken\n" + entry(1, "Noted.")
    )  # fmt: skip
    new, bad = await look(memory.admin.follow(file))
    assert (new, [why.partition(":")[0] for why in bad]) == (2, ["line 6"])
    assert await said(memory) == ["I live in Hull.", "Noted."]


async def test_many_lines_and_a_session_that_goes(memory: Memory, tmp_path: Path, file: Path) -> None:
    file.write_text("".join(entry(n % 60, f"text {n}", session=f"s{n}") for n in range(450)))
    room = memory.admin.follow(tmp_path / "projects")
    assert await look(room) == (450, [])
    file.unlink()
    assert await look(room) == (0, [])
    with pytest.raises(BadInput, match="cannot be read"):
        await look(memory.admin.follow(tmp_path / "nowhere"))


@pytest.mark.parametrize("kept", [0, 1, 2])
async def test_a_file_cut_and_written_longer_between_two_looks(memory: Memory, file: Path, kept: int) -> None:
    """The same file, its name and number, with other lines in place of the last ones that were read."""
    lines = [entry(n, f"line {n}") for n in range(3)]
    file.write_text("".join(lines))
    room = memory.admin.follow(file)
    assert await look(room) == (3, [])
    new = [entry(n, f"another line, and a longer one, {n}") for n in range(10, 16)]
    file.write_text("".join([*lines[:kept], *new]))
    assert await look(room) == (6, [])
    with file.open("a") as session:
        session.write(entry(20, "last"))
    assert await look(room) == (1, [])
    assert len(await said(memory)) == 10
