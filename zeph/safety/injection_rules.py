"""What an injected instruction looks like: phrases by category, each with the words that announce it.

Every rule names ``anchors``, plain substrings of which one must be present; the pattern is only tried
around them, which keeps ordinary text cheap. Texts arrive folded (lower case, plain spaces and
quotes, nothing invisible). ``unless`` is tried on what comes right before a match: talk *about*
people who ignore instructions is not an instruction. Chosen by hand from published attack collections'
families; precision comes first, because a flagged message is never learned from.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    category: str
    anchors: tuple[str, ...]
    pattern: re.Pattern[str]
    unless: re.Pattern[str] | None = None


_DETERMINERS = r"(?:(?:all|any|every|each|the|these|those|your|our|its|of|other|and|absolutely|completely) ){0,5}"
_EARLIER = (
    r"(?:previous|previously given|prior|earlier|above|preceding|foregoing|former|initial|original|existing|system|"
    r"safety|developer|hidden|built-in|pre-?programmed|your|current|old)"
)
_ORDERS = (
    r"(?:instructions?|prompts?|rules|guidelines|directives?|orders|constraints|programming|safeguards|restrictions|"
    r"system messages?|training|polic(?:y|ies))"
)
_DROP = (
    r"(?:ignore|disregard|forget|override|overrule|bypass|overlook|neglect|discard|dismiss|abandon|"
    r"(?:do not|don't|never|stop) (?:follow|following|obey|obeying)|pay no attention to)"
)
_SOMEBODY = re.compile(
    r"(?:\b(?:told|asked|advised|instructed|taught|wanted|wants) (?!you\b|the (?:ai|assistant|model"
    r"|bot)\b)\w+(?: \w+)? (?:not )?to"
    r"|\b(?:he|she|they|we|i|people|users|students|kids|drivers|who|nobody|can't|cannot|couldn't|never|not|don't"
    r"|didn't)"
    r"(?: (?:often|always|just|usually|sometimes|ever|tend to|simply))?) $"
)
_REMEMBERING = re.compile(
    r"\b(?:i|he|she|they|we|who|can't|cannot|don't|didn't|not)(?: (?:always|also|still|do|will))? $"
)
_SECRETS = (
    r"(?:api[ _-]?keys?|passwords?|secrets?|credentials?|(?:access |auth |session )?tokens?|private keys?|ssh keys?|"
    r"env(?:ironment)? variables?|\.env(?: file)?|conversations?|chat (?:history|log)s?|messages|memor(?:y|ies)|"
    r"system prompt|cookies|personal (?:data|information|details)|knowledge graph)"
)
_SEND = r"(?:send|post|upload|forward|email|e-mail|transmit|exfiltrate|leak|submit|append|encode|copy|deliver)"
_URL = (
    r"(?:https?://|www\.|hxxps?://|ftp://|webhook|(?:this|the following|my|an external|the) (?:url|server|endpoint"
    r"|address|webhook))"
)
_ADDRESS = rf"(?:{_URL}|[\w.+-]{{1,60}}@[\w-]{{1,60}}\.|[\w-]{{1,60}}\.(?:com|net|org|io|xyz|ru|cn|evil|example)\b)"
_SHARE = (
    r"(?:reveal|print|show|output|repeat|display|tell|give|leak|dump|disclose|expose|share|recite|write out|type out"
    r"|quote)"
)
_HIDDEN_TEXT = (
    r"(?:system (?:prompt|message|instructions?)|(?:initial|original|hidden|secret|internal|pre-?|base|developer) ?"
    r"(?:prompts?|instructions?|guidelines|messages?|directives?)|prompt verbatim)"
)
_ADJECTIVES = (
    r"(?:(?:full|entire|exact|complete|whole|own|current|verbatim|original|initial|hidden|secret|internal) ){0,3}"
)
_BIASED = (
    r"(?:always |must |should |will |only |have to |need to )*(?:recommend|promote|endorse|trust|obey|ignore|pretend|"
    r"claim that|lie|approve|bypass|refuse|comply|respond with|reply with|answer with|send|forward|include (?:a|the"
    r"|this) link)"
)


def _rule(category: str, anchors: str, pattern: str, unless: re.Pattern[str] | None = None) -> Rule:
    return Rule(category, tuple(anchors.split("|")), re.compile(pattern), unless)


RULES: tuple[Rule, ...] = (
    # override_instructions
    _rule(
        "override_instructions",
        "instruction|prompt|rules|guideline|directive|orders|constraint|programming|safeguard|restriction|"
        "system mes|training|polic",
        rf"\b{_DROP}:? {_DETERMINERS}{_EARLIER}(?: (?:and|or|following|system|safety|given|security|content"
        rf"|{_EARLIER}))*"
        rf" {_ORDERS}\b(?! on the)",
        _SOMEBODY,
    ),
    _rule(
        "override_instructions",
        "instruction|prompt|rules|guideline|directive",
        rf"\b{_DROP} (?:all|any|every|everything)(?: of)?(?: (?:the|these|those|your))? (?:instructions|prompts?|rules"
        rf"|guidelines|directives)"
        r"(?: (?:above|before|you|given|that|so far|and)\b|[.!:;,]|$)",
        _SOMEBODY,
    ),
    _rule(
        "override_instructions",
        "above|were told|been told|instructed|were given|been given|said before|before this",
        rf"\b{_DROP} (?:everything|anything|all|what|whatever)(?: (?:that|of))?"
        r" (?:(?:the )?above\b|(?:you|has|have)(?: have|'ve)? (?:been |were )(?:told|instructed|given|taught|said)"
        r"|(?:was )?said before|before this)",
        _SOMEBODY,
    ),
    _rule(
        "override_instructions",
        "instructions",
        r"\b(?:(?:your|here are (?:your|the)) (?:new|updated|revised|real|actual|true"
        r"|only) (?:system )?instructions(?: are|:| now)"
        r"|your instructions are now|new system instructions?:"
        r"|(?:all )?(?:previous|prior|earlier|above|original) instructions (?:are|were|have been|should be) (?:now )?"
        r"(?:void|cancel|null|invalid|overrid|obsolete|supersed|ignored|replaced|revoked))",
    ),
    _rule(
        "override_instructions",
        "override",
        r"(?:\[\s*(?:system|admin|security|safety|developer) override|\b(?:system|admin|safety|security"
        r"|instruction) override:)",
    ),
    *(
        _rule("override_instructions", anchors, pattern)
        for anchors, pattern in (
            (
                "anweisung|instruktion|regeln|vorgaben|befehl|prompt",
                r"\b(?:ignorier(?:e|en|t)?|missacht(?:e|en|et)|vergiss|vergesst|vergessen|verwirf|uberschreib(?:e|en)"
                r"|überschreib(?:e|en))"
                r"(?: sie)?(?: (?:alle|allen|die|deine|ihre|eure|diese|sämtliche|bitte|jetzt|alles))*"
                r" (?:vorherigen?|bisherigen?|früheren?|obigen?|vorangegangenen?|vorigen?|ursprünglichen?|deine|ihre"
                r"|eure)"
                r"(?: \w+)? (?:system-?)?(?:anweisung(?:en)?|instruktion(?:en)?|regeln|vorgaben|befehle"
                r"|(?:system-?)?prompts?)\b",
            ),
            (
                "instrucciones|indicaciones|reglas|órdenes|directrices",
                r"\b(?:ignor(?:a|e|ad|en)|olvid(?:a|e|ad|en)|descart(?:a|e)|desestim(?:a|e)|haz caso omiso de|no sigas)"
                r"(?: (?:todas?|las|los|tus|sus|de|cualquier|por favor))*"
                r" (?:instrucciones|indicaciones|reglas|órdenes|directrices)"
                r"(?: \w+)? (?:anteriores|previas|precedentes|originales|iniciales|del sistema|de arriba|que te)\b",
            ),
            (
                "instructions|consignes|règles|directives|ordres",
                r"\b(?:ignor(?:e|ez|er)|oubli(?:e|ez|er)|néglige(?:z|r)?|ne (?:tiens|tenez) pas compte"
                r"|fais abstraction)"
                r"(?: (?:toutes?|tous|les|des|de|tes|vos|ces))*"
                r" (?:instructions|consignes|règles|directives|ordres)"
                r"(?: \w+)? (?:précédent|antérieur|ci-dessus|initial|d'origine|du système|préalable|système|que (?:tu"
                r"|vous))",
            ),
            (
                "指令|指示|说明|說明|提示|规则|規則|命令|设定|設定",
                r"(?<![我他她們们])(?:忽略|无视|無視|忘记|忘記|忘掉|不要理会|不要遵守|不要遵循)(?!了)[^。!?,;\n]{0,8}"
                r"(?:之前|以前|先前|上述|以上|前面|上面|所有|全部|系统|系統|原有|你的|此前)[^。!?,;\n]{0,8}"
                r"(?:指令|指示|说明|說明|提示|规则|規則|命令|设定|設定)",
            ),
        )
    ),
    # role_impersonation
    _rule(
        "role_impersonation",
        "<",
        r"<\|\s?(?:im_start|im_end|im_sep|system|user|assistant|developer|endoftext|end_of_text|begin_of_text|eot_id|"
        r"start_header_id|end_header_id|start_of_role|end_of_role|channel|message|end)\s?\|>",
    ),
    _rule("role_impersonation", "inst]|<<|_of_turn>", r"\[/?inst\]|<</?sys>>|<(?:start|end)_of_turn>"),
    _rule(
        "role_impersonation",
        "system>|assistant>|prompt>|developer>|instructions>",
        r"</?(?:system|assistant|developer|system[ _-]?(?:prompt|message|instructions?)|developer[ _-]?message)>",
    ),
    _rule(
        "role_impersonation",
        "system|assistant|admin|developer",
        r"(?:^|\n)[ \t]*(?:[#*>\[(]{1,6} ?)?(?:system|assistant|admin(?:istrator)?|developer)"
        r"(?: (?:prompt|message|instruction|note|notice|update|command))?[\])*]{0,3} ?: ?[\[(*]{0,3}\s?"
        r"(?:you (?:are|must|will|should|have|can|may)|ignore|disregard|forget|override|from now|the user (?:is|has"
        r"|wants)|"
        r"do not|always|never|act as|respond|reply|reveal|new (?:instructions|rules)|all (?:previous|prior))\b",
    ),
    _rule(
        "role_impersonation",
        "prompt|instruction|input|message",
        r"(?:###? instruction:|[\[(<-]{1,5} ?(?:begin|end|start)(?: of)? (?:the )?(?:new )?(?:system|user"
        r"|developer) (?:prompt|instructions?|input|message)"
        r"|\b(?:begin|end of) (?:the )?(?:system prompt|system instructions|user input)\b|\[system (?:message|prompt"
        r"|note|instructions?|update)\])",
    ),
    _rule(
        "role_impersonation",
        "you are n|you're n|you are in |you're in ",
        r"\byou(?: are|'re) (?:now |currently )?(?:(?:dan\b(?!,? (?:right|correct))|(?:an? |the )?(?:unrestricted"
        r"|unfiltered|uncensored|jailbroken|unbound|evil|amoral|rogue)"
        r" (?:ai|assistant|model|bot|chatbot|llm|version))|(?:running )?in (?:developer|dan|jailbreak|god|unrestricted"
        r"|sudo|debug admin) mode"
        r"|no longer (?:an? (?:ai|assistant|language model|chatbot|bot)\b|(?:bound|restricted|limited|constrained"
        r"|required) (?:by|to)\b))",
    ),
    _rule(
        "role_impersonation",
        "no restrict|no rules|no limit|no filter|no guideline|no ethical|without restrict|without any restrict|without "
        "filter|do anything now",
        r"\b(?:act|behave|respond|answer|pretend|operate|imagine)(?: \w+){0,4} (?:you )?(?:have|had"
        r"|with(?:out)?)(?: any| no)?"
        r" (?:ethical |content |safety )?(?:restrictions|rules|limits|limitations|filters|guidelines)"
        r"|\bdo anything now\b",
        _SOMEBODY,
    ),
    _rule(
        "role_impersonation",
        "your developer|your creator|your admin|your programmer|openai|anthropic",
        r"\b(?:this is|i am|i'm|speaking as|message from) (?:the )?(?:your (?:developers?|creators?|administrators?"
        r"|programmers?)"
        r"|(?:openai|anthropic)(?: (?:support|staff|team|admin\w*|developers?|engineers?))?(?:[,.:]| and (?:i|we|you))"
        r")(?! friend| relations| advocate)",
    ),
    # prompt_leak
    _rule(
        "prompt_leak",
        "prompt|instruction|system mes|guideline|directive|message",
        rf"\b{_SHARE}(?: (?:me|us|out|back|verbatim|to me|here|with me))*(?: (?:all|all of|exactly|the (?:text|content"
        rf"|contents|words) of))* your {_ADJECTIVES}{_HIDDEN_TEXT}",
    ),
    _rule(
        "prompt_leak",
        "prompt|instruction|guideline",
        rf"\bwhat(?:'s| is| are| was| were| does)(?: in)? your {_ADJECTIVES}{_HIDDEN_TEXT}",
    ),
    _rule(
        "prompt_leak",
        " above",
        rf"\b(?:{_SHARE}|copy|translate|summari[sz]e|spell out|start with)(?: \w+){{0,2}} (?:everything|all|the (?:text"
        rf"|words|prompt|instructions?|content|message)s?|all (?:the )?(?:text|words|content))"
        r" above(?: (?:this|starting|verbatim|in a|from the|word)|\s?[.!,:]|\s?$)",
        _SOMEBODY,
    ),
    _rule(
        "prompt_leak",
        "instructions you|prompt you|rules you",
        rf"\b{_SHARE}(?: \w+){{0,2}} the (?:\w+ )?(?:instructions|prompt|rules) you (?:were|have been|are|got) (?:given"
        rf"|told|initiali[sz]ed|configured)",
    ),
    # exfiltration
    _rule(
        "exfiltration",
        "http|www.|hxxp|ftp://|webhook| url| server| endpoint| address",
        rf"\b{_SEND}\b[^.!?\n]{{0,30}}?\b(?:the|your|all|any|every|their|his|her|its|users?'?s?|this|these|of"
        rf"|with) (?:[\w']{{1,20}} ){{0,3}}{_SECRETS}\b[^!?\n]{{0,60}}?"
        rf"\b(?:to|at|into|via|using|through|in) {_URL}",
        _SOMEBODY,
    ),
    _rule(
        "exfiltration",
        "@|.com|.net|.org|.io|.xyz|.ru|.cn|.evil|.example",
        rf"\b{_SEND}\b[^.!?\n]{{0,30}}?\b(?:all (?:of )?(?:the |your |their |of )?|every |any |your |the users?'?s? "
        rf"|the (?:entire|whole|full) )(?:[\w']{{1,20}} ){{0,3}}{_SECRETS}\b[^!?\n]{{0,60}}?"
        rf"\b(?:to|at|into|via) {_ADDRESS}",
        _SOMEBODY,
    ),
    _rule(
        "exfiltration",
        "](http",
        r"!\[[^\]\n]{0,100}\]\(https?://[^)\s]{0,200}[?&/][^)\s]{0,60}(?:=\s?[{\[<$]|\{\{|%7b|\{(?:data|secret"
        r"|conversation|history|memory|prompt))",
    ),
    # tool_hijack
    _rule(
        "tool_hijack",
        "tool_call|function_call|<invoke|<function",
        r"</?(?:tool_calls?|function_calls?|invoke|tool_response|function_results?)\b[^>\n]{0,80}>|\[tool_calls\]"
        r"|\"tool_calls\" ?: ?\[",
    ),
    _rule(
        "tool_hijack",
        "the user",
        r"(?:^|[.!?:;,\n] ?|\b(?:then|and|now|please|you must) )(?:run|execute|call|invoke|use|delete|install|download"
        r"|open|upload|send|do (?:this|it|so))\b"
        r"[^.!?\n]{0,80} without (?:asking|telling|informing|notifying|alerting|confirming with|warning) the user\b",
    ),
    _rule(
        "tool_hijack",
        "the user|to anyone",
        r"\b(?:do not|don't|never) (?:tell|inform|alert|notify|warn|mention (?:this|it|that|these) to|reveal (?:this"
        r"|it) to|let)"
        r" (?:the user\b(?: (?:about this|that you|you|know|what you|of this)|[.!,;]|$)|anyone that you)",
    ),
    _rule(
        "tool_hijack",
        "command|tool|shell|function|script",
        r"\b(?:run|execute|call|invoke|use)\b[^.!?\n]{0,60}\b(?:commands?|tools?|shell|functions?"
        r"|scripts?)\b[^.!?\n]{0,60}"
        r"\b(?:silently|secretly|covertly|without (?:asking (?:for )?)?(?:any )?(?:permission|approval"
        r"|confirmation))\b",
        _SOMEBODY,
    ),
    # memory_poisoning
    _rule(
        "memory_poisoning",
        "you must|you should|you will|you have to|you need to|you are required|you can never|you may never",
        r"\b(?:remember|memori[sz]e|store|save|note|keep in mind|record|learn)(?: (?:that|this|the following|forever"
        r"|permanently|in your memory))*"
        r"[:,]? you (?:must|should|will|have to|need to|are required to|can|may) (?:always|never|only|not)\b",
        _REMEMBERING,
    ),
    _rule(
        "memory_poisoning",
        "memory|memories|knowledge graph",
        r"\b(?:store|save|write|add|put|insert|record|commit|append|inject|plant)\b[^.!?\n]{0,50}\b(?:in|into|to) "
        r"(?:(?:your|the|its|long[- ]term|persistent|permanent) ){0,3}(?:memory|memories|memory store"
        r"|knowledge graph)\b"
        rf"[^\n]{{0,40}}?(?::|\bthat\b|\") ?\"?(?:\w+ ){{0,4}}(?:{_BIASED}|you (?:must|should|will|are (?:now|allowed)"
        rf"|have)|always (?:say|answer|tell)|never (?:mention|tell|warn|question|reveal))",
    ),
    _rule(
        "memory_poisoning",
        "future ",
        r"\bin (?:all |any |every |your )?future (?:conversations?|sessions?|chats?|responses?|replies|answers"
        r"|interactions)\b[^.!?\n]{0,30}?"
        rf"\b(?:you (?:must|will|are|should) |always |never )*{_BIASED}\b",
        _SOMEBODY,
    ),
    _rule(
        "memory_poisoning",
        "whenever|every time|any time|if the user",
        r"\b(?:whenever|every time|any time|if) (?:the|a|any) user (?:asks?|mentions?|says?|requests?"
        r"|wants?)\b[^.!?\n]{0,80}?"
        rf"[, ](?:you (?:must|should|will) |(?:then )?always (?:say|answer|tell|{_BIASED})|(?:secretly|silently) )",
    ),
    _rule(
        "memory_poisoning",
        "the user ",
        r"\bthe user (?:has|is|have) (?:already )?(?:(?:pre-?)?(?:authori[sz]ed|approved|granted"
        r"|consented)(?: you)?(?: to| full| all| any| every)|"
        r"(?:full|complete) (?:trust|admin(?:istrator)? (?:rights|access))|disabled (?:all )?(?:safety|security)"
        r"|an? (?:verified )?(?:admin(?:istrator)?|developer) with (?:full|unrestricted))",
    ),
    _rule(
        "memory_poisoning",
        "as trusted|as a trusted|as a system|as system|as authoritative|always recommend|only recommend",
        r"\b(?:treat|regard|consider|accept) (?:this|the following|everything|all|any"
        r"|it)\b[^.!?\n]{0,60} as (?:a )?(?:(?:trusted|system|authoritative) ){1,2}"
        r"(?:instructions?|messages?|prompts?|commands?|source of instructions)|\bremember(?: to|:"
        r"| that)? (?:you )?(?:always|only) recommend\b",
        _REMEMBERING,
    ),
    # encoded_payload
    _rule(
        "encoded_payload",
        "decode|base64|rot13|hex",
        r"\b(?:decode|decrypt|de-?obfuscate|unscramble)\b[^.!?\n]{0,60}\b(?:and|then) (?:\w+ )?(?:execute|follow|obey"
        r"|run|do|carry out|comply with|act on)"
        r" (?:it|them|the|what|its|that|this|whatever)\b",
        _SOMEBODY,
    ),
)
