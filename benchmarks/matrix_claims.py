"""Claims written directly, for the matrix: what a reader that makes no mistake would say of its wordings.

In: a wording with its claims, ``text => kind relation object @ when | key: value | flag; ...``, as the examples of the
reader's rows are written (``tests/memory/ingest/reader/notation.py``), with ``markers``, ``family``, ``slot``,
``called`` (whose it is, of what gets a name) and ``type`` besides the qualifiers; what stands nowhere is the family's
own state, end, near miss or return. Out: an extractor that gives those claims for those texts.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from zeph.memory.ingest.extraction import Extracted, Extraction, ExtractionCost
from zeph.memory.language.ontology import Ontology
from zeph.records.claim import QUALIFIERS, Claim, ClaimKind, Marker, Mention, Modality, Span
from zeph.records.message import Message

SURE = 0.95
MODALITIES = ("plan", "wish", "maybe", "almost", "reported")
DEFAULTS: Mapping[str, str] = {
    "state": "state {}", "end": "end {}", "near": "end {} | almost", "back": "begin {} | markers: again",
}  # fmt: skip
"""What a wording of a part claims where nothing else is written."""


def text_of(wording: str) -> str:
    """The message alone."""
    return wording.partition(" => ")[0]


class WrittenClaims:
    """Extracts what was written for each text; of any other text nothing."""

    name = "local"

    def __init__(self, ontology: Ontology, families: list[dict[str, Any]]) -> None:
        self._ontology = ontology
        self._claims: dict[str, tuple[Claim, ...]] = {}
        for family in families:
            for part, default in DEFAULTS.items():
                for wording in family.get(part, ()):
                    self._add(wording, default.format(family["is"]))
            for wording, _ in (*family["bystanders"], *family.get("besides", ())):
                self._add(wording, "")

    def _add(self, wording: str, default: str) -> None:
        text, _, written = wording.partition(" => ")
        said = [one for one in (written or default).split("; ") if one.strip()]
        self._claims[text] = tuple(self._claim(text, one) for one in said)

    async def extract(self, message: Message, context: tuple[Message, ...]) -> Extracted:
        """See :class:`zeph.memory.ingest.extraction.Extractor`."""
        claims = self._claims.get(message.text, ())
        return Extracted(Extraction(), ExtractionCost(self.name), claims=claims)

    def _claim(self, text: str, written: str) -> Claim:
        said, *details = (part.strip() for part in written.split(" | "))
        said, _, when = said.partition(" @ ")
        kind, relation, thing = said.split(" ", 2)
        more = dict(detail.split(": ", 1) for detail in details if ": " in detail)
        flags = [detail for detail in details if ": " not in detail]
        match = self._ontology.normalise(relation)
        target = match.relation.target if match else ""
        ends = kind == "end"
        old = _mention(more["old"], text, target or "") if "old" in more else None
        subject = _mention(more.get("subject", "User"), text, "")
        named = _mention(thing, text, more.get("type", target or ""))
        qualifiers = {key: value for key, value in more.items() if key in QUALIFIERS}
        sentence = _sentence(subject.name, relation, named.name, more.get("called", ""))
        claim = Claim(
            kind=cast(ClaimKind, kind), subject=subject, relation=relation, object=named, old=old,
            sentence=", ".join((sentence, *qualifiers.values())), qualifiers=qualifiers, span=Span(0, len(text)),
            reader="pattern:written", confidence=SURE, family=more.get("family", ""), polarity=True,
            modality=cast(Modality, next((flag for flag in flags if flag in MODALITIES), "fact")),
            slot=more.get("slot", more.get("called", "")),
            markers=frozenset(cast("list[Marker]", more.get("markers", "").split())),
        )  # fmt: skip
        return replace(claim, end=when) if ends else replace(claim, start=when)


def _mention(name: str, text: str, entity_type: str) -> Mention:
    at = text.casefold().find(name.casefold())
    before = text[:at].casefold().split()[-2:] if at >= 0 else []
    owner, owned, _ = name.partition("'s ")
    return Mention(
        name, "person" if name == "User" else entity_type, Span(at, at + len(name)) if at >= 0 else None,
        head=name.split()[-1].casefold(), owner=owner if owned else "", named=name != name.lower(),
        definite=not {"the", "my", "our"}.isdisjoint(before),
    )  # fmt: skip


def _sentence(subject: str, relation: str, thing: str, called: str) -> str:
    if called:
        return f"{called} is {thing if subject == 'User' or called.startswith(subject) else subject}"
    return f"{subject} {relation.replace('_', ' ')} {thing}"
