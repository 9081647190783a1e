"""What a person is shown of a call before they allow it."""

import pytest

from zeph.commands.told_calls import asked_text
from zeph.records.tool_request import ToolRequest


def shown(subject: str, preview: str = "") -> str:
    return asked_text(ToolRequest("run_command", "run", subject, preview, "run_command"))


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        (f"echo ok{' ' * 3000}; touch owned", "echo ok ⟨3,000 spaces⟩ ; touch owned"),
        (f"echo ok{chr(0x3000) * 60}; touch owned", "echo ok ⟨60 spaces⟩ ; touch owned"),
        (f"echo ok{chr(9) * 40}; touch owned", "echo ok ⟨40 spaces⟩ ; touch owned"),
        (f"echo ok{chr(10) * 41}touch owned", "echo ok\n⟨40 empty lines⟩\ntouch owned"),
        ("echo ok\n\n\ntouch it", "echo ok\n\n\ntouch it"),
        ("if x:\n        y = 1", "if x:\n        y = 1"),
    ],
)
def test_what_pushes_the_rest_off_a_screen_is_told(text: str, seen: str) -> None:
    assert shown(text) == seen


def test_so_it_is_in_a_difference() -> None:
    empty = "\n+" * 50
    assert shown("a.sh", f"@@ -0,0 +1,53 @@\n+echo ok{empty}\n+touch owned") == (
        "@@ -0,0 +1,53 @@\n+echo ok\n⟨50 empty lines⟩\n+touch owned"
    )
