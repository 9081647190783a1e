"""The machine has no memory left: told by whatever it looks like, and said with what was made beforehand.

In: an error. Out: whether it is that; the end of the program, whose threads may wait for what never comes. What was
said is on the disk before anything else is done with it.
"""

import errno
import os
from typing import Never

SENTENCE = "There is not enough memory."
_LINE = f"zeph: {SENTENCE}\n".encode()
TOLD = ("can't start new thread", "failed to map segment", "annot allocate memory", "bad_alloc")
"""What libraries say that have no error of its own for it."""


def lacks_memory(error: BaseException | None) -> bool:
    """Whether it, or what it came of, is that there is no memory left."""
    if error is None:
        return False
    if isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM:
        return True
    if any(words in str(error) for words in TOLD):
        return True
    inner = error.exceptions if isinstance(error, BaseExceptionGroup) else ()
    return any(map(lacks_memory, (*inner, error.__cause__ or error.__context__)))


def end_without_memory() -> Never:
    """The sentence and the exit code, without another object."""
    try:
        os.write(2, _LINE)
    finally:
        os._exit(1)
