"""Which messages may become facts at all (graph-memory §3.1).

In: a message before it is stored. Out: its injection flags, and whether it joins the ingest queue. Never
tool output or system text, never a message with flags; the assistant's only where that is asked for, and not where a
stranger's text stood before it.
"""

from zeph.records.message import NewMessage


def flags_of(message: NewMessage) -> tuple[str, ...]:
    """The injection categories that its text or its speaker's name shows, whoever said it: all of it may be quoted."""
    # Hundreds of phrases are read by this import: it waits for the first message.
    from zeph.safety.injection import injection_flags

    return tuple(sorted({*injection_flags(message.text), *injection_flags(message.speaker)}))


def who_speaks(message: NewMessage) -> str:
    """The speaker's name, where it is one."""
    if not message.speaker:
        return ""
    from zeph.safety.name_shape import speaker_name  # waits likewise

    return speaker_name(message.speaker)


def eligible(message: NewMessage, extract_assistant: bool) -> bool:
    if not message.text.strip():
        return False
    whole = not (message.interrupted or message.strange)
    return message.role == "user" or (message.role == "assistant" and extract_assistant and whole)
