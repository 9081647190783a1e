"""The answer when there is no model: what was noted, and what is remembered, with dates and sources.

In: the receipt of the message, what was recalled for it. Out: a text. Deterministic and without invention:
it says only what is stored, and that it knows nothing where nothing is.
"""

import re
from dataclasses import replace

from zeph.records.recalled import Recalled, RecalledFact, RecalledMessage
from zeph.records.revision import Receipt
from zeph.safety.text import one_line

FACTS, MESSAGES = 5, 3
QUOTED = 200
ASKS = re.compile(
    r"\?|^\s*(who|what|when|where|which|whose|why|how|do|does|did|is|are|was|were|can|could"
    r"|tell me|remind me|list|show)\b",
    re.IGNORECASE | re.MULTILINE,
)
NOTHING = "I know nothing about that yet."
KEPT = "Kept. I found no fact in it for the graph."


def answer_from_memory(text: str, receipt: Receipt | None, recalled: Recalled) -> str:
    """Markdown of a few lines."""
    asks = bool(ASKS.search(text))
    parts = [_noted(receipt), _remembered(selected(text, recalled))]
    if asks and not parts[1]:
        parts[1] = NOTHING
    return "\n\n".join(filter(None, parts)) or KEPT


def _noted(receipt: Receipt | None) -> str:
    if receipt is None:
        return ""
    noted = [
        ("Noted: ", receipt.learned), ("I knew already: ", receipt.reinforced), ("Changed: ", receipt.changed),
        ("No longer current: ", receipt.superseded),
        ("Ended: ", receipt.ended), ("Please look at this: ", receipt.review),
    ]  # fmt: skip
    return "\n".join(f"{label}{_sentences(facts)}" for label, facts in noted if facts)


def _sentences(facts: tuple[str, ...]) -> str:
    """Each once: one sentence may tell two facts ("I work at Lidl as a nurse")."""
    return " ".join(dict.fromkeys(one_line(fact).rstrip(".") + "." for fact in facts))


def selected(text: str, recalled: Recalled) -> Recalled:
    """What of it the answer to ``text`` speaks of; nothing where nothing was asked."""
    if not ASKS.search(text):
        return replace(recalled, facts=(), messages=())
    facts = recalled.facts[:FACTS]
    cited = {source for fact in facts for source in fact.edge.sources}
    others = [m.message.id for m in recalled.messages if m.message.id not in cited and _tells(m)]
    shown = cited.union(others[:MESSAGES])
    return replace(recalled, facts=facts, messages=tuple(m for m in recalled.messages if m.message.id in shown))


def _remembered(recalled: Recalled) -> str:
    cited = {source for fact in recalled.facts for source in fact.edge.sources}
    said = {m.message.id: m for m in recalled.messages}
    lines = [_fact(fact, said) for fact in recalled.facts]
    lines += [_quote(m) for m in recalled.messages if m.message.id not in cited]
    return "From memory:\n" + "\n".join(dict.fromkeys(f"- {line}" for line in lines)) if lines else ""


def _tells(found: RecalledMessage) -> bool:
    """Says a word of the question, and is neither our own nor a question somebody asked before."""
    by_word = "message_text" in found.why.channels
    return by_word and found.message.role == "user" and not found.message.text.rstrip().endswith("?")


def _fact(fact: RecalledFact, said: dict[int, RecalledMessage]) -> str:
    sentence = one_line(fact.edge.fact).rstrip(".")
    begin = fact.edge.valid_from if fact.edge.valid_from_stated else None
    dated = f" ({begin[: {'year': 4, 'month': 7}.get(fact.edge.valid_from_precision or '', 10)]})" if begin else ""
    source = next((said[i] for i in fact.edge.sources if i in said), None)
    return f"{sentence}{dated}." + (f" {_quote(source)}" if source else "")


def _quote(source: RecalledMessage) -> str:
    text = one_line(source.message.text)
    short = text if len(text) <= QUOTED else text[:QUOTED].rsplit(" ", 1)[0] + " …"
    who = one_line(source.message.speaker) or "you"
    return f"On {source.message.sent_at[:10]} {who} said: “{short}”"
