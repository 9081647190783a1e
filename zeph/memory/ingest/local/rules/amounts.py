"""What somebody earns, pays and has to spend, and how tall they are: "I earn 52k", "my rent went up to 950", "I'm 5'9"".

In: a read sentence. Out: findings, whose targets name the amount ("rent of 950").
"""

import re

from zeph.memory.ingest.local.phrases.reader import Finding, Sentence

AMOUNT = (
    r"(?:around |about |roughly |almost |nearly |up to )?(?P<amount>(?:[€$£¥]|CHF |EUR |USD )?\d[\d.,]*\s?(?:k\b|K\b|m\b|grand\b|thousand\b|million\b)?"
    r"(?:\s?(?:€|\$|£|euros?\b|dollars?\b|bucks\b|pounds?\b|quid\b|francs?\b|kronor\b|kroner\b|yen\b|EUR\b|USD\b|GBP\b|CHF\b|SEK\b|zł\b|rupees\b))?)"
)
_PER = r"(?P<per>\s?(?:(?:a|per|every|each|/)\s?(?:month|year|hour|week|day|annum)|monthly|yearly|annually|before tax|after tax|gross|net)\b)*"
_PAID: tuple[tuple[re.Pattern[str], str, str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), relation, what)
    for pattern, relation, what in (
        (rf"^(?:\w+, )?I (?:now |currently |only )?(?:earn|make) {AMOUNT}{_PER}(?=[.,;!]|$| (?:now|at|as|before|after|in|and|but)\b)", "has_salary", "salary"),
        (rf"\bmy (?:new |current |base |annual |monthly )*(?:salary|income|pay|wage) (?:is|went up to|is now|dropped to|was raised to) {AMOUNT}{_PER}", "has_salary", "salary"),
        (rf"(?:\b(?:I|we)|, (?:and )?|\band) ?(?:now |currently |only )?pay {AMOUNT}{_PER} (?:for |in |of )?(?:the |our |my )?rent\b", "has_rent", "rent"),
        (rf"\b(?:I|we) (?:now |currently |only )?pay {AMOUNT}{_PER} for (?:my|our|the) (?:flat|apartment|room|studio|house)\b", "has_rent", "rent"),
        (rf"\b(?:my|our) rent (?:is|went up to|is now|goes up to|went down to|has gone up to|rose to|was raised to) {AMOUNT}{_PER}", "has_rent", "rent"),
        (rf"\bmy (?:state |private |monthly )?pension is (?:now )?{AMOUNT}{_PER}", "has_pension", "pension"),
        (rf"\b(?:my|our) (?:mortgage|mortgage payment) (?:is|went up to|is now) {AMOUNT}{_PER}", "has_mortgage", "mortgage"),
        (rf"\b(?:my|our) (?:total |overall |max )?budget (?:for (?:the |my |our |a |an )?(?P<for>[a-z][a-z -]{{2,30}}?) )?is (?:now )?{AMOUNT}{_PER}", "has_budget", "budget"),
    )
)  # fmt: skip


_HEIGHT = re.compile(
    r"\b(?:I'm|I am) (?:about |only |just )?(?P<value>\d['’]\s?\d{0,2}(?:\"|''|”)?|\d ?(?:ft|foot|feet) ?\d{0,2}|1[.,]\d\d ?m(?:eters?|etres?)?|[12]\d\d ?cm)(?= tall|[\s.,;!]|$)",
    re.IGNORECASE,
)


_MEASURES: tuple[tuple[re.Pattern[str], str, str], ...] = (
    (re.compile(r"\bmy blood (?:type|group) is (?P<value>(?:AB|A|B|O|0)(?: ?(?:\+|-|pos(?:itive)?\b|neg(?:ative)?\b))?)(?=[\s.,;!]|$)"), "has_blood_type", "blood type {value}"),
    (re.compile(r"\bmy (?P<what>shoe|ring|dress|shirt|hat|glove|trouser|bra|jacket|suit|frame|collar) size is (?P<value>\d{1,3}(?:[.,]\d)?|X{0,3}[SML]|(?:UK|EU|US) ?\d{1,2}(?:[.,]\d)?)(?=[\s.,;!]|$)", re.IGNORECASE), "has_size", "{what} size {value}"),
)  # fmt: skip


def _measured(sentence: Sentence) -> list[Finding]:
    """ "My blood type is O negative", "my shoe size is 43"."""
    text = sentence.text[:1].lower() + sentence.text[1:]
    for shape, relation, name in _MEASURES:
        match = shape.search(text)
        if match is not None:
            target, speaker = name.format(**match.groupdict()), sentence.speaker.name
            return [Finding(speaker, "person", relation, target, "concept", f"{speaker} has {target}", "dealing", 0)]
    return []


_SIZED = re.compile(r"\b[Mm]y (?:blood|\w+ size)\b")
_DIGIT = re.compile(r"\d")


def amount_findings(sentence: Sentence) -> list[Finding]:
    """What somebody earns, pays and has to spend, and how tall they are."""
    if _SIZED.search(sentence.text) and (measured := _measured(sentence)):
        return measured
    if _DIGIT.search(sentence.text) is None:
        return []
    tall = _HEIGHT.search(sentence.text)
    if tall is not None and not re.search(r"\b(?:if|when|was|not)\b", sentence.text[: tall.end()]):
        value, speaker = tall["value"].strip(), sentence.speaker.name
        return [
            Finding(
                speaker, "person", "has_height", f"{value} tall", "concept", f"{speaker} is {value} tall", "dealing", 0
            )
        ]
    for shape, relation, what in _PAID:
        match = shape.search(sentence.text)
        if match is None or re.search(r"\b(?:if|would|could|should|used to|don't|not)\b", sentence.text[: match.end()]):
            continue
        amount = match["amount"].strip(" .,")
        if sum(char.isdigit() for char in amount) < 2:
            continue
        whole = f"{amount} {match['per'].strip()}" if match["per"] else amount
        purpose = match.groupdict().get("for")
        name = f"{what} of {amount}" if not purpose else f"{purpose} {what} of {amount}"
        verb = next((i for i, token in enumerate(sentence.tokens) if token.pos in ("VERB", "AUX")), 0)
        speaker = sentence.speaker.name
        fact = f"{speaker}'s {what} {'for the ' + purpose + ' ' if purpose else ''}is {whole}"
        return [Finding(speaker, "person", relation, name, "concept", fact, "dealing", verb)]
    return []
