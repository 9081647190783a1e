"""What a message to the memory is: a question, a greeting, thanks, work for a model, or something told.

In: a text. Out: yes or no, or the kind and its fitting line (``answers.toml``).
"""

import re

from zeph.agent.answers.answer_tables import pattern, read_answers
from zeph.memory.ingest.intents.line_kinds import chance_of, forms_of, kind_of
from zeph.memory.ingest.intents.order_of import LONGEST, let_be_of, order_of
from zeph.memory.language.questions import asks_likely, asks_unmarked, asks_whole, bare
from zeph.memory.language.sentence_split import split_sentences

WORK, ABOUT = "work", "about"
"""What only a language model can do; and what is said of Zeph itself, orders to it among that."""
CIVIL = ("greeting", "thanks", "goodbye")
_CIVIL_FROM, _WORK_FROM = 0.4, 0.4
"""How likely a line is civil in any of these ways, and asks for such work, to be answered so: of 776 others that
nothing was learned from one is (``benchmarks.learn_intents``)."""
_ORDERS_FROM, _HINTED_FROM, _ASKS_FROM = 0.5, 0.6, 0.75
"""How likely a line orders, that is answered with how to order it, and asks that is taken for a question by its wording
alone."""
_WORDED_FROM = 0.3
"""How likely such a line asks by the order of its words at least: "ive paid jacks trip money" does not."""
_MAY_CORRECT = 0.1
"""How likely a line corrects by example below which no rule takes it for that (none of 599)."""
_ASKS = re.compile(pattern("asks").pattern, re.IGNORECASE | re.MULTILINE)
_LISTS = pattern("lists")
_TODAY = pattern("today")
_ABOUT = [(re.compile(row["said"], re.IGNORECASE), row["answer"]) for row in read_answers()["about"]]
_FORMS: dict[str, str] = read_answers()["forms"]


_ASKS_AT_END, _MAY_ASK = 0.95, 0.2
"""How likely what stands behind the last comma asks, and the whole sentence, for it to be asked behind what is told."""
_FEW = 3
"""Words of such a question at least."""


def asks(text: str) -> bool:
    sentences = split_sentences(text)
    marked = bool(_ASKS.search(text)) or any(one.question for one in sentences)
    return marked or asks_unmarked(text) or bool(sentences and asked_at_end(sentences[-1].text))


def asked_at_end(sentence: str) -> str:
    """What it asks behind what it tells: "the scouts want the hall, *what do i charge*"; empty for nothing."""
    told, comma, behind = sentence.rpartition(", ")
    asked = bool(comma) and len(behind.split()) >= _FEW and asks_likely(behind) >= _ASKS_AT_END and asks_whole(behind)
    return behind if asked and asks_likely(sentence) >= _MAY_ASK and not asks_unmarked(told) else ""


def may_ask(text: str) -> bool:
    """The same, or worded as people word what they ask: "what anisha studying", "my dentists name again"."""
    if asks(text):
        return True
    kind, share = kind_of(text) if len(text) <= LONGEST else ("", 0.0)
    return kind == "question" and share >= _ASKS_FROM and asks_likely(text) >= _WORDED_FROM


def how_to_order(text: str) -> str:
    """What to say to a line that is worded like an order and was kept as it was said; empty for any other."""
    kind, share = kind_of(text) if len(text) <= LONGEST else ("", 0.0)
    ways: dict[str, str] = read_answers()["how_to_order"]
    return ways["kept"].format(WAY=ways[kind]) if kind in ways and share >= _HINTED_FROM else ""


def corrects(text: str) -> bool:
    """Whether it says that something told before was wrong."""
    if len(text) > LONGEST or chance_of(text, "correct") < _MAY_CORRECT:
        return False  # quicker to tell than by rules: every recalled message is asked about the one behind it
    order = order_of(text)
    kind, share = kind_of(text) if order is None else ("", 0.0)
    return (order is not None and order.kind == "correct") or (kind == "correct" and share >= _ORDERS_FROM)


def asks_for_several(text: str) -> bool:
    return bool(_LISTS.search(text))


def asks_for_today(text: str) -> bool:
    """Whether it asks what day it is."""
    return bool(_TODAY.search(bare(text)))


def talk_answer(text: str) -> tuple[str, str]:
    """(kind, what to say to it); two empty texts where it is none of them."""
    if let_be_of(text) is not None:
        return ABOUT, read_answers()["unknown"]["let_be"]
    about = next((answer for said, answer in _ABOUT if said.search(text) or said.search(bare(text))), "")
    if about:
        return ABOUT, about
    kind = _form_of(text)
    return kind, _FORMS.get(kind, "")


def is_civil(text: str) -> bool:
    """Whether it greets, thanks or takes leave, and tells nothing."""
    return _form_of(text) in CIVIL


def _form_of(text: str) -> str:
    """What is said to be civil, or asks for work; empty for anything else."""
    if len(text) > LONGEST:
        return ""
    shares = forms_of(text)
    if sum(shares[kind] for kind in CIVIL) >= _CIVIL_FROM:
        return max(CIVIL, key=shares.__getitem__)
    return WORK if shares[WORK] >= _WORK_FROM else ""
