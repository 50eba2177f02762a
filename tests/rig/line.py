"""A TCP line to a server on loopback that can be slow, be cut, or lose what passes at a chosen word."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(slots=True)
class Trouble:
    """What happens to the first chunk that holds `word`, once; `spares` of them pass before.

    `request` says which way it goes: to the server (True) or back. A `lost` chunk is not passed on; a passed one is
    cut to `keep` bytes (None: all) before every connection of the line ends; `linger_s` is the time that the server
    has for it, unless `Line.release` says sooner that whatever had to happen meanwhile has happened.
    """

    word: bytes
    request: bool = True
    lost: bool = False
    keep: int | None = None
    linger_s: float = 0.3
    spares: int = 0

    def strikes(self, data: bytes, *, request: bool) -> bool:
        """Whether this is the chunk."""
        if request != self.request or self.word not in data:
            return False
        self.spares -= 1
        return self.spares < 0


class Line:
    """Passes bytes between `port` (chosen free) and `server_port`; every chunk waits `delay_s`."""

    def __init__(self, server_port: int, *, delay_s: float = 0.0) -> None:
        self.server_port, self.delay_s = server_port, delay_s
        self.trouble: Trouble | None = None
        self.down = False
        self.struck, self.met, self._released = threading.Event(), threading.Event(), threading.Event()
        self.port = 0
        self._open: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        ready = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(ready,), daemon=True)
        self._thread.start()
        ready.wait()

    def expect(self, trouble: Trouble) -> None:
        """The next chunk of that kind meets trouble: `struck` is set when it is there, `met` when all is over."""
        for event in (self.struck, self.met, self._released):
            event.clear()
        self.trouble = trouble

    def release(self) -> None:
        """The trouble that goes on now may end."""
        self._released.set()

    def cut(self, *, down: bool = False) -> None:
        """Reset every connection; `down` refuses new ones as well, until it is set back."""
        self.down = down
        self._soon(self._drop_all)

    def close(self) -> None:
        """The end of the line."""
        self.cut(down=True)
        self._soon(self._end)
        self._thread.join(5)

    def _end(self) -> None:
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.call_later(0.05, self._loop.stop)

    def _soon(self, job: Callable[[], None]) -> None:
        self._loop.call_soon_threadsafe(job)

    def _run(self, ready: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        ready.set()
        self._loop.run_forever()
        server.close()

    def _drop_all(self) -> None:
        for writer in list(self._open):
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.down:
            writer.transport.abort()
            return
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.server_port)
        except OSError:
            writer.transport.abort()
            return
        self._open |= {writer, back}
        try:
            await asyncio.gather(self._pass(reader, back, True), self._pass(there, writer, False))
        except (OSError, asyncio.CancelledError):  # cut, or the end of the line
            pass
        finally:
            for end in (writer, back):
                self._open.discard(end)
                end.transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bool) -> None:
        while data := await reader.read(65536):
            if self.delay_s:
                await asyncio.sleep(self.delay_s)
            trouble = self.trouble
            if trouble and trouble.strikes(data, request=request):
                self.trouble = None
                self.struck.set()
                if not trouble.lost:
                    writer.write(data[: trouble.keep])
                    await self._linger(trouble.linger_s)
                self._drop_all()
                self.met.set()
                return
            writer.write(data)
            await writer.drain()
        writer.close()

    async def _linger(self, most_s: float) -> None:
        end = self._loop.time() + most_s
        while self._loop.time() < end and not self._released.is_set():
            await asyncio.sleep(min(0.05, most_s))
