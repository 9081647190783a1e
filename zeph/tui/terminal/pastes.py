"""What comes from the terminal, before it becomes keys: pasted text stays text, broken bytes stop nothing.

In: bytes of the terminal. Out: Textual's events. In a bracketed paste Textual takes an escape character for the
beginning of a key: what is pasted could press keys. Terminals that do not take it out themselves (tmux) are helped
here.
"""

import os
import selectors
from codecs import getincrementaldecoder
from contextlib import suppress

from textual._parser import ParseError
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver

BEGIN, END = "\x1b[200~", "\x1b[201~"
READ_BYTES = 4096
WAIT_SECS = 0.1


class Pastes:
    """Takes the escape characters out of what is pasted; marks and pastes may come in many reads."""

    def __init__(self) -> None:
        self._inside = False
        self._held = ""
        """Inside: the end of a read that may be the beginning of the end's mark."""
        self._seen = ""
        """Outside: the end of what was passed on, which may be the beginning of a paste's mark."""

    def clean(self, data: str) -> str:
        found = ""
        while data:
            piece, data = self._pasted(data) if self._inside else self._typed(data)
            found += piece
        return found

    def _typed(self, data: str) -> tuple[str, str]:
        """As it is, up to a paste; nothing is held back, as a lone escape character is a key."""
        whole = self._seen + data
        at = whole.find(BEGIN)
        if at < 0:
            self._seen = whole[1 - len(BEGIN) :]
            return data, ""
        end = at + len(BEGIN) - len(self._seen)
        self._inside, self._seen = True, ""
        return data[:end], data[end:]

    def _pasted(self, data: str) -> tuple[str, str]:
        text, met, rest = (self._held + data).partition(END)
        text, self._held = (text, "") if met else _split_end(text)
        self._inside = not met
        return text.replace("\x1b", "") + met, rest


def _split_end(text: str) -> tuple[str, str]:
    """What is sure to be text, and what may be the first half of the end's mark."""
    for length in range(len(END) - 1, 0, -1):
        if text.endswith(END[:length]):
            return text[:-length], text[-length:]
    return text, ""


class Terminal(LinuxDriver):
    def run_input_thread(self) -> None:
        """As Textual's, with cleaned pastes; bytes that are no UTF-8 are shown as such."""
        parser, pastes = XTermParser(self._debug), Pastes()
        decode = getincrementaldecoder("utf-8")(errors="replace").decode
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(WAIT_SECS):
                    data = decode(os.read(self.fileno, READ_BYTES))
                    for event in parser.feed(pastes.clean(data)) if data else ():
                        self.process_message(event)
                for event in parser.tick():
                    self.process_message(event)
        with suppress(EOFError, ParseError):
            list(parser.feed(""))
