"""Which call is allowed, asked about or denied."""

import pytest

from zeph.agent.tools.offered_tools import built_in
from zeph.agent.tools.permissions import Permissions, rule_for
from zeph.config.schema import Settings
from zeph.config.tool_settings import PermissionSettings

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
