"""Who may do what: rules by pattern, the person's answers, and what is so where nobody said anything.

In: a tool, the subject of a call, rules of the settings and of this session. Out: allowed, denied, or to be asked.
Deny wins over ask, ask over what was answered before, that over allow; where no rule fits, reading is allowed inside
the workspace, and everything that changes something is asked about. A rule is a tool's name, with a pattern of its
subject in brackets where not all of it is meant; ``*``, ``?`` and ``[…]`` are those of file names, and both parts may
have them.
"""

import glob
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any, Literal

from zeph.agent.tools.tool import Tool
from zeph.config.tool_settings import PermissionSettings
from zeph.models.toolcalls import loads_object
from zeph.records.tool_request import Effect, Permit, ToolRequest

Verdict = Literal["allow", "ask", "deny"]

COMPOUND = re.compile(r"[;&|<>$`(){}\\\n\r#!]")
"""In a command: what makes another command of it, or another text than it says."""
PARTS = re.compile(r"[;&|<>(){}`\n\r]+|\$\(")
BEFORE = re.compile(
    r"(?:(?:if|then|elif|else|while|until|do|!|coproc)(?=\s|$)"
    r"|[A-Za-z_]\w*\+?=(?:\"[^\"]*\"|'[^']*'|[^\s\"'])*)\s*"
)
"""What stands before a command of a shell and is none: its words, and variables."""
RUNS_OTHERS = frozenset(
    (
        "time", "exec", "command", "builtin", "eval", "env", "sudo", "doas", "nohup", "nice", "ionice", "setsid",
        "trap", "timeout", "stdbuf", "xargs", "watch", "sh", "bash", "dash", "zsh", "busybox", "find", "parallel",
    )
)  # fmt: skip
"""Commands whose arguments are a command: any word may be its first."""
QUOTING = re.compile(r"\\\n|[\"'\\]")
REDIRECTED = re.compile(r"\d*[<>]+[&|]?\s*[^\s;&|<>()]+")
FREE: frozenset[Effect] = frozenset(("read", "recall", "memory"))
"""Allowed where no rule says otherwise."""


Asker = Callable[[ToolRequest], Awaitable[Permit]]
"""Asks the person. A door that cannot ask has none, and what would be asked is denied."""


@dataclass(frozen=True, slots=True)
class Decision:
    verdict: Verdict
    by: str
    """What decided: a rule, the person's answer, the default."""


@dataclass
class Permissions:
    """The rules of the settings, and what the person has answered in this session."""

    session: list[str] = field(default_factory=list)

    def decide(
        self, settings: PermissionSettings, tool: Tool, subject: str, *, planted: bool = False, wide: bool = False
    ) -> Decision:
        """``planted``: text of strangers stands in this turn, so that writing to the memory is asked about. ``wide``:
        the workspace is so wide that reading in it is asked about too."""
        if ruled := self.ruled(settings, tool, subject):
            return ruled
        careful = (planted and tool.effect == "memory") or (wide and tool.effect == "read")
        free = tool.effect in FREE and not tool.asks and not careful
        return Decision("allow" if free else "ask", "default")

    def ruled(self, settings: PermissionSettings, tool: Tool, subject: str) -> Decision | None:
        """What a rule or an answer says; None where there is none."""
        if rule := _first(settings.deny, tool, subject, denies=True):
            return Decision("deny", f"rule {rule}")
        if rule := _first(self.session, tool, subject):
            return Decision("allow", "your answer in this session")
        if rule := _first(settings.ask, tool, subject, denies=True):
            return Decision("ask", f"rule {rule}")
        if rule := _first(settings.allow, tool, subject):
            return Decision("allow", f"rule {rule}")
        return None


def rule_for(tool: Tool, subject: str) -> str:
    """The narrowest rule that allows this call again; for an address all of its site."""
    if not subject or tool.effect == "foreign":
        return tool.name
    if tool.effect == "fetch" and (site := re.match(r"https?://[^/?#\s]+", subject)):
        return f"{tool.name}({glob.escape(site[0])}/*)"
    return f"{tool.name}({glob.escape(subject)})"


def _first(rules: Iterable[str], tool: Tool, subject: str, *, denies: bool = False) -> str:
    return next((rule for rule in rules if _fits(rule, tool, subject, denies)), "")


def _fits(rule: str, tool: Tool, subject: str, denies: bool) -> bool:
    name, bracket, rest = rule.strip().partition("(")
    if not fnmatchcase(tool.name, name.strip()):
        return False
    if not bracket:
        return True
    pattern = rest.removesuffix(")").strip()
    if tool.effect == "foreign":
        # What their words mean nobody here knows: a pattern of them denies, and allows nothing.
        return any(fnmatchcase(text, pattern) for text in _texts(subject)) if denies else pattern == "*"
    if tool.effect != "run":
        # A pattern of what is in a folder denies the folder too.
        return fnmatchcase(subject, pattern) or (denies and fnmatchcase(f"{subject}/", pattern))
    if denies:
        return any(fnmatchcase(part, pattern) for part in _commands(subject))
    # A pattern for one command must not let another one through behind it.
    plain = COMPOUND.search(subject) is None
    return pattern == glob.escape(subject) or (plain and fnmatchcase(subject, pattern))


def _commands(text: str) -> Iterator[str]:
    """The command, and those that it is made of, each also with a space behind it: a pattern for its arguments is for
    itself without any, too."""
    yield text
    bare = QUOTING.sub("", text)
    for part in (part for one in (text, bare, REDIRECTED.sub(" ", bare)) for part in PARTS.split(one)):
        words = " ".join(part.split())
        while before := BEFORE.match(words):
            words = words[before.end() :]
        yield from (words, f"{words} ")
        if words.partition(" ")[0] in RUNS_OTHERS:
            yield from (f"{words[at + 1 :]} " for at in range(len(words)) if words[at] == " ")


def _texts(arguments: str) -> Iterator[str]:
    """All arguments as JSON, and each text among them."""
    yield arguments
    waiting: list[Any] = [loads_object(arguments)]
    while waiting:
        one = waiting.pop()
        if isinstance(one, (dict, list)):
            waiting += one.values() if isinstance(one, dict) else one
        else:
            yield str(one)
