"""A proxy before the S3 server that fails as storages do: on order, by method, or for good."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar
from urllib.parse import urlsplit

from tests.servers.s3 import S3Server

GRANT = """<?xml version="1.0"?><AccessControlPolicy xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
<Owner><ID>x</ID></Owner><AccessControlList><Grant>
<Grantee xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="Group">
<URI>http://acs.amazonaws.com/groups/global/AllUsers</URI></Grantee><Permission>READ</Permission>
</Grant></AccessControlList></AccessControlPolicy>"""
OF_ONE_HOP = ("transfer-encoding", "connection", "content-length", "date", "server")
ERROR = '<?xml version="1.0"?><Error><Code>{code}</Code><Message>on order</Message></Error>'


@dataclass(slots=True)
class Faults:
    """What the proxy does to so many requests of a method: `answers` a status and code, `halves` bodies, or hangs up.

    With `public` it answers strangers, with `granted` it tells of a grant to all the world.
    """

    method: str = "PUT"
    times: int = 0
    answers: tuple[int, str] | None = None
    halves: bool = False
    public: bool = False
    granted: bool = False
    seen: list[str] = field(default_factory=list)

    def strikes(self, method: str) -> bool:
        """Whether this request is one to fail; each counts once."""
        self.seen.append(method)
        if method != self.method or self.times <= 0:
            return False
        self.times -= 1
        return True


@contextmanager
def faulty(server: S3Server) -> Iterator[tuple[S3Server, Faults]]:
    """The server behind a proxy, and the faults that may be set on it."""
    faults = Faults()
    proxy = ThreadingHTTPServer(("127.0.0.1", 0), type("Proxy", (Handler,), {"behind": server, "faults": faults}))
    thread = threading.Thread(target=proxy.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield replace(server, endpoint=f"http://127.0.0.1:{proxy.server_address[1]}"), faults
    finally:
        proxy.shutdown()
        proxy.server_close()
        thread.join()


class Handler(BaseHTTPRequestHandler):
    """Passes requests on as they are, so that their signatures hold."""

    protocol_version = "HTTP/1.1"
    behind: ClassVar[S3Server]
    faults: ClassVar[Faults]

    def log_message(self, format: str, *arguments: object) -> None:
        """Silent."""

    def do_GET(self) -> None:
        """Any method: pass it on, or fail it."""
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        is_signed = "Authorization" in self.headers or "X-Amz-Signature" in self.path
        if self.faults.granted and self.path.endswith("?acl"):
            self._answer(200, {}, GRANT.encode())
        elif self.faults.public and not is_signed:
            self._answer(200, {}, b"public")
        elif self.faults.strikes(self.command):
            self._fail(body)
        else:
            self._forward(body)

    def _fail(self, body: bytes) -> None:
        if self.faults.answers is not None:
            status, code = self.faults.answers
            self._answer(status, {}, ERROR.format(code=code).encode())
        elif self.faults.halves:  # the storage says yes and keeps half
            name = urlsplit(self.path).path.rsplit("/", 1)[1]
            self.behind.client().put_object(Bucket=self.behind.bucket, Key=name, Body=body[: len(body) // 2])
            self._answer(200, {"ETag": '"0"'}, b"")
        else:
            self.close_connection = True

    def _forward(self, body: bytes) -> None:
        away = http.client.HTTPConnection(urlsplit(self.behind.endpoint).netloc, timeout=20)
        headers = {name: value for name, value in self.headers.items() if name.lower() != "expect"}
        away.request(self.command, self.path, body=body, headers=headers)
        reply = away.getresponse()
        kept = {name: value for name, value in reply.getheaders() if name.lower() not in OF_ONE_HOP}
        length = reply.getheader("Content-Length") if self.command == "HEAD" else None
        self._answer(reply.status, kept, reply.read(), length)
        away.close()

    def _answer(self, status: int, headers: dict[str, str], body: bytes, length: str | None = None) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", length or str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


for method in ("HEAD", "PUT", "POST", "DELETE"):
    setattr(Handler, f"do_{method}", Handler.do_GET)
