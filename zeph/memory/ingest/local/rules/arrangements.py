"""Arrangements and pairs in plain words: "we've got tickets for the opera on May 3", "neither Ann nor Bob works there".

In: one sentence. Out: the same said so that the rules for verbs read it: an arrangement as a plan, what neither of two
does as what each of them does not do.
"""

import re

from zeph.memory.ingest.local.patterns import inflect

_GATHERING = (
    r"(?:barbecue|bbq|cookout|picnic|housewarming|brunch|get-together|gathering|reunion|sleepover|potluck|braai|bake sale|"
    r"(?:[a-z]+ )?party|(?:game|games|movie|quiz|poker|wine) (?:night|evening)|yard sale|garage sale)"
)
_DAY = (
    r"(?:on |this |next |coming |in |at the )*(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|tomorrow|tonight|weekend|week|month|"
    r"january|february|march|april|may|june|july|august|september|october|november|december|easter|christmas|midsummer|"
    r"new year|halloween|\d{1,2}(?:st|nd|rd|th)?)\b"
)
_HAVING = re.compile(
    rf"(?:^|\b)(?P<who>I|we|they|(?:my|our) \w+s|(?:my|our) \w+|(?-i:[A-Z])\w+)(?:(?:'m| am|'re| are|'s| is) having| have|'ve got| have got) (?P<what>(?:an?|our|my) (?:(?:big|small|little|annual|surprise|family|birthday) )*{_GATHERING})"
    rf"(?=[^.;]*? {_DAY})",
    re.IGNORECASE,
)
_TICKETS = re.compile(
    r"\b(?P<who>I|we)(?:'ve| have)? (?:(?:just|finally|already) )?(?:have|got|have got|'ve got|bought|booked|scored|snagged)? ?(?:(?:two|three|four|some|the|my|our|a|front row|spare) )*tickets? "
    r"(?:for|to (?:see|watch|go to)|to) (?P<what>(?:an?|the|our)? ?(?P<name>[^,;.!?]{2,50}?))(?P<when> (?:on|in|for|next|this|tomorrow|tonight|at)\b[^,;.!?]{2,30})?(?=[,;.!?]|$)",
    re.IGNORECASE,
)
_OVER = re.compile(
    r"\b(?:I|we)(?:'m|'re| am| are) having (?:(?:some|a few|the|my|our|all|two|three|old|good|whole) )*(?:friends|people|family|guests|parents|in-laws|kids|neighbou?rs|colleagues|folks|relatives|cousins|grandparents|gang|girls|boys) (?:over|round|around)\b(?P<rest>[^,;.!?]*)",
    re.IGNORECASE,
)
_EXPECTING = re.compile(
    r"\b(?P<be>I'm|I am|we're|we are|(?:my|our) \w+ is|(?-i:[A-Z])\w+ is|she's|she is) having (?:a|another) (?:baby|kid|child|girl|boy)\b",
    re.IGNORECASE,
)
_ONE = re.compile(r"(?:'s| is) having", re.IGNORECASE)
_DECIDED = re.compile(
    r"\b(?P<who>I|[Ww]e)(?:'ve| have)? decided (?:not to (?P<verb>[a-z]+)|against (?P<doing>[a-z]+ing))(?P<rest>[^,;.!?]*)"
)
_WONT = re.compile(r"\b(?P<who>I|[Ww]e) (?:won't|will not) be (?P<doing>[a-z]+ing)\b")
_FOR = re.compile(r"\b(?P<who>I|We|we) left (?P<old>[A-Z][\w-]+) for (?P<new>[A-Z][\w-]+) in(?= \d{4}\b)")
_NEITHER = re.compile(
    r"^neither (?P<a>(?:(?:my|our) )?[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?) nor (?P<b>(?:(?:my|our) )?[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?) (?P<rest>[a-z]+\b.+)$",
    re.IGNORECASE,
)
_HELPER = re.compile(r"^(?:is|are|was|were|has|have|had|can|could|will|would|does|do|did)\b", re.IGNORECASE)
_ANYMORE = re.compile(r"(?: |, )(?:anymore|any more|any longer)\b", re.IGNORECASE)


def arranged(sentence: str) -> str:
    """The sentence with what is arranged said as a plan."""
    if _OVER.search(sentence):
        return _OVER.sub(lambda m: f"we have guests{m['rest']}", sentence)
    sentence = _EXPECTING.sub(lambda m: f"{m['be']} expecting a baby", sentence)
    sentence = _HAVING.sub(_hosting, sentence)
    sentence = _DECIDED.sub(
        lambda m: f"{m['who']}'{'m' if m['who'] == 'I' else 're'} not {_doing(m)}{m['rest']} after all", sentence
    )
    sentence = _WONT.sub(lambda m: f"{m['who']}'{'m' if m['who'] == 'I' else 're'} not {m['doing']}", sentence)
    sentence = _FOR.sub(lambda m: f"{m['who']} moved from {m['old']} to {m['new']} in", sentence)
    return _TICKETS.sub(_going, sentence) if "ticket" in sentence.casefold() else sentence


def _hosting(match: re.Match[str]) -> str:
    if match["who"] in ("I", "We", "we"):
        return f"{match['who']} plan {match['what']}"
    be = "is" if _ONE.search(match.group()) else "are"
    return f"{match['who']} {be} hosting {match['what']}" if "having" in match.group() else match.group()


def _doing(match: re.Match[str]) -> str:
    return match["doing"] or inflect(match["verb"])[3]


def _going(match: re.Match[str]) -> str:
    held = re.match(rf"{re.escape(match['who'])}(?:'ve| have| got)", match.group(), re.IGNORECASE)
    if held is None or not (match["when"] or match["what"][:1].isupper() or match["what"].startswith(("the ", "a "))):
        return match.group()
    return f"{match['who']} plan to go to {match['what']}{match['when'] or ''}"


def each_alone(sentence: str) -> list[str]:
    """Of "neither Ann nor Bob works at Acme anymore" a sentence about each."""
    match = _NEITHER.match(sentence)
    if match is None:
        return []
    rest, gone = match["rest"], _ANYMORE.search(match["rest"]) is not None
    rest = _ANYMORE.sub("", rest)
    no = "no longer" if gone else "not"
    helper = _HELPER.match(rest)
    if helper is not None:
        said = f"{helper.group()} {no}{rest[helper.end() :]}"
    else:
        said = f"{'no longer' if gone else 'never'} {rest}"
    speaker = {"i", "me"}
    return [f"{'I' if who.casefold() in speaker else who} {said}" for who in (match["a"], match["b"])]
