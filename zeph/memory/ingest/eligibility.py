"""Which messages may become facts at all (graph-memory §3.1).

In: a message before it is stored. Out: its injection flags, and whether it joins the ingest queue. Never
tool output or system text, never a message with flags; the assistant's only where that is asked for, and a
repeated injection ("the page says: ignore your …") is one there too.
"""

from zeph.records.message import NewMessage


def flags_of(message: NewMessage, extract_assistant: bool) -> tuple[str, ...]:
    """The injection categories its text shows; the assistant's words are looked at where they may become facts."""
    if message.role not in ("user", "tool") and not (message.role == "assistant" and extract_assistant):
        return ()
    # Dozens of patterns are compiled by this import: it waits for the first message.
    from zeph.safety.injection import injection_flags

    return injection_flags(message.text)


def eligible(message: NewMessage, extract_assistant: bool) -> bool:
    if not message.text.strip():
        return False
    return message.role == "user" or (message.role == "assistant" and extract_assistant and not message.interrupted)
