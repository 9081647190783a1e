"""How much of long conversations the local rules keep: facts of what readers noted of each message.

In: a file of conversations in LoCoMo's JSON form, whose ``observation`` part holds sentences that readers wrote about
messages. Out, per conversation: messages, facts, and the share of noted relations that a fact with the same source
message covers. A note counts as a relation unless it only tells how somebody spoke ("thanked", "encouraged"). It is
covered when one fact of that message, about the same person or thing, shares half of the content words of the note's
first object. "Said" counts only notes whose object is for the most part in the message's own words.

Run it with ``python -m benchmarks.coverage FILE.json [--missed N]``.
"""

import argparse
import asyncio
import json
import random
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from zeph.clock import to_moment
from zeph.memory.ingest.extraction import ExtractedEdge
from zeph.memory.ingest.local.extractor import LocalExtractor
from zeph.memory.ingest.local.words.tokens import SpacyTagger, Token
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.ontology import Ontology
from zeph.records.message import GraphState, Message

CONTEXT = 4
"""Messages before, as the worker gives them."""
_OBJECTS = ("dobj", "attr", "oprd")
_LONGEST = 9
"""Words of an object that are compared."""
_SPEECH = re.compile(
    r"^\S+(?: and \S+)? (?:\w+ly )?(?:thank|compliment|encourag|praise|congratulat|agree|acknowledg|appreciat|express|"
    r"ask"
    r"|suggest|advis|recommend|(?:is|was|feels?) (?:supportive|proud of|impressed|happy for|glad|grateful)|admire"
    r"|emphasi|mention|shar|support|recogni|offer|wish)"
)
_EMPTY = frozenset(
    "a an the and or but of to in on at for with from by as is was are were be been being am has have had do does did "
    "will would can could that this these those it its their his her my our your he she they i we you who which what "
    "how when where while than then also very more most some any all each so not no if about into over after before "
    "during up out off down through between such own same other both there here just only recently currently".split()
)
_ENDINGS = ("ational", "ation", "ments", "ment", "ings", "ing", "ies", "ied", "ed", "es", "s", "ly", "y", "e", "er")
_IRREGULAR = dict(
    pair.split("=")
    for pair in "went=go gone=go made=make wrote=write written=write ran=run bought=buy took=take taken=take felt=feel "
    "found=find got=get gave=give saw=see won=win met=meet kids=kid children=kid child=kid thought=think began=begin "
    "begun=begin taught=teach ate=eat built=build".split()
)


@dataclass
class Coverage:
    """Counts of one conversation."""

    messages: int = 0
    facts: int = 0
    noted: int = 0
    covered: int = 0
    said: int = 0
    said_covered: int = 0
    missed: list[str] = field(default_factory=list)


def content_words(text: str) -> set[str]:
    """Roughly stemmed words that carry meaning."""
    return {_stem(w) for w in re.findall(r"[a-z0-9+#]+", text.lower()) if w not in _EMPTY and len(w) > 1}


def _stem(word: str) -> str:
    word = _IRREGULAR.get(word, word)
    ending = next((e for e in _ENDINGS if word.endswith(e) and len(word) - len(e) >= 3), "")
    word = word[: len(word) - len(ending)]
    return (word[:-1] if len(word) > 3 and word[-1] == word[-2] else word)[:6]


def first_object(tokens: list[Token]) -> str:
    """The words of the first object of a note: what its relation points at."""
    at = next((i for i, t in enumerate(tokens) if t.dep == "ROOT"), None)
    for _ in range(4):
        if at is None:
            return ""
        below = [i for i, t in enumerate(tokens) if t.head == at and i != at]
        objects = [i for i in below if tokens[i].dep in _OBJECTS] or [
            j
            for i in below
            if tokens[i].dep in ("prep", "agent")
            for j, t in enumerate(tokens)
            if t.head == i and t.dep in ("pobj", "pcomp")
        ]
        if objects:
            return _phrase(tokens, objects[0])
        at = next((i for i in below if tokens[i].dep in ("xcomp", "ccomp", "acomp")), None)
    return ""


def _phrase(tokens: list[Token], head: int) -> str:
    def within(i: int) -> bool:
        while i != head:
            if tokens[i].dep in ("relcl", "advcl", "acl") or tokens[i].head == i:
                return False
            i = tokens[i].head
        return True

    return " ".join([t.text for i, t in enumerate(tokens) if within(i)][:_LONGEST])


def notes(conversation: dict[str, Any]) -> Iterator[tuple[str, str, list[str]]]:
    """Person, sentence and ids of the messages of each note that states a relation."""
    for sitting in conversation["observation"].values():
        for person, lines in sitting.items():
            for sentence, evidence in lines:
                if not _SPEECH.match(sentence):
                    yield person, sentence, re.findall(r"D\d+:\d+", str(evidence))


def messages(conversation: dict[str, Any]) -> Iterator[Message]:
    """The messages of a conversation, sitting by sitting."""
    talk = conversation["conversation"]
    for sitting in sorted(int(key.split("_")[1]) for key in talk if re.fullmatch(r"session_\d+", key)):
        when = datetime.strptime(talk[f"session_{sitting}_date_time"], "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
        for at, turn in enumerate(talk[f"session_{sitting}"]):
            yield Message(
                1000 * sitting + at, 1, sitting, turn["dia_id"], "user", turn["speaker"], turn["text"], to_moment(when),
                (), GraphState.PENDING,
            )  # fmt: skip


async def cover(extractor: LocalExtractor, conversation: dict[str, Any], messages: list[Message]) -> Coverage:
    """The facts of a conversation held against its notes."""
    result, facts, texts = Coverage(len(messages)), dict[str, list[ExtractedEdge]](), dict[str, str]()
    before: deque[Message] = deque(maxlen=CONTEXT)
    for message in messages:
        if before and before[-1].conversation_id != message.conversation_id:
            before.clear()
        found = await extractor.extract(message, tuple(before))
        before.append(message)
        facts[message.external_id], texts[message.external_id] = found.extraction.edges, message.text
        result.facts += len(found.extraction.edges)
    tagger = SpacyTagger()
    for person, sentence, evidence in notes(conversation):
        wanted = content_words(first_object(tagger.tag([sentence])[0])) - content_words(person)
        if wanted:
            _count_note(result, person, sentence, wanted, [e for i in evidence for e in facts.get(i, ())], " ".join(
                re.sub(r"\[image.*?\]", "", texts.get(i, "")) for i in evidence
            ))  # fmt: skip
    return result


def _count_note(
    result: Coverage, person: str, sentence: str, wanted: set[str], edges: list[ExtractedEdge], text: str
) -> None:
    about = [
        e
        for e in edges
        if {e.source, e.target} & {person} or sentence.startswith(e.source) or content_words(e.source) & wanted
    ]  # "Ada's mother loved flowers" is noted of Ada
    covered = any(2 * len(content_words(f"{e.relation} {e.fact}") & wanted) >= len(wanted) for e in about)
    said = 2 * len(content_words(text) & wanted) >= len(wanted)
    result.noted += 1
    result.covered += covered
    result.said += said
    result.said_covered += said and covered
    if said and not covered:
        result.missed.append(
            "\n".join([f"{sentence}  {sorted(wanted)}", f"    {text}", *(f"    - {e.fact}" for e in edges)])
        )


async def run(chosen: argparse.Namespace) -> None:
    extractor, whole = LocalExtractor(Ontology.load(), Gazetteer.load()), Coverage()
    for conversation in json.loads(chosen.file.read_text(encoding="utf-8")):
        one = await cover(extractor, conversation, list(messages(conversation)))
        print(f"{conversation['sample_id']:12} {_line(one)}")
        for name in ("messages", "facts", "noted", "covered", "said", "said_covered", "missed"):
            setattr(whole, name, getattr(whole, name) + getattr(one, name))
    print(f"{'all':12} {_line(whole)}")
    for missed in random.Random(chosen.seed).sample(whole.missed, min(chosen.missed, len(whole.missed))):
        print(missed)


def _line(c: Coverage) -> str:
    of = max(1, c.noted), max(1, c.said)
    return (
        f"{c.messages:5} messages {c.facts:5} facts   noted relations {c.noted:4}, covered {c.covered / of[0]:.2f}   "
        f"said in its words {c.said:4}, covered {c.said_covered / of[1]:.2f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="How much of long conversations becomes facts.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--missed", type=int, default=0, help="list so many notes that nothing covers")
    parser.add_argument("--seed", type=int, default=1)
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
