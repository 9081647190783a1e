"""A person's days: how they get to work, when they get up, when the standup is, what they changed over to.

In: a read sentence and a word in it. Out: findings; the nouns are in ``data/routines.toml``.
"""

import re

from zeph.memory.ingest.local.frames.match import skip_fillers
from zeph.memory.ingest.local.frames.subjects import someone, true_subject
from zeph.memory.ingest.local.frames.table import forms_of
from zeph.memory.ingest.local.phrases.entities import Phrase, mine, singular
from zeph.memory.ingest.local.phrases.reader import Actor, Finding, Sentence
from zeph.memory.language.gazetteer import read_data

_DATA = read_data("routines.toml")
COMMUTE: dict[str, str] = _DATA["commute"]
_NOUNS = {name: frozenset(words.split()) for name, words in _DATA["nouns"].items()}
_PRESENT = ("VBP", "VBZ", "VB")
_TIME = re.compile(
    r"\b(?:at|around|about|by|from|before|after) (?:around |about )?(?P<time>\d{1,2}(?:[:.]\d\d)?(?: ?[ap]\.?m\.?\b)?|"
    r"(?:half (?:past )?|quarter (?:past|to) )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight|"
    r"\d{1,2})(?: (?:thirty|fifteen|o'clock|am|pm))?)(?! (?:minutes|days|people|of|euros|dollars|years|weeks|times|hours)\b)(?!\w)",
    re.IGNORECASE,
)
_CHANGES = frozenset(("change", "switch", "move"))
_RISES: dict[tuple[str, ...], str] = {
    ("get", "up"): "wake-up time", ("wake", "up"): "wake-up time", ("go", "to", "bed"): "bedtime",
    ("go", "to", "sleep"): "bedtime", ("start", "work"): "start of work", ("finish", "work"): "end of work",
    ("eat", "dinner"): "dinner", ("have", "dinner"): "dinner", ("have", "lunch"): "lunch",
}  # fmt: skip
_FIRST_WORDS = frozenset(words[0] for words in _RISES)


def routine_findings(sentence: Sentence, at: int) -> list[Finding]:
    """What the verb there says of a person's days."""
    token = sentence.tokens[at]
    if token.pos not in ("VERB", "AUX") or token.date:
        return []
    base = token.base or token.lemma
    if base in COMMUTE or base in ("take", "go", "get", "commute", "ride", "travel", "come"):
        return _commute(sentence, at, base) or (_rises(sentence, at, base) if base in _FIRST_WORDS else [])
    if base in _CHANGES:
        return _changes(sentence, at, base)
    if base == "work":
        return _remote(sentence, at) or _hours(sentence, at)
    if base == "have" and (weekly := _weekly(sentence, at)):
        return weekly
    if base in _FIRST_WORDS:
        return _rises(sentence, at, base) or _appointed(sentence, at)
    return _appointed(sentence, at) if base in ("start", "begin", "be") else []


def _actor(sentence: Sentence, at: int) -> Actor | None:
    subject = true_subject(sentence, at, sentence.reading(at).subject)
    if subject is None or subject.kind == "left_out":
        return None
    actor = someone(sentence, subject.phrase) if subject.phrase is not None else sentence.actor(subject, things=False)
    return actor if actor is not None and actor.type == "person" else None


def _habit(sentence: Sentence, at: int) -> str:
    """ "now", "over", or empty where it is neither."""
    mood = sentence.reading(at).mood
    if mood == "over":
        return "over"
    denied = any(sentence.word(near) in ("not", "n't", "never") for near in range(at - 3, at))
    return "now" if mood == "fact" and sentence.tokens[at].tag in _PRESENT and not denied else ""


def _commute(sentence: Sentence, at: int, base: str) -> list[Finding]:
    """ "I bike to work", "I take the tram to work", "I go to work by bus"."""
    means = COMMUTE.get(base, "")
    place = skip_fillers(sentence, at + 1)
    vehicle = sentence.found.get(place)
    if (
        vehicle is not None
        and singular(vehicle.head) in _NOUNS["vehicles"]
        and base in ("take", "ride", "drive", "get")
    ):
        means, place = vehicle.head, vehicle.end
    if sentence.word(place) in ("in", "over") and sentence.word(place + 1) == "to":
        place += 1
    if sentence.word(place) != "to" or not _is_work(sentence, place + 1):
        return []
    if not means:
        by = next(
            (i for i in range(place, min(place + 5, len(sentence.tokens))) if sentence.word(i) in ("by", "on")), 0
        )
        behind = sentence.found.get(by + 1) if by else None
        if behind is not None and behind.head in _NOUNS["vehicles"]:
            means = behind.head
        elif by and sentence.word(by + 1) == "foot":
            means = "walking"
    habit, actor = _habit(sentence, at), _actor(sentence, at) if means else None
    if actor is None or not habit:
        return []
    work = None if sentence.word(place + 1) in _NOUNS["work"] else sentence.found.get(place + 2)
    where = sentence.word(work.end - 1 if work is not None else place + 1)
    way = {"walking": "on foot", "running": "by running", "skates": "on skates"}.get(means, f"by {means}")
    verb = "no longer goes" if habit == "over" else "go" if actor.plural else "goes"
    fact = f"{actor.name} {verb} to {'the ' if where not in ('work', 'school', 'uni', 'university', 'class', 'college') else ''}{where} {way}"
    return [
        Finding(actor.name, "person", "commutes_by", means, "concept", fact, "routine", at, actor.factor, ends=habit == "over")
    ]  # fmt: skip


def _is_work(sentence: Sentence, at: int) -> bool:
    if sentence.word(at) in _NOUNS["work"]:
        following = sentence.word(at + 1)
        return following not in ("on", "out", "with", "for")
    phrase = sentence.found.get(at)
    return phrase is not None and phrase.head in _NOUNS["work"] and phrase.determiner in ("the", "my", "our", "")


def _rises(sentence: Sentence, at: int, base: str) -> list[Finding]:
    """ "I get up at 5:30", "I usually go to bed around eleven"."""
    for words, noun in _RISES.items():
        if words[0] != base or not sentence.words(at + 1, *words[1:]):
            continue
        end = sentence.tokens[at + len(words) - 1].end
        time = _TIME.search(sentence.text, end)
        habit, actor = _habit(sentence, at), _actor(sentence, at)
        if time is None or time.start() - end > 12 or habit != "now" or actor is None:
            return []
        verb = forms_of(base)[0] if not actor.plural else base
        fact = f"{actor.name} {' '.join((verb, *words[1:]))} {time.group().strip()}"
        return [Finding(actor.name, "person", "has_routine", noun, "concept", fact, "routine", at, actor.factor)]
    return []


_WEEKLY = re.compile(
    r"\b(?:on (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days(?: and (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days)?|(?:every|each) "
    r"(?:other |second )?(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|every (?:morning|evening|week)|(?:once|twice|three times) a week)\b",
    re.IGNORECASE,
)


def _weekly(sentence: Sentence, at: int) -> list[Finding]:
    """ "My son has football practice on Wednesdays"."""
    first = skip_fillers(sentence, at + 1)
    phrase = sentence.found.get(first)
    if phrase is None and sentence.word(first) in _NOUNS["weekly"]:
        word = sentence.tokens[first]
        phrase = Phrase(first, first + 1, word.lower, "", word.lower, False)
    if phrase is None or singular(phrase.head) not in _NOUNS["appointed"] | _NOUNS["weekly"]:
        return []
    when = _WEEKLY.search(sentence.text, sentence.tokens[phrase.end - 1].end)
    habit, actor = _habit(sentence, at), _actor(sentence, at)
    if when is None or habit != "now" or actor is None or phrase.determiner in ("no", "any", "the"):
        return []
    fact = f"{actor.name} {'have' if actor.plural else 'has'} {sentence.shown(phrase)} {when.group()}"
    return [Finding(actor.name, "person", "has_routine", phrase.name, "event", fact, "routine", at, actor.factor)]


_HOURS: dict[tuple[str, ...], str] = {
    ("part-time",): "part-time work", ("part", "time"): "part-time work", ("full-time",): "full-time work",
    ("part", "-", "time"): "part-time work", ("full", "-", "time"): "full-time work", ("full", "time"): "full-time work",
    ("nights",): "night work", ("shifts",): "shift work", ("weekends",): "weekend work",
    ("the", "night", "shift"): "night work", ("in", "shifts"): "shift work", ("on", "weekends"): "weekend work",
    }  # fmt: skip


def _hours(sentence: Sentence, at: int) -> list[Finding]:
    """ "I work part-time", "my flatmate works nights"."""
    words = next((words for words in _HOURS if sentence.words(at + 1, *words)), None)
    if words is None:
        return []
    habit, actor = _habit(sentence, at), _actor(sentence, at)
    following = sentence.word(at + 1 + len(words))
    if (
        actor is None
        or habit != "now"
        or following not in ("", ".", ",", "!", "and", "at", "as", "in", "for", "but", "now")
    ):
        return []
    verb = "work" if actor.plural else "works"
    fact = f"{actor.name} {verb} {' '.join(words).replace(' - ', '-')}"
    return [Finding(actor.name, "person", "has_routine", _HOURS[words], "concept", fact, "routine", at, actor.factor)]


def _appointed(sentence: Sentence, at: int) -> list[Finding]:
    """ "My shift starts at six", "our standup is at 9:15"."""
    subject = true_subject(sentence, at, sentence.reading(at).subject)
    phrase = subject.phrase if subject is not None else None
    if phrase is None or not mine(phrase) or _habit(sentence, at) != "now" or not _is_appointed(phrase):
        return []
    end = sentence.tokens[at].end
    time = _TIME.search(sentence.text, end)
    if time is None or time.start() - end > 3:
        return []
    speaker = sentence.speaker.name
    fact = f"{speaker}'s {phrase.name} {sentence.word(at).replace(chr(39) + 's', 'is')} {time.group().strip()}"
    return [Finding(speaker, "person", "has_routine", phrase.name, "event", fact, "routine", at)]


def _is_appointed(phrase: Phrase) -> bool:
    return phrase.head in _NOUNS["appointed"] or phrase.name.casefold().endswith("stand-up")


def _changes(sentence: Sentence, at: int, base: str) -> list[Finding]:
    """ "I moved teams last month", "I changed jobs in May"."""
    noun, token = sentence.word(at + 1), sentence.tokens[at]
    if noun not in _NOUNS["changed"] or token.tag not in ("VBD", "VBN", "VBG") or sentence.reading(at).mood != "fact":
        return []
    following = sentence.tokens[at + 2] if at + 2 < len(sentence.tokens) else None
    if following is not None and following.lower == "of":
        return []
    if following is not None and not (following.date or following.pos in ("PUNCT", "ADV", "CCONJ", "SCONJ", "ADP")):
        return []
    helped = {sentence.word(near) for near in range(max(0, at - 3), at)}
    if token.tag == "VBG" and not (
        any(word.date for word in sentence.tokens) and helped & {"am", "'m", "is", "'re", "are"}
    ):
        return []
    actor = _actor(sentence, at)
    if actor is None:
        return []
    ahead = token.tag == "VBG"
    what = {"house": "house move", "flat": "house move", "apartment": "house move", "apartments": "house move"}.get(
        noun
    )
    name = what or f"{singular(noun) if not noun.endswith('companies') else 'company'} change"
    verb = f"is {token.lower}" if ahead else forms_of(base)[1]
    fact = f"{actor.name} {verb} {noun}"
    return [
        Finding(actor.name, "person", "has_event", name, "event", fact, "happening", at, actor.factor,
                future=ahead, event=not ahead)
    ]  # fmt: skip


def _remote(sentence: Sentence, at: int) -> list[Finding]:
    """ "I work from home on Fridays"."""
    place = skip_fillers(sentence, at + 1)
    home = sentence.words(place, "from", "home") or sentence.words(at + 1, "from", "home")
    remotely = sentence.word(at + 1) in ("remotely", "remote")
    habit = _habit(sentence, at)
    if not (home or remotely) or not habit:
        return []
    actor = _actor(sentence, at)
    if actor is None:
        return []
    tail = sentence.text[sentence.tokens[at].end :]
    days = re.search(
        r"\bon (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?(?:(?:, | and |, and )(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?)*",
        tail,
    )
    verb = "no longer works" if habit == "over" else "works"
    fact = f"{actor.name} {verb} {'remotely' if remotely else 'from home'}{' ' + days.group() if days else ''}"
    return [
        Finding(actor.name, "person", "has_routine", "remote work", "concept", fact, "routine", place + 1, actor.factor,
                ends=habit == "over")
    ]  # fmt: skip
