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


PORTS = {"http": 80, "https": 443}


async def _run(asked: Fetching, context: ToolContext) -> ToolResult:
    first = address_of(asked.url)

    def may(moved: str) -> bool:
        address = address_of(moved)
        verdict = context.ruled("fetch_url", address)
        here = urlsplit(address).hostname == urlsplit(first).hostname
        return verdict == "allow" or (here and not verdict)

    page = await asyncio.to_thread(fetch, first, may=may)
    return ToolResult(f"{page.address}\n{page.text}{chr(10) * page.cut}{'(there is more of it)' * page.cut}")


def address_of(url: str) -> str:
    """The address as it is fetched, in the one form that it has: what the person sees and a rule is held against is
    what is asked for. Raises UsageError."""
    text = clean_text(url).strip()
    try:
        parts = urlsplit(text)
        host, port = (parts.hostname or "").encode("idna").decode("ascii").rstrip("."), parts.port
    except (ValueError, UnicodeError):
        raise UsageError("That is no address of the web.") from None
    if parts.scheme not in PORTS or not host or "\\" in text or any(map(str.isspace, text)):
        raise UsageError("An address begins with https:// or http://, and has no spaces in it.")
    if parts.username or parts.password:
        raise UsageError("An address with a user or a password in it is not fetched.")
    place = f"[{host}]" if ":" in host else host
    place = place if port in (None, PORTS[parts.scheme]) else f"{place}:{port}"
    return parts._replace(netloc=place, path=parts.path or "/", fragment="").geturl()


def _subject(asked: Fetching, context: ToolContext) -> str:
    return address_of(asked.url)


TOOLS = (tool("fetch_url", "Read a page of the web as text.", "fetch", Fetching, _run, subject=_subject),)
