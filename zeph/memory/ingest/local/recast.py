"""Everyday turns of phrase said again in the plain order that the rules read.

In: one sentence. Out: the sentences that say the same ("The firm I work for is called Brightwater" as "I work for a
firm called Brightwater"); the sentence itself where no turn is known. What a turn only implies is added behind it
("Acme hired me" is followed by "I was hired by Acme").
"""

import re

_WHO = r"(?P<who>I|we|I'm|we're|I've|we've|my \w+)"
_VERBS = r"(?P<does>[a-z']+(?: [a-z']+){0,4}?)"
_PREP = r"(?P<prep>for|at|in|with|on|to|from|by|under)"
_NAME = r"(?P<name>(?-i:[A-Z])[\w'&-]*(?: (?-i:[A-Z])[\w'&-]*){0,3})"
_NOUN = r"(?:the|one|a) (?!only|best|first|last|one|other|thing|reason|way|same|next|most|problem|point)(?P<noun>[a-z-]+(?: [a-z-]+){0,2}?)(?: that| which| who| whom)?"
_FOLK = r"(?P<folk>guy|man|woman|girl|boy|lady|lad|person|friend|colleague|neighbou?r)"
_LATER = r"(?: (?P<most>most|mainly|mostly|now|these days|currently|nowadays))?"
_BE = r"(?:is|was|are|were)"
_FINITE_NEXT = r"(?:is|was|are|were|has|had|does|doesn't|did|didn't|just|recently|now|went|got|closed|makes|made|\w{3,}(?:es|s|ed))"


def _rule(pattern: str, *said: str) -> tuple[re.Pattern[str], tuple[str, ...]]:
    return re.compile(pattern, re.IGNORECASE), said


_RELATIVE = (
    _rule(rf"^{_NOUN} {_WHO} {_VERBS}(?: {_PREP})?{_LATER} {_BE} (?:called|named) (?P<rest>.+)$", "{who} {does} {prep} a {noun} called {rest}"),
    _rule(rf"^{_NOUN} {_WHO} {_VERBS}(?: {_PREP})?{_LATER} {_BE} (?P<rest>(?-i:[A-Z])[\w'&+#. -]*)$", "{who} {does} {prep} {rest} {most}"),
    _rule(rf"^(?!the {_FOLK}\b){_NOUN} {_WHO} {_VERBS}(?: {_PREP})?{_LATER} {_BE} (?P<rest>(?:an?|the) [^,]+)$", "{who} {does} {prep} {rest}"),
    _rule(rf"^(?!the (?:people|folks|guys|ones|place|time|day)\b){_NOUN} {_WHO} {_VERBS} {_PREP} (?P<rest>{_FINITE_NEXT} .+)$", "{who} {does} {prep} a {noun} that {rest}"),
    _rule(rf"^(?!the (?:people|folks|guys|ones|place|time|day)\b){_NOUN} (?P<who>my (?:brother|sister|wife|husband|partner|mother|father|mum|mom|dad|son|daughter|uncle|aunt|cousin|friend)) (?P<does>\w+s) (?P<rest>{_BE} .+)$", "{who} {does} a {noun} that {rest}"),
    _rule(rf"^{_NAME}, the (?P<noun>[a-z -]{{2,30}}?)(?: that| which| who)? {_WHO} {_VERBS} {_PREP}, (?P<rest>.+)$", "{who} {does} {prep} {name}", "{name} {rest}"),
    _rule(rf"^{_NAME} (?:is|was) the (?P<noun>[a-z -]{{2,30}}?)(?: that| which| who)? {_WHO} {_VERBS} {_PREP}[.!]?$", "{who} {does} {prep} {name}"),
)  # fmt: skip
"""Clauses about what one does something to, at or with, where the preposition is left behind."""

_INSTEAD = (
    _rule(r"^(?:(?P<who>I|we|my \w+) )?(?:just |finally |recently )?(?:ended|terminated|stopped|dropped) (?:my|our|the) (?P<a>(?-i:[A-Z])[\w +&-]*?) (?:subscription|membership|plan)(?P<rest>.*)$", "{who} cancelled {a}{rest}"),
    _rule(r"^(?:(?P<who>I|we|my \w+) )?(?:just |finally |recently )?traded (?:in )?(?P<a>(?:my|our|the) [\w +-]+?) for (?P<rest>.+)$", "{who} swapped {a} for {rest}"),
    _rule(r"^(?:I|we)(?:'d| would) (?:always )?(?:take|pick|choose) (?P<a>[\w -]+?) over (?P<b>[\w -]+?)(?: any (?:day|time)| every time)?[.!]?$", "I prefer {a} to {b}"),
    _rule(r"^(?P<a>(?!no|yes|same|thanks|almost|not)[a-z][\w-]+(?: [a-z][\w-]+){0,2}),? (?:always|every time|any day|all the way)[.!]?$", "I prefer {a}"),
    _rule(r"^(?P<who>I|we) (?:can't|cannot|could not|couldn't) live without (?P<rest>my|our) (?P<a>[\w -]+)[.!]?$", "{who} love {rest} {a}"),
    _rule(r"^(?:I'm |I am )?(?:more of |very much |definitely |totally )?an? (?P<a>cat|dog|horse|bird) person(?: myself)?[.!]?$", "I like {a}s"),
    _rule(r"^(?:I'm |I am )?(?:more of |very much |definitely |totally )?an? (?P<a>tea|coffee|wine|beer|chocolate) (?:person|drinker)(?: myself)?[.!]?$", "I like {a}"),
    _rule(r"^(?P<who>I|we|my \w+) (?:have|has|had)(?:n't| not) (?P<a>smoked|vaped|drunk|drank) (?P<b>.*?)since (?P<rest>.+)$", "{who} stopped {a} {b}in {rest}"),
    _rule(r"^(?P<who>I|we) (?:taught|have taught|'ve taught|am teaching|'m teaching) (?:myself|ourselves) (?P<rest>.+)$", "{who} learned {rest}"),
    _rule(r"^(?P<who>I|we|my [\w ]+?) never left (?P<rest>(?-i:[A-Z]).+)$", "{who} still live in {rest}"),
    _rule(r"^(?:(?P<who>I|we)(?:'ve| have)? )?(?:just )?decided to (?:stay|remain) in (?P<rest>(?-i:[A-Z]).+)$", "I live in {rest}"),
    _rule(r"^(?P<who>I|we) (?P<a>went|'m going|am going|'re going) (?P<b>freelance|self-employed)(?P<rest>.*)$", "{who} became a freelancer{rest}"),
    _rule(r"^(?:my|our) (?P<a>(?:[\w-]+ ){0,2}(?:surgery|operation|exam|interview|appointment|flight|defen[cs]e|graduation|audition|driving test|scan)) is (?P<rest>(?:on|in|next|this|tomorrow|at)\b.*)$", "I have a {a} {rest}"),
    _rule(rf"^(?P<a>(?-i:[A-Z])[\w.+#-]+) for (?P<b>(?:the|my|our|all|most|everything|any|unit|work)\b[^,;.]*)[,;] (?:and )?{_NAME} for (?P<rest>[^,;]+)$", "I use {a} for {b}", "I use {name} for {rest}"),
    _rule(r"^(?:just |finally )?got (?P<rest>(?:an?|two|my first|my own|ourselves an?|myself an?) (?!question|problem|issue|minute|idea|feeling|sec|moment|tip|call|text|link|bit|lot)\w.*)$", "I got {rest}"),
)  # fmt: skip

_ALSO = (
    _rule(r"\b(?:put|has put|have put|started) me on (?P<rest>(?!hold|the spot|a list|speaker|track)[a-z][\w -]+?(?: in \w+| last \w+)?)(?=[,.;!]|$)", "I'm on {rest}"),
    _rule(rf"^{_NAME}(?: has|'s| just| finally)? (?:hired|recruited|poached|headhunted) (?P<who>me)(?P<rest> as [\w -]+| in \w+| last \w+)?", "I was hired by {name}{rest}"),
    _rule(r"\b(?:gave|bought|got|gifted|built|lent|left) (?:me|us) (?:an?|his old|her old|their old|some|two|three|my first) (?P<rest>[\w' -]+?)(?: for (?:my|our) [\w ]+| in \w+| last \w+)?(?=[,.;!]|$)", "I got a {rest}"),
)  # fmt: skip


def recast(sentence: str) -> list[str]:
    """The sentence in plain words, or itself."""
    for pattern, said in (*_RELATIVE, *_INSTEAD):
        match = pattern.match(sentence)
        if match is not None:
            return [_filled(one, match) for one in said]
    more = [_filled(said[0], match) for pattern, said in _ALSO if (match := pattern.search(sentence)) is not None]
    return [sentence, *more]


def _filled(said: str, match: re.Match[str]) -> str:
    parts = {key: value or "" for key, value in match.groupdict().items()}
    drank = {"smoked": "smoking", "vaped": "vaping", "drunk": "drinking", "drank": "drinking"}
    if said.startswith("{who} stopped"):
        parts["a"] = drank[parts["a"].lower()]
    if said.startswith("{who} still live") and parts["who"].lower().startswith("my"):
        said = said.replace("still live", "still lives")
    text = " ".join(
        said.format(**{"prep": "", "most": "", **parts, "who": parts.get("who") or "I"})
        .replace(". ", " ")
        .rstrip(".! ")
        .split()
    )
    text = re.sub(r"\ba (?=[aeiou])", "an ", text)
    return f"{text[:1].upper()}{text[1:]}."
