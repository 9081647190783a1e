"""A text query in FTS5's own words: every term is quoted, so that it never is syntax.

In: a :class:`TextQuery`. Out: match strings.
"""

from zeph.storage.ports import TextQuery
from zeph.storage.ports.unspaced import is_one_character, query_form

NAME_COLUMNS = "{name alias_text} : "


def alternatives(query: TextQuery) -> list[str]:
    """Match strings of which a row has to match one."""
    terms = [_term(query, term) for term in query.terms]
    return [" AND ".join(terms)] if query.every and terms else terms


def match_string(query: TextQuery) -> str:
    """The whole query; empty where it has no term."""
    return " OR ".join(alternatives(query))


def quoted(term: str) -> str:
    """A word or phrase as FTS5 takes it literally."""
    return '"' + query_form(term).replace('"', '""') + '"' + "*" * is_one_character(term)


def _term(query: TextQuery, term: str) -> str:
    begins = query.beginnings and not is_one_character(term)
    return f"{NAME_COLUMNS * query.names_alone}{quoted(term)}{'*' * begins}"
