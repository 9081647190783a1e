"""A server on loopback that sends whatever it was told to, to whoever asks.

``body`` is bytes, or an iterator of them without an end; ``kind`` the content type; ``head`` more header lines. It is
sent raw, and the connection is closed at its end.
"""

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Self

Body = bytes | Callable[[], Iterator[bytes]]


class HostileServer:
    def __init__(self, body: Body, kind: str = "application/json", status: str = "200 OK", head: str = "") -> None:
        self._body, self._kind, self._status, self._head = body, kind, status, head
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        self.sent = 0

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._thread.join(5)

    def _serve(self) -> None:
        while True:
            try:
                peer, _ = self._socket.accept()
            except OSError:
                return
            with peer, contextlib.suppress(OSError):
                self._answer(peer)

    def _answer(self, peer: socket.socket) -> None:
        request = b""
        while b"\r\n\r\n" not in request:
            request += peer.recv(65536)
        head, _, body = request.partition(b"\r\n\r\n")
        length = next((int(h[15:]) for h in head.lower().split(b"\r\n") if h.startswith(b"content-length:")), 0)
        while len(body) < length:
            body += peer.recv(65536)
        lines = f"HTTP/1.1 {self._status}\r\nContent-Type: {self._kind}\r\nConnection: close\r\n{self._head}\r\n"
        peer.sendall(lines.encode())
        for piece in [self._body] if isinstance(self._body, bytes) else self._body():
            peer.sendall(piece)
            self.sent += len(piece)
