"""What a clause leaves out and the words around it tell: "is" of a note, the verb of the clause before.

In: the clause that is being read, a place in the sentence. Out: the verb group that belongs there; None where nothing
is left out.
"""

from collections.abc import Sequence
from dataclasses import replace

from zeph.memory.ingest.reader.clauses.clause import Clause
from zeph.memory.ingest.reader.clauses.clause_draft import Draft
from zeph.memory.ingest.reader.clauses.lookahead import OPENERS, Lookahead
from zeph.memory.ingest.reader.clauses.verb_groups import WORDS, VerbGroup
from zeph.memory.ingest.reader.lexicon.kinds import AMOUNT_RELATION, kinds_of_shape
from zeph.memory.ingest.reader.mentions.phrase import Phrase
from zeph.memory.ingest.reader.text.token import Token
from zeph.memory.language.given_names import may_be_given_name
from zeph.memory.language.names import FIRST_PERSON

_PEOPLE = frozenset(("kin", "person_known", "self"))
_HOSTS = frozenset(("hostname", "version"))
_STOPS = (".", "!", ":", "-", "–")
_SAID_OF_IT = ("IN", "CD", "JJ", "DT", "NN", "NNP", "NNS", "PRP$", "VBN", "RP", "TO")


def owns_up(clause: Clause) -> bool:
    """Whether it says of the speaker alone that they got something wrong: "I'm sorry", "I got that wrong"."""
    subject = clause.subject
    if subject is None or "self" not in subject.kinds or not clause.polarity or clause.question:
        return False
    beside = [one.mention.name.lower() for one in clause.arguments if one is not subject and one.mention.name]
    said = "-".join((clause.verb.replace(" ", "-"), *beside))
    return said in WORDS["mistaken"]


def noted_of_self(phrase: Phrase, tokens: Sequence[Token], ahead: Lookahead, first: bool) -> str:
    """The verb that a note about the speaker leaves out where a message opens with that phrase: "be" of "retired
    postman", "have" of "two cats and a dog"."""
    words, about = tokens[phrase.start : phrase.end], {*phrase.kinds}
    if phrase.determiner == "no more":
        return "have"
    opens = all(t.lower in OPENERS or t.tag in ("RB", "UH", ",") for t in tokens[: phrase.start])
    if not opens or not first or phrase.mention.owner:
        return ""
    counted = words[0].tag == "CD" and phrase.several
    if about & {"kin", "animal"} and (counted or words[0].lower == "new" and not phrase.mention.named):
        return "have"
    if about & {"gear", "condition", "medicine"} and not phrase.mention.named:
        return "have since"
    aged = "age" in about and len(words) > 1 and not words[-1].noun  # "57 years old"
    return "be" if aged or _introduces(phrase, tokens) or _tells_of_self(phrase, words, ahead) else ""


def _introduces(phrase: Phrase, tokens: Sequence[Token]) -> bool:
    """ "Hi, *Mo Marlow* here", "*Ollie* here, I do the sound"; but "*DHL* here", "*Tom* here, had lunch"."""
    here, behind = tokens[phrase.end : phrase.end + 1], tokens[phrase.end + 1 : phrase.end + 3]
    if not phrase.mention.named or not here or here[0].lower != "here":
        return False
    greeted = any(token.lower in OPENERS for token in tokens[: phrase.start])
    own = len(behind) > 1 and behind[0].form == "," and (behind[1].tag == "CD" or behind[1].lower in FIRST_PERSON)
    alone = not behind or behind[0].form in _STOPS
    given = may_be_given_name(tokens[phrase.start].lower) or greeted
    somebody = given and phrase.mention.entity_type in ("", "person") and not phrase.others and not phrase.determiner
    return somebody and (greeted or own or alone)


def _tells_of_self(phrase: Phrase, words: Sequence[Token], ahead: Lookahead) -> bool:
    """ "Retired postman", "coeliac here"; but "rude receptionist", "doctor!"."""
    here = ahead.word(phrase.end) == "here"
    sorts = {"role", "trait", "belonging"} | ({"ailing", "diet"} if here else set())
    if phrase.determiner not in ("", "a", "an") or phrase.mention.named or sorts.isdisjoint(phrase.kinds):
        return False
    rated = any(t.tag.startswith("JJ") and t.lower not in WORDS["telling_self"] for t in words)
    alone = len(words) == 1 and "trait" not in phrase.kinds and not here and ahead.pauses(phrase.end)
    return not rated and not alone


def hinge(draft: Draft, tokens: Sequence[Token], at: int, ahead: Lookahead) -> VerbGroup | None:
    """ "Is" of "prod *finally* on pg 16" and "kids at school": an adverb or a place right behind who it is about."""
    subject = draft.subject
    if draft.group is not None or subject is None or subject.end != at or draft.label or not ahead.verbless(at):
        return None
    if ahead.denies(at, subject):
        return None
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    paid = subject.mention.head in AMOUNT_RELATION and tokens[at].tag in ("CD", "$")  # "rent 1,180 a month"
    if paid or tokens[at].lower in WORDS["lone"]:
        return VerbGroup(at, at, "be", implied=True)
    if after is None or after.time >= 0 or after.tag not in _SAID_OF_IT:
        return None
    stands = tokens[at].lower in WORDS["hinges"] or _tells_place(subject, tokens[at].lower, after.lower)
    return VerbGroup(at, at, "be", implied=True) if stands else None


def _tells_place(subject: Phrase, word: str, after: str) -> bool:
    """ "Kids *at school*", "redis *on web-01*"."""
    known = (subject.mention.owner or subject.mention.named) and not _PEOPLE.isdisjoint(subject.kinds)
    hosted = word in WORDS["hosting"] and not _HOSTS.isdisjoint(kinds_of_shape(after))
    return hosted or word in WORDS["placing"] and bool(known)


def gapped(draft: Draft, phrase: Phrase, tokens: Sequence[Token], at: int, ahead: Lookahead) -> Draft | None:
    """What begins with the verb of the clause before: "I do mondays, *Sue* tuesdays", "yoga on mondays and *choir* on
    thursdays"."""
    if (group := _of_other_subject(draft, phrase, tokens, at, ahead)) is not None:
        return Draft(phrase, group)
    if (group := _of_other_object(draft, phrase, tokens, at)) is not None:
        return Draft(draft.subject, group, [phrase.argument("object")], phrase)
    return None


def _of_other_object(draft: Draft, phrase: Phrase, tokens: Sequence[Token], at: int) -> VerbGroup | None:
    """ "Takes aspirin 75 mg at night and *ramipril* at noon": each of several has a value of its own."""
    group, first = draft.group, next((a for a in reversed(draft.arguments) if a.role == "object" and a.kinds), None)
    if group is None or draft.subject is None or draft.relative or draft.preposition or first is None:
        return None
    alike = first.is_like(phrase) and "number" not in first.kinds | phrase.kinds and not phrase.pronoun
    joined = tokens[at - 1].lower in (",", "and", "&") and _has_value(draft, first)
    after = next((token for token in tokens[phrase.end : phrase.end + 2] if token.form != ","), None)
    valued = after is not None and (after.time >= 0 or after.tag == "CD")
    return _without_verb(group, at) if joined and valued and alike else None


def _has_value(draft: Draft, thing: Phrase) -> bool:
    """Whether a time or an amount stands behind it: "aspirin *75 mg*"."""
    behind = thing.mention.span.end if thing.mention.span else 0
    return draft.arguments[-1].role == "second_object" or any(time.span.start >= behind for time in draft.times)


def _of_other_subject(
    draft: Draft, phrase: Phrase, tokens: Sequence[Token], at: int, ahead: Lookahead
) -> VerbGroup | None:
    """ "My sister lives in Ghent, *my brother* in Ulm": a second subject stands beside the first, no verb behind it."""
    group, subject = draft.group, draft.subject
    if group is None or subject is None or group.only_helpers or draft.relative:
        return None
    before, after = tokens[at - 1].lower, tokens[phrase.end] if phrase.end < len(tokens) else None
    placed = after is not None and _is_placed(draft, after, phrase)  # "the mop is in the hall, *soap* under the sink"
    alike = placed or _are_alike(subject, phrase)
    if before not in (",", "and", "but") or after is None or draft.preposition or not alike:
        return None
    if not ahead.verbless(phrase.end):
        return None
    return _without_verb(group, at) if placed or _goes_on_alike(draft, after, ahead, phrase.end) else None


def _is_placed(draft: Draft, after: Token, phrase: Phrase) -> bool:
    """Two things are told where they are."""
    if draft.group is None or draft.group.verb != "be" or draft.subject is None or after.lower not in WORDS["places"]:
        return False
    things = all(_PEOPLE.isdisjoint(one.kinds) and not one.pronoun for one in (draft.subject, phrase))
    return things and any(argument.preposition in WORDS["places"] for argument in draft.arguments)


def _without_verb(group: VerbGroup, at: int) -> VerbGroup:
    return replace(group, start=at, end=at, first=None, implied=True, raiser="", markers=set())


def _are_alike(subject: Phrase, phrase: Phrase) -> bool:
    """Two people, or two things of a sort: prod and staging."""
    if phrase.pronoun and "self" not in phrase.kinds:
        return False
    people = not _PEOPLE.isdisjoint(subject.kinds)
    if people:
        return not _PEOPLE.isdisjoint(phrase.kinds) or "person" in phrase.kinds and phrase.mention.named
    return subject.is_like(phrase)


def _goes_on_alike(draft: Draft, after: Token, ahead: Lookahead, at: int) -> bool:
    """What follows answers to what followed the verb: a time to a time, "in Ulm" to "in Ghent", a thing to a thing."""
    if after.time >= 0:
        return bool(draft.times) and not any(a.role == "object" for a in draft.arguments)
    if any(not _PEOPLE.isdisjoint(a.kinds) for a in draft.arguments):
        return False  # "I met Tom in Leeds and Ana in York"
    if after.lower in WORDS["hinges"]:
        return draft.group is not None and draft.group.verb == "be"
    if after.tag in ("IN", "TO"):
        return any(a.preposition == after.lower for a in draft.arguments)
    direct = any(a.role in ("object", "complement") for a in draft.arguments)
    return direct and after.tag in ("DT", "PRP$", "NN", "NNS", "NNP") and ahead.phrase_at(at)


def echoed(draft: Draft, before: Clause | None) -> Clause | None:
    """The clause that "but I *don't*", "Dan *does*" says again of somebody else."""
    group = draft.group
    if group is None or group.first is None or group.passive or before is None or draft.subject is None:
        return None
    alone = not draft.arguments and not draft.times and before.verb not in ("", group.verb)
    return before if alone and group.verb in WORDS["echoing"] else None
