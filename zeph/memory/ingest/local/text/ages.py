"""Children and animals listed with their ages: "two kids, Ana (7) and Ben (4)" as the list and a sentence on each age.

In: one sentence. Out: the sentence without ages, then one sentence for each. A number behind a name is an age only
where a word for a relative or an animal stands in the sentence.
"""

import re

from zeph.memory.ingest.local.patterns import KIN, PETS

_LIVING = re.compile(
    rf"\b(?:{'|'.join(sorted({*KIN, *PETS, 'kid', 'child', 'twin', 'puppy', 'kitten'}, key=len, reverse=True))})s?\b|\bchildren\b|\bpuppies\b",
    re.IGNORECASE,
)
_YEARS = r"(?P<age>\d{1,2})(?: (?:years old|years|year old|yrs|yo|y/o))?"
_AGED = re.compile(
    rf"\b(?P<name>[A-Z][^\W\d_]+)(?:"
    rf" \((?:aged? |now |just |nearly |almost )?{_YEARS}\)"
    r"|, who(?:'s| is)(?: now| only| just| already)? (?P<told>\d{1,2})(?: years old)?(?:,|(?=$|[.!]))"
    r"|,? aged (?P<old>\d{1,2})\b,?(?! and \d)"
    r"|(?:,| is|:)? (?P<bare>\d{1,2})(?: (?:years old|yo|y/o))?(?=$|[.!,]| and [A-Z]| & [A-Z])(?:,(?! [A-Z]))?)",
)
_LISTED = re.compile(
    rf"(?:{_LIVING.pattern})(?: are|:|,| called| named| -| is)*,? (?=(?-i:[A-Z])[^\W\d_]+(?:,|:| is)? \d)",
    re.IGNORECASE,
)
"""Names with bare numbers follow the word for those who bear them: "my kids Ana 7 and Ben 4"."""
_TWO = re.compile(
    r"\b(?P<a>an?|one) (?P<first>[a-z]+), (?P<b>[A-Z]\w+),? and (?P<c>an?|one) (?P<second>[a-z]+), (?P<d>[A-Z]\w+)\b"
)
"""A son, Leo, and a daughter, Mia."""
_JOINS = re.compile(r",? (?:and|&) ")
_DIGIT = re.compile(r"[A-Z][^\W\d_]+(?: \(|,| is| who| aged|:)?[^.;]{0,16}?\b\d{1,2}\b")
_LEADS = re.compile(r"^(?P<names>[A-Z]\w+(?:, [A-Z]\w+)*,? and [A-Z]\w+) are (?P<whose>my|our) (?P<what>(?:two |three )?[a-z]+)$")  # fmt: skip


def aged(sentence: str) -> list[str]:
    """The sentence, then what it says of ages; empty where it lists none."""
    counted = _DIGIT.search(sentence) is not None
    if not (counted or _TWO.search(sentence) or _LEADS.match(sentence.rstrip(" .!"))) or not _LIVING.search(sentence):
        return []
    ages: list[tuple[str, str]] = []
    listed = _LISTED.search(sentence) if counted else None

    def noted(match: re.Match[str]) -> str:
        if match["bare"] and (listed is None or match.start() < listed.start()):
            return match.group()
        age = match["age"] or match["told"] or match["old"] or match["bare"]
        ages.append((match["name"], age))
        set_off = sentence[: match.start()].endswith(", ") and match.group().endswith(",")
        return f"{match['name']}," if set_off and not _JOINS.match(sentence, match.end()) else match["name"]

    plain = _AGED.sub(noted, sentence) if counted else sentence
    plain = _TWO.sub(
        lambda m: f"{m['a']} {m['first']} called {m['b']} and {m['c']} {m['second']} called {m['d']}", plain
    )
    led = _LEADS.match(plain.rstrip(" .!"))
    if led is not None and _LIVING.search(led["what"]):
        plain = f"{led['whose'].capitalize()} {led['what']} are {led['names']}."
    if plain == sentence:
        return []
    return [plain, *(f"{name} is {age} years old." for name, age in ages)]
