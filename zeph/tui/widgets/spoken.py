"""What was said, as a widget of the transcript: by whom, its whole text, and its id once it is stored."""

from zeph.records.message import Role


class Spoken:
    """Beside a widget's own class."""

    role: Role
    message_id: int | None = None

    def reveal(self) -> bool:
        """Shows what was left out while it grew; whether there was any."""
        return False

    @property
    def text(self) -> str:
        """All of it, as it came."""
        raise NotImplementedError


class Following:
    """A column that follows its end, beside its own class."""

    @property
    def following(self) -> bool:
        """Whether the end is in view and stays so."""
        raise NotImplementedError
