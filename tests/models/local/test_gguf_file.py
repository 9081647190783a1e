"""What the head of a GGUF file says, read from heads that are written here."""

import struct
from pathlib import Path

import pytest

from zeph.models.local.gguf_file import trained_for_tools, trained_window, weights


def text(value: str) -> bytes:
    return struct.pack("<Q", len(value)) + value.encode()


def head(path: Path, template: str | None) -> Path:
    words = struct.pack("<IIQ", 9, 8, 2) + text("a") + text("b")
    entries = [text("tokenizer.ggml.tokens") + words, text("x.context_length") + struct.pack("<II", 4, 2048)]
    if template is not None:
        entries.append(text("tokenizer.chat_template") + struct.pack("<I", 8) + text(template))
    entries.append(text("last") + struct.pack("<IB", 7, 1))
    tensors = [
        text("a.weight") + struct.pack("<IQQIQ", 2, 300, 7, 0, 0),
        text("b.bias") + struct.pack("<IQIQ", 1, 9, 0, 0),
    ]
    path.write_bytes(b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(entries)) + b"".join(entries + tensors))
    return path


@pytest.mark.parametrize(("template", "takes"), [("{% if tools %}", True), ("{{ messages }}", False), (None, False)])
def test_tools_are_offered_where_the_template_has_a_place_for_them(
    tmp_path: Path, template: str | None, takes: bool
) -> None:
    file = head(tmp_path / "a.gguf", template)
    assert trained_for_tools(file) is takes
    assert trained_window(file) == 2048


def test_weights_are_counted_by_the_tensors_shapes(tmp_path: Path) -> None:
    assert weights(head(tmp_path / "a.gguf", "{% if tools %}")) == 300 * 7 + 9


def test_what_is_no_gguf_file_takes_none(tmp_path: Path) -> None:
    (tmp_path / "a.gguf").write_bytes(b"GGUF\x03\x00")
    assert weights(tmp_path / "a.gguf") == weights(tmp_path / "none.gguf") == 0
    assert not trained_for_tools(tmp_path / "a.gguf") and not trained_for_tools(tmp_path / "none.gguf")
