"""What "it" is, where it can be one thing only: "I got a new phone last week. It's a Fairphone" names the phone.

In: a text. Out: the same with "it's a Fairphone" as "my phone is a Fairphone". Only behind a thing that one has just
got or has, and only where a name follows.
"""

import re

_NOUNS = (
    r"phone|laptop|computer|pc|desktop|tablet|car|van|bike|bicycle|e-bike|motorbike|motorcycle|scooter|camper|keyboard|mouse|monitor|"
    r"camera|lens|watch|smartwatch|tv|console|printer|server|nas|router|guitar|bass|piano|violin|synth|amp|tent|kayak|boat|drone|"
    r"telescope|espresso machine|coffee machine|washing machine|dishwasher|oven|fridge|headphones|e-reader|dog|cat|puppy|horse"
)
_DAYS = r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December|I\b|A lot"
_NAMED = re.compile(
    rf"(?P<before>\b(?:[Ii]|[Ww]e)(?:'ve| have)? (?:just |finally |recently |also )*(?:got|have|bought|own|ordered|picked up|ride|drive|inherited|received|found)(?: myself| ourselves)? "
    rf"(?:a|an|my|our) (?:[a-z-]+ ){{0,2}}?(?P<noun>{_NOUNS})(?: (?:last|this|yesterday|today|in|for|from|on|at) ?[^.,!?;]{{0,25}})?(?:[.!]+ |, (?:and )?| and |; ))"
    rf"[Ii]t(?:'s| is) (?!{_DAYS})(?P<name>(?:an? )?(?:[A-Z]|\d(?=[\w-]*[A-Z]))[\w-]*(?: [A-Z0-9][\w-]*){{0,2}})\b(?! [a-z]+(?:er|est)\b)"
)
_IT = re.compile(r"\b[Ii]t(?:'s| is) (?:an? )?[A-Z0-9]")


def explained(text: str) -> str:
    """The text with the name given to what was just got."""
    return _NAMED.sub(_said, text) if _IT.search(text) else text


def _said(match: re.Match[str]) -> str:
    before = match["before"].rstrip(" ,;")
    before = before.removesuffix(" and").rstrip(" ,;").rstrip(".!")
    return f"{before}. My {match['noun']} is {match['name']}"
