"""What verbs say, as data: ``data/frames.toml`` read into frames, and every form that their verbs have.

In: nothing. Out: :data:`VERBS` and :data:`STATES` (first word → frames) and :data:`FORMS` (form → dictionary form and
Penn tag). A frame is a wording such as "sign up for", the relation that it states, and what must stand after it.
"""

from dataclasses import dataclass
from itertools import product

from zeph.memory.ingest.local.patterns import inflect
from zeph.memory.language.gazetteer import read_data

PREPOSITIONS = frozenset(
    "at for with from to in on of by as into about over under through via using across around near outside inside "
    "towards toward after against upon onto behind alongside off out up down back atop beside along between like next"
    .split()
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class VerbFrame:
    """One wording and what it states."""

    verb: str
    words: tuple[str, ...]
    """Between verb and object; "_" passes over an object, "X" is the frame's own where words follow it."""
    after: tuple[str, ...]
    """Behind the object: "put X down"."""
    relation: str
    object: str
    subject: str = "person"
    time: str = "any"
    ends: bool = False


def _load() -> tuple[dict[str, list[VerbFrame]], dict[str, list[VerbFrame]], dict[str, str]]:
    data = read_data("frames.toml")
    verbs: dict[str, list[VerbFrame]] = {}
    states: dict[str, list[VerbFrame]] = {}
    for entry in data["frame"]:
        given = {key: value for key, value in entry.items() if key != "said"}
        for said in dict.fromkeys(one for line in entry["said"] for one in _wordings(line)):
            first, words = said[0], said[1:]
            after: tuple[str, ...] = ()
            if "X" in words:
                words, after = words[: words.index("X")], words[words.index("X") + 1 :]
            if first == "be" and words:
                states.setdefault(words[0], []).append(VerbFrame("be", words, after, **given))
            elif first == "be":
                states.setdefault("", []).append(VerbFrame("be", (), after, **given))
            else:
                verbs.setdefault(first, []).append(VerbFrame(first, words, after, **given))
    for group in (*verbs.values(), *states.values()):
        group.sort(key=lambda frame: -len(frame.words))
    return verbs, states, data["irregular"]


def _wordings(line: str) -> list[tuple[str, ...]]:
    """ "work at/for" gives two."""
    return list(product(*(word.split("/") for word in line.split())))


VERBS, STATES, _IRREGULAR = _load()


def forms_of(verb: str) -> tuple[str, str, str, str]:
    """Third person, past, participle and gerund."""
    if verb in _IRREGULAR:
        third, past, participle, gerund = _IRREGULAR[verb].split()
        return third, past, participle, gerund
    third, past, participle, gerund = inflect(verb)
    if past.endswith("ed") and _doubles(verb):
        past = participle = f"{verb}{verb[-1]}ed"
        gerund = f"{verb}{verb[-1]}ing"
    return third, past, participle, gerund


def _doubles(verb: str) -> bool:
    """ "Jog" gives "jogged": one short vowel before one consonant."""
    vowels = sum(letter in "aeiou" for letter in verb)
    return len(verb) > 2 and vowels == 1 and verb[-2] in "aeiou" and verb[-1] not in "aeiouwxy"


def _forms() -> dict[str, tuple[str, str]]:
    forms: dict[str, tuple[str, str]] = {}
    for verb in VERBS:
        third, past, participle, gerund = forms_of(verb)
        for form, tag in ((verb, "VB"), (third, "VBZ"), (past, "VBD"), (participle, "VBN"), (gerund, "VBG")):
            forms.setdefault(form, (verb, tag))
    return forms


FORMS = _forms()
"""Form → (verb, Penn tag)."""
