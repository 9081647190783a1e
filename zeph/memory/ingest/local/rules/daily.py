"""The rules for everyday talk together: what a word of a sentence may say of states, days, dealings and happenings.

In: a read sentence, a word in it, what the other rules found. Out: findings. Each word is looked up once, so that the
many words that say nothing of the kind cost next to nothing.
"""

from zeph.memory.ingest.local.phrases.reader import Finding, Sentence
from zeph.memory.ingest.local.rules.dealings import dealing_findings, dry_findings
from zeph.memory.ingest.local.rules.happenings import HAPPENINGS, happening_findings
from zeph.memory.ingest.local.rules.incidents import incident_findings, struck_findings
from zeph.memory.ingest.local.rules.losses import loss_findings
from zeph.memory.ingest.local.rules.negation import parted_findings
from zeph.memory.ingest.local.rules.nicknames import nickname_findings
from zeph.memory.ingest.local.rules.own_things import own_thing_findings
from zeph.memory.ingest.local.rules.returns import return_findings
from zeph.memory.ingest.local.rules.routines import routine_findings
from zeph.memory.ingest.local.rules.skills import SKILLS, skill_findings
from zeph.memory.ingest.local.rules.standing import standing_findings

_BE = frozenset(("is", "'s", "are", "am", "'m", "'re", "was", "were", "been"))


def first_findings(sentence: Sentence, at: int) -> list[Finding]:
    """What goes before the closer rules: states, days and dealings."""
    token = sentence.tokens[at]
    if token.pos not in ("VERB", "AUX") and token.lower not in _BE:
        return []
    found = standing_findings(sentence, at) + routine_findings(sentence, at)
    return found + dealing_findings(sentence, at) if token.pos == "VERB" else found


def last_findings(sentence: Sentence, at: int, known: list[Finding]) -> list[Finding]:
    """What goes behind them: things and happenings of which ``known`` says nothing."""
    token, word = sentence.tokens[at], sentence.word(at)
    found: list[Finding] = []
    if word in _BE:
        found += own_thing_findings(sentence, at)
    if word in HAPPENINGS or token.base in HAPPENINGS:
        found += happening_findings(sentence, at, known)
    if not (found and word in ("died", "passed")):  # of whose death it was the happenings tell
        found += loss_findings(sentence, at)
    found += parted_findings(sentence, at) + return_findings(sentence, at) + nickname_findings(sentence, at)
    if word in ("hit", "struck"):
        found += struck_findings(sentence, at)
    if word in SKILLS and token.tag == "VB":
        found += skill_findings(sentence, at)
    if word == "there":
        found += incident_findings(sentence, at)
    return found + dry_findings(sentence, at) if token.pos == "VERB" else found
