"""The local extractor: facts from a message without any language model.

In: a message. Out: entities and edges in the schema every extractor gives. Sentences that are not statements are
left out, words are tagged (spaCy's small model where it is installed, a lexicon of our own else, which reads
the commonest sentences), then ``frames`` and ``rules`` look at each verb and possessive; what they leave unsaid ``open``
says in the verb's own words, where there is a parse.
An edge's confidence is the measured precision of its pattern; dates stay phrases as said.

A replacement has the relation "switched_to": the ontology reads it as ``uses``, marked as a word of change, so
that the new fact takes the relation of the one it replaces.
"""

import asyncio
import time
from dataclasses import replace

from zeph.memory.ingest.extraction import (
    MOST_ITEMS,
    Extracted,
    ExtractedEdge,
    ExtractedEntity,
    Extraction,
    ExtractionCost,
)
from zeph.memory.ingest.local.agreement import agreed
from zeph.memory.ingest.local.frames.reading import frame_findings, is_request
from zeph.memory.ingest.local.open.findings import open_findings, said_in_full
from zeph.memory.ingest.local.open.reported import order_findings
from zeph.memory.ingest.local.open.telling import is_telling
from zeph.memory.ingest.local.open.told import told_findings
from zeph.memory.ingest.local.patterns import PATTERN_PRECISION
from zeph.memory.ingest.local.phrases.context import earlier_mentions
from zeph.memory.ingest.local.phrases.mentions import Discourse
from zeph.memory.ingest.local.phrases.names import naming_findings
from zeph.memory.ingest.local.phrases.reader import Finding, Sentence, dated
from zeph.memory.ingest.local.rules.amounts import amount_findings
from zeph.memory.ingest.local.rules.beside import beside_findings
from zeph.memory.ingest.local.rules.chatter import is_passing
from zeph.memory.ingest.local.rules.contacts import bare_addresses, may_tell, with_contacts
from zeph.memory.ingest.local.rules.daily import first_findings, last_findings
from zeph.memory.ingest.local.rules.groups import for_everybody
from zeph.memory.ingest.local.rules.habits import habit_findings, own_findings
from zeph.memory.ingest.local.rules.happenings import ended_belongings
from zeph.memory.ingest.local.rules.hedging import weighed
from zeph.memory.ingest.local.rules.makers import maker_findings
from zeph.memory.ingest.local.rules.once import once_findings
from zeph.memory.ingest.local.rules.standing import named_helpers
from zeph.memory.ingest.local.rules.states import state_findings
from zeph.memory.ingest.local.rules.tools import tool_findings
from zeph.memory.ingest.local.rules.verbs import verb_findings
from zeph.memory.ingest.local.rules.whereabouts import whereabouts_findings
from zeph.memory.ingest.local.text.casing import cased
from zeph.memory.ingest.local.text.statements import statements
from zeph.memory.ingest.local.tidy import is_hollow, tidy
from zeph.memory.ingest.local.words.tokens import PlainTagger, SpacyTagger, Tagger, promising_of, read
from zeph.memory.ingest.times.birthday import BIRTH_RELATION
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.names import canonical_name, display_name, is_junk_name
from zeph.memory.language.ontology import Ontology
from zeph.memory.language.relations import RelationMatch
from zeph.records.graph_types import EDGE_TYPES
from zeph.records.message import Message

SENTENCES_A_PART = 3
"""What the limits of a message are for: a longer one may say more, as it may to a model that reads it in parts."""


class LocalExtractor:
    """Rules over tagged words; deterministic."""

    name = "local"

    def __init__(self, ontology: Ontology, gazetteer: Gazetteer, tagger: Tagger | None = None) -> None:
        self._ontology = ontology
        self._gazetteer = gazetteer
        self._tagger = tagger or (SpacyTagger() if SpacyTagger.available() else PlainTagger())

    @staticmethod
    def available() -> bool:
        """Whether spaCy and its model are installed; without them the lexicon reads the commonest sentences."""
        return SpacyTagger.available()

    async def extract(self, message: Message, context: tuple[Message, ...] = ()) -> Extracted:
        """The facts that the message states, off the event loop."""
        started = time.perf_counter()
        before = tuple(earlier.text for earlier in context)
        findings = await asyncio.to_thread(self.findings, message.text, message.person, before)
        extraction, dropped = _extraction(findings, self._ontology)
        cost = ExtractionCost(self.name, seconds=time.perf_counter() - started)
        return Extracted(extraction, cost, dropped, parts=-(-len(statements(message.text)) // SENTENCES_A_PART) or 1)

    async def prepare(self, texts: list[str]) -> None:
        """Reads the texts of a batch at once, off the event loop; their :meth:`extract` is quicker then."""
        await asyncio.to_thread(lambda: self._tagger.prepare([s for t in texts for s in promising_of(self._told(t))]))

    def _told(self, text: str) -> list[str]:
        """The statements of a text with the capitals that chat leaves out."""
        return statements(text, lambda sentence: cased(sentence, self._gazetteer, self._tagger.is_word))

    def findings(self, text: str, speaker: str, before: tuple[str, ...] = ()) -> list[Finding]:
        """Every fact in order, each once; ``before`` are the speaker's last texts, which "she" may point back to."""
        discourse = Discourse(display_name(speaker) or "User")
        if before:
            discourse.earlier = earlier_mentions(discourse.speaker, before, self._told, self._tagger, self._gazetteer)
        found: list[Finding] = []
        for statement, tokens in read(self._told(text), self._tagger, self._gazetteer):
            sentence = Sentence(statement, tokens, discourse, self._gazetteer)
            closed = [finding for finding in _all_findings(sentence) if not is_hollow(finding.target)]
            closed = once_findings(sentence, closed + tool_findings(sentence, closed))
            stated = said_in_full(sentence, closed) + [f for f in open_findings(sentence, closed) if is_telling(f)]
            stated = told_findings(sentence, stated) + order_findings(sentence)
            stated = [f for f in stated if not is_passing(f)]
            found += dated(for_everybody(sentence, weighed(sentence, stated)), sentence)
            discourse.scopes.append(sentence.mentions)
        if may_tell(text):
            found = with_contacts(found, discourse.speaker, statements(bare_addresses(text)))
        return _distinct(agreed(found, before))


def _all_findings(sentence: Sentence) -> list[Finding]:
    found = naming_findings(sentence) + beside_findings(sentence) + named_helpers(sentence)
    if not is_request(sentence):
        found += amount_findings(sentence)
    for at in range(len(sentence.tokens)):
        first = first_findings(sentence, at)
        stood = any(made.pattern in ("standing", "towards") for made in first)
        stated = state_findings(sentence, at)
        found += first + [made for made in stated if not (stood and made.relation in ("has_role", "is_a"))]
        found += verb_findings(sentence, at)
        found += whereabouts_findings(sentence, at) + maker_findings(sentence, at)
        found += frame_findings(sentence, at, found) + habit_findings(sentence, at)
        found += last_findings(sentence, at, found)
    found += ended_belongings(found, sentence)
    ended = {finding.target for finding in found if finding.ends} | {finding.replaces for finding in found}
    return found + [finding for finding in own_findings(sentence) if finding.target not in ended]


def _distinct(findings: list[Finding]) -> list[Finding]:
    """One finding per source, relation and target: the one that says most."""
    best: dict[tuple[str, str, str], Finding] = {}
    for finding in map(tidy, findings):
        key = (canonical_name(finding.source), finding.relation, canonical_name(finding.target))
        if (
            key[0] == key[2]
            or (is_junk_name(finding.target) and finding.relation != BIRTH_RELATION and not _is_given(finding))
            or is_hollow(finding.target)
            or is_hollow(finding.source)
        ):
            continue
        known = best.get(key)
        if known is not None and finding.if_known and finding.ends and not known.if_known:
            # told of and over in one message
            best[key] = replace(known, ends=True, valid_from=None, valid_until=finding.valid_until)
        elif known is None or _richness(finding) > _richness(known):
            best[key] = finding
    return _said_once(list(best.values()))


def _is_given(finding: Finding) -> bool:
    """Whether the target is what somebody or some animal is called: an everyday word may be a name then."""
    return finding.pattern == "named_kin" or (finding.pattern == "named_pet" and finding.target.istitle())


def _said_once(findings: list[Finding]) -> list[Finding]:
    """Of two open findings in the same words the first."""
    kept: dict[str, Finding] = {}
    for at, finding in enumerate(findings):
        once = canonical_name(finding.fact) if finding.pattern.startswith("open_") else str(at)
        kept.setdefault(once, finding)
    return list(kept.values())


def _richness(finding: Finding) -> int:
    return 4 * (finding.replaces is not None) + 2 * finding.ends + (finding.valid_from is not None)


def _extraction(findings: list[Finding], ontology: Ontology) -> tuple[Extraction, int]:
    """The schema's form; what goes beyond its limits is counted."""
    entities: dict[str, ExtractedEntity] = {}
    edges: list[ExtractedEdge] = []
    for finding in findings:
        ends = {canonical_name(n): (n, t) for n, t in _entities_of(finding)}
        if len(edges) == MOST_ITEMS or len(entities.keys() | ends.keys()) > MOST_ITEMS:
            continue
        for key, (name, kind) in ends.items():
            if finding.if_known and (finding.ends or name == _short(finding.target)):
                continue  # the type that it has is known
            entities.setdefault(key, ExtractedEntity(name=name, type=kind))
        edges.append(_edge(finding, ontology))
    return Extraction(entities=list(entities.values()), edges=edges), len(findings) - len(edges)


def _entities_of(finding: Finding) -> list[tuple[str, str]]:
    both = [(_short(finding.source), finding.source_type), (_short(finding.target), finding.target_type)]
    return [*both, (_short(finding.replaces), finding.target_type)] if finding.replaces else both


def _short(text: str) -> str:
    return display_name(text)[:200].strip()


def _edge(finding: Finding, ontology: Ontology) -> ExtractedEdge:
    match = ontology.normalise(finding.relation)
    swap = match is not None and match.swap and finding.relation != match.relation.inverse
    source, target = (finding.target, finding.source) if swap else (finding.source, finding.target)
    return ExtractedEdge.model_validate(
        {
            "source": _short(source),
            "relation": finding.relation if not swap or match is None else match.relation.name,
            "target": _short(target),
            "fact": display_name(finding.fact)[:400],
            "edge_type": _edge_type(finding, match),
            "confidence": round(PATTERN_PRECISION[finding.pattern] * finding.factor, 2),
            "valid_from": finding.valid_from,
            "valid_until": finding.valid_until,
            "replaces": None if finding.replaces is None else _short(finding.replaces),
            "ends": finding.ends,
            "if_known": finding.if_known,
            "pattern": finding.pattern,
        }
    )


def _edge_type(finding: Finding, match: RelationMatch | None) -> str:
    if match and match.relation.edge_type in EDGE_TYPES and match.relation.edge_type != "semantic":
        return match.relation.edge_type
    return "temporal" if finding.event else "semantic"
