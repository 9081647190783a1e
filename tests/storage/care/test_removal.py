"""A forgotten conversation is gone, to the last byte, and nothing else is."""

from pathlib import Path

import pytest

from tests.storage.graph_rows import LONG_AGO, SPACE, Graph, database_health
from zeph.records.forgetting import Target
from zeph.storage.care.removal import forget
from zeph.storage.care.scrubbing import scrub

NOW = "2025-01-01 00:00:00"


class Talk(Graph):
    """Two conversations: ``self.conversation`` is the one that messages go to."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        for pragma in ("foreign_keys = ON", "secure_delete = ON", "journal_mode = WAL"):
            self.conn.commit()
            self.conn.execute(f"PRAGMA {pragma}")
        self.kept = self.conversation
        self.doomed = self._add("conversations", space_id=SPACE, external_id="d", kind="chat", created_at=LONG_AGO,
                                updated_at=LONG_AGO)  # fmt: skip

    def say(self, conversation: int, text: str, edges: tuple[int, ...] = (), entities: tuple[int, ...] = ()) -> int:
        self.conversation = conversation
        message = self.message(text)
        self.conn.executemany("INSERT INTO graph_edge_mentions VALUES (?, ?)", [(e, message) for e in edges])
        self.conn.executemany("INSERT INTO graph_entity_mentions VALUES (?, ?)", [(e, message) for e in entities])
        return message

    def forget(self) -> dict[str, int]:
        counts = dict(forget(self.conn, SPACE, Target(conversations=(self.doomed,)), NOW).rows)
        self.conn.commit()
        assert self.conn.execute("PRAGMA foreign_key_check").fetchall() == []
        assert database_health(self.conn, thorough=True) == []
        self.conn.commit()
        return counts

    def ids(self, table: str) -> set[int]:
        return {row[0] for row in self.conn.execute(f"SELECT id FROM {table}")}

    def supersede(self, old: int, new: int, version: bool = True) -> None:
        if version:
            self.version(old, known_from=LONG_AGO, known_until=LONG_AGO, valid_until=None)
        self.conn.execute(
            """UPDATE graph_edges SET expired_at = :at, expired_reason = 'superseded', valid_until = :at,
               superseded_by = :new, live = 0 WHERE id = :old""",
            {"at": LONG_AGO, "old": old, "new": new},
        )
        self.conn.execute("UPDATE graph_edges SET supersedes_id = ? WHERE id = ?", (old, new))

    def state(self, edge: int) -> tuple[object, ...]:
        sql = "SELECT expired_at, valid_until, superseded_by, live FROM graph_edges WHERE id = ?"
        row: tuple[object, ...] = self.conn.execute(sql, (edge,)).fetchone()
        return row


@pytest.fixture
def talk(tmp_path: Path) -> Talk:
    return Talk(tmp_path / "zeph.db")


def test_only_what_has_no_other_source_goes(talk: Talk) -> None:
    anna, vim, rust, go = (talk.entity(n) for n in ("Anna", "Vim", "Rust", "Go"))
    shared, private = talk.edge(anna, "uses", vim), talk.edge(anna, "uses", rust)
    by_hand = talk.edge(anna, "likes", go, origin="person")
    kept = talk.say(talk.kept, "I use Vim", (shared,), (anna, vim))
    talk.say(talk.doomed, "I use Vim and Rust, and like Go", (shared, private, by_hand), (anna, vim, rust, go))
    counts = talk.forget()
    assert talk.ids("graph_edges") == {shared, by_hand}
    assert talk.ids("graph_entities") == {anna, vim, go}
    assert talk.ids("messages") == {kept}
    assert talk.ids("conversations") == {talk.kept}
    assert counts == {
        "messages": 1, "conversations": 1, "graph_edges": 1, "graph_edge_mentions": 3,
        "graph_entities": 1, "graph_entity_mentions": 4, "graph_entity_stats": 2,
    }  # fmt: skip


def test_no_such_conversation(talk: Talk) -> None:
    assert not forget(talk.conn, SPACE, Target(conversations=(4711,)), NOW)


def test_everything_around_the_messages_goes(talk: Talk) -> None:
    anna, rust = talk.entity("Anna"), talk.entity("Rust")
    edge = talk.edge(anna, "uses", rust)
    talk.version(edge, known_from=LONG_AGO, known_until=NOW, valid_until=None)
    message = talk.say(talk.doomed, "I use Rust", (edge,), (anna, rust))
    run = talk.conn.execute
    run("INSERT INTO leases VALUES (?, 'me', 1, ?)", (talk.doomed, NOW))
    run("INSERT INTO graph_ledger VALUES (NULL, ?, 'local', 0, 0, 0, 0.0, 1, 0, 0, ?)", (message, NOW))
    run("INSERT INTO graph_relations VALUES (1, 'employs', 'uses', ?, ?)", (message, NOW))
    episode = talk._add("graph_episodes", space_id=SPACE, conversation_id=talk.doomed, created_at=NOW)
    run("INSERT INTO graph_episode_entities VALUES (?, ?)", (episode, anna))
    group = talk._add("graph_communities", space_id=SPACE, name="Anna and Rust", summary="Anna uses Rust.",
                      fingerprint="x", created_at=NOW, updated_at=NOW)  # fmt: skip
    run("INSERT INTO graph_community_members VALUES (?, ?)", (anna, group))
    revision = talk._add("graph_revisions", space_id=SPACE, kind="review", reason="Anna uses Rust?", origin="local",
                         message_id=message, created_at=NOW)  # fmt: skip
    run("INSERT INTO graph_revision_items VALUES (NULL, ?, 'edge', ?, '{}')", (revision, edge))
    run("INSERT INTO embedding_models VALUES (1, 'm', 4)")
    run("CREATE VIRTUAL TABLE vec_edge_1 USING vec0(vector int8[4] distance_metric=cosine)")
    run("INSERT INTO vec_edge_1 (rowid, vector) VALUES (?, vec_int8(x'01020304'))", (edge,))
    for kind, item in (("message", message), ("edge", edge), ("entity", anna), ("community", group)):
        run("INSERT INTO embeddings VALUES (NULL, ?, 1, ?, x'00', 1.0, x'01020304', 1)", (kind, item))
    assert talk.forget()["embeddings"] == 4
    for table in ("graph_edge_versions", "leases", "graph_ledger", "graph_relations", "graph_episodes",
                  "graph_episode_entities", "graph_communities", "graph_community_members", "graph_revisions",
                  "graph_revision_items", "embeddings", "vec_edge_1", "graph_entities"):  # fmt: skip
        assert run(f"SELECT count(*) FROM {table}").fetchone()[0] == 0, table


def test_revisions_of_others_lose_the_quotation(talk: Talk) -> None:
    anna, vim, rust = (talk.entity(n) for n in ("Anna", "Vim", "Rust"))
    stays, goes = talk.edge(anna, "uses", vim), talk.edge(anna, "uses", rust)
    talk.say(talk.kept, "Vim", (stays,), (anna, vim))
    talk.say(talk.doomed, "Rust", (goes,), (anna, rust))
    both, one = (
        talk._add("graph_revisions", space_id=SPACE, kind="review", reason="Rust?", origin="person", created_at=NOW)
        for _ in range(2)
    )
    for revision, edge in ((both, stays), (both, goes), (one, goes)):
        talk.conn.execute("INSERT INTO graph_revision_items VALUES (NULL, ?, 'edge', ?, '')", (revision, edge))
    talk.forget()
    assert talk.conn.execute("SELECT id, reason FROM graph_revisions").fetchall() == [(both, "")]
    assert talk.conn.execute("SELECT item_id FROM graph_revision_items").fetchall() == [(stays,)]


@pytest.mark.parametrize("version", [True, False])
def test_a_fact_that_only_a_forgotten_one_replaced_is_current_again(talk: Talk, version: bool) -> None:
    anna, vim, emacs = (talk.entity(n) for n in ("Anna", "Vim", "Emacs"))
    old, new = talk.edge(anna, "uses", vim), talk.edge(anna, "uses", emacs)
    talk.say(talk.kept, "Vim", (old,), (anna, vim))
    talk.say(talk.doomed, "Emacs now", (new,), (anna, emacs))
    talk.supersede(old, new, version)
    assert talk.forget()["reopened"] == 1
    assert talk.state(old) == (None, None, None, 1)
    assert talk.ids("graph_edge_versions") == set()
    degree = "SELECT degree FROM graph_entity_stats WHERE entity_id = ? AND edge_type = ''"
    assert talk.conn.execute(degree, (vim,)).fetchone() == (1,)


def test_the_chain_closes_over_a_forgotten_link(talk: Talk) -> None:
    anna, vim, emacs, helix = (talk.entity(n) for n in ("Anna", "Vim", "Emacs", "Helix"))
    old, gone = talk.edge(anna, "uses", vim), talk.edge(anna, "uses", emacs)
    last = talk.edge(anna, "uses", helix, valid_from=NOW)
    talk.say(talk.kept, "Vim, later Helix", (old, last), (anna, vim, helix))
    talk.say(talk.doomed, "Emacs", (gone,), (anna, emacs))
    talk.supersede(old, gone)
    talk.supersede(gone, last)
    talk.forget()
    assert talk.state(old) == (LONG_AGO, NOW, last, 0)
    assert talk.conn.execute("SELECT supersedes_id FROM graph_edges WHERE id = ?", (last,)).fetchone() == (old,)


def test_no_second_open_edge_of_one_fact(talk: Talk) -> None:
    anna, vim, emacs = (talk.entity(n) for n in ("Anna", "Vim", "Emacs"))
    old, new = talk.edge(anna, "uses", vim), talk.edge(anna, "uses", emacs)
    talk.supersede(old, new)
    again = talk.edge(anna, "uses", vim)
    talk.say(talk.kept, "Vim, again", (old, again), (anna, vim))
    talk.say(talk.doomed, "Emacs", (new,), (anna, emacs))
    talk.forget()
    assert talk.state(old) == (LONG_AGO, LONG_AGO, again, 0)


def test_aliases_stay_where_another_message_says_them(talk: Talk) -> None:
    tool = talk.entity("Neovim")
    talk.say(talk.kept, "my Nvim", (), (tool,))
    message = talk.say(talk.doomed, "Neovim, nvim or neo", (), (tool,))
    for alias in ("Neovim", "nvim", "neo"):
        talk._add("graph_entity_aliases", space_id=SPACE, entity_id=tool, alias=alias, alias_name=alias.lower(),
                  entity_type="tool", message_id=message, created_at=NOW)  # fmt: skip
    talk.conn.execute("UPDATE graph_entities SET alias_text = 'nvim neo'")
    talk.forget()
    assert {r[0] for r in talk.conn.execute("SELECT alias FROM graph_entity_aliases")} == {"Neovim", "nvim"}
    assert talk.conn.execute("SELECT alias_text FROM graph_entities").fetchone() == ("nvim",)


def test_the_bytes_are_gone(talk: Talk) -> None:
    user = talk.entity("User", summary="loves quixotryzzle")
    talk.say(talk.kept, "hello there", (), (user,))
    for n in range(300):
        thing = talk.entity(f"Quixotryzzle{n}", summary="a quixotryzzle thing")
        edge = talk.edge(user, f"quixotryzzles_{n}", thing)
        talk.say(talk.doomed, f"my quixotryzzle {n} is here " * 9, (edge,), (user, thing))
        other = talk.entity(f"Other{n}")
        talk.say(talk.kept, f"something else {n} " * 5, (talk.edge(user, "has", other),), (user, other))
    talk.conn.commit()
    assert b"quixotryzzl" in on_disk(talk).lower()
    talk.forget()
    talk.conn.isolation_level = None
    assert scrub(talk.conn)
    assert b"quixotryzzl" not in on_disk(talk).lower()
    assert b"something else 299" in on_disk(talk)


def on_disk(talk: Talk) -> bytes:
    files = (talk.path, talk.path.with_name(talk.path.name + "-wal"))
    return b"".join(file.read_bytes() for file in files if file.exists())
