"""What stands in every request, whatever is asked: the system prompt, today's date, who the person is.

In: the prompt, the moment, the profile's lines. Out: one text. What changes least comes first, so that a provider's
prompt cache holds: the prompt hardly ever, the date once a day, the profile where a fact of it changes.
"""

from collections.abc import Iterable
from datetime import tzinfo

from zeph.clock import Moment, parse_moment
from zeph.safety.fence import EXPLANATION, quoted
from zeph.safety.text import one_line

PROFILE_HEADER = "[about the user]"


def standing_context(system_prompt: str, now: Moment, profile: Iterable[str], zone: tzinfo | None = None) -> str:
    """``zone``: where the person is; None takes this machine's."""
    lines = [f"- {one_line(line)}" for line in profile]
    about = f"{PROFILE_HEADER}\n{quoted(chr(10).join(lines))}" if lines else ""
    parts = [f"{system_prompt.strip()} {EXPLANATION}".strip(), today(now, zone), about]
    return "\n\n".join(filter(None, parts))


def today(now: Moment, zone: tzinfo | None = None) -> str:
    """ "Today is Sunday, 22 November 2026."."""
    local = parse_moment(now).astimezone(zone)
    return f"Today is {local:%A}, {local.day} {local:%B %Y}."
