"""Fragments made whole: "Just back from Oslo!", "New job: baker at X", "Allergic to nuts." as sentences about the speaker.

In: a sentence of chat. Out: one or more sentences with subject and verb where a known shape lacks them, else the same.
Rewriting the words lets every later rule see the shape that it knows; the fact's text is made from it.
"""

import re

from zeph.memory.ingest.local.patterns import KIN, NOT_ROLES, PETS, ROLE_ENDS
from zeph.memory.ingest.local.text.recast import recast

_OPENING = re.compile(
    r"^(?:(?:ok|okay|so|yeah|yep|yes|nope|nah|well|anyway|anyways|oh|ah|haha+|hehe|omg|hey|hi|hello|hiya|yo|wow|ugh|hmm+|"
    r"update|quick update|(?:fun|random|quick|small|little) fact(?: about me)?|(?:quick |short )?intro|news|(?:good|bad|big|great) news|"
    r"for (?:context|the record|reference|what it's worth)|context|confession|side note|ps|p\.s\.|as i said|long story short|"
    r"tl;?dr|by the way|guess what|you know what|just so you know|let me introduce myself|to be honest|about me|status|"
    r"oh and|and yeah|so yeah|hi all|hi everyone|hello everyone|hey all|dear all|morning|good morning|good evening)"
    r"[,:!. ]+(?=\w))+",
    re.IGNORECASE,
)
_KEPT_OPENING = re.compile(r"^(?:yes|no|status|news|update)\b[^,:!.]|^well (?:done|being)|^so (?:much|many|far|good|happy|proud|excited|grateful|glad|cool)\b|^hi-", re.IGNORECASE)  # fmt: skip

_I = r"(?:(?:I|we)(?:'m|'ve|'re| am| are| have| had)? |)(?:(?:just|now|finally|safely|already|recently|both|all) )*"
_ADVERBS = (
    r"(?:(?:currently|now|still|also|mostly|just|recently|lately|officially|happily|newly|so|very|really|super|pretty|"
    r"totally|severely|mildly|deathly|highly|slightly|originally|kinda|finally|proudly|recently) )*"
)
_NUMBER = r"(?:a|an|one|two|three|four|five|six|\d)"
_HOUSEHOLD = "|".join(sorted({*PETS, "kid", "child", "children", "son", "daughter", "brother", "sister", "sibling", "cat", "dog", "boy", "girl"}))  # fmt: skip
_NOT_ING = (
    r"(?:nothing|something|everything|anything|morning|evening|during|according|king|ring|spring|string|thing|wedding|"
    r"building|meeting|including|regarding|being|having|darling|sibling|considering|assuming|speaking|seeing|hoping|"
    r"interesting|amazing|loving|looking|thinking|feeling|wondering|asking|guessing|saying|sounding|boring|exciting|annoying)"
)
_STATES = (
    r"allergic to|lactose intolerant|gluten[- ]intolerant|addicted to|obsessed with|married to|engaged to|based in|"
    r"fluent in|vegan(?= since| for|$|[.,!])|vegetarian(?= since| for|$|[.,!])|divorced (?:from|since)|retired (?:from|since)|"
    r"hooked on|terrified of|scared of|afraid of|proud of|passionate about|interested in|keen on|fond of|into (?=[a-z]+ing\b)"
)
_PAST = r"born (?:and raised )?(?:in|on|near)|raised in|diagnosed with|promoted to|hired (?:by|at|as)|laid off from|fired from|accepted (?:to|at|into)|elected"

_SHAPES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), new)
    for pattern, new in (
        (rf"^{_I}(?:got |came |come |flew |made it )?back (?:home )?from (?:(?:{_NUMBER}|my|our|the)(?: [\w-]+){{1,4}}? (?:in|to|at|around|through|across) )?(?=(?-i:[A-Z]))", "I visited "),
        (r"^(?:off|heading|headed|on (?:my|our) way) to (?=(?-i:[A-Z]))", "I'm going to "),
        (r"^new (?:job|role|position|gig)(?: alert)?[:!-] ?(?:as )?(?:an? )?(?=\w)", "I'm a "),
        (rf"^{_ADVERBS}(?=(?:{_STATES})\b)", "I'm "),
        (rf"^{_ADVERBS}(?=(?:looking forward to|thinking (?:of|about)) (?:(?:the|my|our|a|an) [a-z]|(?-i:[A-Z])|[a-z]+ing [a-z]))", "I'm "),
        (rf"^{_ADVERBS}(?=(?:{_PAST})\b)", "I was "),
        (r"^(?:(?:such )?(?:a )?(?:really )?(?:(?:huge|big|massive|long-?time|lifelong|total|great) )*)fan of (?=\w)", "I'm a fan of "),
        (r"^(?:not|never)(?: been)?(?: really| exactly| much of)?(?: an?)?(?: (?:huge|big|great))? fan of (?=\w)", "I'm not a fan of "),
        (rf"^(?={_NUMBER} (?:[\w-]+ )?(?:{_HOUSEHOLD})s?\b(?!.*\b(?:is|are|was|were|has|have|had|came|got|will|can)\b))", "I have "),
        (r"^(?:age )?(?=\d\d(?: years old| yo| y/o)?$)", "I'm "),
        (r"^(?=from (?-i:[A-Z])[\w -]*$)", "I'm "),
        (r"^(?:the )?name's (?=(?-i:[A-Z]))", "My name is "),
        (r"^(?-i:([A-Z][\w'-]+)) (?:here|speaking)(?=[,.!]|$| from\b| -)", r"I'm \1"),
        (r"^([a-z][\w'-]+)(?=, \d\d(?:,| (?:yo|years|y/o)|$))", r"I'm \1"),
        (rf"^been (?=(?!{_NOT_ING})\w+ing\b)", "I've been "),
        (rf"^{_ADVERBS}(?=(?!{_NOT_ING})[a-z]+ing (?!(?:lists?|bags?|class|session|time|day|notes|machine|room|gear|plan|tips|season|costs?|papers?|apps?|tools?|shoes|is|was|are|were|has|can|will|makes|made|helps|gives|would|for you|you|this|that|it|these|runs|uses|lives|works|needs|takes|costs|keeps|has)\b)\w)(?=(?:\S+ ){{2}})(?!.*, (?:I|we|my|it|that)\b)(?!.*\b(?:is|was|are|were|can|will|must|should|would|might|could|makes|helps|seems|sounds|takes|feels|gives|sucks|rocks|ha(?:s|ve|d) been|brings|fuels|keeps|means|matters|reminds|lifts|inspires|motivates|shows|teaches|allows|lets|recharges|clears|calms|relaxes|refreshes|boosts|gets|adds)\b)", "I'm "),
        (r"^(?=(?:can't|don't|won't|never) (?:eat|drink|stand|like|smoke|drive|do|use|own|have|tolerate|wear|read|watch|speak)\b(?! (?:it|that|this|me|you)\b))", "I "),
        (r"^(?=(?:live|work|study|teach) (?:as|at|in|near|for|from)\b)", "I "),
        (r"^(?=(?:love|hate|prefer|enjoy|adore|dislike) (?!the\b|that|this|it\b|your?\b|how|these|those|them|a\b|to (?:hear|see))\w)", "I "),
    )
)  # fmt: skip

_ROLE_WORD = r"(?:[\w+#./-]+ ){0,4}?[\w-]+"
_ROLE = re.compile(rf"^(?P<role>{_ROLE_WORD}) (?P<how>at|for|in|with|from|by) (?=(?:the |a |an )?[\w])", re.IGNORECASE)
_THINGS = frozenset("list checklist playlist wishlist shortlist waitlist wrist twist gist computer printer server trailer order letter center centre number tower river paper poster folder router monitor scooter charger sweater ladder calendar october november december september after over under never ever together later however either rather whether another".split())  # fmt: skip
_FINITE = re.compile(r"\b(?:is|are|was|were|am|has|have|had|will|can|could|would|should|does|did|do)\b|'(?:s|m|re|ll|ve)\b", re.IGNORECASE)  # fmt: skip
_FUNCTION = frozenset("the my our your his her their its this that these those i we you he she it they no not any some every each all another what who how to and or but if as".split())  # fmt: skip


_CALLING = re.compile(r"^(?:hey|hi|hello|hiya|yo|wow|thanks|thank you|oh|yeah|yep|yes|no|cool|nice|great|congrats|sure|absolutely|aww?|haha),? (?-i:[A-Z][a-z]+)[,!.]+ +(?=\w)", re.IGNORECASE)  # fmt: skip


def whole(sentence: str) -> list[str]:
    """The sentence, or the sentences, with what it left out."""
    called = _CALLING.match(sentence)
    if called is not None:
        sentence = sentence[called.end() :]
    opening = None if _KEPT_OPENING.match(sentence) else _OPENING.match(sentence)
    if opening is not None:
        sentence = sentence[opening.end() :]
    told = _TOLD.match(sentence)
    if told is not None:
        parts = re.split(r",\s+(?:and )?", sentence[told.end() :].rstrip(". "))
        return [_as_role(_completed(part)) for part in parts]
    sentence = _from_list(sentence)
    plain = [clause for one in recast(sentence) for clause in _in_clauses(one)]
    return [_completed(part) for clause in plain for part in _self_description(clause)]


def _completed(sentence: str) -> str:
    for shape, new in _SHAPES:
        match = shape.match(sentence)
        if match is not None:
            rest = sentence[match.end() :]
            return match.expand(new) + (_lowered(rest) if match.group() == "" or new.endswith("a ") else rest)
    return f"I'm a {_lowered(sentence)}" if is_role_fragment(sentence) else sentence


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:] if text[1:2].islower() else text


_LEADING = re.compile(
    r"^(?P<lead>(?:(?:currently |now )?(?:working|living|studying|teaching|coming|growing up|training|having|being|born|raised)\b|as an? )[^,]{4,80}?)(?:,| (?=I\b))\s*"
    r"(?P<rest>(?:I|I'm|I've|we|we're|my|our)\b.*)$",
    re.IGNORECASE | re.DOTALL,
)
_FULL_LEADS = (
    ("having ", "I have "),
    ("being ", "I'm "),
    ("as a", "I'm a"),
    ("born", "I was born"),
    ("raised", "I was raised"),
)


def _in_clauses(sentence: str) -> list[str]:
    """ "Working at X, I mostly write Y" as two sentences."""
    match = _LEADING.match(sentence)
    if match is None or _FINITE.search(match["lead"]):
        return [sentence]
    lead = match["lead"]
    for start, full in _FULL_LEADS:
        if lead.lower().startswith(start):
            return [full + lead[len(start) :], match["rest"]]
    return [f"I'm {_lowered(lead)}", match["rest"]]


def is_role_fragment(sentence: str) -> bool:
    """Whether it is an occupation without subject: "data analyst at the city library"."""
    match = _ROLE.match(sentence)
    if match is None or (match["how"].lower() == "for" and not sentence[match.end() :][:1].isupper()):
        return False
    if _FINITE.search(sentence):
        return False
    if match["role"].split()[-1].istitle():
        return False
    words = match["role"].casefold().split()
    head = words[-1]
    ends = head.endswith(ROLE_ENDS) and head not in NOT_ROLES | _THINGS and len(head) > 2
    return ends and not _FUNCTION.intersection(words) and not words[0].endswith(("ed", "ing"))


_ABOUT_ME = re.compile(r"^(?:I'm|I am|my name(?:'s| is)|name's|(?-i:[A-Z])[\w'-]+ (?:here|speaking)\b|[a-z][\w'-]+, \d\d,|age \d|(?:happily |newly )?(?:married|divorced|single|widowed|retired),|from (?-i:[A-Z]))", re.IGNORECASE)  # fmt: skip
_LISTED_DOINGS = re.compile(r"^(?:I'm|I am) [\w ]{3,30}? (?:by|about|of|at|from|with) \w+ing\b", re.IGNORECASE)
_PART = re.compile(r"\s*(?:,|;|/|\|)\s+(?:and )?|(?<=[a-z]) (?=from (?-i:[A-Z]))|\s+and (?=(?:from|based|currently|living|working|studying)\b)", re.IGNORECASE)  # fmt: skip


def _self_description(sentence: str) -> list[str]:
    """ "I'm Ada, 34, nurse in Rennes, from Tours" in its parts; a part that is no fragment stays where it was."""
    alone = _LONE_NAME.match(sentence)
    if alone is not None and _civil(_PART.split(sentence[alone.end() :], maxsplit=1)[0].rstrip(".! ")):
        sentence = f"I'm {sentence[:1].upper()}{sentence[1:]}"
    if not _ABOUT_ME.match(sentence) or _LISTED_DOINGS.match(sentence):
        return [sentence]
    parts: list[str] = []
    start = 0
    for gap in _PART.finditer(sentence):
        if gap.group() == " " and not _NAMED.match(sentence[: gap.start()]):
            continue
        following = sentence[gap.end() :]
        upto = _PART.split(following, maxsplit=1)[0].rstrip(".! ")
        if _stands_alone(upto) or parts and re.match(r"(?:I|I'm|I've|we|my|our)\b", following):
            parts.append(sentence[start : gap.start()])
            start = gap.end()
    parts.append(sentence[start:])
    return [part if at == 0 else _as_role(part) for at, part in enumerate(parts) if part.strip()]


_STATE = re.compile(r"^(?:(?:newly )?(?:single|divorced)|widowed|retired|(?:happily )?married)$", re.IGNORECASE)


def _as_role(part: str) -> str:
    """ "Backend dev" among other things one says of oneself."""
    bare = re.sub(r"^an? ", "", part.strip(" .!"))
    if _STATE.match(bare):
        return f"I'm {bare}"
    return f"I'm a {_lowered(bare)}" if is_role_fragment(f"{bare} at X") else part


_NAMED = re.compile(r"^(?:I'm|I am|[Mm]y name is|[Nn]ame's) (?:[A-Z][\w'-]+ ?){1,3}$")
_LONE_NAME = re.compile(r"^(?:[A-Z][\w'-]+|[a-z]{3,12}(?=, \d\d,)), (?!(?:and|but|the|my|our|I|we|he|she|it|so)\b)")
_CIVIL = re.compile(r"^(?:\d\d(?: years old| yo| y/o)?|widowed|divorced|retired|single|(?:happily |newly )?married|vegan|vegetarian|(?:he|she|they)/\w+)$", re.IGNORECASE)  # fmt: skip


def _civil(part: str) -> bool:
    """An age, a state or an occupation; "Dave, working on cars …" speaks to Dave."""
    return _CIVIL.match(part) is not None or is_role_fragment(part if _AT.search(part) else f"{part} at X")


_AT = re.compile(r"\b(?:at|in|for|from|by|with) ")


def _stands_alone(part: str) -> bool:
    return (
        _CIVIL.match(part) is not None
        or is_role_fragment(f"{part} at X" if re.search(r"\b(?:at|in|for) ", part) is None else part)
        or any(shape.match(part) for shape, _ in _SHAPES)
    )


_COLON_LIST = re.compile(r"^(?:the |some |all )?(?:[\w-]+ ){1,2}?(?:that |which )?(?P<who>I|we|I've|we've) (?P<verb>(?:(?:always|usually|currently|mostly|often|regularly|can|also) )*[a-z']+)(?P<rest>[^:]{0,40}): (?P<items>[^:?]{3,200})$", re.IGNORECASE)  # fmt: skip
_TOLD = re.compile(r"^(?=[^:]{0,60}\b(?:about me|who you're talking to|who i am|me in a nutshell|intro)\b)[^:]{3,60}: ", re.IGNORECASE)  # fmt: skip


def _from_list(sentence: str) -> str:
    """ "Languages I speak: Dutch and Thai" as "I speak Dutch and Thai"."""
    match = _COLON_LIST.match(sentence)
    if match is None:
        return sentence
    return f"{match['who']} {match['verb']} {match['items'].rstrip('.')}{match['rest']}"


_LABEL = re.compile(r"(?:^|(?<=[.;,\n|] ))(?P<key>[A-Za-z][A-Za-z /-]{1,24}): +(?P<value>[^.;:\n|]{1,60})(?=[.;\n|]|$)")
_NO_LABEL = re.compile(r"\b(?:new|update|note|edit|ps|tip|warning|question|todo|error|fix|step|example|eg|task|plan|rule|reminder|re|subject|said|says|thing|things|fact|summary|option|version|problem|issue|bug|context|input|output|result|answer|day|also|is|are|was|news|spoiler|http|https|verdict|me|ingredients|total|(?:of|to) (?:two|three|four|five|six|twins|triplets))\b", re.IGNORECASE)  # fmt: skip
_GIVEN = re.compile(r"^(?:also|still|just|now|mostly|always|currently)\s+", re.IGNORECASE)
_FIRST = {"name", "nickname"}


def labelled(text: str) -> str:
    """ "Editor: Helix. Shell: fish" as "My editor is Helix. My shell is fish"."""

    def said(match: re.Match[str]) -> str:
        key, value = match["key"].strip(), _GIVEN.sub("", match["value"].strip())
        owned = re.match(r"(?:my|our) (?!.*\b(?:name|question|plan|problem|issue)\b)", key, re.IGNORECASE)
        if owned is not None and not _NO_LABEL.search(key):
            return f"{key} {'are' if key.endswith('s') else 'is'} {value}"
        if (
            re.search(r" (?:I|we)\b", key)
            or _NO_LABEL.search(key)
            or len(key.split()) > 3
            or key.split()[0].casefold() in _FUNCTION
        ):
            return match.group()
        lower = key if key.isupper() else key.lower()
        if lower in ("location", "based", "city", "home", "lives", "living"):
            return f"I live in {value}"
        if lower in ("from", "origin"):
            return f"I'm from {value}"
        if lower in ("age",):
            return f"I'm {value}"
        if lower in ("languages", "language") and not value.isascii():
            return match.group()
        if lower in ("allergies", "allergy"):
            return f"I'm allergic to {value}"
        if lower.split()[-1].removesuffix("s") in KIN and not value[:1].isupper():
            return match.group()
        return f"My {lower} is {value}"

    return _LABEL.sub(said, text)


_HEADED = re.compile(r"^(?P<head>[^\n:]{3,60}):[ \t]*\n+(?P<items>(?:[ \t]*(?:[-*•+]|\d{1,2}[.)])[ \t]+[^\n]+(?:\n+|\Z)){1,12})", re.MULTILINE)  # fmt: skip
_ITEM = re.compile(r"^[ \t]*(?:[-*•+]|\d{1,2}[.)])[ \t]+(.+?)[ \t.;,]*$", re.MULTILINE)


def listed(text: str) -> str:
    """ "Languages I speak:" with its points below as one sentence."""

    def joined(match: re.Match[str]) -> str:
        items = _ITEM.findall(match["items"])
        head = re.sub(r"^(?:the )?(?:things|stuff|tools|languages|\w+s) (?:that )?(?=(?:I|we) \w+)", "", match["head"].strip(), flags=re.IGNORECASE)  # fmt: skip
        short = all(len(item.split()) <= 4 for item in items)
        if not short or not re.match(r"(?:I|we|my|our)\b", head, re.IGNORECASE):
            return match.group()
        values = items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"
        return f"{head} {'is' if re.match('my|our', head, re.IGNORECASE) else ''} {values}.\n"

    return _HEADED.sub(joined, text) if ":" in text and "\n" in text else text


_RHETORICAL = re.compile(r"(?:^|(?<=[.!?\n] ))(?:did I (?:mention|tell you|show you|say)|have I (?:mentioned|told you)|you know(?: that)?|(?:let me|I (?:want|have|need) to|I should) tell you (?:about|that)|I (?:forgot|should|have|want|wanted) to (?:mention|say|add|tell you)(?: that)?|let me introduce)(?: that| about)? (?P<said>(?:I|I'm|my|we|our|(?-i:[A-Z])\w+)\b[^?.!\n]*)[?.!]*", re.IGNORECASE)  # fmt: skip
_YOU_KNOW = re.compile(r"(?:^|(?<=[.!?\n] ))(?:do )?you (?:know|remember) (?P<said>(?!(?:how|what|where|why|when|if|whether|who|which|any|a|an|the|that|this|it|me|you|i|about|of|some)\b)[\w' -]{3,40})\?", re.IGNORECASE)  # fmt: skip
_TOPIC = re.compile(r"(?:^|(?<=[.!?\n] ))(?P<what>(?:and )?(?:the|my|our) [\w -]{2,30}?)\? (?:it|he|she|they)(?P<be>'s|'re| is| are| was| were| has| lives?| runs?| uses?)\b", re.IGNORECASE)  # fmt: skip


_TAIL = re.compile(r"^(?P<said>[^?]{12,}?),? (?:but|and|what about|how about|right|no|you know|isn't it|huh|you)(?: (?!(?:is|are|was|were|do|does|did|can|could|would|should|will|has|have|what|how|why|where|who|when|which)\b)[\w'-]+){0,2}\?$", re.IGNORECASE)  # fmt: skip
_ASKED = re.compile(r"^(?:what|who|whose|where|when|why|how|which|is|are|was|were|do|does|did|can|could|would|should|will|shall|has|have|may|might|am|anyone|any)\b", re.IGNORECASE)  # fmt: skip


def without_tail(sentence: str) -> str:
    """Of "My kids adore pancakes, but mushrooms?" the statement; real questions stay as they are."""
    if not sentence.endswith("?") or _ASKED.match(sentence):
        return sentence
    match = _TAIL.match(sentence)
    return f"{match['said']}." if match is not None else sentence


_ANYONE = re.compile(r"(?:^|(?<=[.!?\n] ))any(?:one|body) else (?:here |also |still )*(?P<how>on|using|into|playing|learning|obsessed with) (?P<what>(?:the )?(?-i:[A-Z])[\w.+#' -]{0,30})\?", re.IGNORECASE)  # fmt: skip
_SHARED = {"on": "I use", "using": "I use", "into": "I'm into", "playing": "I play", "learning": "I'm learning",
           "obsessed with": "I'm into"}  # fmt: skip
_SPELLED = {"'s": " is", "'re": " are"}


def unasked(text: str) -> str:
    """Statements dressed as questions or announcements: "Did I mention that I sail?", "The workshop? It's in Leeds"."""
    text = _TOPIC.sub(lambda m: m["what"] + _SPELLED.get(m["be"], m["be"]), text)
    text = _YOU_KNOW.sub(lambda m: f"{m['said'][0].upper()}{m['said'][1:]}.", text)
    text = _ANYONE.sub(lambda m: f"{_SHARED[m['how'].lower()]} {m['what']}.", text)
    return _RHETORICAL.sub(lambda m: f"{m['said'][0].upper()}{m['said'][1:]}.", text)
