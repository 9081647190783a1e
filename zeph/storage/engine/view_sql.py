"""SQL of a view: which edges it sees, at which times, as they were known when.

In: a :class:`~zeph.records.view.View` and the alias of a row. Out: conditions to be put into a statement, and their
parameters.
"""

from zeph.records.view import View


def interval_holds(row: str, view: View) -> str:
    """SQL: the interval of alias ``row`` covers ``:at``, or lies where ``view`` looks besides; what was called off
    before it came, and ends where it begins, never holds."""
    begun = f"{row}.valid_from IS NULL OR {row}.valid_from <= :at"
    begun += f" OR {row}.edge_type = 'temporal'" if view.ahead else ""
    lasts = f"{row}.valid_until IS NULL OR {row}.valid_until > :at AND {row}.valid_until IS NOT {row}.valid_from"
    parts = ([] if view.to_come else [f"({begun})"]) + ([] if view.ended else [f"({lasts})"])
    return " AND ".join(parts) or "1"


def not_expired(row: str, view: View) -> str:
    """SQL: ``row`` stands, or was superseded where ``view`` looks at the past; what was retracted is never seen."""
    active = f"{row}.expired_at IS NULL"
    past = view.as_of is not None or view.ended
    return f"({active} OR {row}.expired_reason = 'superseded')" if past else active


def edge_in_view(view: View, row: str = "e") -> str:
    """SQL that is true for edges ``row`` that ``view`` sees; parameters are those of :func:`view_params`."""
    if view.known_at is not None:
        return _edge_as_known(view, row)
    return f"{row}.space_id = :space AND {not_expired(row, view)} AND {interval_holds(row, view)}{said_in(view, row)}"


def said_in(view: View, row: str) -> str:
    """SQL tail: a message of the view's conversation is a source of edge ``row``; empty without a conversation."""
    if view.conversation_id is None:
        return ""
    return (
        f" AND EXISTS (SELECT 1 FROM graph_edge_mentions AS c JOIN messages AS s ON s.id = c.message_id"
        f" WHERE c.edge_id = {row}.id AND s.conversation_id = :conversation)"
    )


def _edge_as_known(view: View, row: str) -> str:
    """The version that was believed at ``:known`` decides; the row itself where none was written since."""

    def believed(alias: str) -> str:
        expiry = f"{alias}.expired_at IS NULL OR {alias}.expired_at > :known"
        if view.as_of is not None:
            expiry += f" OR {alias}.expired_reason = 'superseded'"
        return f"({expiry}) AND {interval_holds(alias, view)}"

    then = version_then(row)
    return (
        f"{row}.space_id = :space AND {row}.created_at <= :known AND CASE WHEN EXISTS (SELECT 1 {then})"
        f" THEN EXISTS (SELECT 1 {then} AND {believed('v')}) ELSE {believed(row)} END{said_in(view, row)}"
    )


def version_then(row: str) -> str:
    """SQL tail: the version ``v`` of edge ``row`` that was believed at ``:known``."""
    believed = "v.known_from <= :known AND v.known_until > :known"
    return f"FROM graph_edge_versions AS v WHERE v.edge_id = {row}.id AND {believed}"


def view_params(view: View) -> dict[str, object]:
    return {"space": view.space_id, "at": view.at, "known": view.known_at, "conversation": view.conversation_id}
