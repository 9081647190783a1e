"""What was said, as a widget of the transcript: by whom, its whole text, and its id once it is stored."""

from zeph.records.message import Role


class MessageWidget:
    """Beside a widget's own class."""

    role: Role
    message_id: int | None = None

    @property
    def text(self) -> str:
        """All of it, as it came."""
        raise NotImplementedError
