"""What settings are made of: sections, and texts that are one of a table's names."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

MANY = 1_000_000_000
"""Upper bound of counts that have no natural one, so that they always fit the database's integers."""


def section() -> Any:
    """A subsection with all its defaults, checked as part of the whole."""
    return Field(default_factory=dict)


class Section(BaseModel):
    personal: ClassVar[bool] = False
    """It counts in the person's own places alone: no file of a folder sets anything of it, trusted or not."""
    model_config = ConfigDict(
        strict=True,
        extra="forbid",
        frozen=True,
        allow_inf_nan=False,
        validate_default=True,
        hide_input_in_errors=True,
        defer_build=True,  # only the whole is ever validated; building every part as well costs start-up time
    )


class Mark(Enum):
    """What is said of a key beside its type."""

    HARMLESS = "any file may set it: looks, or a mere name"
    NAMES_FILE = "its value is the path of a file"
    PERSONAL = "it counts in the person's own places alone, and so does all below it"


HARMLESS, NAMES_FILE, PERSONAL = Mark.HARMLESS, Mark.NAMES_FILE, Mark.PERSONAL


@dataclass(frozen=True, slots=True)
class Opens:
    """Mark of a secret: the key of the same section whose address it opens, and to which alone it is sent."""

    address: str


@dataclass(frozen=True, slots=True)
class OneOf:
    """A text that is a name of a table; the table is read when a value is checked."""

    names: Callable[[], tuple[str, ...]]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(self._known, handler(source))

    def _known(self, value: str) -> str:
        if value not in self.names():
            allowed = ", ".join(self.names())
            raise PydanticCustomError("one_of", "must be one of {allowed}", {"allowed": allowed})
        return value
