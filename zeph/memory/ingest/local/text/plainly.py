"""More wordings of every day said plainly: "I'd rather have tea than coffee", "I take my steak rare", "our bank is with N26".

In: one sentence. Out: the sentences that say the same in words which the rules for verbs read, or nothing where no
wording is known. Where a wording only implies more, the sentence itself comes first.
"""

import re

from zeph.memory.ingest.local.patterns import inflect
from zeph.memory.ingest.local.text.everyday import rule

_NAME = r"(?-i:[A-Z])[\w.+#&'-]*(?: (?-i:[A-Z0-9])[\w.+#&'-]*){0,3}"
_WHO = r"(?P<who>I|we|my \w+|(?-i:[A-Z][a-z]+)|he|she)"
_MATE = r"girlfriend|boyfriend|partner|fianc[ée]e?|wife|husband"
_SERVED = r"coffee|tea|espresso|steak|steaks|eggs|egg|toast|curry|chocolate|wine|beer|martini|whisky|burger|food|rice|pasta|pizza|porridge|bacon|meat|salad"
_WAYS = r"black|strong|weak|sweet|hot|iced|cold|spicy|rare|medium|medium rare|well done|well-done|bloody|scrambled|poached|fried|boiled|soft-boiled|hard-boiled|runny|dark|dry|neat|burnt|crispy|plain|al dente|sweetened|unsweetened|decaf|milky"
_SUPPLIED = r"(?:(?:car|health|home|house|travel|pet|dental|life|mobile|phone|private|bank|savings|current) )*(?:insurance|bank account|account|phone contract|contract|phone plan|mortgage|pension|broadband|internet|electricity|gas|power|water|domain|domains|hosting|email|web ?site|health plan)"
_PARTS = r"frontend|front-end|backend|back-end|server|client|api|cli|app|ui|firmware|website|dashboard|bot|database|db|mobile app|desktop app|ci|cache|queue"
_MINE_OR_NAME = r"(?:my|our) [a-z-]+(?: (?-i:[A-Z])[a-z]+)?|(?-i:[A-Z])[a-z]+"
_CHORES = (
    r"payments?|auth|authentication|authorization|logins?|sessions|logging|logs|monitoring|alerting|alerts|deploys?|deployments?|releases|backups?|ci|"
    r"builds|tests|testing|rotation|secrets|search|caching|queueing|queues|e-?mails?|mails?|newsletters?|invoicing|invoices|billing|hosting|dns|ssl|certificates|"
    r"scheduling|orchestration|migrations|rendering|styling|routing|bundling|linting|formatting|tracking|analytics|flags|translations|storage|"
    r"infra|infrastructure|provisioning|traffic|balancing|limiting|notifications|metrics|traces|tracing|docs|documentation|jobs|events|requests|tickets|"
    r"subscriptions|checkout|uploads|images|bookkeeping|accounting|payroll|bookings|reservations|signups|donations"
)
_WHEN = r"(?: (?:on|next|this|tomorrow|tonight|in)\b.*)"

_RULES = (
    rule(rf"^{_WHO}(?:'d| would) (?:much |always |far |really )?rather (?:have|drink|eat|use|get|take|buy|read|watch|play|wear|own|drive|go with) (?P<a>[^,]+?) than (?:have |drink |eat |use |get |take )?(?P<rest>[^,]+)$", "{who} prefer {a} to {rest}"),
    rule(rf"^{_WHO}(?:'d| would) (?:much |always |really )?rather (?:have|drink|eat|use|get|take|play|wear|go with) (?P<rest>(?!it\b|that\b|this\b|you\b|an? |some\b|one\b|the\b|no\b|fewer\b|less\b|more\b|any\b)[\w -]+)$", "{who} prefer {rest}"),
    rule(rf"^{_WHO} (?:always |usually |only )?(?P<does>likes?|loves?|takes?|drinks?|prefers?|eats?|has|have) (?:my|our|his|her) (?P<a>{_SERVED}) (?P<rest>{_WAYS})$", "{who} {liking} {rest} {a}"),
    rule(rf"^{_WHO}(?:'ve|'s| have| has) gone (?:right |completely |totally )?off (?P<rest>(?!the\b|on\b|to\b|my\b|it\b)[\w' -]+)$", "{who} no longer {like} {rest}"),
    rule(rf"^{_WHO} (?:was|were|have been|has been|got|'ve been) (?:given|gifted) (?P<a>(?:an?|two|three|some|his|her|their) [\w' -]+?) (?:by|from) (?P<rest>(?:my |the |our )?[\w' -]+?)(?P<more>(?: (?:for|in|last|on|when|yesterday|this)\b.*)?)$", "{who} got {a}{more}", "{rest} gave {me} {a}{more}"),
    rule(r"^(?=.* with (?:us|me)\b)(?P<rest>(?:my|our|(?-i:[A-Z])\w+) ?[\w' ]*?) (?:(?:now |currently |also |still )?(?:lives?|stays?)|(?:has |have |just |recently )*moved in|is (?:now |currently )?(?:living|staying)|are (?:now |currently )?(?:living|staying)) with (?:us|me)(?: (?:now|too|these days|at the moment|right now|permanently|last \w+|in \w+))?$", "I live with {rest}"),
    rule(rf"^(?:my )?(?P<a>{_MATE}|(?-i:[A-Z])[a-z]+) and I (?:have |'ve )?(?:just |recently |finally |are |now )*(?:moved in|live|living) together(?P<more>.*)$", "I live with {mate}{more}"),
    rule(rf"^(?:I|we) (?:have|'re having|are having|'m having|am having|'ve got|have got) (?:an? )?(?P<a>(?:(?:team|family|business|farewell|birthday) )?(?:dinner|lunch|brunch|drinks|coffee)) (?P<rest>(?:with|at) [^,]+?)(?P<more>{_WHEN})$", "I plan {an} {a} {rest}{more}"),
    rule(rf"^(?:my|our) {_SUPPLIED} (?:is|are|'s) (?:still |now )?(?:with|from|at|through) (?P<rest>{_NAME})$", "I use {rest}"),
    rule(rf"^(?:my|our) {_SUPPLIED} (?:comes from|is provided by|is supplied by) (?P<rest>{_NAME})$", "I use {rest}"),
    rule(rf"^(?P<who>I|we)(?:'m| am|'re| are)? (?:bank|banking|insured) with (?P<rest>{_NAME})$", "{who} use {rest}"),
    rule(rf"^(?P<who>I|we) (?:have|'ve got|have got|got) (?:an?|our|my) (?:(?:joint|personal|business) )?{_SUPPLIED} (?:with|at|from) (?P<rest>{_NAME})$", "{who} use {rest}"),
    rule(rf"^(?P<who>I|we) (?:write|do|make|build|run|keep) (?:most|all|nearly all|almost all|a lot|much|many|half) of (?:my|our|the) [\w -]+? (?:in|with|on) (?P<rest>{_NAME})(?P<more>(?:,? (?:these days|now|at the moment|believe it or not|actually))?)$", "{who} use {rest}"),
    rule(r"^(?P<who>I'm|I am|we're|we are|my (?:wife|husband|partner|girlfriend|boyfriend|sister|brother|son|daughter|cousin|friend) is|my \w+ and I are) (?:soon |finally )?(?:going to be|gonna be|about to be|about to become|becoming) (?:an? )?(?:first-time )?(?:dad|mum|mom|father|mother|parent|parents|daddy|mummy|mommy)s?(?P<more>(?: (?:in|next|this|again|for)\b.*)?)$", "{who} expecting a baby{more}"),
    rule(r"^(?P<who>I|we) (?:mostly |mainly |usually )?freelance(?: now| these days)?$", "I'm a freelancer"),
    rule(r"^(?P<who>my \w+|(?-i:[A-Z])[a-z]+|he|she) freelances(?: now| these days)?$", "{who} is a freelancer"),
    rule(r"^(?P<who>I|we) (?:don't have|do not have|have no|haven't got) (?:any )?(?:siblings|brothers or sisters|brothers and sisters)$", "I'm an only child"),
    rule(r"^(?P<a>(?:my|our) (?:favou?rite|fave) [a-z]+(?: [a-z]+)?)'s (?P<rest>[\w' -]+)$", "{a} is {rest}"),
    rule(r"^(?P<a>(?:I'm|I am|my name is|my name's) (?-i:[A-Z])[a-z]+(?: (?-i:[A-Z])[a-z]+)?),? (?P<rest>(?:I'm|I am|I work|I live|I've|I have|I study|I run|I teach|I come|my)\b.+)$", "{a}", "{rest}"),
    rule(r"^(?:my|our) (?:previous|last|old|first|former) (?:job|position|employer|gig|role|workplace|company) was (?:at |with |for )?(?P<rest>(?:the |a |an )?(?-i:[A-Z])[\w &'.-]+)$", "I used to work at {rest}"),
    rule(r"^(?P<who>my (?!new\b|next\b)\w+|(?-i:[A-Z])[a-z]+)'s (?:previous|last|old|first|former) (?:job|position|employer|gig) was (?:at |with |for )?(?P<rest>(?:the |a |an )?(?-i:[A-Z])[\w &'.-]+)$", "{who} used to work at {rest}"),
    rule(rf"^(?:everything|it all|all of it|the whole thing|all our stuff|all my stuff)(?: currently| now)? (?:runs|is running|is hosted|is deployed|lives) (?:in|on|with|under) (?P<rest>{_NAME})(?P<more>.*)$", "I use {rest}"),
    rule(r"^(?P<rest>[\w.+#-]+(?:(?:,| and|, and) [\w.+#-]+){0,3}) (?:is|are) (?:pretty much |basically )?(?:all|everything) (?:I|we) (?:really |ever )?(?:need|use)$", "I use {rest}"),
    rule(r"^(?P<who>I'm|I am|my \w+ is|(?-i:[A-Z])[a-z]+ is) (?:also |mostly |mainly |now |still |actually |primarily )?an? (?:(?:big|heavy|long-?time|daily|happy|proud|long-standing|avid|regular|die-hard) )*(?P<rest>(?!new\b|power\b|end\b|drug\b|first\b|basic\b|advanced\b|normal\b|typical\b|test\b|wheelchair\b)[\w.+#-]+(?: (?-i:[A-Z])[\w.+#-]+)?) user(?P<more>(?:,? (?:for|since) .+)?)$", "{who} using {rest}{more}"),
    rule(rf"^(?:the|our|my) (?P<a>{_PARTS}) (?:is|uses|runs) (?P<rest>{_NAME}),? (?:and )?(?:the |our |my )?(?P<b>{_PARTS}) (?P<c>{_NAME})$", "The {a} is built with {rest}", "The {b} is built with {c}"),
    rule(r"^(?P<who>I|we|my \w+)(?:'ve| have| has)? (?:recently |just )?(?:switched|changed|moved|gone) from (?P<a>[a-z]+ing) to (?P<rest>[a-z]+ing)(?P<more>(?: (?:in|last|because|after|this|since|two|a)\b.*)?)$", "{who} stopped {a}{more}", "{who} started {rest}{more}"),
    rule(rf"^(?=.* (?:by|with|via|through|using) )(?:all )?(?:(?:the|our|my) )?(?:[a-z-]+ )?(?:{_CHORES}) (?:is|are|gets?) (?:now |all |still |currently |being )*(?:handled|done|managed|taken care of|processed|powered|automated|run|hosted|built|sent|tracked|collected|monitored|orchestrated|backed up|rendered|generated|provisioned|deployed) (?:by|with|via|through|using) (?P<rest>{_NAME})(?P<more>(?:,? (?:now|these days|since .+|as of .+))?)$", "We use {rest}{more}"),
    rule(rf"^(?=.* (?:via|through) )(?:all )?(?:(?:the|our|my) )?(?:{_CHORES}) (?:all )?(?:go|goes|run|runs|are sent|come|comes) (?:through|via) (?P<rest>{_NAME})(?P<more>(?:,? (?:now|these days|since .+))?)$", "We use {rest}{more}"),
    rule(rf"^(?P<who>I|we) (?P<does>(?:always |mostly |usually |also )?[a-z]+) (?P<a>(?:my|our|the|all my|all our) [\w -]+?) (?P<p>in|with|on|via|using) (?P<n>{_NAME})(?:,| and|, and) (?P<b>(?:my|our|the|all my|all our) [\w -]+?) (?P<q>in|with|on|via|using) (?P<rest>{_NAME})$", "{who} {does} {a} {p} {n}", "{who} {does} {b} {q} {rest}"),
    rule(rf"^(?P<a>(?:the|my|our) [\w -]+?) (?P<does>is|are|runs|lives|is written|is hosted|is built|is made|works) (?P<p>in|on|at|with) (?P<n>{_NAME})(?:,| and|, and) (?P<b>(?:the|my|our) [\w -]+?) (?P<q>in|on|at|with) (?P<rest>{_NAME})$", "{a} {does} {p} {n}", "{b} {does} {q} {rest}"),
    rule(r"^(?P<rest>(?!it\b|that\b|this\b|he\b|she\b)[\w' -]{3,40}?) (?:is|are|was|were)(?:n't| not|'nt) (?:really |exactly |quite |just )*(?:my thing|my cup of tea|my jam|my scene|my favou?rites?)$", "I dislike {rest}"),
    rule(r"^they (?:have |just |'ve )*(?:hired|recruited) me(?P<rest>(?: (?:at|as|by|for|in)\b.+)?)$", "I was hired{rest}"),
    rule(rf"^(?P<a>{_NAME}|the [a-z]+) is (?P<rest>MIT|GPL|LGPL|AGPL|BSD|Apache|MPL|ISC|GPLv[23]|Apache 2(?:\.0)?|AGPLv3|EUPL|CC0)[- ]licen[sc]ed$", "{a} is licensed under {rest}"),
    rule(rf"^(?P<a>{_NAME}|the [a-z]+) is (?P<rest>MIT|GPL|LGPL|AGPL|BSD|Apache|MPL|ISC|GPLv[23]|Apache 2(?:\.0)?|AGPLv3|EUPL|CC0)[- ]licen[sc]ed and (?P<more>[a-z]+s\b.+)$", "{a} is licensed under {rest}", "{a} {more}"),
    rule(rf"^(?P<a>{_NAME}|the [a-z]+|our [a-z]+) (?:is|are|went|moved|got upgraded|has moved|upgraded) (?:now )?(?:at|on|to) v(?P<rest>\d[\w.]*)(?: now)?$", "{a} is at version {rest}"),
    rule(r"^both (?:of )?(?P<rest>(?:my|our) (?:parents|sons|daughters|brothers|sisters|kids|children|cats|dogs|grandparents)\b.+)$", "{rest}"),
    rule(r"^(?P<a>(?:the|a) (?!only\b|best\b|first\b|last\b)(?P<noun>[a-z]+(?: [a-z]+)?)) where (?P<who>I|my \w+) (?P<does>works?|stud(?:y|ies)|trains?|volunteers?|teach(?:es)?) (?P<rest>[a-z]+s\b(?! (?:is|are)\b).*)$", "{who} {does} at a {noun}", "{a} {rest}"),
)  # fmt: skip
_ALSO = (
    rule(rf"^(?P<n>{_MINE_OR_NAME}) (?:has |have |just |recently )*(?:installed|set up|configured|put) (?P<rest>(?:an? )?{_NAME})(?: on [\w' -]+?)? for (?:me|us)\b.*$", "I use {rest}"),
    rule(rf"^(?P<n>{_MINE_OR_NAME}) (?:has |have |just |recently )*(?:installed|set up|put) (?P<rest>(?:an? )?{_NAME}) on (?:my|our) (?:new |old |work )?(?:laptop|computer|pc|phone|tablet|machine|server|desktop|mac|router|tv)\b.*$", "I use {rest}"),
    rule(r"^(?P<rest>(?-i:[A-Z])[a-z]+)(?:,)? (?:from |who lives |my friend from )?(?:next door|across the (?:street|road|hall)|upstairs|downstairs),? (?P<n>.+)$", "{rest} is my neighbour"),
    rule(r"^(?:I'm|I am|I'm also|as) (?:an? |the )?(?:(?:single|proud|busy|working|stay-at-home|full-time) )*(?:mother|father|mum|mom|dad|parent|mama|papa) (?:of|to) (?P<n>two|three|four|five|six|2|3|4|5|6)\b(?! (?:cats|dogs|fur))", "I have {n} kids"),
)  # fmt: skip
_DOSE = re.compile(
    r"\b(?P<verb>tak(?:e|es|ing)|on|prescribed(?: me)?) (?:about |around )?\d+(?:[.,]\d+)? ?(?:mg|mcg|µg|ug|g|ml|iu|units|tablets?|pills?|drops|puffs)\b(?: (?:a day|daily|per day))?(?: of)? (?=[A-Za-z]{4})",
    re.IGNORECASE,
)
_LOVES = {"likes": "likes", "loves": "loves", "love": "love", "prefers": "prefers", "prefer": "prefer"}
_THIRD = re.compile(r"^(?:my \w+|[A-Z][a-z]+|he|she)$", re.IGNORECASE)


def undosed(sentence: str) -> str:
    """ "I take 20 mg of Prozac" without the dose, which would stand for the medicine."""
    return _DOSE.sub(lambda m: f"{m['verb']} ", sentence) if any(char.isdigit() for char in sentence) else sentence


def plainly(sentence: str) -> list[str]:
    """What the sentence says in plain words; empty where it is plain already."""
    bare = sentence.rstrip(" .!")
    for pattern, said in _RULES:
        match = pattern.match(bare)
        if match is not None:
            return [_filled(one, match.groupdict()) for one in said]
    for pattern, said in _ALSO:
        match = pattern.match(bare)
        if match is not None:
            return [sentence, *(_filled(one, match.groupdict()) for one in said)]
    return []


def _filled(said: str, groups: dict[str, str | None]) -> str:
    parts = {key: value or "" for key, value in groups.items()}
    who = parts.get("who", "I")
    third = who not in ("I", "we", "We", "i") and _THIRD.match(who) is not None
    if third and "{who} prefer" in said:
        said = said.replace("prefer", inflect("prefer")[0])
    does = parts.get("does", "").lower()
    parts["liking"] = _LOVES.get(does, "likes" if third else "like")
    parts["like"] = "likes" if third else "like"
    parts["me"] = "me" if who in ("I", "we", "We", "i") else who
    if "{mate}" in said:
        parts["mate"] = parts["a"] if parts["a"][:1].isupper() else f"my {parts['a']}"
    parts["an"] = "" if parts.get("a", "").endswith("drinks") else "a"
    text = " ".join(said.format(**{"more": "", **parts}).split())
    return f"{text[:1].upper()}{text[1:]}."
