"""Calls that a model writes as text: told from text that only looks so, however the answer is cut into pieces."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeph.models.toolcalls import Call
from zeph.models.written_calls import WrittenCalls

CALL = '{"name": "read_file", "arguments": {"path": "a {b}.md"}}'
READ: list[Call] = [("read_file", json.dumps({"path": "a {b}.md"}))]


def taken(*pieces: str) -> tuple[str, list[Call]]:
    written = WrittenCalls({"read_file", "list_files"})
    shown = "".join(map(written.take, pieces))
    rest, calls = written.end()
    return shown + rest, [*calls]


@pytest.mark.parametrize(
    "text",
    [
        CALL, f"{{{CALL}}}", f"```json\n{CALL}\n```", f"```\n{CALL}\n```", f"<tool_call>\n{CALL}\n</tool_call>\n",
        json.dumps(json.loads(CALL), indent=2),
    ],
)  # fmt: skip
@pytest.mark.parametrize("before", ["", "I look it up.\n\n", "See {x} and `{y}`: "])
def test_a_call_in_whatever_wrapping(text: str, before: str) -> None:
    assert taken(before + text) == (before, READ)
    assert taken(*(before + text)) == (before, READ), "letter by letter"


def test_several_calls_one_after_the_other() -> None:
    other = '{"name": "list_files", "arguments": {}}'
    assert taken(f"{CALL}\n{other}")[1] == [*READ, ("list_files", "{}")]
    assert taken(f"<tool_call>{CALL}</tool_call>\n<tool_call>{other}</tool_call>")[1] == [*READ, ("list_files", "{}")]


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "Ada", "age": 3}', '{"name": "rm", "arguments": {"path": "x"}}', '{"name": "read_file"}',
        '{"name": "read_file", "arguments": "x"}', f"{CALL}\nThat is how one calls it.", CALL[:-5], "{", "```",
        "```python\nprint({1: 2})\n```", '{"name":', "a { b } c", "<tool_call>", " \n",
    ],
)  # fmt: skip
def test_other_text_is_shown_as_it_is(text: str) -> None:
    assert taken(text) == (text, [])
    assert taken(*text) == (text, [])


def test_what_cannot_be_a_call_is_shown_at_once() -> None:
    written = WrittenCalls({"read_file"})
    assert written.take("Hello {") == "Hello "
    assert written.take("x} and ") == "{x} and "
    assert written.take('```python\nprint("') == '```python\nprint("'


def test_without_tools_nothing_is_held_back() -> None:
    assert WrittenCalls(()).take(CALL) == CALL


@given(st.lists(st.text(alphabet='{}`<>tool_calname": jsn\n', max_size=8), max_size=30))
def test_no_letter_is_lost(pieces: list[str]) -> None:
    assert taken(*pieces) == ("".join(pieces), [])
