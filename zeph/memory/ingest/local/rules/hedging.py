"""What is only guessed, and what somebody else believes: "maybe Anna moved", "I guess I work there", "Bob thinks that I live in Ulm".

In: a read sentence and its findings. Out: the findings, without those that nobody vouches for, and with those that are
doubted made candidates: their confidence stays below the bar for facts (graph-memory §3).
"""

from dataclasses import replace

from zeph.memory.ingest.local.phrases.reader import Finding, Sentence, clause_breaks

DOUBTED = 0.6
"""Factor of what is doubted: no pattern's precision stays a fact with it."""
_MAYBE = frozenset("maybe perhaps possibly presumably supposedly allegedly apparently".split())
_PROBABLY = frozenset(("probably", "likely"))
_GUESSING = frozenset("guess suppose assume suspect reckon bet".split())
_HELD = frozenset("think believe hear gather".split())
"""Said of others it is a guess, said of oneself mere politeness."""
_BELIEVING = frozenset(
    "think believe reckon assume suspect guess suppose imagine claim insist hope wish fear worry expect bet doubt swear "
    "pretend dream presume fancy wonder feel".split()
)
_SAYING = frozenset(("say", "joke", "tell"))
"""What others say of the speaker, the speaker only passes on."""
_SEEMING = frozenset(("seem", "appear"))
_DREAMT = frozenset("dream imagine pretend wish wonder doubt joke lie".split())
"""What one says so oneself of is not so either."""
_VERBS = _BELIEVING | _GUESSING | _HELD | _SAYING | _SEEMING | _DREAMT
_CHANCES = frozenset(("possible", "chance", "rumor", "rumour"))
_EXPERTS = frozenset("doctor gp therapist psychiatrist dentist vet physio dermatologist psychologist doctors".split())
_UNSURE = (("not", "sure"), ("n't", "sure"), ("unsure",), ("no", "idea"), ("not", "certain"), ("n't", "certain"))
_WISHED = frozenset("want plan hope intend wish dream".split())
_DREAMS = frozenset(("dream", "dreams", "imagination"))
_FIRST = frozenset(("i", "we"))
_CLAUSAL = frozenset(("ccomp", "parataxis", "acl", "advcl", "relcl"))
_IN_PASSING = frozenset(("named_kin", "named_pet", "my_name"))
"""A name said on the way is no part of the doubt."""


def weighed(sentence: Sentence, findings: list[Finding]) -> list[Finding]:
    """The findings that somebody vouches for, each as sure as its speaker is."""
    if not findings or not _cues(sentence):
        return findings
    breaks = clause_breaks(sentence)
    weighed = []
    for finding in findings:
        factor = 1.0 if finding.pattern in _IN_PASSING else _factor(sentence, finding, breaks)
        if factor:
            weighed.append(finding if factor == 1.0 else replace(finding, factor=finding.factor * factor))
    return weighed


def _cues(sentence: Sentence) -> bool:
    """Whether any word of the kind is there: most sentences have none."""
    words = {token.lower for token in sentence.tokens}
    bases = {token.base for token in sentence.tokens}
    if words & (_MAYBE | _PROBABLY | _CHANCES | _WISHED | _DREAMS | {"unsure", "sure", "certain", "idea", "according"}):
        return True
    return bool(bases & _VERBS)


def _factor(sentence: Sentence, finding: Finding, breaks: list[int]) -> float:
    """1 for what is stated, :data:`DOUBTED` for what is guessed, 0 for what is only believed by others."""
    begin = max(at for at in breaks if at <= finding.at)
    factor = 1.0
    for at, token in enumerate(sentence.tokens):
        own = finding.source == sentence.speaker.name
        ahead = at < finding.at
        if (begin <= at or token.lower in _CHANCES) and _by_adverb(sentence, at, ahead=ahead, own=own):
            factor = DOUBTED
        elif sentence.words(at, "used", "to") and sentence.word(at + 2) in _WISHED and at <= finding.at:
            return 0.0  # "used to want to live there"
        elif (
            token.lower in _DREAMS
            and sentence.word(at - 2) == "in"
            and sentence.word(at - 1) == "my"
            or ahead
            and any(sentence.words(at, *words) for words in _UNSURE)
            and _governs(sentence, at, finding.at)
        ):
            return 0.0
        elif token.base in _VERBS and token.pos in ("VERB", "AUX"):
            factor = min(factor, _under(sentence, at, finding, own=own))
    return factor


def _by_adverb(sentence: Sentence, at: int, *, ahead: bool, own: bool) -> bool:
    """ "Maybe", "Anna probably works there", "according to Bob"; "it's probably my favorite" is sure enough."""
    word = sentence.word(at)
    if word in _MAYBE:
        return ahead or sentence.word(at + 1) == ""
    if word == "according":
        return ahead and own and sentence.word(at + 2) != "my"
    if word in _CHANCES:
        return ahead and sentence.word(at - 1) in ("is", "'s", "a", "quite", "well")
    return word in _PROBABLY and ahead and not own


def _under(sentence: Sentence, verb: int, finding: Finding, *, own: bool) -> float:
    """How sure is what stands under a verb of belief."""
    base, who = sentence.tokens[verb].base, _believer(sentence, verb)
    if verb > finding.at:  # "I work there, I guess"
        closing = sentence.word(verb - 1) in _FIRST and sentence.word(verb + 1) in ("", ".", "!")
        return DOUBTED if closing and base in _GUESSING else 1.0
    if not _governs(sentence, verb, finding.at):
        return 1.0
    if base in _SEEMING:
        return DOUBTED
    if who is None:
        return 1.0
    if base in _SAYING and (not own or sentence.word(verb + 1) in ("me", "us")):
        return 1.0
    if sentence.word(who) in _FIRST:
        held = base in _HELD and sentence.tokens[verb].tag == "VBD" or sentence.words(verb - 2, "used", "to")
        if base in _DREAMT or (own and held and not finding.pattern.startswith("open_")):
            return 0.0  # "I thought I was allergic to nuts"
        return DOUBTED if base in _GUESSING or (base in _HELD and not own) else 1.0
    phrase = sentence.found.get(who)
    expert = phrase is not None and phrase.head in _EXPERTS
    if base in _SAYING:
        return 1.0 if expert else DOUBTED
    return DOUBTED if expert and base in ("think", "believe", "suspect") else 0.0


def _believer(sentence: Sentence, verb: int) -> int | None:
    """The subject of the belief."""
    for at, token in enumerate(sentence.tokens[:verb]):
        if token.head == verb and token.dep in ("nsubj", "nsubjpass"):
            return at
    before = verb - 1
    while before >= 0 and (sentence.tokens[before].pos in ("ADV", "AUX", "PART") or sentence.word(before) == "used"):
        before -= 1
    word = sentence.word(before)
    return (
        before if before in sentence.found or word in _FIRST | {"he", "she", "they", "everyone", "everybody"} else None
    )


def _governs(sentence: Sentence, above: int, below: int) -> bool:
    """Whether what is found at ``below`` stands in the clause that hangs on ``above``."""
    if not sentence.tokens[0].dep:
        return above < below
    verb = above
    if sentence.tokens[above].pos not in ("VERB", "AUX"):
        breaks = [at for at in clause_breaks(sentence) if above < at <= below]
        return not any(sentence.word(at - 1) in ("but", "so", ",") for at in breaks)
    at = below
    for _ in range(12):
        token = sentence.tokens[at]
        if token.head == verb:
            below_seeming = token.dep == "xcomp" and sentence.tokens[verb].base in _SEEMING
            return (token.dep in _CLAUSAL or below_seeming) and at > verb
        if token.head == at:
            return False
        at = token.head
    return False
