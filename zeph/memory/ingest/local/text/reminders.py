"""What one is asked to remember, and standing orders: "please note that I'm vegan", "always answer in French".

In: one sentence. Out: the statement inside it. A request that holds for this once only ("answer in French") states
nothing lasting and gives none.
"""

import re

_POLITE = r"(?:(?:so|and|also|hey|hi|ok|okay|oh|just|please|pls|plz|kindly|can you|could you|would you|will you|you should|you must|you need to|I want you to|I'd like you to|I need you to),? )*"
_STATED = (
    r"(?P<said>(?:I|I'm|I've|I'd|my|we|we're|we've|our|he's|she's|it's|he|she|they|the (?!way\b|time\b|last\b|previous\b|above\b|following\b)[a-z]+ (?:is|are|has|runs|uses)|"
    r"(?-i:[A-Z])[\w-]+ (?:is|has|lives|works|likes|hates|runs|uses|can't|doesn't|and I))\b(?! (?:asked|told|said|mentioned|want(?:ed)? you)\b).+?)"
)
_REMEMBERED = re.compile(
    rf"^{_POLITE}(?:"
    r"(?:remember|note|keep in mind|bear in mind|don't forget|do not forget|never forget|be aware|take note|make a (?:mental )?note|memori[sz]e|take into account|mind you|know|for the record)(?:,? that|:|,| -)?"
    r"|(?:remember|note|memori[sz]e|save|store|keep|write|jot|record|add|take)(?: (?:this|it|the following|the fact))?(?: down| (?:in|to) (?:your |my |the )?(?:memory|notes|mind))?(?: that|:| -)"
    rf") {_STATED}(?:,? (?:please|thanks|thank you|ok|okay))?[.!?]*$",
    re.IGNORECASE,
)
_CUES = re.compile(r"\b(?:remember|note|mind|forget|aware|memori[sz]e|account|save|store|keep|write|jot|record|add|know|always|never)\b", re.IGNORECASE)  # fmt: skip
_STANDING = (
    r"^(?:please |pls )?(?:(?:from now on|in (?:the )?future|going forward|by default|as a rule),? )?(?:please |pls )?"
)
_OUTPUT = r"(?:(?:me )?(?:the |your |all )?(?:answers|replies|responses|code|examples|units|temperatures|distances|prices|dates|times|results|explanations|texts) )?"
_THING = r"(?P<what>(?!it\b|this\b|that\b|them\b|these\b|those\b|the (?:same|following|above)\b|a\b|an\b|my\b|your\b|me\b)[\w+#./'-]+(?: (?!and\b|but\b|or\b|when\b|if\b|for\b|instead\b|with\b|because\b|unless\b|so\b|as\b|please\b|in\b|to\b)[\w+#./'-]+){0,2})"
_ENDED = r"(?=$|[.!,;]| (?:and|but|when|for|instead|because|unless|please|with me|in your)\b)"
_ALWAYS = re.compile(
    rf"{_STANDING}always (?:please )?(?:(?:answer|reply|respond|write|talk|speak|explain|give|show|format)(?: to me| me)? {_OUTPUT}(?:in|using|with)|use) {_THING}{_ENDED}",
    re.IGNORECASE,
)
_NEVER = re.compile(rf"{_STANDING}(?:never|don't ever|do not ever) use {_THING}{_ENDED}", re.IGNORECASE)


def unreminded(sentence: str) -> str:
    """The statement that one is asked to remember; any other sentence as it is."""
    if _CUES.search(sentence) is None:
        return sentence
    match = _REMEMBERED.match(sentence)
    if match is None:
        return sentence
    said = match["said"]
    return f"{said[:1].upper()}{said[1:]}."


def standing_orders(sentence: str) -> list[str]:
    """What somebody always wants, as a preference of theirs."""
    if "lways" not in sentence and "ever " not in sentence:
        return []
    if (match := _ALWAYS.match(sentence)) is not None:
        return [f"I prefer {match['what']}."]
    if (match := _NEVER.match(sentence)) is not None:
        return [f"I avoid {match['what']}."]
    return []
