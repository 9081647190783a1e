"""Settings of what the model may do besides talking. They count in the person's own places alone."""

from fnmatch import fnmatchcase
from typing import Annotated, ClassVar

from pydantic import Field

from zeph.config.fields import MANY, Section, section

Patterns = Annotated[tuple[Annotated[str, Field(strict=True, min_length=1, max_length=2000)], ...], Field(strict=False)]
"""A list in TOML."""


class PermissionSettings(Section):
    """Which calls are allowed, asked about or denied: a tool's name, with a pattern of what it touches in brackets
    where not all of it is meant, such as `run_command(git status*)`, `fetch_url(https://docs.python.org/*)` or
    `edit_file(src/*)`. Deny wins over ask, ask over allow."""

    allow: Patterns = Field((), description="Calls that nobody is asked about.")
    ask: Patterns = Field((), description="Calls that the person is asked about each time.")
    deny: Patterns = Field((), description="Calls that are never made.")

    def named(self, name: str) -> bool:
        """Whether a rule speaks of the tool that does not deny it: the person wants it to be there."""
        return any(fnmatchcase(name, rule.partition("(")[0].strip()) for rule in (*self.allow, *self.ask))

    def never(self, name: str) -> bool:
        """Whether the tool as a whole is denied."""
        parts = [rule.strip().partition("(") for rule in self.deny]
        return any(
            fnmatchcase(name, which.strip()) and (not bracket or rest.removesuffix(")").strip() == "*")
            for which, bracket, rest in parts
        )


class ToolSettings(Section):
    """What the model may do besides talking: read and change files, run commands, look into the memory."""

    personal: ClassVar[bool] = True

    enabled: bool = Field(
        True,
        description="Offer tools to a model that takes them; to a small one only those that a rule to allow or ask "
        "names. Whatever changes something is asked about first.",
    )
    workspace: str = Field("", description="The folder that tools work in; empty is the one that Zeph was started in.")
    max_rounds: int = Field(
        10, ge=1, le=100, description="How often in one turn the model may call tools before it has to answer."
    )
    timeout_secs: float = Field(60, gt=0, le=3600, description="Seconds that one call may take; then it is stopped.")
    max_result_chars: int = Field(
        16_000, ge=500, le=MANY, description="Characters of a result that the model gets; of a small window less."
    )
    permissions: PermissionSettings = section()
