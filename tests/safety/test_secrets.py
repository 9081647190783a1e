import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeph.safety.secrets import REDACTED, redact


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("key sk-abcdefghijklmnopqrstuvwx1234", "abcdefgh"),
        ("sk-proj-Abc_def-ghijklmnopqrstuvwx", "ghijkl"),
        ("sk-ant-api03-aaaaaaaaaaaaaaaaaaaaaaaa", "api03"),
        ("ghp_abcdefghijklmnopqrstuvwxyz0123456789", "abcdef"),
        ("github_pat_11ABCDEFG0abcdefghijklmnop", "11ABC"),
        ("xoxb-123456789012-abcdefghijkl", "abcdefghijkl"),
        ("AKIAIOSFODNN7EXAMPLE", "IOSFOD"),
        ("AIzaSyA-abcdefghijklmnopqrstuvwxyz01234", "abcdef"),
        ("hf_abcdefghijklmnopqrstuvwxyz", "abcdef"),
        ("Authorization: Bearer abc.def-ghi_jkl", "ghi_jkl"),
        ("authorization: basic dXNlcjpwYXNzd29yZA==", "dXNlcj"),
        ("postgres://bob:hunter22@db.example/x", "hunter22"),
        ("http://:onlypass@host/", "onlypass"),
        ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcdefghijk", "eyJzdWI"),
        ("password=hunter22", "hunter22"),
        ("PASSWORD: 'with spaces in it'", "with spaces"),
        ('{"api_key": "abcdef123"}', "abcdef123"),
        ("OPENAI_API_KEY=abcdef12345", "abcdef12345"),
        ("https://host/x?token=abcdef99&y=1", "abcdef99"),
        ("client_secret = s3cr3ts3cr3t", "s3cr3t"),
        ("-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----\nafter", "MIIEow"),
        ("-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaA", "b3BlbnNzaA"),
    ],
)
def test_secrets_are_taken_out(text: str, secret: str) -> None:
    assert secret not in redact(text)
    assert REDACTED in redact(text)


@pytest.mark.parametrize(
    "text",
    [
        "max_tokens = 1024",
        "prompt tokens: 512, answer tokens: 12",
        "token: 12345",
        "I forgot my password again",
        "the secret of a good bread is time",
        "http://127.0.0.1:11434/api/chat",
        "see https://example.com:8080/path@2x.png",
        "mail bob@example.com",
        "task-1234567890abcdefghij",
        "api_key = None",
        "the tokenizer: fast",
        "",
    ],
)
def test_ordinary_text_stays(text: str) -> None:
    assert redact(text) == text


def test_what_is_around_a_secret_stays() -> None:
    assert redact("GET http://me:pw123@box/v1 failed") == f"GET http://me:{REDACTED}@box/v1 failed"
    assert redact("password=hunter22; retry") == f"password={REDACTED}; retry"


@given(st.text())
def test_redacting_twice_changes_nothing_more(text: str) -> None:
    once = redact(f"password: {text} api_key={text}")
    assert redact(once) == once


@pytest.mark.parametrize(
    "piece", ["a", "a_", "://", "://a:", "password", "-----BEGIN PRIVATE KEY", "sk-", "token= ", "eyJ"]
)
def test_time_grows_with_the_text_only(piece: str) -> None:
    start = time.process_time()
    redact(piece * (1_000_000 // len(piece)))
    assert time.process_time() - start < 3
