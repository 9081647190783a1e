"""The candidates that stand on words which are to be forgotten, and on nothing else.

In: the store, cuts. Out: ids of facts below what is shown: "User's bill is £285" of "the vet rang, *and the bill is
£285*", which nobody named by its own words, and nobody would know to be left.
"""

from collections.abc import Iterable

from zeph.records.edge import CANDIDATE_BELOW
from zeph.records.forgetting import Cut
from zeph.storage.ports import Store

MOST_CLAIMS = 200
"""Of one message that are looked at."""


async def standing_on(store: Store, space_id: int, cuts: Iterable[Cut]) -> list[int]:
    """Those of which every message loses all the words that say them."""
    by_message: dict[int, list[Cut]] = {}
    for cut in cuts:
        by_message.setdefault(cut.message_id, []).append(cut)
    gone: dict[int, set[int]] = {}
    """Of each message the facts that none of its words says any more."""
    for number, own in by_message.items():
        gone[number], stays = set(), set[int]()
        for claim in await store.graph.claims(space_id, number, MOST_CLAIMS):
            told = {fact for fact, _ in claim.facts}
            covered = any(cut.start <= claim.span[0] and claim.span[1] <= cut.stop for cut in own)
            (gone[number] if covered and claim.kind != "end" else stays).update(told)
        gone[number] -= stays
    known = await store.read(lambda reader: reader.picture.facts(sorted(set().union(*gone.values()))))
    return [
        fact.id for fact in known
        if fact.confidence < CANDIDATE_BELOW and all(fact.id in gone.get(source, ()) for source in fact.sources)
    ]  # fmt: skip
