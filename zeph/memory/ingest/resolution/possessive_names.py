"""Things known by whose they are: "my dog is called Biscuit", then "my dog loves carrots".

In: a name such as ``User's dog``, and the rows as they now are. Out: the one entity that a current fact names so; None
where there is none, or several ("my sister" with two sisters). Decided anew each time, so that no name is kept that a
second dog would make wrong.
"""

import re
from collections.abc import Iterator

from zeph.memory.language.names import canonical_name
from zeph.memory.language.possessives import NAMING_VERBS, naming, plain_name
from zeph.memory.language.roles import one_role, other_words
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.message import Message
from zeph.records.view import View
from zeph.storage.ports import Reader, TextQuery

_WORD = re.compile(r"\w+")
MOST = 20


def named_as(name: str, reader: Reader, message: Message) -> int | None:
    """The id of the entity that ``name`` means by the facts."""
    plain = name.replace("’", "'")
    said = [" ".join(_WORD.findall(name)) for name in (plain, *other_words(plain))]
    query = TextQuery(tuple(f"{words} {verb}" for words in said for verb in NAMING_VERBS))
    view = View(message.space_id, message.sent_at, as_of=message.sent_at)  # "my wife" of then, in what is read late
    hits = [i for i, _ in reader.search.edges(view, query, MOST)]
    found = set(_called(plain, reader.edges.by_id(list(dict.fromkeys(hits)), view)))
    return found.pop() if len(found) == 1 else None


def _called(name: str, edges: list[Edge]) -> Iterator[int]:
    for edge in edges:
        owned, called = map(canonical_name, naming(edge.fact))
        if called and one_role(owned) == canonical_name(name) and edge.confidence >= CANDIDATE_BELOW:
            if called == canonical_name(plain_name(edge.target)):
                yield edge.target_id
            elif called == canonical_name(plain_name(edge.source)):
                yield edge.source_id
