"""Annotators' programs over HTTP: they claim, think, score, send again, open second tabs and lose their connection.

Each call is journaled before it leaves and after its fate is known. One label is one request, as the desk makes it:
`POST scores/` with the score and the number of seats to hold; a program may send several scores `together`.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import aiohttp

from tests.rig.journal import Journal

HOLD = 3
PATIENCE_S = 30.0
IDLE_S = 0.5
MOST_IDLE_S = 5.0


@dataclass(slots=True)
class Manners:
    """How the people behave: seconds of thinking, within how many they come, and the shares of what goes wrong."""

    think_s: tuple[float, float] = (0.0, 0.0)
    resent: float = 0.0
    cut: float = 0.0
    second_tab: float = 0.0
    session: bool = False
    value: Callable[[dict[str, Any]], int] | None = None
    stop_when_dry: bool = False
    together: int = 1
    arrive_s: float = 0.0
    labels: int | None = None  # so many are stored, and all stop

    @property
    def hold(self) -> int:
        """How many seats a program asks for."""
        return max(HOLD, self.together)


@dataclass
class Figures:
    """What the clients saw: seconds of each answered label, answers by status, scores by fate."""

    label_s: list[float] = field(default_factory=list)
    claim_s: list[float] = field(default_factory=list)
    answers: Counter[int] = field(default_factory=Counter)
    fates: Counter[str] = field(default_factory=Counter)


class Crowd:
    """People at one platform until `stop` is set."""

    def __init__(self, url: str, slug: str, journal: Journal, manners: Manners, *, seed: int = 1) -> None:
        self.url, self.slug, self.journal, self.manners = f"{url}/api/v1", slug, journal, manners
        self.run = f"{time.time_ns():x}"
        self.random, self.figures, self.stop = random.Random(seed), Figures(), asyncio.Event()

    async def work(self, people: list[dict[str, str]]) -> None:
        """Everybody works until `stop`; some in two tabs."""
        connector = aiohttp.TCPConnector(limit=0, keepalive_timeout=1.5)
        timeout = aiohttp.ClientTimeout(total=PATIENCE_S)
        jar = aiohttp.DummyCookieJar()
        async with aiohttp.ClientSession(connector=connector, timeout=timeout, cookie_jar=jar) as session:
            tabs = [person for person in people for _ in range(1 + (self.random.random() < self.manners.second_tab))]
            await asyncio.gather(*[_Tab(self, session, person, place).work() for place, person in enumerate(tabs)])


class _Tab:
    """One person's program in one tab."""

    def __init__(self, crowd: Crowd, session: aiohttp.ClientSession, person: dict[str, str], place: int) -> None:
        self.crowd, self.session, self.who, self.place = crowd, session, person["who"], place
        self.headers = {"Authorization": f"Token {person['token']}"}
        if crowd.manners.session:
            csrf = "c" * 32
            cookies = f"sessionid={person['session']}; csrftoken={csrf}"
            self.headers = {"Cookie": cookies, "X-CSRFToken": csrf, "Referer": crowd.url}
        self.seats: dict[str, dict[str, Any]] = {}
        self.numbers = itertools.count(1)

    async def work(self) -> None:
        """Claim, think, score, until the crowd stops; without a seat, wait 0.5 s and then ever longer."""
        idle_s = IDLE_S
        await asyncio.sleep(self.crowd.random.uniform(0, self.crowd.manners.arrive_s))
        while not self.crowd.stop.is_set():
            if not self.seats:
                started = time.perf_counter()
                answer = await self._post(
                    "seats/claim/", {"count": self.crowd.manners.hold, "campaign": self.crowd.slug}
                )
                if answer is not None:
                    self.crowd.figures.claim_s.append(time.perf_counter() - started)
                    self._hold(answer)
                if not self.seats:
                    if self.crowd.manners.stop_when_dry and answer is not None:
                        return
                    await asyncio.sleep(idle_s)
                    idle_s = min(2 * idle_s, MOST_IDLE_S)
                continue
            idle_s = IDLE_S
            await self._think()
            await self._score(list(self.seats.values())[: self.crowd.manners.together])

    async def _think(self) -> None:
        least, most = self.crowd.manners.think_s
        if most:
            await asyncio.sleep(self.crowd.random.uniform(least, most))

    async def _score(self, seats: list[dict[str, Any]]) -> None:
        manners, chance = self.crowd.manners, self.crowd.random.random
        entries = [self._entry(seat) for seat in seats]
        known = {"known": list(self.seats), "campaign": self.crowd.slug}
        body = {"scores": entries, "claim": manners.hold, **known}
        is_answered = await self._submit(body, entries, cut=chance() < manners.cut)
        if not is_answered or chance() < manners.resent:
            is_answered = await self._submit(body, entries)
        while not is_answered and not self.crowd.stop.is_set():
            await asyncio.sleep(IDLE_S)
            is_answered = await self._submit(body, entries)
        for seat in seats:
            self.seats.pop(seat["id"], None)

    def _entry(self, seat: dict[str, Any]) -> dict[str, Any]:
        chosen = self.crowd.manners.value
        value = chosen(seat) if chosen else self.crowd.random.randrange(5)
        key = f"{self.crowd.run}-{self.place}-{next(self.numbers)}"
        return {"seat": seat["id"], "relevance": value, "key": key, "shown_ms": 900}

    async def _submit(self, body: dict[str, Any], entries: list[dict[str, Any]], *, cut: bool = False) -> bool:
        """Whether it is known what became of the entries."""
        journal, figures = self.crowd.journal, self.crowd.figures
        named = [(self.who, entry["seat"].replace("-", ""), entry["key"]) for entry in entries]
        for name, entry in zip(named, entries, strict=True):
            journal.sent(*name, entry["relevance"])
        started = time.perf_counter()
        call = self._post("scores/", body)
        answer = await (_cut_short(call, self.crowd.random.uniform(0.0, 0.02)) if cut else call)
        if answer is None:
            for name in named:
                journal.unknown(*name)
            figures.fates["unknown"] += len(entries)
            return False
        figures.label_s.append(time.perf_counter() - started)
        for name, result in zip(named, answer["results"], strict=True):
            journal.answered(*name, result["status"], result["relevance"])
            figures.fates[result["status"]] += 1
        if self.crowd.manners.labels is not None and figures.fates["saved"] >= self.crowd.manners.labels:
            self.crowd.stop.set()
        self._hold(answer)
        return True

    async def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any] | None:
        try:
            async with self.session.post(f"{self.crowd.url}/{path}", json=body, headers=self.headers) as response:
                self.crowd.figures.answers[response.status] += 1
                return await response.json() if response.status == 200 else None
        except (aiohttp.ClientError, TimeoutError, ConnectionError):
            self.crowd.figures.answers[0] += 1
            return None

    def _hold(self, answer: dict[str, Any]) -> None:
        """The seats that the answer names; of known ones it gives the id alone."""
        self.seats = {seat["id"]: self.seats.get(seat["id"], seat) for seat in answer["seats"]}


async def _cut_short(call: Any, after_s: float) -> dict[str, Any] | None:
    """The connection is dropped after so long, whether the answer came or not."""
    try:
        return await asyncio.wait_for(call, after_s)
    except TimeoutError:
        return None
