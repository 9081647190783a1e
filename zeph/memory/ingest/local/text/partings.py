"""Who came after whom, what is no longer so, whose parent one is: wordings said again in plain order.

In: one sentence. Out: the sentences that say the same ("My boss Christine left, the new one is Erik" as "My boss
Christine left" and "My new boss is Erik"), or nothing where no wording is known.
"""

import re

from zeph.memory.ingest.local.text.everyday import rule

_CUE = re.compile(
    r"\b(?:new one|now (?:it|we|I|he|she|they)|it'?s now|moved (?:on|away)|(?:dumped|left|divorced|with) me|my ex|over between|(?:stopped|quit|gave) |given up|replaced|took over|taken over|used to be|no longer|any ?more|"
    r"any longer|me off|changed|switched|split|broke|(?:mu?o?m|mother|dad|father|papa|mama|parent|mommy|mummy|daddy) (?:of|to) )",
    re.IGNORECASE,
)
_NAME = r"(?-i:[A-Z])[\w'.-]+(?: (?-i:[A-Z])[\w'.-]+){0,2}"
_ROLE = r"(?!new\b|old\b|former\b)[a-z]+(?: [a-z]+)?"
_WENT = (
    r"(?:(?:has|have|had|'s|just|recently|finally|sadly) )*(?:left|quit|resigned|retired|moved (?:away|on|out|back)|went (?:away|on [a-z]+ leave)|"
    r"stepped down|died|passed away|(?:was|were|got|been) (?:fired|sacked|laid off|let go|replaced|promoted|made redundant))"
)
_REST = r"(?P<rest>(?: (?:in|last|this|on|at|yesterday|the (?:company|firm|team))\b[^,;]*?)?)"
_IS = r"(?: is|'s| will be| was)(?: called| named)?"

_RULES = (
    rule(rf"^(?P<my>my|our) (?P<role>{_ROLE}?) (?P<name>{_NAME}) (?P<went>{_WENT}){_REST}[,;]? ?(?:and |so |but )*(?:now )?(?:the|my|our) new (?:one|(?P=role)){_IS} (?P<new>{_NAME}.*)$", "{my} {role} {name} {went}{rest}", "{my} new {role} is {new}"),
    rule(rf"^(?P<my>my|our) (?P<role>{_ROLE}?) (?P<name>{_NAME}) (?P<went>{_WENT}){_REST}[,;]? ?(?:and |so |but )*(?:now (?:it's|it is|we have|I have)|it's now|it is now) (?P<new>{_NAME}.*)$", "{my} {role} {name} {went}{rest}", "{my} new {role} is {new}"),
    rule(rf"^(?P<my>my|our) (?P<role>{_ROLE}?) (?P<name>{_NAME}) (?P<went>{_WENT}){_REST}[,;]? ?(?:and |so |but )*(?P<new>{_NAME}) (?:took over|replaced (?:him|her|them)|took (?:his|her|their) place|is the new one)$", "{my} {role} {name} {went}{rest}", "{my} new {role} is {new}"),
    rule(rf"^(?P<my>my|our) (?P<role>{_ROLE}?) (?P<name>{_NAME}) (?:was|got|has been) (?P<went>replaced) by (?P<new>{_NAME})$", "{my} {role} {name} left", "{my} new {role} is {new}"),
    rule(rf"^(?P<new>{_NAME}) (?:has )?(?:replaced|took over from) (?P<name>{_NAME}) as (?P<my>my|our) (?P<role>{_ROLE})$", "{my} {role} {name} left", "{my} new {role} is {new}"),
    rule(rf"^I (?:have |'ve |just )?(?:changed|switched) (?P<role>dentist|doctor|therapist|gp|physio|psychologist|psychiatrist|barber|hairdresser|accountant|tutor|teacher|coach|trainer)s?[,;]? ?(?:and |so )?(?:now )?(?:I'm|I am|I go|I'm going|I see|I'm seeing|it's)(?: now)?(?: with| to| at)? (?P<new>{_NAME})(?: now)?$", "My new {role} is {new}"),
    rule(rf"^(?P<my>my|our) (?P<role>{_ROLE}(?: [a-z]+)?) used to be (?P<name>{_NAME})$", "{name} used to be {my} {role}"),
    rule(rf"^(?:I'm |I am )?(?:no longer at|not at(?= .+ any ?more$)) (?P<rest>{_NAME})(?: any ?more)?$", "I no longer work at {rest}"),
    rule(r"^not (?P<rest>(?:(?:at|in|on|with|part of|into|an?|the|vegan|vegetarian|single|married|engaged|friends with|allergic to|\w+ing) ?[^,;.]*?|vegan|vegetarian|single|married)),? (?P<more>any ?more|any longer)$", "I'm not {rest} anymore"),
    rule(r"^no longer (?P<rest>(?:at|in|on|with|part of|into|an?|the|vegan|vegetarian|single|married|engaged|friends|allergic|scared|afraid|interested|\w+ing)\b[^,;]*)$", "I'm no longer {rest}"),
    rule(r"^(?:(?:my|the|our) )?(?:doctor|gp|psychiatrist|cardiologist|neurologist|they|doctors)(?: has| have|'ve)?(?: finally| just)? (?:took|taken|weaned) me off (?:the |my )?(?P<rest>[a-z][\w -]+?)(?P<more>(?: (?:in|last|this|on|yesterday)\b.*)?)$", "I stopped taking {rest}{more}"),
    rule(rf"^(?P<who>my [a-z]+|{_NAME}) (?:is|'s) (?:an? |the )?(?:proud |single |new )*(?:mu?o?m|mother|dad|father|parent)(?: of|to) (?:twins|two|three|four)?(?: (?:boys|girls|kids|children))?,? ?(?P<rest>(?-i:[A-Z])\w+(?:, (?-i:[A-Z])\w+)*,? and (?-i:[A-Z])\w+)$", "{who} has kids, {rest}"),
    rule(rf"^(?P<name>{_NAME})(?:'s| is) my ex(?:[- ](?:wife|husband|boyfriend|girlfriend|partner))? now$", "I'm no longer with {name}"),
    rule(rf"^it(?:'s| is) over between (?:me and (?P<name>{_NAME})|(?P<other>{_NAME}) and me)$", "I'm no longer with {name}{other}"),
    rule(r"^(?P<who>I|my [a-z]+) (?:just )?(?:started|began|took up|tried) (?P<what>[a-z]+ing)(?: (?:in|last|this|at|on) [\w ]+?)?,? (?:and|but)(?: then)?(?: I)? (?:stopped|quit|gave (?:it )?up)(?: it| again| soon| quickly)*(?P<rest>(?: (?:in|last|this|after|on)\b.*)?)$", "{who} stopped {what}{rest}"),
    rule(r"^(?P<who>I|we|my [a-z]+) (?:have |has |'ve )?(?:finally |just )?(?:gave|given) up on (?P<what>[a-z]+ing|piano|guitar|violin|chess|yoga|tennis|german|french|spanish|italian|japanese|chinese)(?P<rest>(?: (?:in|last|this|after|because)\b.*)?)$", "{who} gave up {what}{rest}"),
    rule(r"^(?:(?:just|finally|recently|also) )*(?P<how>stopped|quit) (?P<rest>(?:seeing|taking|going|doing|using|playing|drinking|eating|working|learning|watching|attending) .+)$", "I {how} {rest}"),
    rule(rf"^(?P<name>{_NAME}|my (?:wife|husband|girlfriend|boyfriend|partner|fianc[ée]e?)) (?:has |just |finally )*(?:dumped|left|broke up with|split up with|divorced) me(?P<rest>(?: (?:in|last|this|on|yesterday|after|for)\b.*)?)$", "I broke up with {name}{rest}"),
    rule(rf"^(?P<who>I|we)(?: have|'ve)? moved (?:on|away) from (?P<name>{_NAME}) to (?P<rest>{_NAME})$", "{who} switched from {name} to {rest}"),
    rule(rf"^me and (?P<name>{_NAME}) (?P<how>broke up|split up|separated)(?P<rest>.*)$", "I {how} with {name}{rest}"),
)  # fmt: skip

_PARENT = re.compile(
    r"^(?P<who>I'm |I am |)(?:(?:an?|the|proud|single|busy|tired|happy|working|stay-at-home|new|exhausted) )*"
    r"(?:mu?o?m|mother|dad|father|papa|mama|parent|mommy|mummy|daddy) (?:of|to) "
    r"(?:(?P<many>two|three|four|five|six|\d) ?)?(?:(?:little|young|lovely|wonderful|grown|teenage|beautiful|small) )*(?P<kind>boys|girls|kids|children|sons|daughters|twins|triplets|)"
    r"(?:(?: ?[:,(-]| -)? )?(?P<rest>(?-i:[A-Z]).+)$",
    re.IGNORECASE,
)
_CHILD = re.compile(
    r"^(?P<name>(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?)(?:(?: is|'s)?(?: now| already| just turned| turned| aged| almost| about)*,? \(?"
    r"(?P<age>\d{1,2})(?P<old> (?:years? old|yo|months?(?: old)?|weeks?(?: old)?))?\)?)?$"
)  # fmt: skip
_KIND = {"boys": "son", "sons": "son", "girls": "daughter", "daughters": "daughter"}
_BETWEEN = re.compile(r",? and |, ?(?=[A-Z])|; ?| & ")


def parted(sentence: str) -> list[str]:
    """What the sentence says in plain order; empty where it is plain already."""
    if _CUE.search(sentence) is None:
        return []
    bare = sentence.rstrip(" .!)")
    for pattern, said in _RULES:
        match = pattern.match(bare)
        if match is not None:
            parts = {key: value or "" for key, value in match.groupdict().items()}
            return [_sentence(one.format(**parts)) for one in said]
    return _children(bare)


def _children(bare: str) -> list[str]:
    """ "Mum of three: Emma is 9, Tom is 6 and Lily 2"."""
    match = _PARENT.match(bare)
    children = [_CHILD.match(part.strip(" ()")) for part in _BETWEEN.split(match["rest"])] if match else []
    if match is None or len(children) < 2 or not all(children):
        return []
    kind = _KIND.get(match["kind"].casefold(), "child")
    said = []
    for child in children:
        assert child is not None
        said.append(_sentence(f"{child['name']} is my {kind}"))
        if child["age"]:
            said.append(_sentence(f"{child['name']} is {child['age']}{child['old'] or ''}"))
    return said


def _sentence(text: str) -> str:
    plain = " ".join(text.split())
    return f"{plain[:1].upper()}{plain[1:]}."
