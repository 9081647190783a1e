"""Every error Zeph raises on purpose, as one tree.

    ZephError                   exit 1   something failed; the message says what to do
    ├── UsageError              exit 2   the command line or a command's argument is wrong
    ├── ConfigError             exit 3   a settings file, variable or value is wrong
    ├── ModelError              exit 4   a model endpoint failed
    │   ├── ModelUnreachable             nothing answers at its address
    │   ├── ModelMissing                 it answers, but does not have the model
    │   ├── ModelTimeout                 it did not answer in time
    │   ├── ModelStreamCut               the stream ended before the answer did
    │   └── ModelGarbage                 it answered what cannot be read
    ├── LimitReached            exit 5   a budget, cap or size limit was reached
    ├── StorageError            exit 1   the database
    │   ├── DatabaseLocked               another process held it for too long
    │   ├── DatabaseReadOnly             the file or its folder cannot be written
    │   ├── DatabaseFull                 the disk (or a quota) is full
    │   ├── DatabaseCorrupt              the file is damaged
    │   ├── DatabaseGone                 the file was removed or replaced while it was open
    │   ├── DatabaseForeign              the file is not one of Zeph's
    │   └── SchemaMismatch               migrations changed, missing, or from a newer Zeph
    ├── LeaseLost               exit 1   another worker took over the conversation
    ├── DecisionMissing         exit 1   a write needs a decision that nobody made yet
    ├── NotFound                exit 1   no such conversation, message or entity
    └── BadInput                exit 1   a file or a line of it cannot be used

An exit code belongs to a class here and nowhere else; the doors only read it.
"""

from typing import ClassVar


class ZephError(Exception):
    """Root of all errors that are meant for the person; ``str(error)`` is a whole sentence."""

    exit_code: ClassVar[int] = 1


class UsageError(ZephError):
    exit_code = 2


class ConfigError(ZephError):
    exit_code = 3


class ModelError(ZephError):
    exit_code = 4
    calls: int = 0
    """Requests that were made in vain, and what is known of their tokens: they cost, too."""
    prompt_tokens: int = 0
    answer_tokens: int = 0


class ModelUnreachable(ModelError):
    pass


class ModelMissing(ModelError):
    pass


class ModelTimeout(ModelError):
    pass


class ModelStreamCut(ModelError):
    pass


class ModelGarbage(ModelError):
    pass


class LimitReached(ZephError):
    exit_code = 5


class StorageError(ZephError):
    pass


class DatabaseLocked(StorageError):
    pass


class DatabaseReadOnly(StorageError):
    pass


class DatabaseFull(StorageError):
    pass


class DatabaseCorrupt(StorageError):
    pass


class DatabaseGone(StorageError):
    pass


class DatabaseForeign(StorageError):
    pass


class SchemaMismatch(StorageError):
    pass


class LeaseLost(ZephError):
    pass


class DecisionMissing(ZephError):
    pass


class NotFound(ZephError):
    pass


class BadInput(ZephError):
    pass


INTERRUPTED = 130
"""Exit code of a command that the person stopped with Ctrl+C."""
