"""Whether what stands behind a verb can be what the verb speaks of, and of what type it is then.

In: a read sentence, a noun phrase or activity in it, the kind of object that a frame asks for. Out: the entity's type,
or None. The kinds are named in ``data/frames.toml``; ``data/nouns.toml`` holds the nouns that tell them apart.
"""

import re
from collections.abc import Callable

from zeph.memory.ingest.local.patterns import CONDITIONS, EVENTS, GROUPS, KIN, NOT_ROLES, OWNED, PETS
from zeph.memory.ingest.local.phrases.entities import Phrase, entity_type, kin_of, mine, singular, usable
from zeph.memory.ingest.local.phrases.identity import kin_of_others
from zeph.memory.ingest.local.phrases.reader import Sentence, is_role
from zeph.memory.language.gazetteer import read_data

NOUNS = {name: frozenset(words.split()) for name, words in read_data("nouns.toml").items()}
_PLACE_KINDS = ("city", "country", "region")
TOOL_KINDS = frozenset(
    "editor language database os shell terminal browser framework library cloud container ci forge infrastructure "
    "build_tool app ai_model device".split()
)


def fits(sentence: Sentence, phrase: Phrase, kind: str) -> str | None:
    """The type of the entity; None where the verb cannot mean it."""
    person = kin_of(phrase, sentence.tokens) or (kind == "person" and _other_kin(sentence, phrase))
    if person and kind not in ("person", "mentee"):
        return None
    if (
        not person
        and not usable(phrase)
        and kind not in ("possession", "child", "relative", "version", "opening", "enterprise", "venture", "injury")
    ):
        return None
    if len(phrase.name.split()) > 5 or not phrase.name:
        return None
    return _CHECKS[kind](sentence, phrase)


def _typed(sentence: Sentence, phrase: Phrase, default: str) -> str:
    return entity_type(phrase, sentence.tokens[phrase.end - 1], default)


def _kind(sentence: Sentence, phrase: Phrase) -> str:
    """The gazetteer's class, of "Fedora 41" and "Postgres 16" too."""
    first = sentence.tokens[phrase.start].known
    versioned = first is not None and all(
        token.text[0].isdigit() or (token.text[0].isupper() and not token.known)
        for token in sentence.tokens[phrase.start + 1 : phrase.end]
    )
    return sentence.kind(phrase) or (first.kind if first is not None and versioned else "")


def _indefinite(phrase: Phrase) -> bool:
    return phrase.determiner in ("a", "an", "some", "another")


def _pointed(phrase: Phrase) -> bool:
    """ "The board": which one is known to the speaker alone."""
    return phrase.determiner in ("the", "all", "both") and not phrase.proper


def _org(sentence: Sentence, phrase: Phrase) -> str | None:
    known = sentence.kind(phrase)
    if sentence.word(phrase.start).rstrip(".") in ("dr", "mr", "mrs", "ms", "prof"):
        return None
    if phrase.proper:
        house = any(word in NOUNS["organisations"] for word in _words(phrase)[:-1])  # "the University of Graz"
        if house and known in _PLACE_KINDS:
            return "organization"
        other = known in (*_PLACE_KINDS, "given_name", "spoken_language", "sport", "pet_species", "instrument")
        return None if other or (known in TOOL_KINDS and known not in ("app", "cloud", "forge")) else "organization"
    return "organization" if phrase.head in NOUNS["organisations"] else None


def _firm(sentence: Sentence, phrase: Phrase) -> str | None:
    """Whom one leaves as an employer: who leaves the orchestra was a member of it."""
    group = not phrase.proper and (phrase.head in NOUNS["groups"] or phrase.head in GROUPS)
    return None if group else _org(sentence, phrase)


def _workplace(sentence: Sentence, phrase: Phrase) -> str | None:
    told = phrase.determiner in ("a", "an") and phrase.head not in NOUNS["nowhere"]
    at_place = phrase.head in NOUNS["organisations"] or (told and sentence.word(phrase.start - 1) == "at")
    return "organization" if at_place and not phrase.proper and not phrase.head.endswith("ing") else None


def _payer(sentence: Sentence, phrase: Phrase) -> str | None:
    """ "The railway", "a supermarket chain": whoever one works for, no time and no person."""
    some = phrase.determiner in ("a", "an", "the") and not phrase.proper and phrase.head not in NOUNS["nowhere"]
    person = phrase.head in NOUNS["roles"] or phrase.head in KIN or phrase.head in _FOLK
    dated = any(token.date for token in sentence.tokens[phrase.start : phrase.end])
    return "organization" if some and not person and not dated else None


_FOLK = frozenset("man woman guy lady family living wage client customer people person couple lot bit thing".split())


def _races(sentence: Sentence, phrase: Phrase) -> str | None:
    """ "I run marathons": in the plural a habit."""
    plural = phrase.name.casefold().endswith(("s", "ks")) and not phrase.determiner
    return (
        "concept"
        if plural
        and phrase.head
        in ("marathon", "half-marathon", "ultramarathon", "triathlon", "race", "half", "ultra", "5k", "10k")
        else None
    )


def _beast(sentence: Sentence, phrase: Phrase) -> str | None:
    """Who is put down: "Kaiser"."""
    named = phrase.proper and not phrase.determiner and sentence.kind(phrase) in ("", "given_name")
    return "concept" if named or _pet(sentence, phrase) else None


def _ensemble(sentence: Sentence, phrase: Phrase) -> str | None:
    """ "The Harmonia Ladies": a group by its name."""
    named = phrase.proper and phrase.determiner == "the" and not sentence.kind(phrase)
    season = any(token.date for token in sentence.tokens[phrase.start : phrase.end])
    raced = phrase.head in EVENTS or phrase.head in NOUNS["events"]  # "the Berlin marathon" has no members
    return "organization" if named and not season and not raced else _group(sentence, phrase)


def _gear_sold(sentence: Sentence, phrase: Phrase) -> str | None:
    gear = _gear(sentence, phrase)
    return gear or ("tool" if _is_a(phrase, "gear", "rides", "belongings") or phrase.head in OWNED else None)


def _school(sentence: Sentence, phrase: Phrase) -> str | None:
    known, words = sentence.kind(phrase), phrase.name.casefold().split()
    school = any(word in NOUNS["schools"] for word in words)
    if known == "given_name" or known in TOOL_KINDS or (known in _PLACE_KINDS and not school):
        return None
    named = known == "university" or school
    acronym = phrase.proper and phrase.name.isupper() and len(phrase.name) > 1
    return "organization" if (named or acronym) and (phrase.proper or phrase.determiner) else None


def _group(sentence: Sentence, phrase: Phrase) -> str | None:
    if phrase.head in NOUNS["groups"] or phrase.head in GROUPS:
        return "organization"
    return None


def _venture(sentence: Sentence, phrase: Phrase) -> str | None:
    told = phrase.determiner == "the" and phrase.end - phrase.start > 2  # "the little wine bar"
    own = phrase.determiner in ("her", "his", "their") and sentence.word(phrase.start + 1) == "own"
    if phrase.head in NOUNS["ventures"] and (phrase.determiner in ("a", "an", "my", "our") or told or own):
        return "organization"
    return "organization" if phrase.proper and not sentence.kind(phrase) and not phrase.determiner else None


def _role(sentence: Sentence, phrase: Phrase) -> str | None:
    if phrase.proper and phrase.head not in NOUNS["roles"]:
        return None
    known = is_role(phrase, NOT_ROLES) or phrase.head in NOUNS["roles"]
    return "concept" if known and len(phrase.name.split()) <= 4 else None


def _field(sentence: Sentence, phrase: Phrase) -> str | None:
    if phrase.proper or phrase.determiner:
        return None
    fitting = phrase.head in NOUNS["fields"] or phrase.name.casefold() in NOUNS["fields"]
    return "concept" if fitting else None


def _person(sentence: Sentence, phrase: Phrase) -> str | None:
    if kin_of(phrase, sentence.tokens) is not None or _other_kin(sentence, phrase):
        return "person"
    titled = sentence.tokens[phrase.start].lower in ("dr", "dr.", "mr", "mr.", "mrs", "mrs.", "ms", "prof", "prof.")
    known = sentence.kind(phrase)
    capital = phrase.name[:1].isupper()
    bare = not phrase.determiner and known in ("", "given_name") and capital and phrase.proper
    return "person" if titled or bare else None


def _other_kin(sentence: Sentence, phrase: Phrase) -> bool:
    """ "My wife's mother"."""
    return bool(phrase.owner_end) and kin_of_others(sentence, phrase) is not None


def _mentee(sentence: Sentence, phrase: Phrase) -> str | None:
    if _person(sentence, phrase):
        return "person"
    return "person" if phrase.head in NOUNS["mentees"] else _group(sentence, phrase)


def _doctor(sentence: Sentence, phrase: Phrase) -> str | None:
    titled = sentence.tokens[phrase.start].lower.rstrip(".") == "dr"
    return "person" if titled or phrase.head in NOUNS["doctors"] else None


def _thing(sentence: Sentence, phrase: Phrase) -> str | None:
    if phrase.head in KIN:
        return None
    return _typed(sentence, phrase, "concept")


def _subject(sentence: Sentence, phrase: Phrase) -> str | None:
    if phrase.determiner in ("a", "an", "the", "my", "our") or phrase.head in NOUNS["degrees"]:
        return None
    return _typed(sentence, phrase, "concept")


def _activity(sentence: Sentence, phrase: Phrase) -> str | None:
    vague = phrase.determiner in ("a", "an", "some", "all", "both", "the") and not phrase.proper
    if vague and not (phrase.determiner == "the" and len(phrase.name.split()) > 1):
        return None
    return _typed(sentence, phrase, "concept") if sentence.kind(phrase) != "given_name" and not mine(phrase) else None


def _skill(sentence: Sentence, phrase: Phrase) -> str | None:
    return _typed(sentence, phrase, "concept") if not phrase.determiner else None


def _language(sentence: Sentence, phrase: Phrase) -> str | None:
    known = sentence.kind(phrase)
    unknown = phrase.proper and not known and not phrase.determiner and len(phrase.name.split()) <= 2
    return "language" if known == "spoken_language" or unknown else None


def _opening(sentence: Sentence, phrase: Phrase) -> str | None:
    if phrase.head in NOUNS["openings"] or is_role(phrase, NOT_ROLES):
        return "concept"
    return _org(sentence, phrase)


def _known_tool(sentence: Sentence, phrase: Phrase) -> str | None:
    """Known as a tool, or written as only tools are: "X-T5", "lazy.nvim", "mkDocs"."""
    known = _kind(sentence, phrase)
    if known in TOOL_KINDS:
        token = sentence.tokens[phrase.end - 1]
        ordinary = token.known is not None and token.known.everyday and token.text.islower()
        pointed = phrase.determiner == "the" and token.text.islower() and token.lower.isalpha()  # "the edge of town"
        return None if ordinary or pointed else _typed(sentence, phrase, "tool")
    if phrase.name[0] in "~/@#.":
        return None  # a path, a handle
    word = phrase.name.split()[-1]
    mixed = any(char.isdigit() for char in word) and any(char.isalpha() for char in word)
    odd = (
        mixed
        or any(char in "._+#/" for char in word[1:-1])
        or (word[1:] != word[1:].lower() and word[1:] != word[1:].upper())
    )
    return "tool" if odd and not known and len(phrase.name.split()) <= 2 else None


def _named_tool(sentence: Sentence, phrase: Phrase) -> str | None:
    known = sentence.kind(phrase)
    if known in TOOL_KINDS:
        return _typed(sentence, phrase, "tool")
    if any(word in PETS for word in _words(phrase)):
        return None
    if phrase.proper and not known and phrase.determiner in ("", "the", "a", "an", "my", "our"):
        return "tool"
    return _known_tool(sentence, phrase)


def _medicine(sentence: Sentence, phrase: Phrase) -> str | None:
    named = _is_a(phrase, "medicines") or any(word in NOUNS["medicines"] for word in _words(phrase))
    return "concept" if named and phrase.determiner != "the" else None


def _vice(sentence: Sentence, phrase: Phrase) -> str | None:
    return "concept" if phrase.head in NOUNS["vices"] else None


def _enterprise(sentence: Sentence, phrase: Phrase) -> str | None:
    own = phrase.determiner in ("a", "an", "my", "our", "the", "this", "two", "")
    some_own = phrase.determiner in ("a", "an", "my", "our") and not phrase.proper
    running = some_own and phrase.head not in NOUNS["not_run"] and not sentence.kind(phrase)
    return "organization" if own and (phrase.head in NOUNS["enterprises"] or running) else None


def _plain(sentence: Sentence, phrase: Phrase) -> str | None:
    """ "Old radios", "vegetables": no one of them in particular."""
    own = mine(phrase) and sentence.word(phrase.start + 1) == "own"
    fits_in = (not phrase.determiner or own) and not phrase.proper
    return _typed(sentence, phrase, "concept") if fits_in else None


def _home(sentence: Sentence, phrase: Phrase) -> str | None:
    """ "I'm in Berlin now", "we've been in Porto for eight months": not on a visit."""
    words = {token.lower for token in sentence.tokens[phrase.end : phrase.end + 5]}
    visit = words & {"week", "weeks", "days", "weekend", "today", "tonight", "holiday", "until", "till", "vacation"}
    stay = words & {"now", "since", "nowadays", "currently", "months", "years", "year", "month"}
    return _place(sentence, phrase) if stay and not visit else None


def _gear(sentence: Sentence, phrase: Phrase) -> str | None:
    if sentence.kind(phrase) in (*TOOL_KINDS, "car"):
        return _typed(sentence, phrase, "tool")
    if phrase.determiner in ("the", "this", "that") and not _shown(sentence, phrase):
        return "tool" if phrase.proper else None
    return "tool" if _is_a(phrase, "gear", "rides", "belongings") or phrase.head in OWNED else None


_TAKEN = frozenset(("buy", "get", "inherit", "purchase", "pick"))


def _shown(sentence: Sentence, phrase: Phrase) -> bool:
    """ "I also bought this candle": not told of before."""
    verb = sentence.tokens[phrase.start - 1].base if phrase.start else ""
    return phrase.determiner == "this" and verb in _TAKEN


def is_tangible(phrase: Phrase) -> bool:
    """Whether it is something that one owns, wears or makes."""
    return _is_a(phrase, "gear", "rides", "belongings", "handmade") and not phrase.proper


def _ride(sentence: Sentence, phrase: Phrase) -> str | None:
    if sentence.kind(phrase) == "car" or phrase.head in NOUNS["rides"]:
        return "tool"
    return "tool" if phrase.proper and _indefinite(phrase) else None


def _possession(sentence: Sentence, phrase: Phrase) -> str | None:
    if phrase.determiner in ("the", "my", "our", "no"):
        return None
    if phrase.head in PETS or phrase.head in CONDITIONS:
        return None
    known = sentence.kind(phrase) in ("device", "car")
    return "tool" if known or _is_a(phrase, "gear", "rides", "belongings") else None


def _food(sentence: Sentence, phrase: Phrase) -> str | None:
    return "concept" if not phrase.proper and _is_a(phrase, "foods") else None


def _drink(sentence: Sentence, phrase: Phrase) -> str | None:
    return "concept" if sentence.kind(phrase) == "beverage" or phrase.head in NOUNS["drinks"] else None


def _pastime(sentence: Sentence, phrase: Phrase) -> str | None:
    known = sentence.kind(phrase)
    return "concept" if known in ("instrument", "sport") or _is_a(phrase, "pastimes") else None


def _sport(sentence: Sentence, phrase: Phrase) -> str | None:
    if phrase.determiner not in ("", "some") or phrase.proper and not sentence.kind(phrase):
        return None
    return "concept" if sentence.kind(phrase) == "sport" or _is_a(phrase, "sports") else None


def _diet(sentence: Sentence, phrase: Phrase) -> str | None:
    if phrase.head == "diet" and phrase.determiner in ("a", "an"):
        return "concept"
    return "concept" if sentence.kind(phrase) == "diet" or phrase.head in NOUNS["diets"] else None


def _work(sentence: Sentence, phrase: Phrase) -> str | None:
    titled = phrase.name[:1].isupper() and not mine(phrase)
    return "concept" if titled or phrase.head in NOUNS["works"] else None


def _condition(sentence: Sentence, phrase: Phrase) -> str | None:
    if phrase.determiner in ("the", "my", "our") and phrase.head not in ("flu", "shingles"):
        return None
    last = phrase.name.casefold().split()[-1]
    if _is_a(phrase, "conditions") or last in CONDITIONS or phrase.head.endswith(_ILLNESS):
        return "concept"
    if _MEASURED.search(phrase.name) is not None:
        return "concept"
    hurt = {token.lower for token in sentence.tokens[phrase.start : phrase.end]} & HURT
    if hurt and phrase.head in NOUNS["body"]:
        return "concept"
    return "concept" if sentence.kind(phrase) == "diet" else None


_MEASURED = re.compile(r"^(?:high|low|elevated|very high|very low) (?:blood (?:pressure|sugar)|cholesterol|iron|iron levels)$", re.IGNORECASE)  # fmt: skip
HURT = frozenset("bad sore broken sprained torn injured stiff dodgy weak artificial twisted swollen frozen".split())
_ILLNESS = ("itis", "osis", "emia", "algia", "phobia", "pathy", "plegia")


def _injury(sentence: Sentence, phrase: Phrase) -> str | None:
    body = any(token.lower in NOUNS["body"] for token in sentence.tokens[phrase.start : phrase.end])
    own = mine(phrase) or phrase.determiner in ("his", "her", "their") and not phrase.owner_end
    return "concept" if own and body else None


def _place(sentence: Sentence, phrase: Phrase) -> str | None:
    known = sentence.kind(phrase)
    if known and known not in (*_PLACE_KINDS, "given_name", "spoken_language"):
        return None
    if known in ("given_name", "spoken_language") or not phrase.proper:
        return None
    last = sentence.tokens[phrase.end - 1]
    other = phrase.head in EVENTS or phrase.head in NOUNS["organisations"] or last.date
    return "location" if not other and phrase.determiner in ("", "the", "a") else None


def _spot(sentence: Sentence, phrase: Phrase) -> str | None:
    named = phrase.proper or phrase.name[:1] in "~/" or phrase.head in NOUNS["rooms"]
    if sentence.kind(phrase) == "given_name" or sentence.kind(phrase) in TOOL_KINDS:
        return None
    return "location" if named else None


def _event(sentence: Sentence, phrase: Phrase) -> str | None:
    if phrase.head in PETS or mine(phrase) and phrase.head not in EVENTS:
        return None
    if phrase.head in EVENTS or phrase.head in NOUNS["events"]:
        return "event" if phrase.determiner != "the" or phrase.proper or len(phrase.name.split()) > 1 else None
    eventful = any(word.casefold() in EVENTS for word in phrase.name.split()) or _conference(phrase)
    return "event" if phrase.proper and eventful else None


def _conference(phrase: Phrase) -> bool:
    """ "EuroPython 2024", "FOSDEM": the name's form tells it."""
    last = phrase.name.split()[-1]
    return last.isdigit() and len(last) == 4 or phrase.name.casefold().split()[0].endswith(("con", "conf", "fest"))


def _is_a(phrase: Phrase, *lists: str) -> bool:
    """Whether the phrase's last word, as it stands or singular, is one of these nouns."""
    last = phrase.name.casefold().split()[-1]
    forms = {phrase.head, last, last.removesuffix("es")}
    return any(forms & NOUNS[name] for name in lists)


def _coding_language(sentence: Sentence, phrase: Phrase) -> str | None:
    return "language" if _kind(sentence, phrase) in ("language", "framework") else None


def _stay(sentence: Sentence, phrase: Phrase) -> str | None:
    """ "I was in Lisbon last weekend": a date makes it a visit."""
    return _place(sentence, phrase) if any(token.date for token in sentence.tokens) else None


def _appointment(sentence: Sentence, phrase: Phrase) -> str | None:
    dated = any(token.date for token in sentence.tokens)
    return (
        "event" if dated and phrase.head in NOUNS["appointments"] and phrase.determiner in ("a", "an", "my") else None
    )


def _own_make(sentence: Sentence, phrase: Phrase) -> str | None:
    own = mine(phrase) and sentence.word(phrase.start + 1) == "own"
    return _typed(sentence, phrase, "concept") if own and not phrase.proper else None


def _acquaintance(sentence: Sentence, phrase: Phrase) -> str | None:
    known = kin_of(phrase, sentence.tokens) is not None or sentence.kind(phrase) == "given_name"
    return "person" if known else None


def _own_name(sentence: Sentence, phrase: Phrase) -> str | None:
    named = phrase.name[:1].isupper() and not phrase.determiner and sentence.kind(phrase) in ("", "given_name")
    return "person" if named and len(phrase.name.split()) <= 3 else None


def _gathering(sentence: Sentence, phrase: Phrase) -> str | None:
    known = sentence.kind(phrase) in ("", "app", "library", "language")
    named = phrase.proper and known and not any(w in NOUNS["schools"] for w in phrase.name.casefold().split())
    return _event(sentence, phrase) or ("event" if named else None)


def _employer(sentence: Sentence, phrase: Phrase) -> str | None:
    words = {token.lower for token in sentence.tokens[max(0, phrase.start - 4) : phrase.end + 4]}
    known = sentence.kind(phrase) == "company"
    return _org(sentence, phrase) if phrase.proper and (known or words & {"now", "currently", "since"}) else None


def _wish(sentence: Sentence, phrase: Phrase) -> str | None:
    return _typed(sentence, phrase, "concept") if not _pointed(phrase) and not mine(phrase) else None


def _occasion(sentence: Sentence, phrase: Phrase) -> str | None:
    return "event" if phrase.head in NOUNS["occasions"] else None


def _feat(sentence: Sentence, phrase: Phrase) -> str | None:
    return "event" if phrase.head in NOUNS["feats"] else None


def _pet(sentence: Sentence, phrase: Phrase) -> str | None:
    if phrase.determiner in ("the", "my", "our"):
        return "concept" if mine(phrase) and phrase.proper and any(w in PETS for w in _words(phrase)) else None
    heads = (phrase.head, f"{phrase.head.removesuffix('y')}ie")  # "budgies"
    species = any(head in PETS or head in NOUNS["animals"] for head in heads)
    return "concept" if species or sentence.kind(phrase) == "pet_species" else None


def _words(phrase: Phrase) -> list[str]:
    return [singular(word.casefold()) for word in phrase.name.split()]


def _child(sentence: Sentence, phrase: Phrase) -> str | None:
    own = _words(phrase)[-1:] and _words(phrase)[-1] in CHILDREN
    return "person" if own and phrase.determiner not in ("the", "my", "our", "no") else None


def _relative(sentence: Sentence, phrase: Phrase) -> str | None:
    """Of those whom one may have several of, and only by name: "a cousin, Bea"."""
    own = phrase.head in KIN and phrase.head not in CHILDREN
    return "person" if own and phrase.determiner not in ("the", "my", "our", "no") else None


CHILDREN = ("son", "daughter", "kid", "child", "baby", "twin", "stepson", "stepdaughter", "boy", "girl", "toddler")


def _project(sentence: Sentence, phrase: Phrase) -> str | None:
    if phrase.proper and not sentence.kind(phrase):
        return "project"
    words = _words(phrase)
    fitting = any(word in NOUNS["products"] for word in words) or phrase.head in NOUNS["handmade"] | NOUNS["works"]
    return "project" if fitting and (phrase.determiner in ("a", "an", "my", "our", "some") or len(words) > 1) else None


def _product(sentence: Sentence, phrase: Phrase) -> str | None:
    made = phrase.head in NOUNS["products"] or phrase.head in NOUNS["works"] or phrase.head in NOUNS["handmade"]
    counted = phrase.determiner or sentence.tokens[phrase.start].pos == "NUM"
    if made and (counted or phrase.proper):
        return _typed(sentence, phrase, "project")
    return "project" if phrase.proper and not sentence.kind(phrase) and not phrase.determiner else None


def _finished(sentence: Sentence, phrase: Phrase) -> str | None:
    return _feat(sentence, phrase) or (_product(sentence, phrase) if not phrase.proper else None)


def _host(sentence: Sentence, phrase: Phrase) -> str | None:
    if sentence.kind(phrase) in ("city", "country", "region", "given_name", "sport"):
        return None
    return _typed(sentence, phrase, "tool") if phrase.proper or phrase.head in NOUNS["hosts"] else None


def _version(sentence: Sentence, phrase: Phrase) -> str | None:
    words = phrase.name.split()
    return "concept" if words[0].casefold() in ("version", "v") and len(words) > 1 else None


_CHECKS: dict[str, Callable[[Sentence, Phrase], str | None]] = {
    "org": _org, "firm": _firm, "school": _school, "group": _group, "venture": _venture, "role": _role, "field": _field,
    "person": _person, "mentee": _mentee, "doctor": _doctor, "thing": _thing, "subject": _subject,
    "activity": _activity, "skill": _skill, "language": _language, "opening": _opening, "named_tool": _named_tool,
    "gear": _gear, "ride": _ride, "possession": _possession, "food": _food, "drink": _drink, "pastime": _pastime,
    "sport": _sport, "diet": _diet, "work": _work, "condition": _condition, "injury": _injury, "place": _place,
    "spot": _spot, "event": _event, "occasion": _occasion, "feat": _feat, "pet": _pet, "child": _child,
    "relative": _relative, "known_tool": _known_tool, "medicine": _medicine, "vice": _vice,
    "enterprise": _enterprise, "plain": _plain, "finished": _finished, "own_name": _own_name, "workplace": _workplace, "ensemble": _ensemble, "gear_sold": _gear_sold, "coding_language": _coding_language, "stay": _stay, "appointment": _appointment,
    "payer": _payer, "races": _races, "beast": _beast, "own_make": _own_make, "acquaintance": _acquaintance, "gathering": _gathering, "employer": _employer, "wish": _wish, "home": _home, "project": _project, "product": _product, "host": _host, "version": _version,
}  # fmt: skip
KINDS = frozenset(_CHECKS)
"""What a frame may ask for."""
