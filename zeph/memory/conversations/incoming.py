"""A message on its way in: what is stored of it, and whether facts may come from it.

In: a message as somebody wrote, sent or exported it. Out: the message with clean text, without keys, its injection
flags, and whether it joins the ingest queue.
"""

from dataclasses import replace

from zeph.memory.ingest.eligibility import eligible, flags_of, who_speaks
from zeph.records.message import NewMessage
from zeph.safety.text import clean_text
from zeph.safety.told_secrets import hide_secrets

Incoming = tuple[NewMessage, tuple[str, ...], bool]
"""A message, its injection flags, and whether facts may come from it."""


def incoming(message: NewMessage, *, extract_assistant: bool, keep_secrets: bool = False) -> Incoming:
    """``extract_assistant``: facts may come from what the assistant says, too. ``keep_secrets``: keys are kept."""
    text = clean_text(message.text)
    text = text if keep_secrets else hide_secrets(text).text
    clean = replace(message, text=text, speaker=clean_text(who_speaks(message)))
    # Invisible characters are evidence: they are looked for in the text as it came.
    return clean, flags_of(message), eligible(clean, extract_assistant)
