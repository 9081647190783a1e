"""Everyday wordings said again so that the rules for verbs and states read them: "my thesis is about X", "I self-host X on Y".

In: one sentence. Out: the sentences that say the same, or nothing where no wording is known. Only wordings whose plain
meaning is sure are here.
"""

import re

from zeph.memory.language.gazetteer import read_data

_WHO = r"(?P<who>I|we|my \w+|(?-i:[A-Z][a-z]+))"
_NAME = r"(?-i:[A-Z0-9])[\w.+#&'-]*(?: (?-i:[A-Z0-9])[\w.+#&'-]*){0,4}"
_LOW = r"[a-z][a-z -]{1,30}?"
_TOOLS = (
    "editor|ide|shell|terminal|browser|os|distro|database|db|stack|language|framework|linter|formatter|orm|package manager|"
    "window manager|password manager|search engine|mail client|messenger|tool|app|note app|font|bank|vpn|debugger|library"
)
_PARTS = (
    r"appendix|tonsils|gallbladder|wisdom teeth|wisdom tooth|tooth|teeth|adenoids|spleen|thyroid|prostate|uterus|ovary|ovaries|"
    r"kidney|cataract|cataracts|mole|cast|stitches|braces|stent"
)
_NOUNS = read_data("nouns.toml")
_FOODS = "|".join(
    sorted({word for kind in ("foods", "drinks", "vices") for word in _NOUNS[kind].split()}, key=len, reverse=True)
)
_SUBJECTS = (
    "[a-z]+ology|[a-z]+ics|marine bio|chemistry|maths?|history|law|medicine|nursing|engineering|philosophy|literature|"
    "architecture|design|film|music|geography|business|accounting|computer science|art|journalism|pharmacy|dentistry"
)
_SINGLE = {"wisdom teeth": "wisdom tooth", "teeth": "tooth", "tonsils": "tonsil", "adenoids": "adenoid",
           "cataracts": "cataract", "ovaries": "ovary"}  # fmt: skip


def rule(pattern: str, *said: str) -> tuple[re.Pattern[str], tuple[str, ...]]:
    """A wording, and the sentences that say the same with its named groups filled in."""
    return re.compile(pattern, re.IGNORECASE), said


_RULES = (
    rule(rf"^(?:my|our) (?:go-to|default) (?P<what>(?!{_TOOLS}\b){_LOW}) (?:is|has to be|would be|'s) (?P<rest>.+)$", "My favorite {what} is {rest}"),
    rule(r"^(?P<rest>.+?) is (?:my|our) (?:absolute )?go-to (?P<what>[a-z]+(?: [a-z]+)?)$", "{rest} is my favorite {what}"),
    rule(r"^(?:my|the) (?:(?:phd|doctoral|master's|master|bachelor's|bachelor|final|honours) )*(?:thesis|dissertation) (?:is|will be|was) (?:about|on) (?P<rest>.+)$", "I write my thesis about {rest}"),
    rule(rf"^{_WHO} self-?hosts? (?P<what>[\w.+ -]+?)(?P<on> (?:on|in|with|at) (?P<host>.+))?$", "{who} use {what}", "{name} is hosted{on}", "{who} use {host}"),
    rule(r"^(?:someone|somebody|some (?:idiot|jerk|guy)|thieves|they|burglars) (?:has |have |just )?(?P<how>stole|stolen|nicked|pinched) (?P<what>(?:my|our) [\w' -]+?)(?P<rest>(?: (?:from|on|in|at|last|yesterday|this|during|outside)\b.*)?)$", "{what} was stolen{rest}"),
    rule(r"^(?:I|we) had (?P<what>(?:my|our) [\w -]+?) (?P<how>stolen|nicked)(?P<rest>(?: (?:from|on|in|at|last|yesterday|this|during|outside)\b.*)?)$", "{what} was stolen{rest}"),
    rule(rf"^(?:the|our) (?P<what>database|db|queue|message queue|message broker|cache|orm|ci|web server|reverse proxy|bundler|linter|test runner|monitoring|search engine|load balancer) (?:is|'s) (?P<rest>{_NAME})$", "We use {rest}"),
    rule(rf"^(?P<who>I|my \w+|(?-i:[A-Z][a-z]+))(?:'ve| have| has)? (?:recently |just )?had (?:my|his|her|their) (?P<part>{_PARTS}) (?:taken out|removed|out|extracted|pulled|operated on)(?P<rest>.*)$", "{who} had {an} {single} removal{rest}"),
    rule(r"^(?P<who>I|my \w+|(?-i:[A-Z][a-z]+))(?:'ve| have| has)? (?:recently |just )?had (?:both |(?:my|his|her|their|one|a|the) )*(?:left |right )?(?P<part>hip|knee|shoulder|ankle|heart valve|valve)s? replaced(?P<rest>.*)$", "{who} had {an} {single} replacement{rest}"),
    rule(rf"^(?:I|we) host (?P<what>(?:my|our|the) [\w -]+?) (?P<on>(?:on|with|at) (?P<host>{_NAME}))$", "{name} is hosted {on}", "I use {host}"),
    rule(rf"^(?:the|our) (?P<what>frontend|front-end|backend|back-end|server|client|api|cli|app|ui|firmware|website|dashboard|bot|companion app|mobile app) is (?P<a>{_NAME}),? (?:and )?(?:the|our) (?P<b>frontend|front-end|backend|back-end|server|client|api|cli|app|ui|firmware|website|dashboard|bot|companion app|mobile app) is (?P<rest>{_NAME})$", "The {what} is built with {a}", "The {b} is built with {rest}"),
    rule(r"^(?P<who>I|we) (?:recently |just |finally )?ran (?P<a>my first|a|another|my second|my third) (?P<rest>\d{1,2}k|parkrun)(?P<more>(?! (?:race|run)\b)\b.*)$", "{who} completed {a} {rest} race{more}"),
    rule(rf"^(?:I'm|I am|I've been|I have been) (?:now |completely |totally |totally )?off (?P<rest>(?:{_FOODS})(?:(?:,| and|, and) (?:{_FOODS}))*)(?P<more>(?: (?:since|for|until|now|these|at|because|in|as)\b.*)?)$", "I avoid {rest}{more}"),
    rule(r"^(?P<rest>(?!it\b|that\b|this\b|what\b)[\w' -]+?) (?:(?:has|have|had|really|totally|'s|'ve) )*got (?:me|us) (?:feeling )?(?:(?:so|really|all|pretty|super|very) )*(?P<how>stressed|overwhelmed|excited|anxious|nervous|worried|pumped|inspired|motivated|exhausted|nostalgic|hooked|interested|down)(?: out)?$", "{rest} make me feel {how}"),
    rule(r"^(?:(?:yup|yeah|yes|yep|oh|no),? )*(?:it's|that's|this is|it is|it was|that was) (?P<what>an? (?!lot\b|bit\b|thing\b|place\b|way\b|shame\b|reason\b)[a-z][\w -]{2,40}?) (?:that |which )?(?P<who>I|we) (?P<does>(?:just |recently |always |often |usually |sometimes )?(?:read|watch(?:ed)?|go|went|visit(?:ed)?|made|wrote|painted|drew|bought|attend(?:ed)?|play(?:ed)?|took|take|joined|built|cook(?:ed)?|baked|knitted|adopted|own|teach|grew|grow|sang|sing|recorded|organi[sz]ed|finished|started|found|won|ran|inherited|restored|follow|support|volunteer))(?P<to> (?:to|at|in|with|for|on))?(?P<more>(?: (?:often|a lot|regularly|sometimes|every \w+|last \w+|yesterday|recently|in \w+|(?:a|two|three|few|\d+) (?:few )?(?:days|weeks|months|years) ago))?)$", "{who} {does}{to} {what}{more}"),
    rule(r"^(?:(?:my|our|the) )?(?P<what>(?:package|password|window|dependency) manager|test runner|build tool|text editor|note app|mail client|web framework|search engine|version control|video editor|site generator): ?(?:also )?(?P<rest>[\w.+#-]+(?: (?-i:[A-Z0-9])[\w.+#-]*)*)$", "I use {rest}"),
    rule(r"^(?P<who>I'm|I am|my \w+ is|(?-i:[A-Z][a-z]+) is) (?:now |currently |still )?(?:doing|reading) (?:(?:a|an|my|his|her|their) )?(?:(?:master|bachelor|phd|degree|diploma|doctorate|minor|major)(?:'?s)?(?: degree)? in )(?P<rest>[a-z][\w ]+?)(?P<at>(?: at .+)?)$", "{who} studying {rest}{at}"),
    rule(rf"^(?P<who>I'm|I am|my \w+ is|(?-i:[A-Z][a-z]+) is) (?:now |currently |still )?(?:doing|reading) (?P<rest>(?:[a-z]+ )?(?:{_SUBJECTS})) (?P<at>at (?:(?-i:[A-Z])[\w' ]+|uni|university|college))$", "{who} studying {rest} {at}"),
    rule(r"^(?P<a>(?-i:[A-Z][a-z]+) [a-z]+s\b[^,;]*), (?P<b>(?-i:[A-Z][a-z]+) [a-z]+s\b[^,;]*?),? and (?P<rest>(?:I|(?-i:[A-Z][a-z]+)|my \w+) [a-z]+\b[^,;]*)$", "{a}", "{b}", "{rest}"),
    rule(rf"^after (?:\w+|\d+|many|several|a few|almost \w+|over \w+) (?:long |happy |good )?(?:years|months) (?:at|with|for) (?P<what>{_NAME}),? (?P<rest>(?:I|we)\b.+)$", "I used to work at {what}", "{rest}"),
    rule(rf"^after (?:\w+|\d+|many|several|a few|almost \w+|over \w+) (?:long |happy |good )?(?:years|months) on (?P<what>{_NAME}),? (?P<rest>(?:I|we)\b.+)$", "I no longer use {what}", "{rest}"),
    rule(rf"^(?P<who>my \w+)'s (?P<how>band|choir|team|club|orchestra|quartet|crew), (?P<what>{_NAME}), (?P<rest>.+)$", "{who} is a member of {what}", "{what} {rest}"),
    rule(rf"^(?:I|we) (?:named|called|christened) (?:my|our) (?P<what>boat|car|van|bike|camper|campervan|house|cabin|sourdough|starter|robot|server|nas|plant|tractor|guitar|caravan) (?P<rest>{_NAME})$", "My {what} is called {rest}"),
    rule(rf"^(?:my|our) (?P<what>flight|train|bus|ferry|plane|boat) to (?P<to>{_NAME}) (?:leaves|departs|goes|is|takes off|sails) (?P<rest>.+)$", "I have a {what} to {to} {rest}"),
    rule(rf"^(?:I|we) (?:host|run|deploy|serve) (?:my|our|the) [\w -]+? on an? (?:(?:small|cheap|little|tiny|old|big) )*(?P<rest>{_NAME}) (?:box|server|vps|droplet|instance|machine|vm|node)$", "I use {rest}"),
    rule(rf"^(?:I|my \w+) did (?:my|a|her|his) (?P<a>[a-z'. -]{{2,20}}?|PhD|MSc|BSc|MA|BA|MBA) (?:in|at) (?P<what>{_NAME}),? and (?:my|a|her|his) (?P<b>[a-z'. -]{{2,20}}?|PhD|MSc|BSc|MA|BA|MBA) (?:in|at) (?P<rest>{_NAME})$", "I studied at {what}", "I studied at {rest}"),
    rule(rf"^(?:I|my \w+) did (?:my|a|her|his) (?P<a>(?:master|bachelor|doctorate|degree|apprenticeship|undergrad|postdoc|residency|internship)(?:'?s)?(?: degree)?|PhD|MSc|BSc|MA|BA|MBA) (?:in|at) (?P<rest>{_NAME})$", "I finished my {a} at {rest}"),
    rule(rf"^(?P<what>(?:my|our|the) (?:office|shop|studio|company|school|store|practice|gym|club|restaurant|firm|bakery|lab)) (?:has |just |recently )*(?:moved|relocated) (?:from {_NAME} )?to (?P<rest>{_NAME})(?P<more>(?: (?:in|last|this|on|at)\b.+)?)$", "{what} is located in {rest}{more}"),
    rule(r"^(?P<who>I'm|I am) half[- ](?P<what>(?-i:[A-Z])[a-z]+)(?:,| and|, and) half[- ](?P<rest>(?-i:[A-Z])[a-z]+)$", "I'm {what}", "I'm {rest}"),
    rule(r"^(?:my|our) (?P<what>[a-z]+(?: [a-z]+)? (?:group|club|class|circle|choir|band|league|crew)) (?:always |usually )?(?:meets|rehearses|practi[sc]es|gathers|gets together|performs|trains)(?P<rest>.*)$", "I'm a member of a {what}"),
    rule(r"^nothing (?:beats|is better than|compares to) (?P<rest>(?:a |an |the |my )?(?:good |proper |real |nice |hot |cold )*(?!this\b|that\b|it\b)[\w' -]{3,40})$", "I love {rest}"),
    rule(r"^(?:my|our) (?:guilty pleasure|biggest passion|passion|one weakness) (?:is|are) (?P<rest>[\w' -]{3,40})$", "I love {rest}"),
    rule(r"^used to (?P<rest>(?:love|like|hate|enjoy|live|work|play|eat|drink|smoke|drive|have|own|use|be|go|run|read|do) .+)$", "I used to {rest}"),
    rule(rf"^for (?P<what>[a-z][\w -]+?),? (?P<who>I|we) (?:went|moved|migrated|changed) from (?P<a>{_NAME}) to (?P<rest>{_NAME})(?:,? and for (?P<b>[a-z][\w -]+?) (?:I|we) use (?P<more>[\w.+-]+))?$", "{who} switched from {a} to {rest}", "{who} use {more}"),
    rule(rf"^(?P<a>(?:my|our) [\w -]+? is {_NAME}) and (?P<rest>(?:my|our) [\w -]+? is {_NAME})$", "{a}", "{rest}"),
    rule(rf"^(?:(?:just|finally|I|I've|we) )*tried (?P<rest>{_NAME})(?: (?:last|this|over|on|for)\b[^,]*| yesterday| recently)?(?:,| and|, and) (?:I |we )?(?:absolutely |really )?(?P<how>loved|liked|enjoyed|hated) it$", "I {how} {rest}"),
    rule(rf"^(?:I'm|I am|my name is|name's) (?P<what>{_NAME}),? (?P<age>\d\d),? (?:and )?(?:an? )?(?P<rest>[a-z][a-z -]{{2,30}}?)(?:,? and (?:an? )?(?!I\b|we\b|my\b|our\b|it\b)[a-z]+(?: of [a-z]+)?)?$", "I'm {what}", "I'm {age}", "I'm {a_an} {rest}"),
    rule(rf"^(?P<who>my|our) (?P<what>(?:cat|dog|guinea pig|hamster|rabbit|goat|horse|hen|chicken|parrot|budgie|kid|son|daughter|brother|sister|cousin|niece|nephew|twin|rat|ferret)s|children|goldfish) are (?P<rest>{_NAME}(?:, {_NAME})*,? and {_NAME})$", "{who} {what} are called {rest}"),
    rule(r"^(?P<who>I|we|my \w+) (?:only |mostly |always )?eats? (?P<rest>vegan|vegetarian|gluten-free|halal|kosher|keto|paleo|plant-based|dairy-free|low-carb)$", "{who} {be} {rest}"),
    rule(r"^(?P<rest>[\w' -]+?) tastes? (?P<how>(?:just |exactly )?like (?:soap|dirt|cardboard|soil|metal|medicine|plastic|feet|poison)|awful|horrible|disgusting) to me$", "I don't like {rest}"),
)  # fmt: skip


def everyday(sentence: str) -> list[str]:
    """What the sentence says in plain order; empty where it is plain already."""
    bare = sentence.rstrip(" .!")
    for pattern, said in _RULES:
        match = pattern.match(bare)
        if match is not None:
            return _filled(said, {key: value or "" for key, value in match.groupdict().items()})
    return []


def _filled(said: tuple[str, ...], parts: dict[str, str]) -> list[str]:
    if "part" in parts:
        parts["part"] = parts["part"].removeprefix("heart ")
        parts["single"] = _SINGLE.get(parts["part"].lower(), parts["part"].lower())
        parts["an"] = "an" if parts["single"][0] in "aeiou" else "a"
    if "on" in parts and not parts["on"]:
        said = said[:1]
    if "rest" in parts:
        parts["a_an"] = "an" if parts["rest"][:1] in "aeiou" else "a"
        parts["be"] = {"i": "am", "we": "are"}.get(parts.get("who", "I").lower(), "is")
    if not parts.get("more") and said[-1].endswith(" {more}"):
        said = said[:-1]
    if "what" in parts:
        parts["name"] = parts["what"][:1].upper() + parts["what"][1:]
    if parts.get("who", "I") not in ("I", "we", "We", "i"):
        said = tuple(one.replace("{who} use", "{who} uses") for one in said)
    made = (" ".join(one.format(**parts).split()) for one in said)
    return [f"{one[:1].upper()}{one[1:]}." for one in made]
