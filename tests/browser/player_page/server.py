"""A page with nothing but the player on it, and a store of clips that fail on request."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

HERE = Path(__file__).parent
STATIC = HERE.parents[2] / "static"
KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' blob: data: {other}; "
    "media-src 'self' blob: {other}; connect-src 'self' {other}; base-uri 'none'; object-src 'none'"
)


@dataclass
class Store:
    """What lies under /clips/ of a server: bytes and how they are served, and what was asked for."""

    clips: dict[str, bytes] = field(default_factory=dict)
    faults: dict[str, list[str]] = field(
        default_factory=dict
    )  # by name: "404", "html", "cut", "hang"; used up in order
    asked: list[str] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0
    url: str = ""
    other: str = ""  # another origin that the page's policy lets through
    hold_back: threading.Event = field(default_factory=threading.Event)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def put(self, name: str, body: bytes, *faults: str) -> str:
        """The clip's address; each fault is met by one request, the last by all that follow if it ends in "…"."""
        self.clips[name] = body
        self.faults[name] = list(faults)
        return f"{self.url}/clips/{name}"

    def fault(self, name: str) -> str:
        faults = self.faults[name]
        if not faults:
            return ""
        return faults[0].rstrip("…") if faults[0].endswith("…") else faults.pop(0)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    store: Store

    def do_GET(self) -> None:
        path = self.path.split("?")[0]
        if path.startswith("/clips/"):
            self.clip(path.removeprefix("/clips/"))
        elif path == "/":
            self.file(HERE / "page.html")
        elif path == "/page.js":
            self.file(HERE / "page.js")
        elif path.startswith("/static/") and ".." not in path:
            self.file(STATIC / path.removeprefix("/static/"))
        else:
            self.answer(404, "text/plain", b"")

    def clip(self, name: str) -> None:
        store = self.store
        with store.lock:
            store.asked.append(name)
            store.at_once += 1
            store.most_at_once = max(store.most_at_once, store.at_once)
            fault = store.fault(name) if name in store.clips else "404"
        try:
            self.deliver(store.clips.get(name, b""), fault)
        finally:
            with store.lock:
                store.at_once -= 1

    def deliver(self, body: bytes, fault: str) -> None:
        if fault.isdigit():
            self.answer(int(fault), "text/plain", b"no")
        elif fault == "html":
            self.answer(200, "text/html", b"<!doctype html><title>Sign in</title>" + b" " * 2000)
        elif fault in ("cut", "hang"):
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body[: len(body) // 2])
            self.wfile.flush()
            if fault == "hang":
                self.store.hold_back.wait(30)
            self.close_connection = True
        else:
            if fault == "slow":
                self.store.hold_back.wait(0.3)
            self.answer(200, "application/octet-stream", body)

    def file(self, path: Path) -> None:
        if path.is_file():
            self.answer(200, KINDS[path.suffix], path.read_bytes())
        else:
            self.answer(404, "text/plain", b"")

    def answer(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Security-Policy", POLICY.format(other=self.store.other))
        self.end_headers()
        self.wfile.write(body)

    def handle(self) -> None:
        with suppress(ConnectionError):  # the browser lost interest
            super().handle()

    def log_message(self, *_: object) -> None: ...


@contextmanager
def serving() -> Iterator[Store]:
    """A server of its own origin on loopback; without CORS headers, so that no other origin's programs may read it."""
    store = Store()
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Bound", (Handler,), {"store": store}))
    server.daemon_threads = True
    store.url = f"http://localhost:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield store
    finally:
        store.hold_back.set()
        server.shutdown()
        server.server_close()
        thread.join()


def pair(name: str, url: str, kind: str, **more: object) -> dict[str, object]:
    """A pair as the player takes it."""
    clip = {"url": url, "type": kind, "width": 320, "height": 180, "seconds": 1.2, **more}
    return {"id": name, "clip": json.loads(json.dumps(clip))}
