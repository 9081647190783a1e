"""The console script: one place where errors become sentences and exit codes.

In: argv. Out: the exit code. ``--version`` and ``--help`` are answered from the table alone, before anything is
imported.
"""

import gc
import os
import sys

from zeph.errors import INTERRUPTED, UsageError, ZephError
from zeph.version import __version__

PROGRAM = "zeph"


def run() -> None:
    """The console script: errors are sentences on stderr, each with its exit code."""
    # Starting makes a hundred thousand objects that stay: looking for cycles among them costs a tenth of the time.
    gc.disable()
    # Validation plugins of other packages would only cost start-up time here.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]  # real files have it
    sys.exit(_guarded(sys.argv[1:]))


def _guarded(words: list[str]) -> int:
    try:
        code = _run(words)
        sys.stdout.flush()
        return code
    except ZephError as error:
        _complain(str(error))
        return error.exit_code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader went away (`zeph … | head`): not an error, but stdout must not be flushed again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
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
    from zeph.cli.chat_command import run_chat
    from zeph.cli.options import GlobalOptions
    from zeph.commands.registry import command_named

    return run_chat(command_named("chat").defaults, GlobalOptions())


def _usage_or_crash(error: Exception) -> int:
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
