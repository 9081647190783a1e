"""Tags that short messages need because of what they leave out: articles, subjects, helping verbs.

In: tagged tokens, a place in them. Out: the tag that the word must have there; empty where nothing tells. The words
are in ``repairs.toml``.
"""

from collections.abc import Sequence

from zeph.memory.ingest.reader.lexicon.word_forms import verb_form
from zeph.memory.ingest.reader.reader_tables import read_table, word_sets
from zeph.memory.ingest.reader.text.token import Token

_WORDS = word_sets(read_table("parse/repairs.toml"))
_NOMINATIVE = frozenset("i we he she they you".split())


def opening_verb(tokens: Sequence[Token], at: int, _is_word: object) -> str:
    """ "*Wish* I had a boat", "*cancel* meeting friday", "*book* dentist tuesday"."""
    token, after = tokens[at], tokens[1] if len(tokens) > 1 else None
    if at or after is None or after.time >= 0 or verb_form(token.lower) != (token.lower, "VB"):
        return ""
    if after.lower in _NOMINATIVE and token.lower in _WORDS["hoping"]:
        return "VBP"
    told = any(t.tag in ("VBD", "VBZ", "VBP", "MD") and t.time < 0 for t in tokens[1:])
    ordered = token.noun and after.noun and after.lower not in _WORDS["named_by_doing"]
    return "VB" if ordered and token.lower in _WORDS["ordering"] and not told else ""


def no_verb(tokens: Sequence[Token], at: int, _is_word: object) -> str:
    """ "The invoices *repo*", "*frontend* in Svelte", "it runs on *go* 1.22", "partial to *sherry*": a thing."""
    token, before = tokens[at], tokens[at - 1] if at else None
    if token.tag not in ("VB", "VBP") or token.form != token.lower:
        return ""
    if before is None or before.lower in _WORDS["before_things"] or before.lower == "and" and _closes_list(tokens, at):
        return "NN" if before is not None or verb_form(token.lower) is None else ""
    if verb_form(token.lower) is not None or token.lower.startswith("'"):
        return ""
    partial = before.tag == "TO" and at > 1 and tokens[at - 2].tag == "JJ"
    return "NN" if partial or before.noun or before.tag in (",", "DT", "PRP$", "JJ") else ""


def no_adverb(tokens: Sequence[Token], at: int, _is_word: object) -> str:
    """ "We bank with *Nationwide*", "a *tattoo*", "a bad *back*"."""
    token, before = tokens[at], tokens[at - 1] if at else None
    ended = at + 1 == len(tokens) or tokens[at + 1].tag in ("IN", ".", ",", "CC", "VBZ", "VBD")
    if token.tag not in ("RB", "RBR") or before is None or not ended or token.lower in _WORDS["plain_adverbs"]:
        return ""
    if before.tag == "IN" and token.form.istitle():
        return "NNP"
    described = before.tag in ("JJ", "RB") and at > 1 and tokens[at - 2].tag in ("DT", "PRP$")
    return "NN" if described or before.lower in ("a", "an", "my", "our") else ""


def _closes_list(tokens: Sequence[Token], at: int) -> bool:
    listed = at > 2 and tokens[at - 2].tag == "NN" and tokens[at - 3].tag in ("DT", "PRP$")
    return listed and (at + 1 == len(tokens) or tokens[at + 1].tag in (".", ","))


def said_of(tokens: Sequence[Token], at: int, _is_word: object) -> str:
    """ "My hobby is *birdwatching*", "our daughter's *finished* primary"."""
    token = tokens[at]
    before = at - 1
    while before > 0 and tokens[before].tag.startswith("RB"):
        before -= 1
    if before < 1 or tokens[before].lower not in _WORDS["be"]:
        return ""
    if token.lower in _WORDS["always_adjectives"]:
        return "JJ"
    form = (verb_form(token.lower) or ("", ""))[1]
    if token.tag == "VBG" and tokens[before - 1].lower in _WORDS["named_by_activity"]:
        return "NN"
    finished = token.tag == "JJ" and form in ("VBD", "VBN") and token.lower in _WORDS["after_is"]
    return "VBN" if finished and tokens[before].lower == "'s" else ""
