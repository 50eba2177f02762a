"""A line between browser and server that can be slow, and can be cut: a TCP proxy in a thread of its own."""

from __future__ import annotations

import asyncio
import threading


class Line:
    """Passes bytes from `port` (chosen free) to the server; each answer's first byte waits `delay_s`."""

    def __init__(self, server_port: int, *, delay_s: float = 0.0) -> None:
        self.server_port, self.delay_s, self.is_cut = server_port, delay_s, False
        self.port = 0
        self._open: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        ready = threading.Event()
        threading.Thread(target=self._run, args=(ready,), daemon=True).start()
        ready.wait()

    def _run(self, ready: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        ready.set()
        self._loop.run_forever()

    def cut(self) -> None:
        """Drop every connection and refuse new ones until `mend`."""
        self.is_cut = True
        self._loop.call_soon_threadsafe(self._drop_all)

    def mend(self) -> None:
        """Let connections through again."""
        self.is_cut = False

    def _drop_all(self) -> None:
        for writer in list(self._open):
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.is_cut:
            writer.transport.abort()
            return
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.server_port)
        except OSError:  # the server is down
            writer.transport.abort()
            return
        self._open |= {writer, back}
        try:
            await asyncio.gather(self._pass(reader, back, 0.0), self._pass(there, writer, self.delay_s))
        except OSError:
            pass
        finally:
            for end in (writer, back):
                self._open.discard(end)
                end.transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, delay_s: float) -> None:
        """Copy until the end; what comes after a pause of the line is a new answer, which waits."""
        quiet = True
        while True:
            try:
                data = await asyncio.wait_for(reader.read(65536), None if quiet else 0.05)
            except TimeoutError:
                quiet = True
                continue
            if not data:
                writer.close()
                return
            if quiet and delay_s:
                await asyncio.sleep(delay_s)
            quiet = False
            writer.write(data)
            await writer.drain()
