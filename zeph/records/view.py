"""From where and when one looks at the graph."""

from dataclasses import dataclass

from zeph.clock import Moment


@dataclass(frozen=True, slots=True)
class View:
    """Every query path takes one (graph-memory §2).

    ``as_of`` (event time): what was true then, superseded facts included. ``known_at``
    (system time): what was believed then. Both None: what is current ``now``.
    """

    space_id: int
    now: Moment
    """The present of this look, so that one answer has one time."""
    as_of: Moment | None = None
    known_at: Moment | None = None
    conversation_id: int | None = None
    """Only what was said in this conversation, and facts that it is a source of."""
    ahead: bool = False
    """Also what has its date still before it, as plans and appointments have: an event, not a state to come."""
    ended: bool = False
    """Also what is over (or was superseded), for questions about how things were."""
    to_come: bool = False
    """Also states that begin later, for questions about plans."""

    @property
    def at(self) -> Moment:
        """The event time that intervals are held against."""
        return self.as_of or self.now
