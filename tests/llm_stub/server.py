"""The server: answers descriptions by a list of names, or misbehaves as it is told."""

from __future__ import annotations

import base64
import json
import threading
import time
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from moments.rewriting.replacing import NameReplacer

KEY = "sk-test-loopback"
CAPTION = "A man walks across a square with a red bag."
Handler = BaseHTTPRequestHandler
Mood = Callable[["Asked", Handler], None]


class Asked:
    """One request as it came."""

    def __init__(self, body: Mapping[str, Any], key: str) -> None:
        self.body = body
        self.key = key
        content = body["messages"][-1]["content"]
        texts = [content] if isinstance(content, str) else [part["text"] for part in content if part["type"] == "text"]
        self.order: dict[str, Any] = json.loads(texts[0])
        self.description: str = self.order.get("description", "")
        self.pictures = [] if isinstance(content, str) else [_picture(part) for part in content if "image_url" in part]
        self.temperature: float = body["temperature"]


class LlmStub:
    """The endpoint while the context lasts.

    `moods` maps a part of a description to how it is answered (the first that is contained; "" is contained in all);
    a list of moods is used up one by one, its last one stays. Without a mood the names are replaced, and pictures get
    the same caption.
    """

    def __init__(self, names: Mapping[str, str], port: int = 0) -> None:
        self.asked: list[Asked] = []
        self.began: list[float] = []
        self.most_at_once = 0
        self.moods: dict[str, Mood | list[Mood]] = {}
        self._replacer = NameReplacer(names)
        self._under_way = 0
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", port), _handler_of(self))
        self._server.daemon_threads = True

    @property
    def url(self) -> str:
        """The base URL."""
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> LlmStub:
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def serve_forever(self) -> None:
        """Serve in this thread."""
        self._server.serve_forever()

    def descriptions(self) -> list[str]:
        """What was asked, in order."""
        return [asked.description for asked in self.asked]

    def take(self, asked: Asked, handler: Handler) -> None:
        """Answer one request in its mood."""
        with self._lock:
            self.asked.append(asked)
            self.began.append(time.monotonic())
            self._under_way += 1
            self.most_at_once = max(self.most_at_once, self._under_way)
            mood = self._mood(asked)
        try:
            mood(asked, handler)
        finally:
            with self._lock:
                self._under_way -= 1

    def _mood(self, asked: Asked) -> Mood:
        for part, mood in self.moods.items():
            if part in asked.description:
                if isinstance(mood, list):
                    return mood.pop(0) if len(mood) > 1 else mood[0]
                return mood
        return says(self._replacer.replace(asked.description) if asked.description else CAPTION)


def _picture(part: Mapping[str, Any]) -> bytes:
    kind, content = part["image_url"]["url"].split(",", 1)
    assert kind == "data:image/jpeg;base64"
    return base64.b64decode(content, validate=True)


def _handler_of(stub: LlmStub) -> type[Handler]:
    class OneRequest(Handler):
        """Reads one request, refuses what a real endpoint would, and answers."""

        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:  # noqa: N802 (the library names it)
            raw = self.rfile.read(int(self.headers["content-length"]))
            if self.path != "/v1/chat/completions":
                return send(self, 404, {"error": {"message": f"no such address {self.path}"}})
            key = self.headers.get("authorization", "").removeprefix("Bearer ")
            if key != KEY:
                return send(self, 401, {"error": {"message": f"Incorrect API key provided: {key[:4]}***"}})
            return stub.take(Asked(json.loads(raw), key), self)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    return OneRequest


def send(handler: Handler, status: int, body: object, **headers: str) -> None:
    """An answer; a str or bytes body goes as it is."""
    raw = body if isinstance(body, bytes) else (body if isinstance(body, str) else json.dumps(body)).encode()
    handler.send_response(status)
    named = {"content-type": "application/json"} | {name.replace("_", "-"): value for name, value in headers.items()}
    for name, value in named.items():
        handler.send_header(name, value)
    handler.send_header("content-length", str(len(raw)))
    handler.end_headers()
    handler.wfile.write(raw)


def completion(text: str | None, *, finish: str = "stop", asked: str = "", **message: object) -> dict[str, object]:
    """A chat completion; words count as tokens."""
    usage = {"prompt_tokens": 300 + len(asked.split()), "completion_tokens": len((text or "").split())}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "model": "stub",
        "choices": [
            {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text, **message}}
        ],
        "usage": usage,
    }


def says(text: str | None, **about: Any) -> Mood:
    """Answers with that text."""
    return lambda asked, handler: send(handler, 200, completion(text, asked=asked.description, **about))


def fails(status: int, body: object = "", **headers: str) -> Mood:
    """Answers with that status."""
    return lambda asked, handler: send(handler, status, body or {"error": {"message": f"status {status}"}}, **headers)


def raw(body: object, **headers: str) -> Mood:
    """Answers 200 with that body."""
    return lambda asked, handler: send(handler, 200, body, **headers)


def waits(seconds: float) -> Mood:
    """Answers late."""

    def late(asked: Asked, handler: Handler) -> None:
        time.sleep(seconds)
        says(asked.description)(asked, handler)

    return late


def hangs_up(asked: Asked, handler: Handler) -> None:
    """Closes the connection without a word."""
    handler.close_connection = True
    handler.connection.close()
