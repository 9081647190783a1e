"""How the speaker can be reached: "my email is …", "my blog is at …", "I'm mossyrock on GitHub", "I'm in the UTC+2 timezone".

In: a message's text as it was typed (addresses and handles keep their letters). Out: findings. Addresses are not written
as sentences are, so they are read by their shape alone; passwords and keys are not read at all.
"""

import re
from collections.abc import Iterator

from zeph.memory.ingest.local.phrases.reader import Finding
from zeph.memory.ingest.local.text.statements import MAX_TEXT

_CUE = re.compile(
    r"@|\b(?:[Mm]y|[Oo]ur)\b[^.!?\n]{0,40}?\b(?:number|phone|mobile|cell|handle|username|user ?name|nick|blog|website|homepage|site|portfolio|"
    r"page|newsletter|shop|account|profile|id|time ?zone|pronouns|address)\b|\bin (?:the )?(?:UTC|GMT|[A-Z]{2,4}T\b)|"
    r"\b(?:I'm|I am|I go by|me as) \S+ on [A-Z]|\b(?:blog|write) at\b|\b(?:call|text|ring|reach) (?:me|us)\b",
)
_OWN = r"(?:my|our)\s+(?:(?:new|work|personal|private|business|main|home|own|current|other|mobile|cell|old-fashioned|office|company|uni|school)\s+)*"
_IS = r"(?:\s*(?:'s|is now|is|has changed to|changed to|will be|:|=)(?:\s+(?:at|now|just|still))?\s*)"
_EMAIL = r"(?P<value>[\w.+-]{1,60}@[\w-]{1,60}(?:\.[\w-]{2,30}){1,4})"
_HOST = r"(?:https?://)?(?:www\.)?(?P<value>(?:[a-z0-9-]{1,60}\.){1,4}[a-z]{2,20}(?:/[\w~./-]{1,80})?)"
_PHONE = r"(?P<value>\+?\(?\d[\d ()./-]{4,20}\d)"
_HANDLE = r"[\"'“]?(?P<value>@?[A-Za-z0-9][\w.-]{1,38}[\w-](?:@[\w-]+\.[\w.-]{2,30})?)[\"'”]?"
_SERVICE = r"(?P<service>(?-i:[A-Z])[\w.+]{0,20}\w|github|gitlab|reddit|discord|twitter|mastodon|instagram|insta|telegram|signal|steam|linkedin|bluesky|tiktok|youtube|twitch|xbox|psn|strava|codeberg|skype|irc|matrix|slack)"
_END = r"(?=[\s.,;:!)]|$)"


def _shape(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_SHAPES: tuple[tuple[re.Pattern[str], str, str], ...] = (
    (_shape(rf"\b{_OWN}e-?mail(?: address)?{_IS}{_EMAIL}"), "has_email", "email"),
    (_shape(rf"\b(?:reach|e-?mail|contact|write(?: to)?|ping|message) (?:me|us) (?:directly )?(?:at|on|via|under) {_EMAIL}"), "has_email", "email"),
    (_shape(rf"\b{_OWN}(?:phone|telephone|mobile|cell|landline|whatsapp)?\s?(?:phone\s)?number{_IS}{_PHONE}"), "has_phone", "phone number"),
    (_shape(rf"\b{_OWN}(?:phone|telephone|mobile|cell|landline){_IS}{_PHONE}"), "has_phone", "phone number"),
    (_shape(rf"\b(?:reach|call|text|ring) (?:me|us) (?:at|on|under) {_PHONE}"), "has_phone", "phone number"),
    (_shape(rf"\b{_OWN}(?P<what>(?:\w+ )?(?:blog|website|web site|homepage|home page|site|portfolio|page|newsletter|shop)){_IS}(?:up |here |hosted |live )?(?:at |on |under )?{_HOST}{_END}"), "has_website", ""),
    (_shape(rf"\bI (?:also )?(?:blog|write) at {_HOST}{_END}"), "has_website", "blog"),
    (_shape(rf"\b{_OWN}{_SERVICE}(?: (?:handle|user ?name|user|nick(?:name)?|account|id|profile|name|tag|login))+{_IS}{_HANDLE}{_END}"), "has_account", ""),
    (_shape(rf"\b{_OWN}(?:handle|user ?name|nick(?:name)?|account|id|profile|login)(?: name)? on {_SERVICE}{_IS}{_HANDLE}{_END}"), "has_account", ""),
    (_shape(rf"\b(?:I'm|I am|I go by|find me as|follow me as) (?P<value>@[\w.-]{{2,38}}|(?-i:[a-z][a-z0-9_-]*[0-9_][\w-]*|[a-z]{{4,20}})) on {_SERVICE}{_END}"), "has_account", ""),
    (_shape(rf"\b(?:I'm|I am|we're) (?:based )?in (?:the )?(?P<value>(?-i:UTC|GMT)\s?[+-]\s?\d{{1,2}}(?::\d\d)?|(?-i:[A-Z]{{2,4}}T|UTC|GMT))(?: time ?zone)?{_END}"), "has_timezone", "time zone"),
    (_shape(rf"\b{_OWN}time ?zone{_IS}(?P<value>(?-i:UTC|GMT)\s?[+-]\s?\d{{1,2}}(?::\d\d)?|(?-i:[A-Z]{{2,4}}T|UTC|GMT)|(?-i:[A-Z])[a-z]+/(?-i:[A-Z])[A-Za-z_]+){_END}"), "has_timezone", "time zone"),
    (_shape(rf"\bmy pronouns (?:are|:) (?P<value>[a-z]{{2,5}}/[a-z]{{2,5}}(?:/[a-z]{{2,6}})?){_END}"), "has_pronouns", "pronouns"),
    (_shape(rf"\b{_OWN}(?:postal |mailing |street )?address{_IS}(?P<value>\d{{1,5}}[a-z]? (?-i:[A-Z])[\w' -]{{2,40}}(?:, (?-i:[A-Z])[\w' -]{{1,30}}){{0,3}}|(?-i:[A-Z])[\w'-]{{2,30}} \d{{1,5}}[a-z]?(?:, [\w' -]{{1,30}}){{0,3}}){_END}"), "has_address", "address"),
)  # fmt: skip
_UNSAID = re.compile(
    r"\b(?:if|would|could|should|suppose|imagine|pretend|isn't|is not|was|never|don't|not)\b", re.IGNORECASE
)
_NO_HANDLE = frozenset(
    "the a an my not now still on off new back here there gone dead private public banned active".split()
)


def contact_findings(speaker: str, told: list[str]) -> Iterator[Finding]:
    """What the statements ``told`` say of how to reach the speaker."""
    for sentence in told:
        for shape, relation, what in _SHAPES:
            match = shape.search(sentence)
            if match is None or _UNSAID.search(sentence, max(0, match.start() - 60), match.end("value")):
                continue
            value = match["value"].strip(" .,;:")
            groups = match.groupdict()
            if value.casefold() in _NO_HANDLE or (relation == "has_phone" and sum(c.isdigit() for c in value) < 6):
                continue
            what = groups.get("what") or what
            if groups.get("service"):
                what = f"{groups['service']} account"
            name = f"phone {value}" if relation == "has_phone" else value
            kind = "location" if relation == "has_address" else "concept"
            yield Finding(
                speaker, "person", relation, name, kind, f"{speaker}'s {what} {'are' if what == 'pronouns' else 'is'} {value}", "contact", 0
            )  # fmt: skip


def may_tell(text: str) -> bool:
    """Whether a text may say how to reach somebody; cheap."""
    return _CUE.search(text, 0, MAX_TEXT) is not None


def bare_addresses(text: str) -> str:
    """The text with its web addresses as they are spoken, which sentences lose else."""
    return _SCHEME.sub("", text[:MAX_TEXT])


_SCHEME = re.compile(r"\bhttps?://(?:www\.)?(?=[\w-]+\.)", re.IGNORECASE)


def with_contacts(found: list[Finding], speaker: str, told: list[str]) -> list[Finding]:
    """The findings and those of addresses, which no other rule may read as names of anything."""
    contacts = list(contact_findings(speaker, told))
    values = {finding.target.casefold() for finding in contacts}
    return [finding for finding in found if finding.target.casefold() not in values] + contacts
