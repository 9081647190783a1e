"""From a model's few words about a chat message to edges that the message bears out.

In: :class:`BriefFact` s, the message, the messages before it. Out: edges in the schema of every extractor, the types of
their ends, and how many facts were dropped. The model only tells who, what verb and what; here the words are found
again in the text (what is not there is dropped, and so is what only a question says), the verb becomes a relation, by
the ontology or as the local reader reads the same words as a plain sentence, and dates, ends and replacements count
only where the text says them.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from zeph.memory.ingest.extraction import BriefFact, ExtractedEdge
from zeph.memory.ingest.llm.brief_words import (
    DEPENDS,
    ENDS_CUE,
    HEDGE,
    IMPLIED,
    INTRODUCES,
    NEGATED,
    NOUNS,
    ONCE,
    PREPOSITIONS,
    REPLACES_CUE,
    is_grounded,
    name_of,
    spoken,
)
from zeph.memory.ingest.reader.lexicon.kinds import ANIMALS, HOLLOW, KIN_RELATION
from zeph.memory.ingest.reader.read_message import Reader
from zeph.memory.ingest.reader.text.sentence_split import split_sentences
from zeph.memory.ingest.times.date_spans import DatePhrase, find_date_phrases
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.names import canonical_name, display_name, is_junk_name
from zeph.memory.language.ontology import Ontology
from zeph.memory.language.relations import RelationMatch, relation_slug
from zeph.records.claim import Claim
from zeph.records.graph_types import DEFAULT_EDGE_TYPE, DEFAULT_ENTITY_TYPE
from zeph.records.message import Message

SURE, OPEN, UNSAID, DOUBTED = 0.75, 0.55, 0.55, 0.5
"""Confidence: a relation of the ontology; the message's own verb; a relation no word of the message names; "maybe"."""


_NOT_SPEAKING = frozenset(("user", "the user", "assistant", "the assistant", "ai", "you"))
"""Nobody calls themselves so: a text that does speaks to the machine."""


_WORD = re.compile(r"[\w']+")
_DETERMINERS = frozenset("a an the my our his her their".split())
_POINTING = frozenset("me him her it them us you myself himself herself themselves neither both".split())
"""Inside a name, they show that it is the rest of a sentence."""


@dataclass(frozen=True, slots=True)
class Read:
    """What a fact's verb means."""

    relation: str
    confidence: float
    swap: bool = False
    ends: bool = False
    target: str = ""
    """As the local reader names it; empty: as the model does."""
    source_type: str = ""
    target_type: str = ""


class BriefAnswerReader:
    """Reads what a model said of one message after another."""

    def __init__(self, ontology: Ontology, gazetteer: Gazetteer, reader: Reader) -> None:
        self._ontology, self._gazetteer, self._reader = ontology, gazetteer, reader

    def edges(
        self, facts: Iterable[BriefFact], text: str, message: Message, context: tuple[Message, ...]
    ) -> tuple[list[ExtractedEdge], dict[str, str], int]:
        """``text``: the message's, or the part of it that the model was shown."""
        scene = _Scene(text, self._stated(text), message, context)
        types: dict[str, str] = {canonical_name(message.person): "person"}
        found: dict[tuple[str, str, str], ExtractedEdge] = {}
        given = list(facts)
        for name in scene.own_names(given):
            found[canonical_name(scene.me), "has_name", canonical_name(name)] = ExtractedEdge(
                source=scene.me, relation="has_name", target=name, fact=f"{scene.me}'s name is {name}", confidence=SURE
            )
            types[canonical_name(name)] = "person"
        for fact in given:
            for edge, source_type, target_type in self._edges(fact, scene):
                key = (canonical_name(edge.source), relation_slug(edge.relation), canonical_name(edge.target))
                found.setdefault(key, edge)
                for name, kind in ((edge.source, source_type), (edge.target, target_type)):
                    types.setdefault(canonical_name(name), kind or self._type(name))
        return list(found.values()), types, max(0, len(given) - len(found))

    def _stated(self, text: str) -> list[str]:
        """Its sentences that are no questions and no orders."""
        sentences = (s.text for s in split_sentences(text) if not s.question)
        return [s for s in sentences if not all(c.request or c.question for c in self._reader.clauses(s))]

    def _edges(self, fact: BriefFact, scene: "_Scene") -> list[tuple[ExtractedEdge, str, str]]:
        if canonical_name(fact.source) in _NOT_SPEAKING:
            return []
        source, kin = scene.name(fact.source)
        target, other = scene.name(fact.target)
        sentence = scene.sentence_of(fact.target) or (scene.sentence_of(fact.source) if target == scene.me else "")
        if not sentence or not source or not target or canonical_name(source) == canonical_name(target):
            return []
        if self._junk(source, scene) or self._junk(target, scene) or not scene.is_spoken_of(source, fact.source):
            return []
        read = self._read(fact, source, target, sentence, scene)
        if read is None:
            return []
        read = scene.turned(read, fact, source, target)
        edge = self._edge(fact, read, source, target, sentence, scene)
        if edge is None:
            return []
        made = [(edge, read.source_type, read.target_type)]
        for name, word in ((source, kin), (target, other)):
            if word and name != scene.me and canonical_name(name) != canonical_name(f"{scene.me}'s {word}"):
                made.append(
                    (self._relative(scene.me, word, name), "person", "person" if word in KIN_RELATION else "concept")
                )
        return made

    def _edge(
        self, fact: BriefFact, read: Read, source: str, target: str, sentence: str, scene: "_Scene"
    ) -> ExtractedEdge | None:
        ends = read.ends or (fact.ends and bool(ENDS_CUE.search(sentence)))
        ends = ends or (read.relation in ("lives_in", "works_at") and bool(ONCE.search(scene.before(target, sentence))))
        if not ends and NEGATED.search(scene.before(target, sentence)) and read.relation not in ("dislikes", "avoids"):
            return None
        old = scene.replaced(fact, target, sentence)
        if old is not None and read.relation in ("has_name", "is_a"):
            old = None
        since, until = scene.dates(fact, sentence, ends=ends, plan=read.relation.startswith("plans"))
        confidence = DOUBTED if HEDGE.search(sentence) else read.confidence
        if read.swap:
            source, target = target, source
        elif read.target:
            target = read.target
        verb = read.relation.replace("_", " ")
        return ExtractedEdge(
            source=source[:200], relation=read.relation[:80], target=target[:200],
            fact=f"{source} {verb} {target}"[:400], edge_type=self._edge_type(read.relation), confidence=confidence,
            valid_from=since, valid_until=until, replaces=old, ends=ends,
        )  # fmt: skip

    def _relative(self, me: str, word: str, name: str) -> ExtractedEdge:
        relation = KIN_RELATION.get(word, "has_pet")
        return ExtractedEdge(
            source=me, relation=relation, target=name[:200], fact=f"{me}'s {word} is {name}"[:400], confidence=SURE
        )

    def _junk(self, name: str, scene: "_Scene") -> bool:
        if name == scene.me:
            return False
        last = name.split()[-1].casefold() if name.split() else ""
        if any(word in _POINTING for word in name.split()):
            return True
        return is_junk_name(name) or (last in HOLLOW and name == name.casefold())

    # ------------------------------------------------------------ what the verb means

    def _read(self, fact: BriefFact, source: str, target: str, sentence: str, scene: "_Scene") -> Read | None:
        """What somebody is to the source, else the ontology's relation where the verb tells by itself, else what the
        local reader read in the same words; None where the message does not bear the verb out."""
        words = [w for w in _WORD.findall(fact.relation.casefold()) if w not in ("a", "an", "the", "my", "our")]
        if not words:
            return None
        if noun := self._noun(words, target, sentence, scene):
            return noun
        words = scene.with_preposition(words, fact.target, sentence)
        said = is_grounded(words[0], sentence)
        if not said and words == ["name"]:
            return None
        known = self._ontology.normalise("_".join(words))
        if known and words[0] not in DEPENDS and (_stated(known, said) or words[0] in ("be", "written", "built")):
            return self._known(known.relation.name, swap=known.swap, sure=SURE if said else UNSAID)
        by_reader = self._by_reader(fact, words, source, target, scene)
        if by_reader is not None and (said or by_reader.confidence > OPEN):
            return by_reader
        if known and known.relation.name != "is_a" and _stated(known, said):
            return self._known(known.relation.name, swap=known.swap, sure=SURE if said else UNSAID)
        return None

    def _known(self, relation: str, *, swap: bool, sure: float) -> Read:
        known = self._ontology.get(relation)
        return Read(relation, sure, swap=swap, target_type=known.target if known else "")

    def _noun(self, words: list[str], target: str, sentence: str, scene: "_Scene") -> Read | None:
        """ "brother", "dog", "name": what somebody is to the source."""
        word = words[-1] if len(words) <= 2 and words[0] in (words[-1], "have", "has", "be", "best") else ""
        if word == "name" and target[:1].isupper() and scene.named(target):
            return Read("has_name", SURE, target_type="person")
        if word in KIN_RELATION and target[:1].isupper() and is_grounded(word, sentence):
            return Read(KIN_RELATION[word], SURE, source_type="person", target_type="person")
        if word in NOUNS:
            return self._known(NOUNS[word], swap=False, sure=UNSAID)
        if (word in ANIMALS or word == "pet") and target[:1].isupper():
            return Read("has_pet", SURE, source_type="person")
        return None

    def _by_reader(self, fact: BriefFact, words: list[str], source: str, target: str, scene: "_Scene") -> Read | None:
        """As the local reader reads the same words as a plain sentence; a pattern of a relation before an open one."""
        me = source == scene.me
        subject = "I" if me else f"{fact.source[:1].upper()}{fact.source[1:]}"
        plain = f"{subject} {spoken(words, me, fact.ends)} {fact.target}."
        fitting = [c for c in self._reader.claims(plain, scene.me) if _same_ends(c, source, target)]
        closed = [c for c in fitting if not _is_open(c)]
        best = closed[-1] if closed else fitting[0] if fitting else None
        if best is None:
            return None
        return Read(
            best.relation, OPEN if _is_open(best) else SURE, ends=best.kind == "end", target=best.object.name,
            source_type=best.subject.entity_type, target_type=best.object.entity_type,
        )  # fmt: skip

    def _type(self, name: str) -> str:
        known = self._gazetteer.lookup(canonical_name(name))
        return known.entity_type if known else DEFAULT_ENTITY_TYPE

    def _edge_type(self, relation: str) -> str:
        match = self._ontology.normalise(relation)
        return match.relation.edge_type if match else DEFAULT_EDGE_TYPE


def _stated(known: RelationMatch, said: bool) -> bool:
    """Whether a message with, or without, the verb states that relation."""
    return said or known.relation.name in IMPLIED


def _same_ends(claim: Claim, source: str, target: str) -> bool:
    """The same source, and one target within the other."""
    one, other = canonical_name(claim.object.name), canonical_name(target)
    return (one in other or other in one) and canonical_name(claim.subject.name) == canonical_name(source)


def _is_open(claim: Claim) -> bool:
    return claim.reader == "open"


class _Scene:
    """One message, and who is meant by its words."""

    def __init__(self, text: str, stated: list[str], message: Message, context: tuple[Message, ...]) -> None:
        self.me = display_name(message.person)[:200] or "User"
        self._sentences = stated
        self._around = " ".join(m.text for m in context)
        self._text = text
        self._own_names: set[str] = {canonical_name(self.me)}
        self._introduced = {canonical_name(m["name"] or m["here"]) for m in INTRODUCES.finditer(text)}

    def own_names(self, facts: list[BriefFact]) -> list[str]:
        """What the speaker says to be called; the facts may use it for the speaker."""
        said = [f.source for f in facts] + [f.target for f in facts if canonical_name(f.relation).endswith("name")]
        own = canonical_name(self.me)
        names = {canonical_name(name): name for name in said if self.named(name) and canonical_name(name) != own}
        self._own_names |= names.keys()
        return list(names.values())

    def named(self, name: str) -> bool:
        """Whether the text introduces the speaker by that name."""
        return canonical_name(name) in self._introduced

    def name(self, said: str) -> tuple[str, str]:
        """The entity's name, and the word for what it is to the speaker ("my brother Udo": Udo, brother)."""
        name, kin = name_of(said, self.me)
        return (self.me, "") if canonical_name(name) in self._own_names and not kin else (name, kin)

    def is_spoken_of(self, name: str, said: str) -> bool:
        """Whether somebody speaks of the source, and not only of what is in, on or with it."""
        if name == self.me:
            return True
        if not is_grounded(said, self._text, self._around):
            return False
        word = re.escape(name.split()[0].removeprefix(f"{self.me}'s"))
        spots = re.findall(rf"(\w+)\s+{word}\b", self._text, re.IGNORECASE) if word else []
        once = len(re.findall(rf"\b{word}\b", self._text, re.IGNORECASE)) == 1 if word else False
        return not (once and spots and spots[0].casefold() in PREPOSITIONS - {"of", "with"})

    def sentence_of(self, said: str) -> str:
        """The statement that the words stand in; empty where none has them all."""
        name, _ = name_of(said, self.me)
        if name == self.me:
            return self._sentences[0] if self._sentences else ""
        return next((s for s in self._sentences if is_grounded(name.removeprefix(f"{self.me}'s "), s)), "")

    def before(self, target: str, sentence: str) -> str:
        """The few words of the sentence in front of the target."""
        at = sentence.casefold().find(target.split()[0].casefold()[:4])
        return " ".join(sentence[: max(0, at)].split()[-5:]) + " "

    def with_preposition(self, words: list[str], target: str, sentence: str) -> list[str]:
        """A verb with the preposition that stands before the target in the text."""
        if len(words) != 1 or words[0] in ("use", "be", "have"):
            return words
        before = [w for w in _WORD.findall(self.before(target, sentence).casefold()) if w not in _DETERMINERS]
        if len(before) >= 2 and before[-1] in PREPOSITIONS and is_grounded(words[0], " ".join(before[-3:-1])):
            return [*words, before[-1]]
        return words

    def turned(self, read: Read, fact: BriefFact, source: str, target: str) -> Read:
        """With the ends exchanged where the speaker does what the model says is done to them ("I founded X")."""
        if (
            target == self.me
            and source != self.me
            and read.relation in ("founded", "created", "owns", "uses", "visited")
        ):
            return Read(read.relation, read.confidence, True, read.ends, "", read.target_type, read.source_type)
        return read

    def replaced(self, fact: BriefFact, target: str, sentence: str) -> str | None:
        if not fact.replaces or not REPLACES_CUE.search(sentence):
            return None
        name, _ = name_of(fact.replaces, self.me)
        if not name or is_junk_name(name) or canonical_name(name) == canonical_name(target):
            return None
        inside = canonical_name(target) in canonical_name(name) or canonical_name(name) in canonical_name(target)
        return name[:200] if is_grounded(name, sentence) and not inside else None

    def dates(self, fact: BriefFact, sentence: str, *, ends: bool, plan: bool) -> tuple[str | None, str | None]:
        """The phrases of the text that say since and until when."""
        since = until = None
        for phrase in _phrases_within(fact.when, sentence):
            if phrase.role in ("until", "before"):
                until = until or phrase.text
            elif not (ends and phrase.text.casefold().startswith("for ")):
                since = since or _coming(phrase, plan)
        if ends and since and not until:
            since, until = None, since
        return since and since[:60], until and until[:60]


def _phrases_within(when: str, sentence: str) -> list[DatePhrase]:
    """The sentence's dates that the model's words are a part of, or the other way round."""
    said = canonical_name(when)
    named = [(phrase, canonical_name(phrase.text)) for phrase in find_date_phrases(sentence)] if said else []
    return [phrase for phrase, text in named if text in said or said in text]


_AHEAD = re.compile(
    r"\b(?:next|tomorrow|coming|upcoming|this|today|tonight|from now|in an?|in two|in three)\b|\d{4}$", re.I
)
_LEAD = re.compile(r"^(?:in|on|by|at) ", re.I)


def _coming(phrase: DatePhrase, plan: bool) -> str:
    """A plan's "in June" is the coming June."""
    if not plan or _AHEAD.search(phrase.text):
        return phrase.text
    rest = _LEAD.sub("", phrase.text)
    return phrase.text if rest[:1].isdigit() else f"coming {rest}"
