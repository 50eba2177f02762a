"""Debian's nginx with the templates of deploy/, as a child on free ports; and clients that come from anywhere."""

from __future__ import annotations

import re
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from config.environment import BASE_DIR
from tests.rig.ports import answers, free_port, wait_until
from tests.rig.web import die_with_parent
from tests.servers.prepare import NGINX

# What stands around a template in a real nginx; its client's address is the one that the test says.
AROUND = """
daemon off;
master_process off;
pid FOLDER/nginx.pid;
error_log FOLDER/error.log notice;
events { worker_connections 512; }
http {
    client_body_temp_path FOLDER/body;
    proxy_temp_path FOLDER/proxy;
    fastcgi_temp_path FOLDER/fastcgi;
    uwsgi_temp_path FOLDER/uwsgi;
    scgi_temp_path FOLDER/scgi;
    set_real_ip_from 127.0.0.1;
    real_ip_header X-Test-Address;
    include FOLDER/web.conf;
    include FOLDER/s3.conf;
}
"""
CERTIFICATE = (
    "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout privkey.pem -out fullchain.pem"
)
PIPELINED = 900  # nginx ends a connection after 1,000 requests
STATUS = re.compile(rb"HTTP/1\.1 (\d{3}) ")


@dataclass(frozen=True, slots=True)
class ProxyAnswer:
    """What nginx answered: status, headers by lower-case name, body."""

    status: int
    headers: dict[str, str]
    body: str


@dataclass(frozen=True, slots=True)
class Nginx:
    """A running nginx: the ports of its three servers, and the folder of its logs."""

    http: int
    https: int
    s3: int
    folder: Path

    def ask(
        self, path: str, method: str = "GET", *, address: str, port: int = 0, form: str = "", **headers: str
    ) -> ProxyAnswer:
        """One request from that address, over TLS."""
        sent = _request(path, method, address, headers, form, last=True)
        raw = _exchange(port or self.https, sent)
        head, _, body = raw.partition(b"\r\n\r\n")
        first, *rest = head.decode().split("\r\n")
        named = dict(line.split(": ", 1) for line in rest)
        return ProxyAnswer(int(first.split()[1]), {name.lower(): value for name, value in named.items()}, body.decode())

    def refused(self, path: str, method: str = "GET", *, address: str, port: int = 0) -> ProxyAnswer:
        """The answer to an address over its limit; requests that the passing time lets through do not count."""
        for _ in range(20):
            if (answer := self.ask(path, method, address=address, port=port)).status == 429:
                return answer
        raise AssertionError(f"{method} {path} is not refused")

    def flood(
        self, path: str, method: str = "GET", *, count: int, address: str, port: int = 0, **headers: str
    ) -> Flood:
        """That many requests from that address as fast as they go, and what became of them."""
        began, statuses = time.monotonic(), []
        while (left := count - len(statuses)) > 0:
            some = min(left, PIPELINED)
            sent = b"".join(_request(path, method, address, headers, last=n == some) for n in range(1, some + 1))
            statuses += [int(status) for status in STATUS.findall(_exchange(port or self.https, sent))]
        return Flood(statuses, time.monotonic() - began)


@dataclass(frozen=True, slots=True)
class Flood:
    """The statuses of a flood, in order, and how long it took."""

    statuses: list[int]
    seconds: float

    def passed(self) -> int:
        """How many were let through."""
        return len(self.statuses) - self.statuses.count(429)

    def kept_to(self, *, burst: int, rate: float) -> bool:
        """Whether as many were let through as the limit says: the burst and one, and what the time allowed for."""
        return burst + 1 <= self.passed() <= burst + 2 + rate * self.seconds


def _request(path: str, method: str, address: str, headers: dict[str, str], form: str = "", *, last: bool) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"X-Test-Address: {address}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    lines += [f"Content-Length: {len(form)}"] if method == "POST" else []
    lines += ["Connection: close"] if last else []
    return "\r\n".join([*lines, "", form]).encode()


def _exchange(port: int, sent: bytes) -> bytes:
    """All that comes back until the server ends the connection."""
    unverified = ssl.create_default_context()
    unverified.check_hostname, unverified.verify_mode = False, ssl.CERT_NONE
    got = b""
    plain = socket.create_connection(("127.0.0.1", port), timeout=60)
    with plain, unverified.wrap_socket(plain, server_hostname="localhost") as line:
        line.sendall(sent)
        while chunk := line.recv(65536):
            got += chunk
    return got


def rendered(name: str, folder: Path, *, upstream: int, http: int, https: int) -> str:
    """A template of deploy/ with its blanks filled, and with ports and logs of this test's own."""
    text = (BASE_DIR / "deploy" / name).read_text()
    blanks = {
        "REELEVANCE_WEB": f"127.0.0.1:{upstream}",
        "REELEVANCE_STORAGE": f"127.0.0.1:{upstream}",
        "REELEVANCE_TLS": str(folder),
    }
    text = re.sub(r"\$\{(\w+)\}", lambda blank: blanks[blank[1]], text)
    text = text.replace("listen 80;", f"listen 127.0.0.1:{http};")
    text = text.replace("listen 443 ssl;", f"listen 127.0.0.1:{https} ssl;")
    return text.replace("/var/log/nginx/", f"{folder}/")


@contextmanager
def nginx_before(upstream: int, folder: Path) -> Iterator[Nginx]:
    """nginx with both templates before what listens on that port."""
    own = Nginx(free_port(), free_port(), free_port(), folder)
    subprocess.run(CERTIFICATE.split(), cwd=folder, capture_output=True, check=True)
    web = rendered("nginx.conf.template", folder, upstream=upstream, http=own.http, https=own.https)
    (folder / "web.conf").write_text(web)
    storage = rendered("nginx-s3.conf.template", folder, upstream=upstream, http=0, https=own.s3)
    (folder / "s3.conf").write_text(storage)
    (folder / "nginx.conf").write_text(AROUND.replace("FOLDER", str(folder)))
    with (folder / "output.log").open("wb") as log:
        command = [NGINX, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]
        process = subprocess.Popen(command, stdout=log, stderr=log, preexec_fn=die_with_parent)
    try:
        wait_until("nginx", lambda: answers(own.s3) or process.poll() is not None, within_s=20, every_s=0.05)
        assert process.poll() is None, (folder / "output.log").read_text() + (folder / "error.log").read_text()
        yield own
    finally:
        process.terminate()
        process.wait(20)
