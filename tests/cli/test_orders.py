"""Orders about the memory on a pipe: what would go is shown, and goes only with -y; what is private leaves nothing."""

import os
import time
from pathlib import Path

from tests.cli.zeph_program import zeph


def in_files(folder: Path, text: str) -> bool:
    return any(text.encode() in file.read_bytes() for file in folder.rglob("*") if file.is_file())


def test_an_order_to_forget_shows_what_goes_and_asks_for_a_yes(tmp_path: Path) -> None:
    zeph(tmp_path, "chat", "-p", "I like Zyxtea. I live in Oslo.")
    shown = zeph(tmp_path, "chat", "-p", "please forget that I like Zyxtea")
    assert shown.returncode == 2
    assert "You like Zyxtea" in shown.stdout and "To go: 1 fact, 2 sentences" in shown.stdout
    assert "#" not in shown.stdout, "plain words, no numbers"
    assert "Nothing was forgotten" in shown.stderr and "-y" in shown.stderr
    done = zeph(tmp_path, "chat", "-y", "-p", "please forget that I like Zyxtea")
    assert done.returncode == 0 and "Forgotten: 1 fact, 2 sentences" in done.stdout
    assert not in_files(tmp_path, "Zyxtea"), "the order is not kept either"
    assert "Oslo" in zeph(tmp_path, "chat", "-p", "Where do I live?").stdout


def test_what_nobody_spoke_of_cannot_be_forgotten(tmp_path: Path) -> None:
    done = zeph(tmp_path, "chat", "-p", "forget my unicorn")
    assert done.returncode == 1 and "my unicorn" in done.stderr


def test_a_temporary_chat_writes_nothing(tmp_path: Path) -> None:
    zeph(tmp_path, "chat", "-p", "I live in Oslo.")
    done = zeph(tmp_path, "chat", "--temporary", "-p", "I work at Zyxwerk. Where do I live?")
    assert "Oslo" in done.stdout and "Noted" not in done.stdout
    assert not in_files(tmp_path, "Zyxwerk")
    assert zeph(tmp_path, "sessions", "list").stdout.count("Oslo") == 1


def test_what_is_off_the_record_makes_no_session(tmp_path: Path) -> None:
    done = zeph(tmp_path, "chat", "-p", "Don't store this: I work at Zyxwerk.")
    assert "Not kept" in done.stderr
    assert not in_files(tmp_path, "Zyxwerk")
    assert "Zyxwerk" not in zeph(tmp_path, "sessions", "list").stdout


def test_a_chat_that_ends_with_the_order_holds_nothing_private(tmp_path: Path) -> None:
    done = zeph(tmp_path, "chat", "-p", "stop remembering for a bit")
    assert done.returncode == 2 and "Private from here" not in done.stdout
    assert "for a chat only" in done.stderr and "--temporary" in done.stderr


def test_the_next_line_may_say_yes_to_what_was_asked_and_nothing_is_left_of_it(tmp_path: Path) -> None:
    zeph(tmp_path, "chat", "-p", "I like Zyxtea. I live in Oslo.")
    asked = zeph(tmp_path, "chat", "-c", "-p", "please forget that I like Zyxtea")
    assert asked.returncode == 2 and "Say yes next" in asked.stderr
    done = zeph(tmp_path, "chat", "-c", "-p", "Yes, please.")
    assert done.returncode == 0 and "Forgotten: 1 fact, 2 sentences" in done.stdout
    assert not in_files(tmp_path, "Zyxtea") and not list(tmp_path.rglob("unanswered*"))


def test_a_yes_of_another_hour_answers_nothing(tmp_path: Path) -> None:
    zeph(tmp_path, "chat", "-p", "I like Zyxtea. I live in Oslo.")
    zeph(tmp_path, "chat", "-c", "-p", "please forget that I like Zyxtea")
    [asked] = tmp_path.rglob("unanswered*")
    assert asked.stat().st_mode & 0o077 == 0, "it may name what is to be forgotten"
    os.utime(asked, (time.time() - 3600,) * 2)
    zeph(tmp_path, "chat", "-c", "-p", "yes")
    assert "Zyxtea" in zeph(tmp_path, "chat", "-c", "-p", "what do I like?").stdout and not asked.exists()


def test_a_no_or_any_other_line_lets_what_was_asked_go(tmp_path: Path) -> None:
    zeph(tmp_path, "chat", "-p", "I like Zyxtea. I live in Oslo.")
    order = "please forget that I like Zyxtea"
    for between in ("no thanks", "Where do I live?"):
        zeph(tmp_path, "chat", "-c", "-p", order)
        zeph(tmp_path, "chat", "-c", "-p", between)
        zeph(tmp_path, "chat", "-c", "-p", "yes")
        assert "Zyxtea" in zeph(tmp_path, "chat", "-c", "-p", "what do I like?").stdout
    zeph(tmp_path, "chat", "-c", "-p", order)
    zeph(tmp_path, "--db", str(tmp_path / "other.db"), "chat", "-p", "yes")
    assert "Zyxtea" in zeph(tmp_path, "chat", "-c", "-p", "what do I like?").stdout, "another memory was not asked"
