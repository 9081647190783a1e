"""What was so once: "I had a dog called Rex", "my late wife Anna", "my dog Biscuit had to be put to sleep", "I used Notion before".

In: a read sentence and findings of it. Out: the same findings; those of which the words say that they are over have ended.
"""

from dataclasses import replace

from zeph.memory.ingest.local.phrases.reader import Finding, Sentence

_BEFORE = frozenset(("before", "previously", "formerly", "beforehand"))
_PARTNERS = ("married_to", "partner_of", "has_pet")
_PUT = (("put", "to", "sleep"), ("put", "down"), ("crossed", "the", "rainbow"))
_CUES = frozenset(("had", "used", "late", "put", "crossed"))


def once_findings(sentence: Sentence, found: list[Finding]) -> list[Finding]:
    """The findings, with what was so once at its end."""
    if not found:
        return found
    cues = [at for at, token in enumerate(sentence.tokens) if token.lower in _CUES]
    for at in cues:
        found = [_over(sentence, at, finding) for finding in found]
    return found


def _over(sentence: Sentence, at: int, finding: Finding) -> Finding:
    if finding.ends or finding.future:
        return finding
    word = sentence.word(at)
    pet = (finding.relation, finding.pattern) in (("has_pet", "named_pet"), ("friend_of", "named_kin"))
    if (
        pet
        and (word == "had" and _had(sentence, at) and at < _named_at(sentence, finding))
        or (pet and sentence.words(at, "used", "to", "have"))
    ):
        return _ended(finding, finding.pattern)
    if word == "late" and finding.relation in _PARTNERS and _late(sentence, at, finding):
        return _ended(finding, finding.pattern)
    if (
        finding.relation == "has_pet"
        and pet
        and word in ("put", "crossed")
        and any(sentence.words(at, *words) for words in _PUT)
        and finding.at < at
    ):
        return _ended(finding, "frame_end")
    if word == "used" and finding.at == at and finding.relation == "uses" and _before(sentence, at):
        return replace(finding, ends=True, event=False)
    return finding


def _had(sentence: Sentence, at: int) -> bool:
    """Whether it is the verb itself: "had a dog", not "had adopted" nor "had to"."""
    if sentence.reading(at).perfect or sentence.tokens[at].tag != "VBD":
        return False
    return sentence.tokens[at].dep not in ("aux", "auxpass") and sentence.word(at + 1) not in ("to", "been")


def _named_at(sentence: Sentence, finding: Finding) -> int:
    name = finding.target.split()[0]
    return next((at for at, token in enumerate(sentence.tokens) if token.text == name), -1)


def _late(sentence: Sentence, at: int, finding: Finding) -> bool:
    """ "My late wife Anna"."""
    phrase = sentence.found.get(at + 1)
    named = phrase is not None and phrase.start <= at < phrase.end
    return named and phrase is not None and finding.target.split()[0] in {
        token.text for token in sentence.tokens[phrase.start : phrase.end + 3]
    }  # fmt: skip


def _before(sentence: Sentence, at: int) -> bool:
    """Whether the clause ends in "before"."""
    for near in range(at + 2, min(at + 7, len(sentence.tokens))):
        if sentence.word(near) in _BEFORE:
            return sentence.word(near + 1) in ("", ".", ",", "!", "and", "but")
        if sentence.tokens[near].pos in ("PUNCT", "CCONJ", "VERB"):
            return False
    return False


def _ended(finding: Finding, pattern: str) -> Finding:
    fact = (
        finding.fact.replace("'s ", "'s former ", 1)
        if finding.relation != "has_pet"
        else finding.fact.replace(" is ", " was ", 1)
    )
    return replace(finding, ends=True, fact=fact, pattern=pattern)
