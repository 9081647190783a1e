"""Changes: "switched from vim to neovim", "replaced Jenkins with Buildkite", "quit my job at Acme", "gave up coffee".

In: a read sentence and a verb of change in it. Out: findings that replace or end a fact. A replacement without the old
name has ``replaces=""``.
"""

from zeph.memory.ingest.local.patterns import inflect
from zeph.memory.ingest.local.phrases.entities import Phrase, entity_type, usable
from zeph.memory.ingest.local.phrases.reader import Actor, Finding, Sentence
from zeph.memory.ingest.local.phrases.syntax import Reading

CHANGES = frozenset(
    "switch migrate move convert upgrade transition replace swap ditch drop abandon retire give quit leave resign cancel"
    .split()
)  # fmt: skip
_TO = ("switch", "migrate", "move", "convert", "upgrade", "transition")
_FOR = ("replace", "swap", "ditch", "drop", "abandon", "retire")
_PLACES = ("city", "country", "region")


def change_findings(sentence: Sentence, at: int, verb: str) -> list[Finding]:
    """What the verb of change there replaces or ends."""
    reading = sentence.reading(at)
    actor = sentence.actor(reading.subject, things=True)
    if actor is None or reading.mood not in ("fact", "plan") or reading.passive:
        return []
    known_thing = actor.type != "person" and sentence.gazetteer.kind(actor.name)
    if (reading.mood == "plan" and verb not in _TO) or known_thing:  # "Postgres replaced MySQL" is nobody's habit
        return []
    sentence.notice(actor)
    if verb in _TO:
        return _switched(sentence, at, actor, reading)
    if verb in _FOR:
        return _replaced(sentence, at, actor)
    return _gave_up(sentence, at, verb, actor)


def _after(sentence: Sentence, at: int, *words: str) -> Phrase | None:
    """The usable phrase after one of these words, within a few tokens of the verb."""
    for near in range(at + 1, min(at + 12, len(sentence.tokens))):
        barrier = sentence.tokens[near].pos == "PUNCT" or bool(sentence.tokens[near].lemma)
        if barrier and sentence.word(near) not in words:
            return None
        if sentence.word(near) in words and not sentence.tokens[near].date:
            phrase = sentence.found.get(near + 1) or sentence.found.get(near + 2)
            if phrase is not None and usable(phrase):
                return phrase
    return None


def _switched(sentence: Sentence, at: int, actor: Actor, reading: Reading) -> list[Finding]:
    new, old = _after(sentence, at, "to"), _after(sentence, at, "from")
    if new is None or (not new.proper and old is None) or new.determiner in ("the", "my") and not new.proper:
        return []
    kind = sentence.kind(new) or (sentence.kind(old) if old else "")
    if sentence.tokens[at].lemma == "move" and (kind in _PLACES or not kind):
        return _moved(sentence, at, actor, new, old)
    if kind in _PLACES:
        return []
    verb = sentence.tokens[at].lemma
    if reading.mood == "plan":
        fact = f"{actor.name} plans to {verb} to {new.name}"
        kind_of = entity_type(new, sentence.tokens[new.end - 1], "tool")
        return [Finding(actor.name, actor.type, "plans_to", new.name, kind_of, fact, "plans", at, future=True)]
    origin = f" from {old.name}" if old else ""
    fact = f"{actor.name} {inflect(verb)[1]}{origin} to {new.name}"
    return [_replacement(sentence, at, actor, new, old.name if old else "", fact, "switched")]


def _moved(sentence: Sentence, at: int, actor: Actor, new: Phrase, old: Phrase | None) -> list[Finding]:
    """The place itself is found by the verb's frame; here only what it replaces."""
    if old is None or not (new.proper and old.proper):
        return []
    fact = f"{actor.name} moved from {old.name} to {new.name}"
    return [
        Finding(
            actor.name, actor.type, "lives_in", new.name, "location", fact, "moved", at, actor.factor, replaces=old.name
        )
    ]


def _replacement(
    sentence: Sentence, at: int, actor: Actor, new: Phrase, old: str | None, fact: str, pattern: str
) -> Finding:
    kind = entity_type(new, sentence.tokens[new.end - 1], "tool")
    kind = "tool" if kind == "person" else kind  # "moved my blog to Hugo"
    moved_thing = sentence.tokens[at].lemma == "move" and at + 1 in sentence.found  # "moved my savings to Monzo"
    relation = "works_at" if sentence.kind(new) == "company" and not old else "switched_to"
    relation = "uses" if relation == "works_at" and moved_thing else relation
    old = None if relation == "uses" else old
    return Finding(actor.name, actor.type, relation, new.name, kind, fact, pattern, at, actor.factor, replaces=old)


def _replaced(sentence: Sentence, at: int, actor: Actor) -> list[Finding]:
    old = sentence.found.get(at + 1)
    if old is None or not usable(old) or (sentence.word(old.end) == "as" and sentence.kind(old) in ("", "given_name")):
        return []  # "I replaced Tom as captain": no tool
    new = _after(sentence, old.end - 1, "with", "for", "by") or _after(sentence, old.end - 1, "of")
    if new is not None and (old.proper or new.proper):
        verb = inflect(sentence.tokens[at].lemma)[1]
        between = sentence.text[sentence.tokens[old.end].start : sentence.tokens[new.start].start].strip()
        fact = f"{actor.name} {verb} {old.name} {between} {new.name}"
        return [_replacement(sentence, at, actor, new, old.name, fact, "replaced")]
    return (
        [_ended(sentence, at, actor, old, "uses")] if old.proper and sentence.tokens[at].tag in ("VBD", "VBN") else []
    )


def _gave_up(sentence: Sentence, at: int, verb: str, actor: Actor) -> list[Finding]:
    if verb == "give":
        phrase = sentence.found.get(at + 2) if sentence.word(at + 1) == "up" else None
        return (
            [_ended(sentence, at, actor, phrase, _habit(sentence, phrase))]
            if phrase and _habit(sentence, phrase)
            else []
        )
    if verb == "cancel":
        phrase = sentence.found.get(at + 1)
        return [_ended(sentence, at, actor, phrase, "uses")] if phrase and phrase.proper and usable(phrase) else []
    phrase = sentence.found.get(at + 1)
    if phrase is None or not phrase.proper:
        phrase = _after(sentence, at, "at", "from")
    if phrase is None or not phrase.proper or not usable(phrase) or sentence.kind(phrase) in (*_PLACES, "given_name"):
        return []
    relation = "uses" if sentence.kind(phrase) in ("app", "os", "editor", "browser") else "works_at"
    return [_ended(sentence, at, actor, phrase, relation)]


def _habit(sentence: Sentence, phrase: Phrase) -> str:
    kind = sentence.kind(phrase)
    if kind == "beverage":
        return "drinks"
    return "plays" if kind in ("instrument", "sport") else "uses" if phrase.proper and usable(phrase) else ""


def _ended(sentence: Sentence, at: int, actor: Actor, phrase: Phrase, relation: str) -> Finding:
    kind = entity_type(phrase, sentence.tokens[phrase.end - 1], "organization" if relation == "works_at" else "tool")
    said = {"works_at": "no longer works at", "drinks": "no longer drinks", "plays": "no longer plays"}
    fact = f"{actor.name} {said.get(relation, 'no longer uses')} {phrase.name}"
    pattern = "left" if relation == "works_at" else "ended"
    return Finding(actor.name, actor.type, relation, phrase.name, kind, fact, pattern, at, actor.factor, ends=True)
