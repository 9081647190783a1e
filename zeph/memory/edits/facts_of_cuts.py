"""The facts that stand on words which are to be forgotten, and on nothing else.

In: the store, cuts. Out: ids of facts, candidates among them, also of what is over: "User's bill is £285" of "the vet
rang, *and the bill is £285*", which nobody named by its own words, and nobody would know to be left.
"""

from collections.abc import Collection, Iterable

from zeph.records.claim_log import LoggedClaim
from zeph.records.edge import CANDIDATE_BELOW
from zeph.records.forgetting import Cut
from zeph.storage.ports import Store

MOST_CLAIMS = 200
"""Of one message that are looked at."""


async def standing_on(store: Store, space_id: int, cuts: Iterable[Cut], *, sure_too: bool) -> list[int]:
    """Those of which every message loses all the words that say them. ``sure_too``: facts as well, where none was meant
    by itself; else candidates alone, as a cut may take more words along than were meant."""
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
            (gone[number] if covered and (sure_too or claim.kind != "end") else stays).update(told)
        gone[number] -= stays
    known = await store.read(lambda reader: reader.picture.facts(sorted(set().union(*gone.values()))))
    meant = [fact for fact in known if sure_too or fact.confidence < CANDIDATE_BELOW]
    return [fact.id for fact in meant if all(fact.id in gone.get(source, ()) for source in fact.sources)]


def tells_others(cut: Cut, claims: Iterable[LoggedClaim], facts: Collection[int]) -> bool:
    """Whether the claims that stand on these words are of other facts alone."""
    told = {fact for c in claims if c.span[0] < cut.stop and c.span[1] > cut.start for fact, _ in c.facts}
    return bool(told) and told.isdisjoint(facts)
