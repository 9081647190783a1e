"""A reranking endpoint on loopback, real HTTP: a text is the more relevant the more of ``likes`` it has.

``shape`` is "jina" (results of relevance_score, sorted), "tei" (a bare list of score) or "garbage"; ``status`` and
``delay`` make it fail. ``requests`` holds (path, headers, body).
"""

import contextlib
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self


class FakeReranker:
    def __init__(self, likes: str = "", shape: str = "jina", status: int = 200, delay: float = 0.0) -> None:
        self.likes, self.shape, self.status, self.delay = likes, shape, status, delay
        self.requests: list[tuple[str, dict[str, str], dict[str, Any]]] = []
        fake = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                fake.requests.append((self.path, dict(self.headers), body))
                time.sleep(fake.delay)
                sent = json.dumps(fake.answer(body)).encode()
                with contextlib.suppress(ConnectionError):
                    self.send_response(fake.status)
                    self.send_header("Content-Length", str(len(sent)))
                    self.end_headers()
                    self.wfile.write(sent)

            def log_message(self, *_: Any) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def answer(self, body: dict[str, Any]) -> Any:
        scores = [sum(word in text.lower() for word in self.likes.split()) - 5.0 for text in body["documents"]]
        if self.shape == "tei":
            return [{"index": i, "score": score} for i, score in enumerate(scores)]
        if self.shape == "garbage":
            return {"results": [{"index": 0, "relevance_score": "much"}]}
        best = sorted(enumerate(scores), key=lambda pair: -pair[1])
        return {"model": body["model"], "results": [{"index": i, "relevance_score": score} for i, score in best]}

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
