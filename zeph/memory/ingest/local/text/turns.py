"""Roundabout ways of loose talk said straight: "I'm all about jazz" as "I love jazz", "my trip to Fez was great" as a visit.

In: one sentence. Out: the same statement in plain words, and what it says in passing as sentences of its own. Only
turns whose plain meaning is sure are here; the rules for verbs and objects judge what comes out.
"""

import re

_NO_NAME = r"(?!it\b|that\b|this\b|these\b|those\b|they\b|them\b|he\b|she\b|you\b|your\b|which\b|what\b|one\b|some\b|mine\b|both\b)"
_FAVOURITE = r"(?:(?:absolute|personal|all-time|big|new|current) )?favou?rites?"
_SURELY = (
    r"(?:(?:definitely|probably|certainly|easily|honestly|actually|really|also|still|always|totally|absolutely|just) )*"
)
_LIGHT = r"(?:(?:big|great|huge|deep|real|strong|lifelong|special|true|genuine|immense|soft|such a) )*"
_OURS = r"(?:our|my) (?:(?:side|new|current|open[- ]source|pet|little|main|first|own|latest|whole) )*"
_TENSES = {"have": 0, "'ve": 0, "has": 1, "had": 2}
_FEELINGS = {
    "love": ("love", "loves", "loved"),
    "passion": ("love", "loves", "loved"),
    "fondness": ("like", "likes", "liked"),
    "soft spot": ("like", "likes", "liked"),
    "weakness": ("like", "likes", "liked"),
    "respect": ("respect", "respects", "respected"),
    "admiration": ("admire", "admires", "admired"),
    "appreciation": ("appreciate", "appreciates", "appreciated"),
}


def _feeling(match: re.Match[str]) -> str:
    tense = 0 if match.group().startswith(("'ve", " have")) else 1 if match.group().startswith(" has ") else None
    words = _FEELINGS[match["noun"].lower()]
    return f"{words[_TENSES[match['have'].lower()] if tense is None else tense]} "


_SAID: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), new)
    for pattern, new in (
        (r"\b(?:I(?:'m| am)|we(?:'re| are)) all about (?=\w)", "I love "),
        (r"^(?:and |so |but )?(?:(?:I|we) )?(?:just )?(?:want(?:ed)?|(?:would|'d) (?:like|love)|need) to (?:let you know|tell you|say|share|mention|add) that (?=(?:I|we|my|our)\b)", ""),
        (r"^(?:been|being) (?:(?:super|really|pretty|very|quite|so|also|just) )*busy (?=with\b)", "I've been busy "),
        (r"^my (?:(?:first|new|debut|latest|second|third) )*(?P<n>album|single|book|song|ep|mixtape|novel|podcast|game|record|video)(?: (?:finally|just|also|has|is))* (?:dropped|came out|out)\b", r"I released my \g<n>"),
        (r"\bhas (?:an? )?(?:(?:lot of|so much|great|special|deep|real|sentimental) )*(?:significance|meaning|importance|value) (?:for|to) me\b", "matters to me"),
        (r"\b(?:at the edge|on the (?:edge|outskirts)|in the (?:heart|middle|suburbs|north|south|east|west|center|centre)) of (?=(?-i:[A-Z]))", "in "),
        (r"\bfrom the (?:(?:far|deep|very) )?(?:north|south|east|west|middle|cent(?:er|re)|coast|southwest|northwest|southeast|northeast|north-east|south-west|north-west|south-east) of (?=(?-i:[A-Z]))", "from "),
        (r"^my (?P<part>appendix|tonsils|gallbladder|wisdom teeth|wisdom tooth|thyroid|spleen|uterus|prostate|adenoids|cataracts?|stitches) (?:was|were|had to be|got) (?:surgically )?(?:removed|taken out|extracted)\b", r"I had my \g<part> removed"),
        (r"\b(?:try|tries|trying) to (avoid|limit|skip) (?=\w)", r"\1 "),
        (r"^(?:my )?(?P<who>girlfriend|boyfriend|wife|husband|partner|fianc[ée]e?|ex) and I (?P<how>broke up|split up|separated|divorced)\b", r"I \g<how> with my \g<who>"),
        (r"^(?-i:(?P<who>[A-Z][a-z]+)) and I (?P<how>broke up|split up|separated)\b", r"I \g<how> with \g<who>"),
        (rf"^{_OURS}(?:project|product|app|tool|library|game|package|plugin|framework|website|service) is (?:called|named) (?=\w)", "I work on "),
        (rf"^{_OURS}(?:company|startup|start-up|firm|employer|agency) is (?:called|named) (?=\w)", "I work at "),
        (rf"^{_OURS}(?:band|choir|orchestra|club) is (?:called|named) (?=\w)", "I'm a member of "),
        (r"\bI separated with ", "I separated from "),
        (r"\bgetting ready (for|to)\b", r"preparing \1"),
        (r"\bgot ready (for|to)\b", r"prepared \1"),
        (r"\b(I(?:'m| am)|we(?:'re| are)) off to (?=(?!the\b|an?\b|my\b|our\b|work\b|bed\b|see\b|spend\b|sleep\b|school\b)[a-z]+ (?!of\b|with\b|and\b|for\b))", r"\1 going to "),
        (r"\b(I|we) (?:can't|cannot|can not) (?:help|resist) (?=[a-z]+ing\b)", r"\1 keep "),
        (r"\b(been|'m|am|'re|are|was|were) (?:(?:so|super|really|pretty|very|quite|kept|keeping|extremely|all) )*busy (?=(?!being\b|having\b|doing\b|getting\b)[a-z]+ing\b)", r"\1 "),
        (r"\b(counting down the days|counting the days|counting down) (?:'?til|until|till|to) (?=(?:our|my|the) )", "looking forward to "),
        (r"\b(tried|trying|try|tries) my hand at ", r"\1 "),
        (r"\b(?:got|had|have|get) (?:the|an?|my) (?:(?:great|amazing|wonderful|incredible|rare|unique|unexpected|first|awesome) )*(?:chance|opportunity|privilege|honou?r|luck) to (?=(?!hear\b|see\b)[a-z])", "got to "),
        (r"\b(I|we) (?:have|'ve got|had) (?:some |big |great )*plans for (an? )", r"\1 plan "),
        (r"\b(I|we)(?:'ve| have| had)? (?:always |long )?dream(?:ed|t|s)? of (?=[a-z]+ing\b)", r"\1 have always wanted to be "),
        (r"^(?:one of my|my) (?:(?:main|biggest|big|next|current|new|ultimate|long-term|other) )*(goal|dream|plan|hope|ambition|aim|wish)s?(?: for (?:now|the future|this year|next year|the year))? (?:is|'s|has always been) to ", r"My \1 is to "),
        (r"\bit(?:'s| is| was) (?:such )?(?:(?:so|really|an?|truly) )*(?:great|amazing|awesome|good|nice|wonderful|fantastic|rewarding|honou?r|incredible|fulfilling) (?:to be|being) (?:a )?part of ", "I'm part of "),
        (r"\b(I(?:'m| am)|we(?:'re| are)) (?:so |really |totally |definitely )?(?:down|keen|longing|itching|dying|psyched|buzzing|looking|aching|gearing up) to (?=(?!hear\b|know\b|see\b)[a-z])", "I want to "),
    )
)  # fmt: skip
_LOVE = re.compile(
    rf"(?:'ve | have | has )?(?:always |really |still )?\b(?P<have>have|has|had) (?:always |really |still )?(?:an? |such an? ){_LIGHT}"
    r"(?P<noun>love|passion|fondness|soft spot|weakness|respect|admiration|appreciation) (?:for|of) (?=\w)",
    re.IGNORECASE,
)
_PICKED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"^{_NO_NAME}(?P<what>[^,;]{{3,50}}?) is (?:what|something) (?:I'm|I am) {_SURELY}(?:so |very |most )?passionate about[.! ]*$",
        rf"^{_NO_NAME}(?P<what>[^,;]{{3,50}}?) is (?:what|something) I (?:really |truly |always )*(?:love|enjoy)(?: doing| to do)?[.! ]*$",
        rf"^{_NO_NAME}(?P<what>[^,;]{{2,60}}?) (?:is|are|was|were|has been|'s|would be|has to be) {_SURELY}(?:(?:one|some|two) of )?(?:my|our) {_FAVOURITE}[.! ]*$",
        rf"^(?:one of )?my {_FAVOURITE} (?:ones? )?(?:is|was|are|has to be|would be|would have to be) {_SURELY}{_NO_NAME}(?P<what>(?!when\b|how\b|to\b|where\b|because\b|probably\b|if\b|from\b|in\b|on\b)[^,;]{{2,60}}?)[.! ]*$",
        rf"^if I had to (?:pick|choose|name) (?:an? |my |just |only )?(?:{_FAVOURITE}|one)(?: [a-z]+)?,? (?:it|that|I)(?:'d| would) {_SURELY}(?:have to )?(?:be|pick|say|choose|go (?:with|for)) {_SURELY}{_NO_NAME}(?P<what>[^,;]{{2,60}}?)[.! ]*$",
    )
)  # fmt: skip
_YES = re.compile(r"^(?:not yet|not much|nothing much|definitely|absolutely|totally|for sure|of course|yep|yeah|yup|sure|exactly|indeed|honestly)[,!.] (?=\w)", re.IGNORECASE)  # fmt: skip
_TRIP = re.compile(
    r"\b(?:my|our) (?:(?!next\b|upcoming\b|planned\b|future\b|dream\b|first\b)[a-z-]+ ){0,2}(?P<how>trip|visit|vacation|holiday|getaway|stay|journey|honeymoon) "
    r"(?:to|in|through|around|across) (?P<what>(?-i:[A-Z][\w'-]+(?: (?:[A-Z][\w'-]+|de|del|la))*)) (?:was|were|has been)\b",
    re.IGNORECASE,
)
_SHOWN = re.compile(
    r"^(?:(?:here|oh|so|yeah|btw|and|also),? )*(?:check out|take a (?:look|peek) at|have a look at|look at|here(?:'s| is| are)|this is|these are|that's|that is)"
    r"(?: (?:an?|this|the|some) (?:[a-z-]+ ){0,2}?(?:pic|photo|picture|shot|snap|snapshot|pics|photos|pictures|image)s?(?: I took| I got)? of)? (?P<one>one of |some of )?(?:my|our) "
    r"(?P<what>(?:(?:old|new|own|little|favou?rite|latest|vintage|first|beautiful|cute|creative|very|current|lovely|shiny|brand new|[a-z]+ful) )*(?P<noun>[a-z-]+(?: (?!that\b|which\b|where\b|from\b|with\b|in\b|I\b|we\b)[a-z-]+)?))"
    r"(?P<rest> (?:that|which)? ?(?:I|we) (?:just )?(?:bought|got|made|built|painted|found|adopted|baked|wrote|designed)\b[^,;]*)?(?:[.!,]| -|$| where\b| which\b| that\b| in my\b| from\b| with\b)",
    re.IGNORECASE,
)
"""What one shows round is one's own."""
_KEPT = frozenset(
    "room house home garden kitchen bookshelf bookcase shelf desk studio garage workshop haven camera guitar necklace "
    "bracelet ring pendant tattoo car bike motorcycle boat piano violin drum drums keyboard collection bookshelves "
    "sculpture painting drawing sketchbook journal notebook bench shop store office balcony backyard yard setup tent "
    "telescope drone console skateboard surfboard kayak van truck laptop plants plant tank aquarium terrarium lamp candle "
    "figurine figurines vase quilt blanket rug mug mat bowl pot album albums record records trophy medal certificate "
    "diploma dress jacket hat costume shoes sneakers boots watch".split()
)


_BACK_THEN = re.compile(r"\b(?:when|while|as) (?:I|we) (?:was|were) (?:just )?(?:an? |so |still |very )*(?:kid|child|little|young|younger|small|teen|teenager|growing up|boy|girl|student|kids|in (?:school|college|university|high school))\b", re.IGNORECASE)  # fmt: skip
_WOULD = re.compile(
    r"\b(?P<who>I|we|[Mm]y \w+|(?:[A-Z]\w+|[Mm]y \w+) and I)(?:'d| would) (?:always |often |usually |sometimes )?(?=[a-z]+\b)(?!be able|like|love|rather|prefer|have\b|never|not)"
)


def straight(sentence: str) -> str:
    """The sentence with its roundabout ways said straight."""
    if _BACK_THEN.search(sentence):
        sentence = _WOULD.sub(lambda m: f"{m['who']} used to ", sentence)
    sentence = _YES.sub("", sentence)
    for shape in _PICKED:
        match = shape.match(sentence)
        if match is not None:
            what = match["what"].replace(":", "").strip('" ') if '"' in match["what"] else match["what"]
            return f"I love {_lowered(what)}."
    sentence = _LOVE.sub(lambda m: f" {_feeling(m)}" if m.group()[:1] in " '" else _feeling(m), sentence)
    for pattern, new in _SAID:
        sentence = pattern.sub(new, sentence)
    return sentence


_BACK = re.compile(
    r"\b(?:I|we|my \w+ and I) (?:just |finally |recently )*(?:came|got|flew|drove|come|'m|am|are|have come|have got) (?:just |finally )?back (?:home )?(?:yesterday |today |last \w+ )?from "
    r"(?:(?:an?|my|our|the) (?:[a-z-]+ ){1,4}?(?:to|in|through|around|across) )?(?P<what>(?-i:[A-Z][\w'-]+(?: (?:[A-Z][\w'-]+|de|del|la))*))",
    re.IGNORECASE,
)


_FORCED = re.compile(r"^[^,]{2,40} (?:has |have )?forced (?:me|us) to (?P<rest>[a-z][^,;.!?]+)", re.IGNORECASE)


_DOING = {"volunteering": "volunteer"}
_WHILE = re.compile(
    r"\b(?:while|when|since I started) (?:(?:also|still|just) )?(?P<doing>volunteering) (?P<where>(?:at|in|for) (?:an? |the |my )?[\w' -]+?)(?=[.,;!]|$| (?:and|but|so|I|we|last|this)\b)",
    re.IGNORECASE,
)
_LIVED = re.compile(
    r"^(?:(?:and|so|but|oh|yeah|honestly),? )*(?P<what>(?!(?:being|having|seeing|hearing|knowing|getting|finding|taking|doing|feeling|making|going)\b)[a-z]+ing (?:with |at |in |to |for |on )?(?:(?:the|a|an|all|my|our|these|those|some) )?[\w' -]{2,40}?)"
    r"(?P<when> (?:last \w+|yesterday|recently|this \w+|in \w+))? (?:was|has been) (?:(?:so|really|just|pretty|very|such|absolutely|truly) )*(?:an? )?(?:awesome|amazing|great|wild|unreal|incredible|fun|cool|tough|blast|wonderful|fantastic|surreal|magical|unforgettable|lovely|nice|exhausting)\b(?! to\b)",
    re.IGNORECASE,
)
_ABOUT_ME = re.compile(r"\b(?:I|me|my|I'm|I've)\b")


def in_passing(sentence: str) -> list[str]:
    """What the sentence takes for granted: a journey made, a thing owned."""
    found = [f"I visited {match['what']} on a {match['how']}." for match in _TRIP.finditer(sentence)]
    found += [f"I visited {match['what']}." for match in _BACK.finditer(sentence)]
    meanwhile = _WHILE.search(sentence)
    if meanwhile is not None and _ABOUT_ME.search(sentence):
        found.append(f"I {_DOING[meanwhile['doing'].lower()]} {meanwhile['where']}.")
    lived = _LIVED.match(sentence)
    if lived is not None:
        have = "I've been" if "has been" in lived.group() else "I was"
        found.append(f"{have} {lived['what'][:1].lower()}{lived['what'][1:]}{lived['when'] or ''}.")
    forced = _FORCED.search(sentence)
    found += [f"I had to {forced['rest']}."] if forced is not None else []
    shown = _SHOWN.match(sentence)
    if shown is not None:
        found += _own(shown)
    return found


def _own(shown: re.Match[str]) -> list[str]:
    noun = shown["noun"].lower()
    bought = re.match(r" (?:that|which)? ?(?P<did>(?:I|we) .+)", shown["rest"] or "")
    if bought is not None:
        verb = re.match(r"(?:I|we) (?:just )?\w+", bought["did"])
        assert verb is not None
        return [f"{verb.group()} {_article(shown['what'])}{bought['did'][verb.end() :]}."]
    head = noun.split()[-1]
    if head not in _KEPT or shown["one"]:
        return []
    plural = head.endswith("s") and not head.endswith("ss")
    return [f"I have {shown['what'] if plural else _article(shown['what'])}."]


def _article(name: str) -> str:
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:] if text[1:2].islower() and text.split()[0].endswith("ing") else text
