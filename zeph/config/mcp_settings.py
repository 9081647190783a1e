"""Settings of the Model Context Protocol: what other agents may do here, and which programs Zeph itself calls."""

from typing import Annotated

from pydantic import Field, field_validator, model_validator

from zeph.config.fields import PERSONAL, Section

Text = Annotated[str, Field(strict=True, max_length=4000)]


class McpServer(Section):
    """A program that speaks MCP: a command that is started here, or the address of one that runs."""

    command: Text = ""
    args: Annotated[tuple[Text, ...], Field(strict=False)] = ()
    env: dict[Text, Text] = Field(default_factory=dict)
    url: Text = ""
    headers: dict[Text, Text] = Field(default_factory=dict)
    enabled: bool = True
    timeout_secs: float = Field(30, gt=0, le=3600)

    @field_validator("url")
    @classmethod
    def _of_the_web(cls, value: str) -> str:
        if value and not value.startswith(("https://", "http://")):
            raise ValueError("must begin with https:// or http://")
        return value

    @model_validator(mode="after")
    def _one_way(self) -> "McpServer":
        if bool(self.command) == bool(self.url):
            raise ValueError("needs a command or a url, and not both")
        return self


class McpSettings(Section):
    """What other agents may do by `zeph mcp`, and in `[mcp.servers.NAME]` the programs whose tools a model may call
    here: `command` with `args` and `env`, or `url` with `headers`; `enabled`, `timeout_secs` (30)."""

    allow_forget: bool = Field(
        False,
        description="Offer them memory_forget, which removes what they have found for good; with --tools all.",
    )
    servers: Annotated[
        dict[Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$")], McpServer], PERSONAL
    ] = Field({}, description="Programs whose tools a model may call.")
