"""The colours: a dark theme, a light one, and the terminal's own sixteen.

In: the setting and the environment. Out: a theme's name. With NO_COLOR it is the terminal's own, of which Textual takes
the colours away: what is bold, underlined or reversed stays so.
"""

from collections.abc import Mapping

from textual.theme import Theme

DARK = Theme(
    name="zeph-dark", dark=True, primary="#7aa2f7", secondary="#9ece6a", accent="#e0af68", success="#9ece6a",
    warning="#e0af68", error="#f7768e", foreground="#d5d9ea", background="#16161e", surface="#1c1d28", panel="#232433",
    variables={
        "quiet": "#9aa0b8", "faint": "#5b6078",
        "block-cursor-background": "#2e3b60", "block-cursor-foreground": "#e6e9f5",
    },
)  # fmt: skip
LIGHT = Theme(
    name="zeph-light", dark=False, primary="#2e5fb8", secondary="#3f7a1f", accent="#8a5a00", success="#3f7a1f",
    warning="#8a5a00", error="#b3243f", foreground="#24273a", background="#fbfbf8", surface="#f1f1ec", panel="#e6e6df",
    variables={
        "quiet": "#5d6175", "faint": "#a9acb8",
        "block-cursor-background": "#cddaf4", "block-cursor-foreground": "#1b1e2e",
    },
)  # fmt: skip
DEFAULTS = {"quiet": "ansi_bright_black", "faint": "ansi_bright_black"}
"""Zeph's own two colours where a theme does not say: what is read second, and what is only there."""
NAMES = {"dark": DARK.name, "light": LIGHT.name, "ansi": "ansi-dark"}
ORDER = ("dark", "light", "ansi")


def theme_for(setting: str, env: Mapping[str, str]) -> str:
    """The name of the theme: for ``auto`` light where COLORFGBG (foreground;background) says that the background is."""
    light = _light_background(env.get("COLORFGBG", ""))
    if setting == "ansi" or "NO_COLOR" in env:
        return "ansi-light" if light else "ansi-dark"
    return NAMES["light" if setting == "light" or (setting == "auto" and light) else "dark"]


def next_theme(name: str) -> str:
    """The one after ``name``, round and round."""
    kinds = [NAMES[kind] for kind in ORDER]
    return kinds[(kinds.index(name) + 1) % len(kinds)] if name in kinds else kinds[0]


def _light_background(colours: str) -> bool:
    return colours.rpartition(";")[2] in ("7", "15")
