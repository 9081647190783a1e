"""The tool that reads a page of the web; :mod:`zeph.agent.fetched_pages` keeps it out of private networks."""

import asyncio
from urllib.parse import urlsplit

from pydantic import BaseModel, Field

from zeph.agent.fetched_pages import fetch
from zeph.agent.tools.tool import ToolContext, ToolResult, tool
from zeph.errors import UsageError
from zeph.safety.text import clean_text


class Fetching(BaseModel):
    url: str = Field(min_length=1, max_length=2_000, description="Begins with https:// or http://")


async def _run(asked: Fetching, context: ToolContext) -> ToolResult:
    page = await asyncio.to_thread(fetch, _subject(asked, context))
    return ToolResult(f"{page.address}\n{page.text}{chr(10) * page.cut}{'(there is more of it)' * page.cut}")


def _subject(asked: Fetching, context: ToolContext) -> str:
    """The address as it is fetched: what the person sees and a rule is held against is what is asked for. Raises
    UsageError."""
    text = clean_text(asked.url).strip()
    try:
        parts = urlsplit(text)
        host, port = (parts.hostname or "").encode("idna").decode("ascii"), parts.port
    except (ValueError, UnicodeError):
        raise UsageError("That is no address of the web.") from None
    if parts.scheme not in ("http", "https") or not host or "\\" in text or any(map(str.isspace, text)):
        raise UsageError("An address begins with https:// or http://, and has no spaces in it.")
    if parts.username or parts.password:
        raise UsageError("An address with a user or a password in it is not fetched.")
    place = f"[{host}]" if ":" in host else host
    return parts._replace(netloc=f"{place}:{port}" if port else place, path=parts.path or "/", fragment="").geturl()


TOOLS = (tool("fetch_url", "Read a page of the web as text.", "fetch", Fetching, _run, subject=_subject),)
