"""The little notation in which a pattern row's examples say what is to be claimed.

``text => claim; claim …`` where a claim is ``kind relation object @ when | key: value | …``. The relation may be the
claim's relation or its family. ``@ when`` holds the words of its start, ``@ start .. end`` both; of an end the one that
is known. Keys are ``subject`` (the speaker, User, where it is left out), ``old``, any qualifier, ``sentence``, ``by``
(who reports it); a word alone after ``|`` is the modality (plan, wish, maybe, almost, reported) or ``not``. Names are
compared without regard to case. Other claims of the same text are no error. A ``no`` is a text of which this row
claims nothing sure.
"""

from dataclasses import dataclass, field

from zeph.records.claim import Claim


@dataclass(frozen=True)
class Expected:
    kind: str
    relation: str
    object: str
    when: str | None = None
    subject: str = "User"
    modality: str = "fact"
    polarity: bool = True
    more: dict[str, str] = field(default_factory=dict)

    def matches(self, claim: Claim) -> bool:
        when = " .. ".join(filter(None, (claim.start, claim.end)))
        return (
            (claim.kind, claim.modality, claim.polarity) == (self.kind, self.modality, self.polarity)
            and self.relation in (claim.relation, claim.family)
            and _same(claim.object.name, self.object)
            and _same(claim.subject.name, self.subject)
            and (self.when is None or _same(when, self.when))
            and all(_same(_value(claim, key), value) for key, value in self.more.items())
        )


def read_example(text: str) -> tuple[str, list[Expected]]:
    """The message of an example, and what it is to claim."""
    message, _, claims = text.partition(" => ")
    return message, [_expected(claim) for claim in claims.split("; ") if claim.strip()]


def _expected(text: str) -> Expected:
    said, *details = (part.strip() for part in text.split(" | "))
    said, _, when = said.partition(" @ ")
    kind, relation, thing = said.split(" ", 2)
    more = dict(detail.split(": ", 1) for detail in details if ": " in detail)
    flags = [detail for detail in details if ": " not in detail]
    subject = more.pop("subject", "User")
    modality = next((flag for flag in flags if flag != "not"), "fact")
    return Expected(kind, relation, thing, when or None, subject, modality, "not" not in flags, more)


def _value(claim: Claim, key: str) -> str:
    if key == "old":
        return claim.old.name if claim.old else ""
    if key == "sentence":
        return claim.sentence
    return claim.reported_by if key == "by" else claim.qualifiers.get(key, "")


def _same(a: str, b: str) -> bool:
    return a.casefold() == b.casefold()
