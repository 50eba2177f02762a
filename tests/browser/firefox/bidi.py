"""A small WebDriver BiDi client: commands go to the browser, answers and events come back."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any

import aiohttp

ANSWERS_WITHIN_S = 120.0  # a new session waits until Firefox has started whole


class Refused(Exception):
    """The browser refused a command."""


class Session:
    """One session with a browser; its socket lives on a loop in a thread, as tests call without one."""

    def __init__(self, address: str) -> None:
        self.events: list[dict[str, Any]] = []
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="bidi", daemon=True)
        self._thread.start()
        self._reading = self._wait(self._connect(f"{address}/session"))
        self.ask("session.new", capabilities={})

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """The result of a command; raises Refused."""
        answer = self._wait(self._send(method, params))
        if answer["type"] != "success":
            raise Refused(f"{method}: {answer.get('message') or answer.get('error')}")
        return answer["result"]

    def close(self) -> None:
        """End the browser and the thread."""
        self.ask("browser.close")
        self._wait(self._disconnect())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _wait(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(ANSWERS_WITHIN_S)

    async def _connect(self, address: str) -> asyncio.Task[None]:
        self._client = aiohttp.ClientSession()
        self._socket = await self._client.ws_connect(address, max_msg_size=0)
        return asyncio.create_task(self._read())

    async def _disconnect(self) -> None:
        await self._reading
        await self._client.close()

    async def _send(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        number = len(self._answers)
        self._answers[number] = asyncio.get_running_loop().create_future()
        await self._socket.send_json({"id": number, "method": method, "params": params})
        return await self._answers[number]

    async def _read(self) -> None:
        async for message in self._socket:
            heard = message.json()
            if heard["type"] == "event":
                self.events.append(heard)
            else:
                self._answers[heard["id"]].set_result(heard)
