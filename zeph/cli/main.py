"""The console script: one place where errors become sentences and exit codes.

In: argv. Out: the exit code. ``--version`` and ``--help`` are answered from the table alone, before anything is
imported.
"""

import contextlib
import errno
import gc
import os
import sys
import threading

from zeph.cli.no_memory import end_without_memory, lacks_memory
from zeph.errors import INTERRUPTED, UsageError, ZephError
from zeph.version import __version__

PROGRAM = "zeph"


def run() -> None:
    """The console script: errors are sentences on stderr, each with its exit code."""
    # Starting makes a hundred thousand objects that stay: looking for cycles among them costs a tenth of the time.
    gc.disable()
    # Validation plugins of other packages would only cost start-up time here.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    closed = _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]  # real files have it
    if closed:
        _complain("The standard output is closed: there is nowhere to write the result.")
        sys.exit(1)
    sys.exit(_guarded(sys.argv[1:]))


def _open_closed_streams() -> bool:
    """Leads streams that were closed nowhere, before a file takes their place and is written into; whether the output
    was one of them."""
    closed = sys.stdout is None
    while (handle := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(handle)
    sys.stdin = sys.stdin or open(0, encoding="utf-8")  # noqa: SIM115  # it is open as long as the program
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8")  # noqa: SIM115
    return closed


def _guarded(words: list[str]) -> int:
    try:
        code = _run(words)
        sys.stdout.flush()
        return code
    except ZephError as error:
        if lacks_memory(error):
            end_without_memory()
        _complain(str(error))
        return error.exit_code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader went away (`zeph … | head`): not an error, but stdout must not be flushed again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (OSError, MemoryError, ExceptionGroup) as error:
        return _out_of_means(error)
    except Exception as error:  # noqa: BLE001  # whatever it is, the person gets a sentence and the trace a file
        return _usage_or_crash(error)


def _run(words: list[str]) -> int:
    if words == ["--version"]:
        print(f"{PROGRAM} {__version__}")
        return 0
    if words in (["--help"], ["-h"]):
        from zeph.commands.docs import overview

        print(overview())
        return 0
    if words in ([], ["chat"]):
        return _chat()
    _keep_notes()
    from zeph.cli.front_door import as_command

    words = as_command(words)
    import typer

    from zeph.cli.typer_app import build_app

    try:
        result = build_app()(words, prog_name=PROGRAM, standalone_mode=False)
    except typer.Abort:
        raise KeyboardInterrupt from None
    return result if isinstance(result, int) else 0


def _chat() -> int:
    """A plain start, which needs no parser of command lines."""
    _keep_notes()
    from zeph.cli.chat_command import run_chat
    from zeph.cli.options import GlobalOptions
    from zeph.commands.registry import command_named

    return run_chat(command_named("chat").defaults, GlobalOptions())


def _keep_notes() -> None:
    """Of what happens behind a conversation; a thread that ends for want of memory ends the program, as what waits for
    it would wait for ever."""
    from zeph.cli.logs import keep_notes

    keep_notes()
    threading.excepthook = _thread_ended


def _thread_ended(told: threading.ExceptHookArgs) -> None:
    if lacks_memory(told.exc_value):
        end_without_memory()
    threading.__excepthook__(told)


MEANS = {
    errno.EMFILE: "Too many files are open: allow more (`ulimit -n 256`).",
    errno.ENFILE: "This machine has too many files open.",
    errno.ENOSPC: "The output cannot be written: its disk is full.",
    errno.EDQUOT: "The output cannot be written: the quota is used up.",
    errno.EIO: "The output cannot be written: what it goes to is gone or failing.",
    errno.EBADF: "The output cannot be written: it is closed.",
}
"""What the machine lacks, for a person; files that Zeph itself writes have their own sentences."""


def _out_of_means(error: BaseException) -> int:
    if lacks_memory(error):
        end_without_memory()
    first = error
    while isinstance(first, BaseExceptionGroup):
        first = first.exceptions[0]
    number = getattr(first, "errno", None)
    if number not in MEANS:
        return _usage_or_crash(error) if isinstance(error, Exception) else 1
    with contextlib.suppress(OSError):
        _complain(MEANS[number])
    # What is left in the buffers cannot be written either, and threads may wait for what never comes.
    os._exit(1)


def _usage_or_crash(error: Exception) -> int:
    if lacks_memory(error):
        end_without_memory()
    if _is_usage(error):
        # Typer's own words, with the usage line where it has one.
        error.show(sys.stderr)  # type: ignore[attr-defined]  # every ClickException has it
        return UsageError.exit_code
    from zeph.cli.crash import keep_trace

    _complain(keep_trace(error))
    return 1


def _is_usage(error: Exception) -> bool:
    """Whether Typer refuses the command line; some releases of Typer carry their own copy of click."""
    return any(base.__name__ == "ClickException" for base in type(error).__mro__)


def _complain(sentence: str) -> None:
    from zeph.safety.text import shown_text

    print(f"zeph: {shown_text(sentence)}", file=sys.stderr)


if __name__ == "__main__":
    run()
