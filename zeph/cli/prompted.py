"""Asking at a terminal by a prompt, above which is printed what comes while it waits.

In: a prompt. Out: what was typed. Only while a prompt is drawn does what is printed go through what draws it; between
prompts it goes to the terminal at once, in the order in which it is said, and nothing is drawn over it. What is typed
between prompts is not shown among what is printed: it stands in the next one.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from prompt_toolkit import PromptSession
from prompt_toolkit.patch_stdout import patch_stdout


async def prompted(prompt: PromptSession[str], question: str, default: str = "") -> str:
    """Raises EOFError and KeyboardInterrupt, as the prompt does."""
    with patch_stdout(raw=True):
        return await prompt.prompt_async(question, default=default)


@contextmanager
def typed_ahead_is_kept() -> Iterator[None]:
    """Between prompts the terminal would show what is typed in the midst of an answer, make a newline of Enter, so that
    it would not be sent, and take Ctrl+D and Ctrl+U for itself; Ctrl+C goes on interrupting."""
    try:
        import termios
    except ImportError:
        yield
        return
    before = termios.tcgetattr(0)
    changed = [*before]
    changed[0] &= ~termios.ICRNL
    changed[3] &= ~(termios.ECHO | termios.ICANON)
    changed[6] = [*before[6]]
    changed[6][termios.VMIN], changed[6][termios.VTIME] = 1, 0
    termios.tcsetattr(0, termios.TCSANOW, changed)
    try:
        yield
    finally:
        termios.tcsetattr(0, termios.TCSANOW, before)
