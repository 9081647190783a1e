"""How somebody stands: "I'm single", "I'm left-handed", "I'm a Virgo", "I live alone", "my landlord is Mr. Petrov", "Bruno is a beagle".

In: a read sentence and a word in it. Out: findings; the words are in ``data/standing.toml``.
"""

import re
from dataclasses import replace

from zeph.memory.ingest.local.frames.match import skip_fillers
from zeph.memory.ingest.local.frames.objects import NOUNS
from zeph.memory.ingest.local.frames.subjects import true_subject
from zeph.memory.ingest.local.open.words import OWN_GROUPS
from zeph.memory.ingest.local.patterns import KIN, PETS
from zeph.memory.ingest.local.phrases.departures import has_departed
from zeph.memory.ingest.local.phrases.entities import Phrase, is_proper, kin_in, mine, singular
from zeph.memory.ingest.local.phrases.identity import named_pet
from zeph.memory.ingest.local.phrases.names import is_person
from zeph.memory.ingest.local.phrases.reader import Actor, Finding, Sentence
from zeph.memory.ingest.local.phrases.syntax import Subject, objects
from zeph.memory.language.gazetteer import read_data


def _load() -> dict[str, list[tuple[tuple[str, ...], str, str, bool]]]:
    table: dict[str, list[tuple[tuple[str, ...], str, str, bool]]] = {}
    for entry in read_data("standing.toml")["standing"]:
        for line in entry["said"]:
            word, _, noun = line.partition(" = ")
            words = tuple(re.findall(r"[\w']+|-", word.casefold()))
            row = (words, entry["relation"], noun or word, entry.get("article", False))
            table.setdefault(words[0], []).append(row)
    for group in table.values():
        group.sort(key=lambda row: -len(row[0]))
    return table


STANDINGS = _load()
_BE = frozenset(("is", "'s", "are", "am", "'m", "'re", "was", "were", "been"))
_PAST = frozenset(("was", "were"))
_LASTING = frozenset(("widowed", "divorced"))
"""What one is from the day on which one was made so."""
_LEADS = frozenset(
    "a an very quite really still now currently also actually pretty total real bit of huge big proud practising "
    "practicing devout lapsed born natural definitely just self-confessed lifelong such rather mostly back again newly "
    "openly both presently more less strong strict bit always technically officially".split()
)
_OVER = frozenset(
    "of by for with since until till til from in on at at as because but and so or this next these all right".split()
)
_HOUSE = frozenset(OWN_GROUPS | {"kid", "child", "parent", "grandparent"}) - {"team", "band", "crew", "class", "client"}


def standing_findings(sentence: Sentence, at: int) -> list[Finding]:
    """What the word there says of how somebody stands."""
    word = sentence.word(at)
    if word in _BE and sentence.tokens[at].tag != "POS":
        return _is(sentence, at) or _towards(sentence, at) or _breed(sentence, at) or _where(sentence, at)
    if sentence.tokens[at].base == "live" and sentence.tokens[at].pos == "VERB":
        return _household(sentence, at)
    return []


def _is(sentence: Sentence, at: int) -> list[Finding]:
    place, article = at + 1, False
    over = sentence.words(place, "no", "longer")
    place += 2 * over
    while sentence.word(place) in _LEADS or (place in range(len(sentence.tokens)) and sentence.tokens[place].date):
        article = article or sentence.word(place) in ("a", "an")
        place += 1
    for start in range(place, max(at, place - 2), -1):  # a lead may be a part: "on a sabbatical"
        for words, relation, noun, wants in STANDINGS.get(sentence.word(start), ()):
            fits = sentence.words(start, *words) and (article == wants or words[0] == "a" or words[0] in _LEADS)
            if fits and _over(sentence, start + len(words)):
                return _stands(sentence, at, start + len(words), relation, noun, over=over)
    return []


def _over(sentence: Sentence, at: int) -> bool:
    """Whether the state ends here: "single malts" and "a Virgo rising" are something else."""
    if at >= len(sentence.tokens):
        return True
    token = sentence.tokens[at]
    if token.lower in ("-", "/"):
        return False
    return bool(token.date) or token.pos in ("PUNCT", "ADV", "CCONJ", "SCONJ") or token.lower in _OVER


def _stands(sentence: Sentence, at: int, end: int, relation: str, noun: str, *, over: bool) -> list[Finding]:
    reading = sentence.reading(at)
    denied = any(sentence.word(near) in ("not", "n't", "never", "no") for near in range(at - 1, at + 3))
    if reading.mood not in ("fact", "over", "denied") or denied and not over or (reading.mood == "denied" and not over):
        return []
    together = any(sentence.word(near) in ("and", "&") for near in range(at))
    if noun == "married" and (sentence.word(end) in ("to", "in", "on") or together):
        return []
    subject = true_subject(sentence, at, reading.subject)
    actor = _person(sentence, subject)
    if actor is None:
        return []
    sentence.notice(actor)
    ends = (sentence.word(at) in _PAST and noun not in _LASTING) or reading.mood == "over" or over
    shown = sentence.text[sentence.tokens[at].end : sentence.tokens[end - 1].end].strip()
    be = "was" if ends and not over else "are" if actor.plural else "is"
    fact = f"{actor.name} {be} {shown}"
    return [Finding(actor.name, "person", relation, noun, "concept", fact, "standing", at, actor.factor, ends=ends)]


def _person(sentence: Sentence, subject: Subject | None) -> Actor | None:
    if subject is None or subject.kind == "left_out":
        return None
    phrase = subject.phrase
    if phrase is not None and kin_in(phrase, sentence.tokens) is None and (phrase.determiner or not phrase.proper):
        return None
    actor = sentence.actor(subject, things=False)
    return actor if actor is not None and actor.type == "person" else None


def _towards(sentence: Sentence, at: int) -> list[Finding]:
    """ "My landlord is Mr. Petrov", "our landlady is called Greta": somebody in a role towards the speaker."""
    subject = sentence.reading(at).subject
    phrase = subject.phrase if subject is not None else None
    if phrase is None or not mine(phrase) or sentence.reading(at).mood != "fact" or not is_helper(phrase):
        return []
    if any(token.lower in ("favorite", "favourite") for token in sentence.tokens[phrase.start : phrase.end]):
        return []
    first = skip_fillers(sentence, at + 1)
    first += sentence.word(first) in ("called", "named")
    name = next(iter(objects(sentence.tokens, sentence.found, first)), None)
    if name is None or not name.proper or name.determiner or not is_person(sentence, name):
        return []
    return [_in_role(sentence, name.name, phrase, at)]


def is_helper(phrase: Phrase) -> bool:
    """Whether the head is a role that somebody has towards another; relatives and such have relations of their own."""
    head = phrase.head
    if head in KIN or head in PETS:
        return False
    return head in _HELPERS or head in NOUNS["roles"]


_HELPERS = frozenset(
    "landlord landlady accountant lawyer solicitor hairdresser barber plumber electrician cleaner nanny babysitter "
    "childminder gardener mechanic notary tailor driver midwife nurse caretaker janitor postman concierge butcher baker "
    "agent banker broker carer caregiver housekeeper lodger tenant subtenant guide coach editor publisher assistant "
    "caseworker counsellor counselor priest rabbi imam vicar pastor godparent stylist cofounder apprentice intern "
    "predecessor successor deputy principal headmaster headteacher professor help helper dietitian nutritionist trainer".split()
)


def _in_role(sentence: Sentence, name: str, phrase: Phrase, at: int) -> Finding:
    fact = f"{name} is {sentence.speaker.name}'s {phrase.name}"
    return Finding(name, "person", "has_role", phrase.head, "concept", fact, "towards", at)


def named_helpers(sentence: Sentence) -> list[Finding]:
    """ "My landlord Piet fixed it": the name behind the role."""
    found: list[Finding] = []
    for phrase in dict.fromkeys(sentence.found.values()):
        if not mine(phrase) or phrase.end - phrase.start < 3:
            continue
        words = sentence.tokens[phrase.start : phrase.end]
        first = next((at for at, word in enumerate(words) if word.lower in _HELPERS and not is_proper(word)), None)
        if first is None or first + 1 >= len(words) or not all(is_proper(word) for word in words[first + 1 :]):
            continue
        if words[-1].known is not None and words[-1].known.kind != "given_name":
            continue
        name = sentence.text[words[first + 1].start : words[-1].end]
        role = Phrase(phrase.start, phrase.end, words[first].lower, "my", words[first].lower, False)
        holds = _in_role(sentence, name, role, phrase.start)
        gone = has_departed(sentence, phrase, holds.relation)
        found.append(replace(holds, ends=True, fact=holds.fact.replace(" is ", " was ", 1)) if gone else holds)
    return found


def _breed(sentence: Sentence, at: int) -> list[Finding]:
    """ "Bruno is a beagle", "my dog is a rescue greyhound"."""
    subject = sentence.reading(at).subject
    phrase, kind = subject.phrase if subject is not None else None, sentence.found.get(skip_fillers(sentence, at + 1))
    if phrase is None or kind is None or sentence.reading(at).mood != "fact" or sentence.word(at) not in ("is", "'s"):
        return []
    beast = singular(kind.head) in PETS or kind.head in NOUNS["animals"]
    if not beast or kind.determiner not in ("a", "an") or kind.proper and not kind.name.istitle():
        return []
    named = phrase.proper and not phrase.determiner and sentence.kind(phrase) in ("", "given_name")
    name = phrase.name if named else named_pet(sentence, phrase)
    if not name:
        return []
    fact = f"{name} is {sentence.shown(kind)}"
    return [Finding(name, "concept", "is_a", kind.name, "concept", fact, "standing", at)]


_ROOMS = frozenset("office desk room flat apartment studio lab bedroom classroom workshop".split())
_STAY = frozenset("day days week weeks weekend month night nights conference wedding holiday holidays summer".split())


def _where(sentence: Sentence, at: int) -> list[Finding]:
    """ "My office is on the third floor", "I'm in Porto for the week"."""
    subject, place = sentence.reading(at).subject, sentence.found.get(at + 2)
    if subject is None or place is None or sentence.reading(at).mood != "fact" or sentence.word(at) in _PAST:
        return []
    phrase = subject.phrase
    if phrase is not None and mine(phrase) and phrase.head in _ROOMS and place.head == "floor":
        if sentence.word(at + 1) != "on" or place.determiner != "the":
            return []
        owner = f"{sentence.speaker.name}'s {phrase.name}"
        floor = sentence.text[sentence.tokens[place.start].end : sentence.tokens[place.end - 1].end].strip()
        fact = f"{owner} is on the {floor}"
        return [Finding(owner, "location", "located_in", floor, "location", fact, "standing", at)]
    near = {sentence.word(later) for later in range(place.end + 1, place.end + 4)}
    if sentence.word(at + 1) != "in" or sentence.word(place.end) != "for" or not near & _STAY:
        return []
    actor = _person(sentence, true_subject(sentence, at, subject))
    if actor is None or sentence.kind(place) not in ("city", "country", "region"):
        return []
    stay = sentence.text[sentence.tokens[place.end].start :].rstrip(" .!")
    fact = (
        f"{actor.name} is in {sentence.shown(place)} {stay}" if len(stay) < 40 else f"{actor.name} is in {place.name}"
    )
    return [Finding(actor.name, "person", "visited", place.name, "location", fact, "standing", at, actor.factor)]


def _household(sentence: Sentence, at: int) -> list[Finding]:
    """ "I live alone", "I live with my parents"."""
    reading = sentence.reading(at)
    if reading.mood not in ("fact", "over") or (reading.mood == "fact" and sentence.tokens[at].tag == "VBD"):
        return []
    subject = true_subject(sentence, at, reading.subject)
    actor = _person(sentence, subject)
    if actor is None:
        return []
    ends = reading.mood == "over"
    start = at + 1
    while start in range(len(sentence.tokens)) and sentence.word(start) in ("still", "currently", "now", "all"):
        start += 1
    for words in (("alone",), ("by", "myself"), ("on", "my", "own"), ("on", "her", "own"), ("on", "his", "own")):
        if sentence.words(start, *words):
            fact = f"{actor.name} {'no longer lives' if ends else 'lives'} alone"
            return [
                Finding(actor.name, "person", "has_status", "living alone", "concept", fact, "standing", at,
                        actor.factor, ends=ends)
            ]  # fmt: skip
    return _with_family(sentence, at, actor, ends=ends)


def _with_family(sentence: Sentence, at: int, actor: Actor, *, ends: bool) -> list[Finding]:
    near = next((i for i in range(at + 1, min(at + 6, len(sentence.tokens))) if sentence.word(i) == "with"), None)
    if near is None:
        return []
    made = []
    for phrase in objects(sentence.tokens, sentence.found, near + 1):
        if not mine(phrase) or phrase.head not in _HOUSE or kin_in(phrase, sentence.tokens) is not None:
            continue
        name = f"{sentence.speaker.name}'s {phrase.name}"
        fact = f"{actor.name} {'no longer lives' if ends else 'lives'} with {name}"
        made.append(
            Finding(actor.name, "person", "roommate_of", name, "person", fact, "standing", at, actor.factor, ends=ends)
        )
    return made
