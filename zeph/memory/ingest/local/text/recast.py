"""Everyday turns of phrase said again in the plain order that the rules read.

In: one sentence. Out: the sentences that say the same ("The firm I work for is called Brightwater" as "I work for a
firm called Brightwater"); the sentence itself where no turn is known. What a turn only implies is added behind it
("Acme hired me" is followed by "I was hired by Acme").
"""

import re

from zeph.memory.ingest.local.rules.arrangements import arranged, each_alone
from zeph.memory.ingest.local.text.everyday import everyday, rule
from zeph.memory.ingest.local.text.partings import parted
from zeph.memory.ingest.local.text.plainly import plainly, undosed
from zeph.memory.ingest.local.text.turns import in_passing, straight

_WHO = r"(?P<who>I|we|I'm|we're|I've|we've|my \w+)"
_VERBS = r"(?P<does>[a-z']+(?: [a-z']+){0,4}?)"
_PREP = r"(?P<prep>for|at|in|with|on|to|from|by|under)"
_NAME = r"(?P<name>(?-i:[A-Z])[\w'&-]*(?: (?-i:[A-Z])[\w'&-]*){0,3})"
_NOUN = r"(?:the|one|a) (?!only|best|first|last|one|other|thing|reason|way|same|next|most|problem|point)(?P<noun>(?:(?!where\b|who\b|that\b|which\b|when\b)[a-z-]+)(?: (?!where\b|who\b|that\b|which\b|when\b)[a-z-]+){0,2}?)(?: that| which| who| whom)?"
_FOLK = r"(?P<folk>guy|man|woman|girl|boy|lady|lad|person|friend|colleague|neighbou?r)"
_LATER = r"(?: (?P<most>most|mainly|mostly|now|these days|currently|nowadays))?"
_BE = r"(?:is|was|are|were)"
_FINITE_NEXT = r"(?:is|was|are|were|has|had|does|doesn't|did|didn't|just|recently|now|went|got|closed|makes|made|\w{3,}(?:es|s|ed))"

_RELATIVE = (
    rule(rf"^{_NOUN} {_WHO} {_VERBS}(?: {_PREP})?{_LATER} {_BE} (?:called|named) (?P<rest>.+)$", "{who} {does} {prep} a {noun} called {rest}"),
    rule(rf"^{_NOUN} {_WHO} {_VERBS}(?: {_PREP})?{_LATER} {_BE} (?P<rest>(?-i:[A-Z])[\w'&+#. -]*)$", "{who} {does} {prep} {rest} {most}"),
    rule(rf"^(?!the {_FOLK}\b){_NOUN} {_WHO} {_VERBS}(?: {_PREP})?{_LATER} {_BE} (?P<rest>(?:an?|the) [^,]+)$", "{who} {does} {prep} {rest}"),
    rule(rf"^(?!the (?:people|folks|guys|ones|place|time|day)\b){_NOUN} {_WHO} {_VERBS} {_PREP} (?P<rest>{_FINITE_NEXT} .+)$", "{who} {does} {prep} a {noun} that {rest}"),
    rule(rf"^(?!the (?:people|folks|guys|ones|place|time|day)\b){_NOUN} (?P<who>my (?:brother|sister|wife|husband|partner|mother|father|mum|mom|dad|son|daughter|uncle|aunt|cousin|friend)) (?P<does>\w+s) (?P<rest>{_BE} .+)$", "{who} {does} a {noun} that {rest}"),
    rule(rf"^{_NAME}, the (?P<noun>[a-z -]{{2,30}}?)(?: that| which| who)? {_WHO} {_VERBS} {_PREP}, (?P<rest>.+)$", "{who} {does} {prep} {name}", "{name} {rest}"),
    rule(rf"^{_NOUN} {_WHO} {_VERBS}, {_NAME}, (?P<rest>{_FINITE_NEXT} .+)$", "{who} {does} {name}", "{name} {rest}"),
    rule(rf"^{_NAME} (?:is|was) the (?P<noun>[a-z -]{{2,30}}?)(?: that| which| who)? {_WHO} {_VERBS} {_PREP}[.!]?$", "{who} {does} {prep} {name}"),
)  # fmt: skip
"""Clauses about what one does something to, at or with, where the preposition is left behind."""

_INSTEAD = (
    rule(r"^(?P<who>I|we) (?P<a>like|love|enjoy|use|eat|drink|want|own|play|speak) neither (?P<b>[\w -]+?) nor (?P<rest>[\w -]+)$", "{who} don't {a} {b}", "{who} don't {a} {rest}"),
    rule(r"^(?:(?P<who>I|we) )?(?:have |'ve )?got (?P<a>\d|two|three|four|five) (?P<b>cats|dogs|kids|children|sons|daughters|rabbits|brothers|sisters): ?(?P<rest>.+)$", "{who} have {a} {b}, {rest}"),
    rule(rf"^(?:everyone,? |everybody,? )?meet {_NAME}, (?P<rest>(?:my|our) [a-z ]+)$", "{rest} is called {name}"),
    rule(r"^(?P<a>my [a-z-]+), (?P<b>an? [a-z][a-z -]+?), (?P<rest>(?:is|was|has|had|lives|works|loves|hates|plays|runs|teaches|moved|makes|wants|studies|speaks|keeps|owns|uses|likes|just)\b.+)$", "{a} is {b}", "{a} {rest}"),
    rule(rf"^{_NAME}, an? (?:old |close |good |dear )?(?P<a>friend|colleague|neighbou?r|cousin|coworker|classmate)(?: of mine| from [\w ]+)?, (?P<rest>.+)$", "{name} is my {a}", "{name} {rest}"),
    rule(r"^(?P<a>(?-i:[A-Z])[\w.+#-]*) user(?: here| myself)?(?P<rest>(?:,? (?:for|since) .+)?)[.!]?$", "I use {a}{rest}"),
    rule(r"^(?:a )?(?:long-?time|long-?standing|happy|proud|heavy|daily|big) (?P<a>(?-i:[A-Z])[\w.+#-]*) user(?: here| myself)?(?P<rest>(?:,? (?:for|since) .+)?)[.!]?$", "I use {a}{rest}"),
    rule(r"^(?P<who>I|we) do (?:most|all|nearly all|almost all|a lot|much) of (?:my|our) (?:[a-z]+ )?(?:work|writing|coding|editing|drawing|analysis|programming|development|research|planning|budgeting|cooking) (?:in|with|on) (?P<rest>.+)$", "{who} use {rest}"),
    rule(r"^(?P<who>I|we) (?:don't|do not|never did|didn't) (?:really )?care (?:much )?for (?P<rest>.+)$", "{who} dislike {rest}"),
    rule(r"^(?P<a>(?:my )?\w+) (?P<b>lives|works|studies|is|comes|was born) (?P<prep>in|at|from|for) (?P<c>(?-i:[A-Z])[\w ]+?)(?:,|;| and|, and) (?P<who>(?:my )?\w+) (?:in|at|from|for) (?P<rest>(?-i:[A-Z])[\w ]+)$", "{a} {b} {prep} {c}", "{who} {b} {prep} {rest}"),
    rule(rf"^(?:the|a) (?P<noun>[a-z-]+(?: [a-z-]+)?) where {_WHO} {_VERBS} {_BE} (?:called |named )?(?P<rest>(?-i:[A-Z]).*)$", "{who} {does} in {rest}"),
    rule(r"^(?:the|a) (?P<noun>[a-z-]+(?: [a-z-]+)?) where (?P<who>I|we|my \w+) (?P<does>works?|worked|used to work|stud(?:y|ies|ied)|trains?|volunteers?|teach(?:es)?) (?P<rest>(?:is|was|has|just|closed|makes)\b.*)$", "{who} {does} at a {noun} that {rest}"),
    rule(r"^(?P<a>my \w+) is called (?P<b>(?-i:[A-Z])\w+)(?:,|;| and|, and) (?P<who>my \w+) (?P<rest>(?-i:[A-Z])\w+)$", "{a} is called {b}", "{who} is called {rest}"),
    rule(r"^me and (?P<a>my [a-z-]+|(?-i:[A-Z])[\w-]+) (?P<rest>(?!is\b|has\b|was\b)[a-z].*)$", "{a} and I {rest}"),
    rule(r"^for (?P<a>[\w -]+?),? (?P<who>I|we) (?:mostly |usually |always |mainly )?(?:use|reach for|rely on|go with|stick with) (?P<b>[\w.+ #-]+?), (?:and )?for (?P<c>[a-z][a-z -]+?) (?P<rest>(?-i:[A-Z])[\w.+#-]+)[.!]?$", "{who} use {b} for {a}", "{who} use {rest} for {c}"),
    rule(r"^for (?P<a>[\w -]+?),? (?P<who>I|we) (?:mostly |usually |always |mainly )?(?:reach for|rely on|go with|stick with) (?P<rest>(?:an? |the )?[\w.+# -]+)$", "{who} use {rest} for {a}"),
    rule(r"^(?P<who>my|our) (?:go-to|default) (?P<a>[a-z ]+?) is (?P<rest>.+)$", "{who} {a} is {rest}"),
    rule(r"^(?P<who>my|our) (?P<a>[a-z ]+?) of choice is (?P<rest>.+)$", "{who} {a} is {rest}"),
    rule(r"^(?:the )?(?P<a>frontend|front-end|backend|back-end|server|client|api|cli|app|firmware|ui) (?:is )?in (?P<b>(?-i:[A-Z])[\w.+#]*),? (?:and )?(?:the )?(?P<c>frontend|front-end|backend|back-end|server|client|api|cli|app|firmware|ui) in (?P<rest>(?-i:[A-Z])[\w.+# ]*)$", "The {a} is written in {b}", "The {c} is written in {rest}"),
    rule(r"^all (?:of )?(?:my|our) (?:servers|sites|projects|repos|services|boxes|domains|websites|side projects|code) (?:is|are|live|run) (?:at|on|with) (?P<rest>(?-i:[A-Z]).+)$", "I use {rest}"),
    rule(r"^give me (?P<a>[\w -]+?) over (?P<b>[\w -]+?)(?: any (?:day|time))?[.!]?$", "I prefer {a} to {b}"),
    rule(r"^(?P<a>(?!no\b|yes\b|same\b|maybe\b|sure\b|just\b|definitely\b)[a-z][\w-]+(?: [\w-]+)?),? not (?P<b>[a-z][\w-]+(?: [\w-]+)?)[.!]?$", "I prefer {a} to {b}"),
    rule(r"^(?:best|favou?rite) (?P<a>film|movie|book|album|song|band|game|novel|show|series|food|dish|place|city)(?: ever| of all time)?(?:: ?| (?:is|has to be) )(?P<rest>(?-i:[A-Z]).+)$", "My favourite {a} is {rest}"),
    rule(r"^I(?:'m| am) (?P<a>an? [^,]+), (?P<b>an? [^,]+?),? and (?P<rest>an? [^,]+)$", "I'm {a}", "I'm {b}", "I'm {rest}"),
    rule(r"^(?P<a>I(?:'m| am| was) (?:originally |born |raised )?[^,]*?),? but (?P<rest>(?:now |currently )?(?:have been|have lived|am now|am|live|work|moved|grew up)\b.*)$", "{a}", "I {rest}"),
    rule(rf"^(?:the|my|a) (?P<noun>friend|colleague|neighbou?r|cousin|uncle|aunt|teacher|mentor|flatmate|coworker) who (?P<a>[^,]+), {_NAME}, (?P<rest>.+)$", "My {noun} is {name}", "{name} {a}", "{name} {rest}"),
    rule(r"^(?:(?P<who>I|we|my \w+) )?(?:just |finally |recently )?(?:ended|terminated|stopped|dropped) (?:my|our|the) (?P<a>(?-i:[A-Z])[\w +&-]*?) (?:subscription|membership|plan)(?P<rest>.*)$", "{who} cancelled {a}{rest}"),
    rule(r"^(?:(?P<who>I|we|my \w+) )?(?:just |finally |recently )?traded (?:in )?(?P<a>(?:my|our|the) [\w +-]+?) for (?P<rest>.+)$", "{who} swapped {a} for {rest}"),
    rule(r"^(?:I|we)(?:'d| would) (?:always )?(?:take|pick|choose) (?P<a>[\w -]+?) over (?P<b>[\w -]+?)(?: any (?:day|time)| every time)?[.!]?$", "I prefer {a} to {b}"),
    rule(r"^(?P<a>(?!no|yes|same|thanks|almost|not)[a-z][\w-]+(?: [a-z][\w-]+){0,2}),? (?:always|every time|any day|all the way)[.!]?$", "I prefer {a}"),
    rule(r"^(?P<who>I|we) (?:can't|cannot|could not|couldn't) live without (?P<rest>my|our) (?P<a>[\w -]+)[.!]?$", "{who} love {rest} {a}"),
    rule(r"^(?:I'm |I am )?(?:more of |very much |definitely |totally )?an? (?P<a>cat|dog|horse|bird) person(?: myself)?[.!]?$", "I like {a}s"),
    rule(r"^(?:I'm |I am )?(?:more of |very much |definitely |totally )?an? (?P<a>tea|coffee|wine|beer|chocolate) (?:person|drinker)(?: myself)?[.!]?$", "I like {a}"),
    rule(r"^(?P<who>I|we|my \w+) (?:have|has|had)(?:n't| not) (?P<a>smoked|vaped|drunk|drank) (?P<b>.*?)since (?P<rest>.+)$", "{who} stopped {a} {b}in {rest}"),
    rule(r"^(?P<who>I|we) (?:taught|have taught|'ve taught|am teaching|'m teaching) (?:myself|ourselves) (?P<rest>.+)$", "{who} learned {rest}"),
    rule(r"^(?P<who>I|we|my [\w ]+?) never left (?P<rest>(?-i:[A-Z]).+)$", "{who} still live in {rest}"),
    rule(r"^(?:(?P<who>I|we)(?:'ve| have)? )?(?:just )?decided to (?:stay|remain) in (?P<rest>(?-i:[A-Z]).+)$", "I live in {rest}"),
    rule(r"^(?P<who>I|we) (?P<a>went|'m going|am going|'re going) (?P<b>freelance|self-employed)(?P<rest>.*)$", "{who} became a freelancer{rest}"),
    rule(r"^(?:my|our) (?P<a>(?:[\w-]+ ){0,2}(?:surgery|operation|exam|interview|appointment|flight|defen[cs]e|graduation|audition|driving test|scan)) is (?P<rest>(?:on|in|next|this|tomorrow|at)\b.*)$", "I have a {a} {rest}"),
    rule(rf"^(?P<a>(?!thanks\b|sorry\b|good\b|great\b|perfect\b|enough\b)[\w.+#-]+) for (?P<b>(?:the|my|our|all|most|everything|any|unit|work)\b[^,;.]*)[,;] (?:and )?{_NAME} for (?P<rest>[^,;]+)$", "I use {a} for {b}", "I use {name} for {rest}"),
    rule(r"^(?:just |finally )?got (?P<rest>(?:an?|two|my first|my own|ourselves an?|myself an?) (?!question|problem|issue|minute|idea|feeling|sec|moment|tip|call|text|link|bit|lot)\w.*)$", "I got {rest}"),
)  # fmt: skip

_LISTED = (
    rule(
    r"^(?:my )?(?:(?:known|food|other) )*allergies(?: ?: ?| are )(?P<items>[a-z].+)$", "I'm allergic to {items}"
),
    rule(r"^(?:in|on) my (?:toolbox|toolbelt|tool ?kit|dock|laptop|terminal|phone|stack|set-?up|workflow|computer|machine)[^:,]{0,20}: ?(?P<items>.+)$", "I use {items}"),
    rule(r"^(?:in|on) my (?:desk|shelf|garage|studio|bag|kitchen|balcony|shed)[^:,]{0,20}: ?(?P<items>.+)$", "I have {items}"),
    rule(r"^(?:my )?(?:daily drivers?|(?:main |go-to |current |favou?rite )?(?:tools|apps|plugins|extensions|software)(?: of choice)?|toolbox|toolchain|gear)(?:: ?| (?:is|are|includes?) )(?P<items>.+)$", "I use {items}"),
    rule(r"^(?:(?:my|our|the) )?(?:tech )?stack(?: these days)?(?:: ?| is )(?P<items>.+)$", "I use {items}"),
)  # fmt: skip
_PURPOSE = re.compile(r" (?:for|on|as|in) (?:the |my |our )?[a-z][\w -]*$")


_ALSO = (
    rule(r"^I(?:'m| am)\b[^,;]*? (?:studying|training) to (?:be|become) (?P<rest>an? [a-z][\w -]+?)(?=[,.;!]|$)", "I plan to become {rest}"),
    rule(r"\b(?:taught|has taught|have taught) me (?:how to |to )?(?P<rest>(?!a lesson|that|not|so|how|what|a lot|everything|much)[a-z][\w -]+?)(?=[,.;!]|$| (?:when|as|in|at|last|while|before)\b)", "I learned {rest}"),
    rule(r"\bmy (?:laptop|desktop|server|pc|computer|machine|workstation|homelab|phone|nas) (?:runs|is running) (?P<rest>(?-i:[A-Z])[\w.+-]*)", "I use {rest}"),
    rule(r"\b(?P<who>my|our) (?:two |three )?(?P<a>kids|sons|daughters|brothers|sisters|cousins|nephews|nieces|children|cats|dogs) (?P<rest>(?-i:[A-Z])\w+(?:, (?-i:[A-Z])\w+)*,? and (?-i:[A-Z])\w+)(?= )", "{who} {a} are called {rest}"),
    rule(r"\b(?:put|has put|have put|started) me on (?P<rest>(?!hold|the spot|a list|speaker|track)[a-z][\w -]+?(?: in \w+| last \w+)?)(?=[,.;!]|$)", "I'm on {rest}"),
    rule(rf"^{_NAME}(?: has|'s| just| finally)? (?:hired|recruited|poached|headhunted) (?P<who>me)(?P<rest> as [\w -]+| in \w+| last \w+)?", "I was hired by {name}{rest}"),
    rule(r"\b(?:gave|bought|got|gifted|built|left) (?:me|us) (?:an?|his old|her old|their old|his|her|their|some|two|three|my first) (?P<rest>[\w' -]+?)(?: for (?:my|our) [\w ]+| in \w+| last \w+)?(?=[,.;!]|$)", "I got a {rest}"),
)  # fmt: skip


def recast(sentence: str) -> list[str]:
    """The sentence in plain words, or itself."""
    if apart := each_alone(sentence):
        return [said for one in apart for said in recast(one)]
    if plain := parted(sentence):
        return plain
    sentence = straight(arranged(sentence))
    sentence = _SELDOM.sub("and ", sentence)
    sentence = _KINDS.sub(lambda m: " and ".join(f"{one} {m[4]}" for one in m.groups()[:3] if one), sentence)
    sentence = undosed(sentence)
    if again := everyday(sentence) or plainly(sentence):
        return again
    bare = sentence.rstrip(" .!")
    for pattern, said in _LISTED:
        match = pattern.match(bare)
        if match is not None:
            return [_filled(said[0].replace("{items}", _items(match["items"])), match)]
    if said_again := _instead(bare):
        return said_again
    if parts := _by_clauses(bare):
        return parts
    more = [_filled(said[0], match) for pattern, said in _ALSO if (match := pattern.search(sentence)) is not None]
    return [sentence, *more, *in_passing(sentence)]


def _instead(bare: str, rules: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = ()) -> list[str]:
    for pattern, said in rules or (*_RELATIVE, *_INSTEAD):
        match = pattern.match(bare)
        if match is not None:
            return [_filled(one, match) for one in said]
    return []


_OF_CLAUSES = tuple(rule for rule in _INSTEAD if rule[0].pattern.startswith(("^(?P<who>", "^(?:(?P<who>")))
"""Those that begin with whom they speak of; the others want a sentence of their own."""
_JOINED = re.compile(
    r"(?:,|;)? (?:and|but|so|while|though) (?=(?:I|I'm|I've|we|we're|we've|my|our|he|she)\b)|, (?=(?:I|I'm|I've|we|we're|we've|my|our|she|he)\b)"
)
_IF = re.compile(r"\b(?:if|when|unless|whether|once|until|suppose|imagine|would|could|might|said|says|told|think|hope|wish)\b", re.IGNORECASE)  # fmt: skip


def _by_clauses(bare: str) -> list[str]:
    """Each clause by itself where one of several is a wording known here; empty where none is."""
    if _JOINED.search(bare) is None or _IF.search(bare) is not None:
        return []
    clauses = [clause for clause in _JOINED.split(bare) if len(clause.split()) > 2]
    known = [everyday(clause) or plainly(clause) or _instead(clause, _OF_CLAUSES) for clause in clauses]
    if len(clauses) < 2 or not any(known):
        return []
    return [
        one
        for clause, said in zip(clauses, known, strict=True)
        for one in (said or [f"{clause[:1].upper()}{clause[1:]}."])
    ]


_KINDS = re.compile(
    r"\b([A-Z][a-z]+)(?:, ([A-Z][a-z]+))? and ([A-Z][a-z]+) (food|cuisine|cooking|music|films|movies|cinema|wines?|literature)\b"
)
_SELDOM = re.compile(r"\band (?:occasionally|sometimes|also|even|lately|recently) (?=(?:the|an?) |(?-i:[A-Z]))")


def _items(text: str) -> str:
    """The bare things of a list: "Svelte on the front, Redis for caching" as "Svelte and Redis"."""
    items = [_PURPOSE.sub("", item.strip(" .!")) for item in re.split(r", (?:and )?| and (?=[A-Za-z])|; ?", text)]
    items = [item for item in items if item]
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


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
