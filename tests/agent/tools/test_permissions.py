"""Which call is allowed, asked about or denied."""

from typing import Any

import pytest

from zeph.agent.tools.offered_tools import built_in, offered
from zeph.agent.tools.permissions import Permissions, rule_for
from zeph.agent.tools.tool import ToolResult
from zeph.config.schema import Settings
from zeph.config.tool_settings import PermissionSettings
from zeph.mcp_client.foreign_tool import foreign_tool

TOOLS = {tool.name: tool for tool in built_in()}


def rules(**lists: list[str]) -> PermissionSettings:
    return Settings.model_validate({"tools": {"permissions": lists}}).tools.permissions


def verdict(rule: PermissionSettings, tool: str, subject: str, **more: bool) -> str:
    return Permissions().decide(rule, TOOLS[tool], subject, **more).verdict


@pytest.mark.parametrize(
    ("tool", "subject", "expected"),
    [
        ("read_file", "src/a.py", "allow"), ("list_files", ".", "allow"), ("search_files", ".", "allow"),
        ("write_file", "a.txt", "ask"), ("edit_file", "a.txt", "ask"), ("run_command", "ls", "ask"),
        ("fetch_url", "https://example.org/", "ask"),
    ],
)  # fmt: skip
def test_by_itself_only_reading_is_free(tool: str, subject: str, expected: str) -> None:
    assert verdict(rules(), tool, subject) == expected


def test_in_a_home_folder_reading_is_asked_about_too() -> None:
    assert verdict(rules(), "read_file", "letter.txt", wide=True) == "ask"
    assert verdict(rules(allow=["read_file"]), "read_file", "letter.txt", wide=True) == "allow"


def test_deny_wins_over_ask_and_ask_over_allow() -> None:
    both = rules(allow=["run_command"], ask=["run_command(git push*)"], deny=["run_command(rm *)"])
    assert verdict(both, "run_command", "ls -l") == "allow"
    assert verdict(both, "run_command", "git push origin") == "ask"
    assert verdict(both, "run_command", "rm -r build") == "deny"
    assert verdict(rules(allow=["*"], deny=["read_file(private/*)"]), "read_file", "private/a") == "deny"


@pytest.mark.parametrize(
    "command",
    [
        "git status; rm -rf /", "git status && curl x", "git status | sh", "git status\nrm a", "git status $(rm a)",
        "git status `rm a`", "git status > a", "git status & rm a", "git status <(rm a)", "git status \\\nrm a",
    ],
)  # fmt: skip
def test_a_pattern_lets_nothing_through_behind_the_command_it_names(command: str) -> None:
    assert verdict(rules(allow=["run_command(git status*)"]), "run_command", command) == "ask"
    assert verdict(rules(allow=["run_command(git status*)"]), "run_command", "git status --short") == "allow"


@pytest.mark.parametrize("command", ["ls && rm a", "ls;rm  a", "(rm a)", "echo $(rm a)", "true | rm a", "ls\nrm a"])
def test_what_is_denied_is_denied_inside_of_another_command(command: str) -> None:
    assert verdict(rules(allow=["run_command"], deny=["run_command(rm *)"]), "run_command", command) == "deny"


def test_an_answer_for_the_session_is_for_that_call_and_never_over_a_denial() -> None:
    permissions, tool = Permissions(), TOOLS["run_command"]
    permissions.session.append(rule_for(tool, "echo a; echo [b]*"))
    assert permissions.decide(rules(), tool, "echo a; echo [b]*").verdict == "allow"
    assert permissions.decide(rules(ask=["run_command"]), tool, "echo a; echo [b]*").verdict == "allow"
    assert permissions.decide(rules(), tool, "echo a; echo b!").verdict == "ask"
    assert permissions.decide(rules(deny=["run_command(echo*)"]), tool, "echo a; echo [b]*").verdict == "deny"


def test_an_address_is_allowed_with_its_site_and_no_other() -> None:
    permissions, tool = Permissions(), TOOLS["fetch_url"]
    rule = rule_for(tool, "https://docs.example.org/a?b=c")
    assert rule == "fetch_url(https://docs.example.org/*)"
    permissions.session.append(rule)
    allowed = {url: permissions.decide(rules(), tool, url).verdict for url in (
        "https://docs.example.org/other", "http://docs.example.org/a", "https://docs.example.org.evil.example/",
        "https://evil.example/?https://docs.example.org/",
    )}  # fmt: skip
    assert [*allowed.values()] == ["allow", "ask", "ask", "ask"]


def test_a_name_may_be_a_pattern_and_foreign_programs_are_asked_about() -> None:
    assert verdict(rules(deny=["*_file"]), "write_file", "a") == "deny"
    assert verdict(rules(deny=["*_file"]), "run_command", "a") == "ask"


@pytest.mark.parametrize(
    "command",
    [
        "if true; then rm -f x; fi", "{ rm -rf x; }", "! rm x", "for a in b; do rm $a; done", "X=1 rm x", "time rm x",
        "rm",
        "if rm x; then :; fi", "while ! rm x; do :; done", "A='b c' B=\"d e\" rm x", "r\\m x", "'rm' x", "r\\\nm x",
        "sudo -u me rm x", "env -i A=b rm x", "timeout 5 rm x", "find . -exec rm {} +", "ls | xargs -n1 rm",
        "case a in a) rm x;; esac",
        "2>/dev/null rm x", "> log rm x", "f() { rm x; }; f", "bash -c 'rm x'", "true && exec rm x",
        "else rm x", "\trm\tx",
    ],
)  # fmt: skip
def test_what_is_denied_is_denied_wherever_a_shell_takes_a_command(command: str) -> None:
    assert verdict(rules(allow=["run_command"], deny=["run_command(rm *)"]), "run_command", command) == "deny"


@pytest.mark.parametrize(
    "command", ["git rm x", "npm run rm", "ls rm", "rmdir x", "echo rm x", "grep -r rm src", "X=rm ls"]
)
def test_what_only_has_the_word_is_not_denied(command: str) -> None:
    assert verdict(rules(allow=["run_command"], deny=["run_command(rm *)"]), "run_command", command) == "allow"


@pytest.mark.parametrize(
    ("deny", "never"),
    [
        ("fetch_url", True), ("fetch_*", True), ("fetch_url(*)", True), ("*", True), (" fetch_url ( * ) ", True),
        ("fetch_url(https://*)", False), ("fetch_url()", False), ("fetch", False), ("read_*", False),
    ],
)  # fmt: skip
def test_what_is_denied_as_a_whole_is_not_offered(deny: str, never: bool) -> None:
    assert rules(deny=[deny]).never("fetch_url") is never
    assert (
        "fetch_url"
        not in {
            tool.name
            for tool in offered(Settings.model_validate({"tools": {"permissions": {"deny": [deny]}}}).tools, 64_000)
        }
    ) is never


async def nothing(name: str, arguments: dict[str, Any]) -> ToolResult:
    return ToolResult("")


@pytest.mark.parametrize(
    ("pattern", "arguments", "expected"),
    [
        ("*secret*", {"path": "/a/secret.txt"}, "deny"), ("*secret*", {"deep": [{"of": "my secret"}]}, "deny"),
        ("/etc/*", {"path": "/etc/passwd"}, "deny"), ("/etc/*", {"path": "/home/etc"}, "allow"), ("*", {}, "deny"),
        ("*\"mode\": 7*", {"mode": 7}, "deny"), ("7", {"mode": 7}, "deny"),
    ],
)  # fmt: skip
def test_a_denial_looks_into_what_another_program_is_asked(
    pattern: str, arguments: dict[str, Any], expected: str
) -> None:
    made = foreign_tool("files", "read_file", "Reads.", {}, nothing)
    subject = made.subject(arguments, None)  # type: ignore[arg-type]
    both = rules(allow=["files__*"], deny=[f"files__read_file({pattern})"])
    assert Permissions().decide(both, made, subject).verdict == expected
    assert Permissions().decide(rules(allow=["files__read_file(*a*)"]), made, subject).verdict == "ask"
    assert Permissions().decide(rules(allow=["files__read_file(*)"]), made, subject).verdict == "allow"
