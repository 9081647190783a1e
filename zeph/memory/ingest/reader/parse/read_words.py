"""Sentences to tagged tokens with their times and known names: all that clauses are read from.

In: the sentences of messages. Out: per sentence a :class:`ParsedSentence`. What a small model gets wrong in short
messages is mended here, by ``tag_rules.toml`` and the names of the gazetteer, and nowhere else.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from zeph.memory.ingest.reader.parse.mending import mend_tags
from zeph.memory.ingest.reader.parse.tagging import Tagger
from zeph.memory.ingest.reader.text.chat_words import words_of
from zeph.memory.ingest.reader.text.left_out_marks import put_back, restore_capitals
from zeph.memory.ingest.reader.text.owners import mark_owners
from zeph.memory.ingest.reader.text.token import Token
from zeph.memory.language.gazetteer import Gazetteer, Known
from zeph.memory.language.names import PRONOUNS, canonical_name
from zeph.memory.language.sentence_split import Sentence, is_title
from zeph.memory.language.times.date_spans import WEEKDAYS
from zeph.memory.language.times.time_spans import TimeSpan, find_times

_FIRST_WORD = re.compile(r"(?<=\w)[^\w+#]")
_MAX_NAME = 60


@dataclass(slots=True)
class ParsedSentence:
    """One sentence, ready to be read."""

    sentence: Sentence
    tokens: list[Token]
    times: list[TimeSpan]


def parse(sentences: Sequence[Sentence], tagger: Tagger, gazetteer: Gazetteer) -> list[ParsedSentence]:
    """Every sentence tagged, in one batch."""
    made, typed = [], []
    for sentence in sentences:
        words = words_of(sentence.text, sentence.start)
        tokens, names = put_back(words, gazetteer, tagger.is_small, text=sentence.text, small=sentence.small)
        tokens = mark_owners(tokens, gazetteer, tagger.is_word)
        if sentence.small:
            restore_capitals(tokens, names, gazetteer)
        typed.append(tokens[0].form if tokens else "")
        if tokens:
            tokens[0].form = tokens[0].form[:1].upper() + tokens[0].form[1:]  # a capital helps the tagger
        made.append(ParsedSentence(sentence, tokens, find_times(sentence.text, sentence.start)))
    tagger.tag([one.tokens for one in made])
    for one, form in zip(made, typed, strict=True):
        if one.tokens:
            _unmark_first(one.tokens[0], form, tagger)
        _mark_times(one)
        _name_titles(one.tokens)
        _mark_known(one.tokens, gazetteer, tagger.is_word)
        mend_tags(one.tokens, tagger.is_word)
    return made


def _unmark_first(token: Token, form: str, tagger: Tagger) -> None:
    """Takes the lent capital back; the tagger may have seen a name where only the capital made one."""
    if token.form != form and token.named and tagger.is_word(form):
        token.tag = "NN"
    token.form = form


def _mark_times(parsed: ParsedSentence) -> None:
    parsed.times[:] = [time for time in parsed.times if not _is_sort(time, parsed.tokens)]
    for at, time in enumerate(parsed.times):
        for token in parsed.tokens:
            if time.span.start <= token.start < time.span.end:
                token.time = at


def _name_titles(tokens: list[Token]) -> None:
    """What stands in quotation marks and is called so is one name, whatever its words are."""
    marks = [at for at, token in enumerate(tokens) if token.form == '"']
    for first, last in reversed([*zip(marks[::2], marks[1::2], strict=False)]):
        title = tokens[first + 1 : last]
        name = "".join(token.form + " " * token.space for token in title).strip()
        if is_title(name):
            one = Token(name, title[0].start, title[-1].end, tokens[last].space, name.lower(), "NNP")
            tokens[first : last + 1] = [one]


def _is_sort(time: TimeSpan, tokens: list[Token]) -> bool:
    """Whether a day of the week tells which thing is meant, and not when: "the key for *tuesday* yoga"."""
    if time.text.casefold() not in WEEKDAYS:
        return False
    at = next((at for at, token in enumerate(tokens) if token.start == time.span.start), 0)
    of = at > 0 and tokens[at - 1].tag in ("IN", "TO")
    return of and at + 1 < len(tokens) and tokens[at + 1].tag in ("NN", "NNS")


def _mark_known(tokens: list[Token], gazetteer: Gazetteer, is_word: Callable[[str], bool]) -> None:
    at = 0
    while at < len(tokens):
        count, known = _known_at(tokens, at, gazetteer, is_word)
        for token in tokens[at : at + count]:
            token.known = known
        if known is None:
            tokens[at].everyday = _everyday(tokens[at], gazetteer)
            tokens[at].odd = tokens[at].tag == "NN" and tokens[at].form.islower() and not is_word(tokens[at].lower)
        tokens[at].known_start = known is not None
        at += count


def _known_at(
    tokens: list[Token], at: int, gazetteer: Gazetteer, is_word: Callable[[str], bool]
) -> tuple[int, Known | None]:
    if _FIRST_WORD.split(tokens[at].lower)[0] not in gazetteer.first_words or tokens[at].time >= 0:
        return 1, None
    for count in range(min(gazetteer.longest + 2, len(tokens) - at), 0, -1):
        part = tokens[at : at + count]
        text = "".join(token.form + " " * token.space for token in part).strip()
        known = gazetteer.lookup(canonical_name(text)) if len(text) < _MAX_NAME else None
        if known is not None and _is_that_name(text, known, tokens[at], is_word, first=at == 0):
            return count, known
    return 1, None


def _everyday(token: Token, gazetteer: Gazetteer) -> Known | None:
    known = gazetteer.lookup(canonical_name(token.form)) if token.lower in gazetteer.first_words else None
    return known if known and known.everyday and token.form.islower() and len(token.form) > 2 else None


def _is_that_name(text: str, known: Known, token: Token, is_word: Callable[[str], bool], *, first: bool) -> bool:
    """Whether these letters are that name and not the ordinary word: by capitals where it is both."""
    if text.lower() in PRONOUNS and not text.isupper():
        return False
    if text.islower() and (known.everyday or known.kind == "given_name"):
        return known.entity_type == "concept"
    if len(text) <= 2 and text.islower():
        return not is_word(text)  # "pg", not "go"
    return not (first and known.everyday and not token.named)
