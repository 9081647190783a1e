"""A community's name and summary without a model: from its strongest members and facts.

In: names and facts, best first. Out: (name, summary). Pure and fast: it runs inside the store's transaction.
"""

from collections.abc import Sequence

from zeph.safety.text import one_line

NAMED = 3
"""Key terms in a community's name."""
SAID = 3
"""Facts in its summary."""


def describe(names: Sequence[str], facts: Sequence[str]) -> tuple[str, str]:
    """The name is made of key terms: the strongest members, none that says again what another says."""
    return joined(key_terms(names)), " ".join(sentence(fact) for fact in facts[:SAID] if fact.strip())


def key_terms(names: Sequence[str]) -> list[str]:
    """The first names whose words are not all in one before ("Acme", not "Acme" and "Acme Corp")."""
    terms: list[str] = []
    words: list[set[str]] = []
    for name in map(one_line, names):
        own = set(name.casefold().split())
        if own and not any(own <= other or other <= own for other in words):
            terms.append(name)
            words.append(own)
    return terms[:NAMED]


def joined(terms: Sequence[str]) -> str:
    """``Rust, cargo and tokio``."""
    return " and ".join(part for part in (", ".join(terms[:-1]), *terms[-1:]) if part)


def sentence(fact: str) -> str:
    """One line that ends like a sentence."""
    text = one_line(fact)
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
