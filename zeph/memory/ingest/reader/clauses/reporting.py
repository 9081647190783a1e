"""What one clause says of another: who reports it, on what condition it is so, whether it is only a story.

In: the clause that is being read, or all of a sentence. Out: the draft of the clause within; the clauses with what
holds of the whole sentence.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

from zeph.memory.ingest.reader.clauses.clause import Clause
from zeph.memory.ingest.reader.clauses.clause_draft import Draft, tells_a_story
from zeph.memory.ingest.reader.clauses.verb_groups import WORDS
from zeph.memory.ingest.reader.reader_tables import read_table
from zeph.memory.language.word_tables import by_word

_REPORTING = by_word(read_table("clauses/words.toml")["reporting"])


def reports(draft: Draft) -> bool:
    """Whether it tells what somebody says or thinks."""
    return told_as(draft) != ""


def told_as(draft: Draft) -> str:
    """What its verb, or the adjective that is said of somebody, makes of the clause within; empty where nothing."""
    if draft.group is None:
        return ""
    made = _REPORTING.get(draft.group.verb.split(" ")[0], "")
    said = draft.arguments[-1].mention.head or draft.arguments[-1].mention.name if draft.arguments else ""
    if draft.group.verb in WORDS["securing"] and said in WORDS["sure"]:
        return "wish"  # "they make sure we do it properly"
    if not made and draft.group.verb in WORDS["copulas"] and draft.arguments and draft.arguments[-1].adjective:
        made = "fact" if said in WORDS["sure"] else "maybe" if said in WORDS["worried"] else ""
    unsure = not draft.group.polarity and made not in ("", "wish") and draft.group.verb not in WORDS["true_if_not"]
    known = made == "fact" and draft.group.verb not in WORDS["copulas"]
    return "maybe" if unsure and not known else made


def following(draft: Draft, lead: str, *, embedded: bool) -> Draft:
    """The clause after this one, with what this one says of it: who reports it, on what condition."""
    after = Draft(lead=lead, inverted=draft.inverted and not lead)  # "can you help me *set up nginx*"
    if not embedded or draft.group is None:
        after.conditional = draft.conditional and lead in ("and", "or")
        denied = draft.group is not None and not draft.group.polarity and draft.adverbs.polarity
        after.denied = denied and lead in ("or", "nor")
        return after
    told = told_as(draft) == "fact"  # "remember I'm vegan"
    supposed = draft.group.bare and draft.subject is None and not told  # "imagine you live in Wales"
    after.conditional = supposed or draft.conditional
    made = told_as(draft) or "fact"
    denied = not draft.group.polarity and draft.group.verb in WORDS["true_if_not"]  # "can't believe I passed"
    if made == "fact" or supposed or denied:
        return after
    who = draft.subject
    if who is None or not who.kinds.isdisjoint(WORDS["knowing"]) or draft.group.verb in WORDS["copulas"]:
        after.modality = after.modality if made == "reported" else made  # type: ignore[assignment]
    else:
        after.modality, after.reported_by = "reported", who.mention.name
    return after


def guesses(draft: Draft, outer: Draft) -> bool:
    """ "My sister lives in Ghent *I think*": whether it says no more than how sure the last thing of the clause around
    it is; that is marked."""
    own = draft.subject is not None and "self" in draft.subject.kinds
    if draft.gap is None or not own or told_as(draft) != "maybe" or not outer.arguments:
        return False
    *said, last = outer.arguments[-1].listed
    last = replace(last, kinds=last.kinds | {"guess"})
    outer.arguments[-1] = replace(said[0], others=(*said[1:], last)) if said else last
    return True


def settled(done: Sequence[tuple[int, Clause]], within: Collection[int]) -> list[Clause]:
    """The clauses of a sentence in order, by their places. What an order or an "if" says reaches further than its own
    clause: to those within it (``within``), and to all."""
    clauses = sorted(done, key=lambda one: one[0])
    asked = bool(clauses) and clauses[0][1].request
    supposed = any(
        clause.conditional and (clause.lead in WORDS["supposing"] or tells_a_story(clause.arguments))
        for _, clause in clauses
    )
    return [
        replace(c, request=c.request or asked and at in within, conditional=c.conditional or supposed)
        for at, c in clauses
    ]  # fmt: skip
