"""Notes without a verb made whole: "dentist 3 may", "flight to Oslo monday", "new dog, Rex" as sentences about the speaker.

In: one sentence. Out: the same with subject and verb, or nothing where it is no such note. Only what is dated is an
appointment, and only what is named is new: "exam stress" and "new idea: use Redis" stay as they are.
"""

import re

from zeph.memory.ingest.local.patterns import KIN, PETS
from zeph.memory.ingest.times.date_spans import find_date_phrases

MOST_WORDS = 12
_PRACTICES = (
    "dentist|doctor|gp|vet|hairdresser|physio|physiotherapist|therapist|optician|orthodontist|dermatologist|cardiologist|"
    "gynaecologist|gynecologist|midwife|osteopath|chiropractor|psychologist|barber|tax advisor|notary|lawyer"
)
_OCCASIONS = (
    "appointment|checkup|check-up|haircut|blood test|scan|mri|ultrasound|x-ray|surgery|operation|exam|exams|midterm|final exam|"
    "interview|meeting|deadline|presentation|demo|viva|driving test|recital|concert|gig|wedding|funeral|party|rehearsal|audition|"
    "workshop|conference|hearing|graduation|barbecue|bbq|reunion|tournament|race|marathon|half marathon|dinner|lunch|brunch|"
    "coffee|drinks|class|course|lesson|training|match|hike|picnic|festival|seminar|webinar|inspection|viewing|biopsy|birthday|anniversary"
)
_JOURNEYS = "flight|train|bus|ferry|trip|holiday|vacation|weekend trip|business trip|road trip|city break|cruise"
_NOT_ASKED = (
    r"(?!(?:book|plan|cancel\w*|move|moved|schedule|reschedule\w*|prepare|find|make|write|draft|create|add|set|organi[sz]e|remind|help|"
    r"need|skip|skipped|attend|missed|after|before|during|for|no|not|any|cheap|best|good|how|what|when|finished|passed|failed|had|"
    r"I|we|he|she|they|you|it|there|have|has|got|is|are|will|can|do|does|did|want|wants|missed|love|like|hate|enjoy|"
    r"buy|call|email|check|send|show|give|get|think|about|if|suggest|list|explain|summari[sz]e|was|were|could|should|would)\b)"
)
_FIRST = re.compile(
    rf"^(?:(?:a|an|the|my|our|next|also|and|oh|got|have|another|big) )*(?:"
    rf"(?P<who>{_PRACTICES})(?:'s)?(?P<kept> appointment)?"
    rf"|(?P<trip>{_JOURNEYS})(?P<to> (?:to|in|from|through|around) [\w' -]{{2,40}}?)?"
    rf"|(?P<what>(?:{_NOT_ASKED}[\w'-]+ ){{0,2}}?(?:{_OCCASIONS}))(?P<with> (?:with|at|for|in) [\w' .&-]{{2,40}}?)?"
    r")(?: is| are)?[,:]? ?$",
    re.IGNORECASE,
)
_SOMEBODY = re.compile(r"^(?:I|I'm|I've|I'll|we|we're|we've|we'll|he|he's|she|she's|they|they're|you|it|it's|there|there's|that|that's|this)\b(?! is on\b)", re.IGNORECASE)  # fmt: skip
_NOTES = frozenset(re.findall(r"[\w-]+", f"{_PRACTICES}|{_JOURNEYS}|{_OCCASIONS}"))
"""One of these words is in every note of an appointment."""
_BYGONE = re.compile(r"\b(?:last|yesterday|ago|past|every|each|since|for|until|till|before)\b", re.IGNORECASE)
_BARE_DAY = re.compile(r"^(?:the )?(?:\d{1,2}(?:st|nd|rd|th)?\b|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))", re.IGNORECASE)  # fmt: skip
_MONTH = re.compile(r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b")  # fmt: skip
_CLOCK = re.compile(r",? (?:at )?(?:around )?\d{1,2}(?:[:.]\d\d)? ?(?:[ap]\.?m\.?|h|o'clock|uhr)?$|,? at (?:noon|midnight|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)$", re.IGNORECASE)  # fmt: skip

_ANIMALS = "|".join(sorted({*PETS, "puppy", "kitten"}, key=len, reverse=True))
_PLACES = "flat|apartment|house|place|home|room|studio"
_NEW = re.compile(
    r"^(?:(?:so|also|oh|and|got|finally got|just got|i have|we have|we got|i got|got myself|got ourselves|meet our|meet my|meet|our|my|a|an) )*(?:brand[- ])?new (?P<what>(?!years?\b|idea|rule|question|plan|version|feature|topic|task|issue|bug|problem|day|week|month|chapter|release|message|file|chat|thread|update|error|line|line|york|zealand|delhi|orleans|jersey|job|role|gig|position|section|record|approach|attempt|try)"
    r"[a-z-]+(?: (?!called\b|named\b)[a-z-]+)?)(?P<gap>,|:|!| -|,? called|,? named|,? (?:his|her|its|the) name(?: is|'s))? ?(?P<name>(?:it's |its |this is |it is )?(?:an? |the )?(?-i:[A-Z0-9])[\w.+#&'-]*(?: [\w.+#&'-]+){0,3}|[a-z]+(?: [a-z]+)?)$",
    re.IGNORECASE,
)
_NEW_PLACE = re.compile(
    rf"^(?:(?:so|also|oh|and|got|finally|our|my|a) )*new (?:{_PLACES}) in (?P<rest>(?-i:[A-Z])[\w' -]+)$", re.IGNORECASE
)


def terse(sentence: str) -> str:
    """The note as a sentence; empty where it is none."""
    bare = sentence.rstrip(" .!")
    if bare.count(" ") >= MOST_WORDS or _SOMEBODY.match(bare):
        return ""
    if "new " in bare[:30].casefold() and (made := _new(bare)):
        return made
    words = bare.casefold().replace(",", " ").replace(":", " ").split()
    return "" if _NOTES.isdisjoint(words) else _appointed(bare)


def _new(bare: str) -> str:
    place = _NEW_PLACE.match(bare)
    if place is not None:
        return f"I moved to {place['rest']}."
    match = _NEW.match(bare)
    if match is None or (not match["gap"] and match["name"][:1].islower()):
        return ""
    what, named = match["what"].lower(), re.sub(r"^(?:it's|its|this is|it is) ", "", match["name"], flags=re.IGNORECASE)
    name = re.sub(r"^(?:an?|the) ", "", named, flags=re.IGNORECASE)
    if re.fullmatch(rf"(?:[a-z]+ )?(?:{_ANIMALS})", what):
        return f"I have a {what} called {name}." if name[:1].isupper() and name == named else ""
    if not match["gap"] or match["gap"].endswith(("called", "named", "name is", "name's")):
        return ""
    personal = what.split()[-1] in KIN or what.split()[-1] in _PEOPLE
    if personal or what.split()[-1] in _KEPT:
        return f"My new {what} is {named}." if name[:1].isupper() or what in _PURSUITS else ""
    return ""


_PEOPLE = frozenset("boss manager colleague neighbour neighbor flatmate roommate teacher dentist doctor therapist landlord trainer coach tutor nanny".split())  # fmt: skip
_PURSUITS = frozenset(("hobby", "obsession", "passion"))
_KEPT = _PURSUITS | frozenset(
    "laptop phone computer pc desktop machine tablet camera car bike ebike motorbike scooter keyboard mouse monitor tv watch "
    "smartwatch headphones console guitar piano amp synth editor ide shell terminal browser os distro bank employer".split()
)


def _appointed(bare: str) -> str:
    dated = find_date_phrases(bare)
    if not dated:
        return ""
    first, last = dated[0], dated[-1]
    if first.start == 0 and first is last:  # "Friday: dentist"
        rest, lead, when = "", _CLOCK.sub("", bare[first.end :]).lstrip(" :,-"), first.text
    else:
        rest = _CLOCK.sub("", bare[last.end :])
        lead = re.sub(r"(?:,|:)? ?(?:on|at)?$", "", bare[: first.start].rstrip(), flags=re.IGNORECASE)
        when = bare[first.start :].lstrip()
    match = _FIRST.match(lead)
    if rest.strip() or match is None or _BYGONE.search(when):
        return ""
    when = _MONTH.sub(lambda m: m.group().capitalize(), f"on {when}" if _BARE_DAY.match(when) else when)
    if match["who"]:
        return f"I have a {match['who'].lower()} appointment {when}."
    if match["trip"]:
        return _journey(match["trip"].lower(), match["to"] or "", when)
    what = match["what"]
    what = what if what[1:2].isupper() or "'s " in what else what[:1].lower() + what[1:]
    if "'s " in what or what.endswith(("birthday", "anniversary")):
        own = "My " if re.match(r"(?:my|our) ", bare, re.IGNORECASE) or what[:1].islower() else ""
        return f"{own}{what} is {when}."
    article = "" if what.endswith("s") else "an " if what[0] in "aeiou" else "a "
    verb = "have" if what.split()[-1] in _KEPT_DATES else "plan"
    return f"I {verb} {article}{what}{match['with'] or ''} {when}."


_KEPT_DATES = frozenset("appointment checkup check-up scan exam exams interview meeting deadline surgery operation test viva audition hearing".split())  # fmt: skip


def _journey(trip: str, to: str, when: str) -> str:
    if trip in ("train", "bus", "ferry"):
        return f"I'm going{to} by {trip} {when}." if to.startswith(" to ") else ""
    return f"I {'have' if trip in ('flight', 'cruise') else 'plan'} a {trip}{to} {when}."
