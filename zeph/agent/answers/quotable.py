"""Messages in what can be quoted of them, each with its place in the message: sentences, and of a long one the clauses
of each thing that it speaks of.

In: a recalled message. Out: :class:`Quotable` values; a quotation of one with what belongs to it. Nothing is cut
within a word.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.said_clauses import things_in
from zeph.memory.language.asking_features import is_given_name
from zeph.memory.language.ends_told import sounds_over
from zeph.memory.language.sentence_split import MAX_TEXT, split_sentences
from zeph.memory.recall.query.vocabulary import STOP_WORDS, THIRD_PERSON, content_stems, words
from zeph.records.message import Message
from zeph.safety.text import one_line

LEAST = 25
"""Characters below which a sentence is quoted with its neighbour: "It's done!"."""
LONG = 90
"""Characters of a sentence from which its clauses may be quoted without the others."""
LEAST_PART = 16
"""Characters below which a part of a sentence is quoted with the next."""
QUOTED = 240
"""Characters of a quotation: a sentence that is shorter comes with what belongs to it."""
LONGEST = 400
"""Characters of a quotation of one long sentence."""
_OPENS_A_THING = frozenset(read_answers()["quoting"]["opens_a_thing"].split())


@dataclass(frozen=True, slots=True)
class Quotable:
    """A sentence of a message, or a part of one."""

    message: Message
    start: int
    end: int
    asks: bool = False
    opens: bool = False
    """It begins within a sentence, with a thing of its own."""

    @property
    def text(self) -> str:
        return one_line(self.message.text[self.start : self.end])

    def overlaps(self, span: tuple[int, int]) -> bool:
        """Whether some of these characters of the message stand in it."""
        return span[0] < self.end and self.start < max(span[1], span[0] + 1)


def quotables(message: Message) -> list[Quotable]:
    """Its sentences, in order; very short ones joined to the next, the last to the one before; what is told is joined
    to no question. A long one in parts."""
    return [part for one in _sentences(message) for part in _parts(one)]


def _parts(sentence: Quotable) -> list[Quotable]:
    """A long sentence, cut before each clause that opens with a thing of its own; what is very short goes with
    the next: "Ida is 9 and Rolf is 6"."""
    whole = sentence.asks or sentence.end - sentence.start <= LONG
    places = [] if whole else things_in(sentence.message.text, sentence.start, sentence.end)
    joined: list[Quotable] = []
    for start, end in ((place.start, place.end) for place in places):
        last = joined[-1] if joined else None
        if last is not None and last.end - last.start < LEAST_PART:
            joined[-1] = replace(last, end=end)
        else:
            joined.append(Quotable(sentence.message, start, end, opens=last is not None))
    return joined if len(joined) > 1 else [sentence]


def _sentences(message: Message) -> list[Quotable]:
    text, sentences = message.text, split_sentences(message.text)
    ends = [*(s.start for s in sentences[1:]), min(len(text), MAX_TEXT)]
    joined: list[Quotable] = []
    for number, (one, end) in enumerate(zip(sentences, ends if sentences else [], strict=True)):
        last = joined[-1] if joined else None
        short = last is not None and (last.end - last.start < LEAST or (end == ends[-1] and end - one.start < LEAST))
        if last is not None and short and last.asks == one.question:
            joined[-1] = Quotable(message, last.start, end, one.question)
        else:
            joined.append(Quotable(message, one.start if number else 0, end, one.question))
    return joined


def quotation(sentence: Quotable, among: Sequence[Quotable], question: str = "") -> str:
    """The sentence, with those before and after it in its message (``among``) that belong to it or to the question, as
    long as :data:`QUOTED` has room; what is left out is marked."""
    own = [one for one in among if one.message.id == sentence.message.id]
    first = last = own.index(sentence)
    said = content_stems(f"{question} {sentence.text}")
    while True:
        if first > 0 and _belongs(own[first - 1], own[first], said) and _length(own, first - 1, last) <= QUOTED:
            first -= 1
            said |= content_stems(own[first].text)
        elif (
            last + 1 < len(own)
            and (_belongs(own[last + 1], own[last + 1], said) or _comes_instead(own[last], own[last + 1]))
            and _length(own, first, last + 1) <= QUOTED
        ):
            last += 1
            said |= content_stems(own[last].text)
        else:
            break
    text = sentence.message.text
    told = cut(one_line(text[own[first].start : own[last].end]))
    return ("… " if text[: own[first].start].strip() else "") + told + _ending(text, own[last].end, told)


def _belongs(one: Quotable, later: Quotable, said: Collection[str]) -> bool:
    """Whether a sentence speaks of what ``said`` does, or the ``later`` one of the two goes on about it: all but one
    that opens with a thing of its own."""
    anew = later.opens or opens_anew(later.text)
    return not one.asks and (not anew or not content_stems(one.text).isdisjoint(said))


def _comes_instead(one: Quotable, behind: Quotable) -> bool:
    """Whether who or what takes its place may be told right behind an end: "Gwen leaves at Christmas | Patrick will
    replace her"."""
    return behind.opens and sounds_over(one.text)


def opens_anew(text: str) -> bool:
    """ "*Priya* has the key", "oh and *the boiler man*'s coming"; but "*she* is in Hull", "*took* the other instead",
    "*30* percent of it", "*code* is 4411"."""
    spoken = [word.partition("'")[0] for word in words(text)]
    if any(word in THIRD_PERSON or word.removesuffix("s") in THIRD_PERSON for word in spoken):
        return False
    first = next((at for at, word in enumerate(spoken) if word not in STOP_WORDS), -1)
    determined = not _OPENS_A_THING.isdisjoint(spoken[: max(first, 0)])
    return first >= 0 and (determined or is_given_name(spoken[first]))


def _length(own: Sequence[Quotable], first: int, last: int) -> int:
    return own[last].end - own[first].start


def _ending(said: str, end: int, text: str) -> str:
    return " …" if said[end:].strip() and not text.endswith("…") else ""


def cut(text: str, most: int = LONGEST) -> str:
    """``text``, or as many whole words of it as ``most`` characters have room for."""
    return text if len(text) <= most else text[:most].rsplit(" ", 1)[0] + " …"
