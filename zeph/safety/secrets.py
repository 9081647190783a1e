"""Secrets taken out of text before it is written to a log or shown by ``zeph doctor``.

In: any text. Out: the same text with keys, tokens, passwords and private keys replaced.
A guess by shape: what has none of these shapes stays.
"""

import re

REDACTED = "[redacted]"

_PRIVATE_KEY = re.compile(
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----.*?(?:-----END [A-Z0-9 ]{0,40}-----|\Z)", re.DOTALL
)
_KNOWN_KEYS = re.compile(
    r"\b(?:sk|pk|rk)-[A-Za-z0-9_-]{16,}"
    r"|\b[sr]k_(?:live|test)_[A-Za-z0-9]{10,}"
    r"|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_[A-Za-z0-9_]{20,}|\bglpat-[A-Za-z0-9_-]{16,}"
    r"|\bxox[abeprs]-[A-Za-z0-9-]{10,}|\bhf_[A-Za-z0-9]{20,}|\bgsk_[A-Za-z0-9]{20,}|\bpypi-[A-Za-z0-9_-]{30,}"
    r"|\bAIza[A-Za-z0-9_-]{30,}|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b"
    r"|\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*"
)
_AUTHORIZATION = re.compile(r"\b(Bearer|Basic)(\s+)[A-Za-z0-9._~+/=-]{8,}", re.IGNORECASE)
_URL_PASSWORD = re.compile(r"(://[^\s/:@?#]{0,200}:)[^\s/@]{1,500}@")
_URL_KEY = re.compile(r"([?&](?:key|sig|signature|code|auth|apikey|access)=)[^\s&#\"']{4,500}", re.IGNORECASE)
_NAMED = re.compile(
    r"""((?<![A-Za-z0-9])(?:[A-Za-z0-9]{1,30}[_-]){0,4}(?:password|passwd|passphrase|secret|token|api[_-]?key"""
    r"""|access[_-]?key|private[_-]?key|secret[_-]?key)["']?\s{0,5}[=:]\s{0,5})"""
    r"""("[^"\n]{1,500}"|'[^'\n]{1,500}'|[^\s"',;&<>\]})]{4,500})""",
    re.IGNORECASE,
)


def redact(text: str) -> str:
    """``text`` with every secret that can be told by its shape replaced by ``[redacted]``."""
    text = _PRIVATE_KEY.sub(REDACTED, text)
    text = _URL_PASSWORD.sub(rf"\1{REDACTED}@", text)
    text = _URL_KEY.sub(rf"\1{REDACTED}", text)
    text = _AUTHORIZATION.sub(rf"\1\2{REDACTED}", text)
    text = _KNOWN_KEYS.sub(REDACTED, text)
    return _NAMED.sub(_hide_value, text)


def shown_address(url: str) -> str:
    """An address, with its scheme or without, but without user, password, query and fragment."""
    scheme, sep, rest = url.strip().rpartition("://")
    place = re.split(r"[?#]", rest, maxsplit=1)[0]
    host, slash, path = place.partition("/")
    return f"{scheme}{sep}{host.rpartition('@')[2]}{slash}{path}"


def _hide_value(found: re.Match[str]) -> str:
    """A number after "token:" is a count, and what is hidden already stays readable."""
    value = found[2].strip("\"'")
    if value.isdigit() or value.lower() in ("true", "false", "none", "null") or REDACTED.startswith(value):
        return found[0]
    quote = found[2][0] if found[2][0] in "\"'" else ""
    return f"{found[1]}{quote}{REDACTED}{quote}"
