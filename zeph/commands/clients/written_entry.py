"""An entry put into a client's settings file: every other character stays, comments too.

In: the file's text, where the entry goes, the entry. Out: the text with it. Each result is read again and held against
what was there: where anything but the entry would be different, or the file cannot be read, BadInput is raised.
"""

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from zeph.commands.clients.json_places import Node, read_places
from zeph.commands.clients.known_clients import Client, Format
from zeph.errors import BadInput

NAME = "zeph"
INDENT = "  "


def with_entry(text: str, format: Format, under: Sequence[str], entry: Mapping[str, Any]) -> str:
    """Raises BadInput."""
    return {"json": _in_json, "toml": _in_toml, "yaml": _in_yaml}[format](text, under, entry)


def place_in(text: str, client: Client) -> tuple[str, ...]:
    """Where this file has its servers. Raises BadInput."""
    if not client.newer or not text.strip():
        return client.under
    found = _at(read_places(text).value, client.newer)
    return client.newer if isinstance(found, dict) and "command" not in found else client.under


def pasted(format: Format, under: Sequence[str], entry: Mapping[str, Any]) -> str:
    """The lines as a person pastes them into an empty file."""
    return with_entry("", format, under, entry)


# ------------------------------------------------------------ JSON, with comments


def _in_json(text: str, under: Sequence[str], entry: Mapping[str, Any]) -> str:
    before = read_places(text) if text.strip() else Node({}, 0, 0)
    done = _put(text, before, [*under, NAME], entry) if text.strip() else _json(_nested([*under, NAME], entry)) + "\n"
    after = read_places(done).value
    _same_but(before.value, after, [*under, NAME], entry)
    return done


def _put(text: str, node: Node, path: Sequence[str], value: Any) -> str:
    """``value`` at ``path`` below the node, in what stands there or as the first of its members."""
    if not isinstance(node.value, dict):
        raise BadInput(f"{path[0]} cannot be put into what is no object")
    first, *rest = path
    if first in node.members:
        inside = node.members[first].node
        if rest:
            return _put(text, inside, rest, value)
        if inside.value == value:
            return text
        return text[: inside.start] + _json(value, _indent(text, node.members[first].start)) + text[inside.stop :]
    indent = (
        _indent(text, next(iter(node.members.values())).start) if node.members else _indent(text, node.start) + INDENT
    )
    member = f"\n{indent}{json.dumps(first)}: {_json(_nested(rest, value), indent)}"
    if node.members:
        return text[: node.start + 1] + member + "," + text[node.start + 1 :]
    between = text[node.start + 1 : node.stop - 1]
    end = between if between.strip() else f"\n{_indent(text, node.start)}"
    return text[: node.start + 1] + member + end + text[node.stop - 1 :]


def _indent(text: str, at: int) -> str:
    """The blanks that the line begins with; where more stands before the place, those of that line all the same."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip())]


def _json(value: Any, indent: str = "") -> str:
    return json.dumps(value, indent=len(INDENT), ensure_ascii=False).replace("\n", f"\n{indent}")


# ------------------------------------------------------------ TOML


def _in_toml(text: str, under: Sequence[str], entry: Mapping[str, Any]) -> str:
    try:
        before = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"it is no TOML ({error})") from error
    if _at(before, [*under, NAME]) == entry:
        return text
    kept = _without_tables(text, ".".join([*under, NAME]))
    table = _toml(".".join([*under, NAME]), entry)
    done = f"{kept.rstrip()}\n\n{table}" if kept.strip() else table
    try:
        after = tomllib.loads(done)
    except tomllib.TOMLDecodeError as error:
        raise BadInput("what it says of zeph stands in another form: take it out, or change it by hand") from error
    _same_but(before, after, [*under, NAME], entry)
    return done


def _without_tables(text: str, name: str) -> str:
    """The lines without this table and those below it."""
    kept, ours = [], False
    for line in text.splitlines(keepends=True):
        if header := re.match(r"\s*\[\[?([^]]*)\]", line):
            title = re.sub(r"\s|\"|'", "", header[1])
            ours = title == name or title.startswith(f"{name}.")
        if not ours:
            kept.append(line)
    return "".join(kept)


def _toml(name: str, entry: Mapping[str, Any]) -> str:
    tables = {key: value for key, value in entry.items() if isinstance(value, dict)}
    lines = [f"[{name}]", *(f"{key} = {_toml_value(value)}" for key, value in entry.items() if key not in tables)]
    return "\n".join(lines) + "\n" + "".join("\n" + _toml(f"{name}.{key}", table) for key, table in tables.items())


def _toml_value(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_toml_value, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


# ------------------------------------------------------------ YAML, by lines


def _in_yaml(text: str, under: Sequence[str], entry: Mapping[str, Any]) -> str:
    """A mapping in block style, as its client writes it; anything else is left to the person."""
    (key,) = under
    lines = text.splitlines()
    at = next((i for i, line in enumerate(lines) if re.match(rf"{key}\s*:", line)), None)
    if at is None:
        head = [*lines, *([""] if lines and lines[-1].strip() else []), f"{key}:"]
        return "\n".join([*head, *_yaml(entry, INDENT)]) + "\n"
    opening = re.sub(r"\s+#.*$", "", lines[at]).rstrip()
    if not re.fullmatch(rf"{key}\s*:(\s*\{{\s*\}})?", opening):
        raise BadInput(f"{key} stands there in a form that is not changed by a program")
    lines[at] = re.sub(r":\s*\{\s*\}", ":", lines[at], count=1)
    end = next((i for i in range(at + 1, len(lines)) if re.match(r"[^\s#]", lines[i])), len(lines))
    indent = next((m[1] for line in lines[at + 1 : end] if (m := re.match(r"(\s+)[^\s#]", line))), INDENT)
    begin = next((i for i in range(at + 1, end) if re.match(rf"{indent}[\"']?{NAME}[\"']?\s*:", lines[i])), None)
    if begin is None:
        return "\n".join([*lines[: at + 1], *_yaml(entry, indent), *lines[at + 1 :]]) + "\n"
    over = next((i for i in range(begin + 1, end) if re.match(rf"{indent}\S", lines[i])), end)
    while over > begin + 1 and not lines[over - 1].strip():
        over -= 1
    done = "\n".join([*lines[:begin], *_yaml(entry, indent), *lines[over:]]) + "\n"
    return text if done.rstrip() == text.rstrip() else done


def _yaml(entry: Mapping[str, Any], indent: str) -> list[str]:
    """JSON's texts and lists are YAML's too (https://yaml.org/spec/1.2.2/#chapter-1-introduction-to-yaml)."""
    return [
        f"{indent}{NAME}:",
        *(f"{indent}{INDENT}{k}: {json.dumps(v, ensure_ascii=False)}" for k, v in entry.items()),
    ]


# ------------------------------------------------------------ held against what was there


def _nested(path: Sequence[str], value: Any) -> Any:
    return {path[0]: _nested(path[1:], value)} if path else value


def _at(value: Any, path: Sequence[str]) -> Any:
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _same_but(before: Any, after: Any, path: Sequence[str], entry: Mapping[str, Any]) -> None:
    """Raises BadInput unless ``after`` is ``before`` with the entry at the path."""
    first, *rest = path
    if not isinstance(before, dict) or not isinstance(after, dict):
        raise BadInput(f"{first} cannot be put into what is no table")
    inside = before.get(first, {})
    others = {k: v for k, v in before.items() if k != first} == {k: v for k, v in after.items() if k != first}
    if not others or (not rest and after.get(first) != entry):
        raise BadInput("more than the entry would change")
    if rest:
        _same_but(inside, after.get(first), rest, entry)
