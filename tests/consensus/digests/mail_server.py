"""A real SMTP server on loopback that keeps what it is given, or refuses everybody."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage


@dataclass
class MailServer:
    """Where it listens, and the mails that it took."""

    port: int
    refuses: bool = False
    mails: list[EmailMessage] = field(default_factory=list)


class _Conversation(socketserver.StreamRequestHandler):
    """As much of RFC 5321 as a sender without extensions needs."""

    def handle(self) -> None:
        server: MailServer = self.server.kept  # type: ignore[attr-defined]
        self.say("220 loopback")
        while line := self.rfile.readline():
            verb = line[:4].upper().strip()
            if verb == b"QUIT":
                return self.say("221 bye")
            if verb == b"RCPT" and server.refuses:
                self.say("550 no such mailbox")
            elif verb == b"DATA":
                self.say("354 go on")
                server.mails.append(message_from_bytes(self.data(), policy=policy.default))
                self.say("250 taken")
            else:
                self.say("250 fine")

    def data(self) -> bytes:
        lines = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        return b"".join(lines)

    def say(self, words: str) -> None:
        self.wfile.write(f"{words}\r\n".encode())


@contextmanager
def mail_server() -> Iterator[MailServer]:
    """The server, until the block ends."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Conversation) as listening:
        listening.daemon_threads = True
        kept = MailServer(listening.server_address[1])
        listening.kept = kept  # type: ignore[attr-defined]
        thread = threading.Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield kept
        finally:
            listening.shutdown()
            thread.join()
