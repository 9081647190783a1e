"""The words of a clause as a sentence about its subject has them: "is" for "'m", "lives" for "live", "their" for "my".

In: tokens and who the subject is. Out: :class:`Word` values, and sentences made of them.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import dropwhile

from zeph.memory.ingest.reader.clauses.clause import Clause, Word
from zeph.memory.ingest.reader.clauses.verb_groups import WORDS
from zeph.memory.ingest.reader.mentions.discourse import PRONOUNS
from zeph.memory.ingest.reader.mentions.phrase import Phrase
from zeph.memory.ingest.reader.reader_tables import read_table
from zeph.memory.ingest.reader.text.token import Token
from zeph.memory.language.morphology import forms_of, lemma_of_verb
from zeph.records.claim import Span

_QUOTES = ("``", "''")
_SEVERAL = ("CC", "NNS", "NNPS")
"""Behind these "their" would be somebody else's: "my husband and *our* dog"."""
_TABLE = read_table("clauses/wording.toml")
_PLAIN: dict[str, str] = _TABLE["plain"]
_SINGULAR: dict[str, str] = _TABLE["singular"]
_OWN: dict[str, str] = _TABLE["own"]
_OTHERS: dict[str, str] = _TABLE["others"]


def own_words(tokens: Sequence[Token], used: Sequence[int], subject: Collection[int], verb: int) -> list[Token]:
    """Of the tokens ``used`` those of the predicate: without the subject, what takes it up before the ``verb`` ("the
    boiler, *it*'s broken"), marks of quotation, and a comma first."""
    before = tokens[verb - 1] if verb else None
    again = verb - 1 if before is not None and before.tag == "PRP" and before.lower in PRONOUNS["it"] else -1
    said = (tokens[at] for at in used if at not in subject and at != again and tokens[at].tag not in _QUOTES)
    return list(dropwhile(lambda token: token.form == ",", said))


def worded(tokens: Sequence[Token], speaker: str, *, own: bool, singular: bool) -> tuple[Word, ...]:
    """The words of a predicate. ``own``: the speaker is the subject; ``singular``: a verb of one person follows."""
    made: list[Word] = []
    for at, token in enumerate(tokens):
        after = tokens[at + 1] if at + 1 < len(tokens) else None
        denies = after is not None and after.lower == "n't"
        theirs = own and not (token.tag == "PRP$" and any(before.tag in _SEVERAL for before in tokens[:at]))
        verb = token.verbal
        text = _verb(token, singular=singular, helps=denies) if verb else _pronoun(token, speaker, own=theirs)
        if token.lower == "n't":
            text = "not"
            if made and made[-1].text in ("ca", "wo"):
                made[-1] = Word(_PLAIN[made[-1].text], made[-1].span)
        if token.tag == "POS":
            text = token.form
        space = (
            token.space
            or after is not None
            and (after.lower in _PLAIN or after.start > token.end)
            and after.tag != "POS"
        )
        made.append(Word(text, Span(token.start, token.end), space, token.tag))
    return tuple(made)


def _verb(token: Token, *, singular: bool, helps: bool) -> str:
    lower = token.lower
    if singular and (token.tag != "VB" or helps) and lower in _SINGULAR:
        return _SINGULAR[lower]
    if singular and token.tag == "VBP":
        return forms_of(lemma_of_verb(lower)).third
    return _PLAIN.get(lower, token.form)


def _pronoun(token: Token, speaker: str, *, own: bool) -> str:
    word = token.lower
    if word in _OWN:
        return _OWN[word] if own else _OTHERS[word].replace("@", speaker)
    return _PLAIN.get(word, token.form)


def sentence(subject: str, words: Iterable[Word]) -> str:
    """The subject by name and its predicate."""
    text = "".join(word.text + " " * word.space for word in words).strip()
    for mark in (" ,", " .", " )", ",,"):
        text = text.replace(mark, mark[1])
    return f"{subject} {text.strip(' ,.;:!-–(').strip()}".strip()


def names_thing(label: Phrase, clause: Clause) -> bool:
    """ "Bin day: thursday", but neither "date: 3 May" nor "Sarah: thursday", nor "bike: saddle 74.5, stem 90mm"."""
    said = [argument for argument in clause.arguments if argument.role != "subject" and not argument.preposition]
    fields = [one for argument in said for one in argument.listed if " " in one.mention.name]
    if len(said) > 1 or sum(one.mention.name[-1].isdigit() for one in fields) > 1:
        return False
    return label.mention.head.lower() not in WORDS["no_label"] and "person" not in label.kinds


def is_participle(verb: Token) -> bool:
    """ "Raised", "written"; but "grew" is a past and nothing else."""
    return verb.tag in ("VBN", "VBD") and verb.lower in ("been", forms_of(lemma_of_verb(verb.lower)).participle)


def is_of_thing(clause: Clause) -> bool:
    return clause.subject is not None and is_thing(clause.subject)


def is_thing(phrase: Phrase) -> bool:
    """Nobody who is known to be somebody."""
    return phrase.kinds.isdisjoint(("self", "kin", "person_known", "hollow"))
