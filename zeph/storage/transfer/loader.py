"""Rows into a space.

In: a connection inside a write transaction, rows of a file that may hold anything. Out: counts of what was new.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from zeph.clock import parse_moment, to_moment
from zeph.errors import BadInput
from zeph.records.message import GraphState, NewMessage
from zeph.safety.injection import injection_flags, is_planted
from zeph.safety.name_shape import UNSAID_RELATION, is_about, is_name, speaker_name
from zeph.safety.text import clean_text, one_line
from zeph.storage.engine.driver import Connection, driver
from zeph.storage.messages.message_rows import content_hash, indexed_text
from zeph.storage.ports import ROW_KINDS, OnBadRow
from zeph.storage.transfer.json_columns import check_json
from zeph.storage.transfer.row_kinds import BY_KIND, Part, Row, columns_of, hidden
from zeph.storage.transfer.strange_rows import as_strange, vouch_for

TIMES = ("valid_from", "valid_until", "known_from", "known_until")
_NAMES = {
    "entity": ("name", "canonical_name"), "alias": ("alias", "alias_name"), "claim": ("subject", "object", "old"),
    "relation": ("relation", "canonical"),
}  # fmt: skip
"""Columns that hold a name, or what it is compared by: what is none is not read."""
_RELATIONS = {
    "fact": ("relation", "canonical_relation"), "version": ("relation", "canonical_relation"), "claim": ("relation",),
}  # fmt: skip
MAY_BE_EMPTY = ("graph_due_at", "known_from")
"""Times that nothing was known of."""
LONGEST_TEXT = 1_000_000
"""Characters of a column."""
LONGEST_KEY = 60
_IMAGES = {"edge": "fact", "entity": "entity", "alias": "alias"}
_LINKED = {
    "graph_edge_mentions": ("fact", "message"),
    "graph_entity_mentions": ("entity", "message"),
    "graph_episode_entities": ("entity", "episode"),
}


class Loader:
    """Rows of one file into one space; batches may each have a transaction of their own."""

    def __init__(self, space_id: int, *, vouched: bool) -> None:
        """``vouched``: the person says that it is theirs, or of somebody whom they trust."""
        self._vouched = vouched
        self.added: Counter[str] = Counter()
        self._space_id = space_id
        self._ids: dict[str, dict[int, int]] = {kind: {} for kind in ROW_KINDS}
        self._new: dict[str, set[int]] = {kind: set() for kind in ROW_KINDS}
        self._seen: dict[str, Counter[tuple[Any, ...]]] = {kind: Counter() for kind in ROW_KINDS}
        self._later: list[tuple[str, int, str, int]] = []
        self._types: dict[str, list[tuple[str, str, bool]]] = {}

    def load(self, conn: Connection, rows: Sequence[tuple[int, str, Row]], on_bad_row: OnBadRow) -> None:
        """Line number, kind and row; a row that cannot be used is told and left out."""
        contradiction = driver().module.IntegrityError
        for number, kind, row in rows:
            conn.execute("SAVEPOINT row")
            try:
                self._row(conn, BY_KIND[kind], dict(row), partial(on_bad_row, number))
            except BadInput as error:
                conn.execute("ROLLBACK TO row")
                on_bad_row(number, str(error))
            except contradiction as error:
                conn.execute("ROLLBACK TO row")
                on_bad_row(number, f"no {kind} can be so ({error})")
            conn.execute("RELEASE row")

    def finish(self, conn: Connection) -> None:
        """Sets the references that pointed ahead."""
        for kind, item_id, column, old in self._later:
            new = self._ids[BY_KIND[kind].later[column]].get(old)
            if new is not None:
                conn.execute(f"UPDATE {BY_KIND[kind].table} SET {column} = ? WHERE id = ?", (new, item_id))
        self._later.clear()
        conn.execute(
            """INSERT INTO graph_metadata (space_id, key, value)
            SELECT :space, 'system_time', max(t) FROM (
                SELECT max(created_at) AS t FROM graph_edges WHERE space_id = :space
                UNION ALL SELECT max(expired_at) FROM graph_edges WHERE space_id = :space
                UNION ALL SELECT max(created_at) FROM graph_revisions WHERE space_id = :space)
            WHERE true GROUP BY 1 HAVING max(t) IS NOT NULL
            ON CONFLICT (space_id, key) DO UPDATE SET value = max(value, excluded.value)""",
            {"space": self._space_id},
        )

    # ------------------------------------------------------------ one row

    def _row(self, conn: Connection, part: Part, row: Row, tell: Callable[[str], None]) -> None:
        linked = {name: self._others(part, name, row.pop(name, [])) for name in part.links}
        images = row.pop("items", []) if part.kind == "revision" else []
        old = self._number(part, row)
        values = self._checked(conn, part, row)
        for column, kind in part.refs.items():
            values[column] = self._ref(part, column, kind, values.get(column))
        ahead = {column: values.pop(column) for column in part.later if values.get(column) is not None}
        self._judge(conn, part, values, tell)
        if part.kind == "similar" and values["entity_id"] > values["similar_id"]:
            values |= {"entity_id": values["similar_id"], "similar_id": values["entity_id"]}
        found = self._find(conn, part, values)
        if found is None:
            found = self._insert(conn, part, old, values)
            self._images(conn, found, images)
            if part.numbered:
                self._new[part.kind].add(found)
                self._later += [(part.kind, found, column, there) for column, there in ahead.items()]
            self.added[part.kind] += 1
        elif self._vouched:
            vouch_for(conn, part, found, values)
        if old is not None:
            self._ids[part.kind][old] = found
        for name, others in linked.items():
            table, own, other, _ = part.links[name]
            conn.executemany(
                f"INSERT OR IGNORE INTO {table} ({own}, {other}) VALUES (?, ?)", [(found, o) for o in others]
            )

    def _judge(self, conn: Connection, part: Part, values: Row, tell: Callable[[str], None]) -> None:
        if not self._vouched:
            as_strange(part, values)
        if part.kind == "message":
            _derive(values, tell)
        else:
            _refuse_planted(part, values, tell)
        if part.kind == "fact":
            _tell_of_its_ends(conn, values, tell)

    @staticmethod
    def _number(part: Part, row: Row) -> int | None:
        if not part.numbered:
            return None
        return _id("id", row.pop("id", None))

    def _checked(self, conn: Connection, part: Part, row: Row) -> Row:
        known = self._types.setdefault(part.table, columns_of(conn, part.table))
        unseen = {"id", *hidden(part)} if part.numbered else set(hidden(part))
        types = {name: (kind, empty) for name, kind, empty in known if name not in unseen}
        unknown = sorted(row.keys() - types.keys())
        if unknown:
            raise BadInput(f"{one_line(unknown[0])[:LONGEST_KEY]} is no part of “{part.kind}”")
        missing = [name for name in part.key if name not in row and name not in part.refs]
        if missing:
            raise BadInput(f"{missing[0]} is missing")
        return {name: _value(name, *types[name], value) for name, value in row.items()} | {
            name: None for name in types if name in part.refs and name not in row
        }

    def _ref(self, part: Part, column: str, kind: str, old: Any) -> int | None:
        if old is None:
            return None
        new = self._ids[kind].get(_id(column, old))
        if new is None:
            raise BadInput(f"{column} names {kind} {old}, which is not in the file before it")
        return new

    def _others(self, part: Part, name: str, old: Any) -> list[int]:
        if not isinstance(old, list):
            raise BadInput(f"{name} must be a list of ids")
        kind = part.links[name][3]
        return [self._ids[kind][_id(name, o)] for o in old if _id(name, o) in self._ids[kind]]

    # ------------------------------------------------------------ known already, or new

    def _find(self, conn: Connection, part: Part, values: Row) -> int | None:
        key = tuple(values.get(name) for name in part.key)
        before = self._seen[part.kind][key]
        self._seen[part.kind][key] += 1
        if self._all_new(part, values):
            return None
        space = "space_id = :space AND " if self._has_space(part) else ""
        column = "id" if part.numbered else "1"
        where = " AND ".join(f"{name} IS :{name}" for name in part.key)
        row = conn.execute(
            f"SELECT {column} FROM {part.table} WHERE {space}{where} ORDER BY 1 LIMIT 1 OFFSET :before",
            {**{n: values.get(n) for n in part.key}, "space": self._space_id, "before": before if part.repeats else 0},
        ).fetchone()
        if row is None and part.kind == "fact":
            return self._same_fact(conn, values)
        if row is None and part.kind == "entity":
            return self._named(conn, values)
        return row[0] if row else None

    def _all_new(self, part: Part, values: Row) -> bool:
        """A row of something that this import made itself cannot be there yet."""
        parent = next(((c, k) for c, k in part.refs.items() if k in ("entity", "fact")), None)
        return part.repeats and parent is not None and values[parent[0]] in self._new[parent[1]]

    def _same_fact(self, conn: Connection, values: Row) -> int | None:
        """The same fact, learned here at another time: it stands once."""
        if values.get("expired_at") or values.get("valid_until"):
            return None
        row = conn.execute(
            """SELECT id FROM graph_edges WHERE space_id = :space AND source_entity_id = :source_entity_id
            AND canonical_relation = :canonical_relation AND target_entity_id = :target_entity_id
            AND expired_at IS NULL AND valid_until IS NULL""",
            {**values, "space": self._space_id},
        ).fetchone()
        return row[0] if row else None

    def _named(self, conn: Connection, values: Row) -> int | None:
        """What is known here under that name as another's alias."""
        row = conn.execute(
            """SELECT entity_id FROM graph_entity_aliases WHERE space_id = :space AND alias_name = :canonical_name
            AND entity_type = :entity_type""",
            {**values, "space": self._space_id},
        ).fetchone()
        return row[0] if row else None

    def _has_space(self, part: Part) -> bool:
        return any(name == "space_id" for name, _, _ in self._types[part.table])

    def _insert(self, conn: Connection, part: Part, old: int | None, values: Row) -> int:
        if self._has_space(part):
            values = {"space_id": self._space_id, **values}
        if old is not None and self._free(conn, part, old):
            values = {"id": old, **values}
        names = ", ".join(values)
        marks = ", ".join(f":{name}" for name in values)
        cursor = conn.execute(f"INSERT INTO {part.table} ({names}) VALUES ({marks})", values)
        return int(cursor.lastrowid or 0) if part.numbered else 0

    @staticmethod
    def _free(conn: Connection, part: Part, number: int) -> bool:
        """Ids are never given twice: only one above all that were ever given is free."""
        row = conn.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (part.table,)).fetchone()
        return row is None or number > row[0]

    # ------------------------------------------------------------ before-images

    def _images(self, conn: Connection, revision_id: int, images: Any) -> None:
        if not isinstance(images, list):
            raise BadInput("items must be a list")
        for number, image in enumerate(images):
            try:
                kind, item_id, mapped = self._image(conn, image)
            except BadInput as error:
                raise BadInput(f"items[{number}]: {error}") from error
            conn.execute(
                "INSERT INTO graph_revision_items (revision_id, item_kind, item_id, before) VALUES (?, ?, ?, ?)",
                (revision_id, kind, item_id, json.dumps(mapped) if mapped else ""),
            )

    def _image(self, conn: Connection, image: Any) -> tuple[str, int, Row | None]:
        """(kind, id, what was before) as this memory numbers things; its columns are what undoing will write."""
        if not isinstance(image, dict) or not image.keys() >= {"kind", "id", "before"}:
            raise BadInput("an item needs kind, id and before")
        kind, old, before = image["kind"], _id("id", image["id"]), image["before"]
        if not isinstance(kind, str) or kind not in (*_IMAGES, "mention"):
            raise BadInput(f"kind must be one of {', '.join((*_IMAGES, 'mention'))}")
        if before is not None and not isinstance(before, dict):
            raise BadInput("before must be an object")
        if kind == "mention":
            return kind, *self._mention(before or {}, old)
        part = BY_KIND[_IMAGES[kind]]
        if before is None:
            return kind, self._moved(part.kind, old), None
        row = self._checked(conn, part, {name: v for name, v in before.items() if name not in ("id", "space_id")})
        _refuse_planted(part, row, lambda _: None)
        row = dict.fromkeys(before) | row | {"id": _id("id", before.get("id", old)), "space_id": self._space_id}
        for column, other in {**part.refs, **part.later, "id": part.kind}.items():
            if row.get(column) is not None:
                row[column] = self._moved(other, _id(column, row[column]))
        if kind == "edge" and not row.keys() >= {"expired_at", "valid_until", "superseded_by"}:
            raise BadInput("before lacks the end of its fact")
        return kind, self._moved(part.kind, old), row

    def _mention(self, before: Row, item_id: int) -> tuple[int, Row]:
        table = before.get("table")
        if not isinstance(table, str) or table not in _LINKED:
            raise BadInput(f"table must be one of {', '.join(_LINKED)}")
        one, other = _LINKED[table]
        moved = self._moved(other, _id("other", before.get("other")))
        return self._moved(one, item_id), {"table": table, "other": moved, "was": bool(before.get("was"))}

    def _moved(self, kind: str, old: int) -> int:
        """The new id; of a row that is gone in the file too, its old one, below zero where ids were given anew."""
        ids = self._ids[kind]
        if old in ids:
            return ids[old]
        return old if all(a == b for a, b in ids.items()) else -old


def _value(name: str, declared: str, may_be_empty: bool, value: Any) -> Any:
    """The value, checked against the column's type. Raises BadInput."""
    if value is None:
        if may_be_empty:
            return None
        raise BadInput(f"{name} is missing")
    if declared != "TEXT":
        if not isinstance(value, (int, float) if declared == "REAL" else int) or abs(value) >= 2**62:
            raise BadInput(f"{name} must be a number")
        return value
    if not isinstance(value, str):
        raise BadInput(f"{name} must be a text")
    if len(value) > LONGEST_TEXT:
        raise BadInput(f"{name} is longer than {LONGEST_TEXT} characters")
    if value:
        check_json(name, value)
    if (value or name not in MAY_BE_EMPTY) and (name.endswith("_at") or name in TIMES):
        try:
            return to_moment(parse_moment(value))
        except (ValueError, OverflowError) as error:
            raise BadInput(f"{name} must be a time, 2024-05-08 13:56:00") from error
    return clean_text(value)


def _refuse_planted(part: Part, values: Row, tell: Callable[[str], None]) -> None:
    """What would carry an order to a model into a prompt. Raises BadInput; a conversation's title is left out, and of a
    fact whose relation is none it stays that there is one."""
    for name, value in values.items():
        if any(map(is_planted, _texts(value))):
            if name != "title":
                raise BadInput(f"{name} of this {part.kind} reads like an order to a model")
            values[name] = ""
        elif name in _NAMES.get(part.kind, ()) and not is_name(value):
            raise BadInput(f"{name} of this {part.kind} is a sentence, not a name")
        elif name in _RELATIONS.get(part.kind, ()) and not is_name(value):
            tell(f"{name} of this {part.kind} is a sentence, not a relation; taken as {UNSAID_RELATION}")
            values[name] = UNSAID_RELATION
        elif name == "qualifiers" and not all(map(is_name, _texts(value))):
            tell(f"qualifiers of this {part.kind} hold a sentence; left out")
            values[name] = ""


def _tell_of_its_ends(conn: Connection, values: Row, tell: Callable[[str], None]) -> None:
    """A fact's sentence has a word of what it is about, by any of its names; else it is put into plain words."""
    ends = values["source_entity_id"], values["target_entity_id"]
    sql = """SELECT name FROM graph_entities WHERE id IN (?, ?)
        UNION SELECT alias FROM graph_entity_aliases WHERE entity_id IN (?, ?)"""
    if is_about(values.get("fact") or "", [name for (name,) in conn.execute(sql, [*ends, *ends])]):
        return
    names = dict(conn.execute("SELECT id, name FROM graph_entities WHERE id IN (?, ?)", ends).fetchall())
    relation = str(values.get("canonical_relation", "")).replace("_", " ")
    values["fact"] = f"{names.get(ends[0], '')} {relation} {names.get(ends[1], '')}"
    values["indexed_text"] = values["fact"]
    tell(f"fact of this fact tells of neither end; taken as “{one_line(values['fact'])[:LONGEST_KEY]}”")


def _texts(value: Any) -> Iterator[str]:
    """The text of a field; of a JSON object its texts."""
    if isinstance(value, dict):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, str) and value.startswith("{"):
        try:
            yield from _texts(json.loads(value))
        except (ValueError, RecursionError):
            yield value
    elif isinstance(value, str) and value:
        yield value


def _id(name: str, value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 < value < 2**62:
        raise BadInput(f"{name} must be a whole number above 0")
    return value


def _derive(values: Row, tell: Callable[[str], None]) -> None:
    """What a message's other columns settle."""
    for name in ("role", "text", "sent_at"):
        if not isinstance(values.get(name), str):
            raise BadInput(f"{name} is missing")
    message = NewMessage(values["conversation_id"], values["role"], values["text"], values.get("speaker") or "")
    flags = {*injection_flags(message.text), *injection_flags(message.speaker)}
    if (speaker := speaker_name(message.speaker)) != message.speaker:
        tell(f"speaker of this message is a sentence, not a name; taken as {speaker}")
        message = replace(message, speaker=speaker)
        values["speaker"] = speaker
    values["injection_flags"] = ",".join(sorted(flags))
    if flags and values.get("graph_processed") != GraphState.DONE:
        values["graph_processed"] = GraphState.NEVER
    values["content_hash"] = content_hash(message, values["sent_at"])
    values["indexed_text"] = indexed_text(message, values["sent_at"])
