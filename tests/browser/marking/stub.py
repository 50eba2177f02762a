"""A server's answers to the marking desk, made in the browser's own network: what it asked, and what it was given."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from playwright.sync_api import Page, Route

from moments.clips.cutting.whole_video import WholeVideo, cut_whole_video
from tests.rig.numbered import write_numbered

FRAMES = 1000
PARTS = "/clips/stub/"


@cache
def numbered_video() -> WholeVideo:
    """Forty seconds of unevenly spaced frames that show their numbers, as a proxy with its parts."""
    folder = Path(mkdtemp(prefix="reelevance-marking-"))
    return cut_whole_video(write_numbered(folder / "uneven.mp4", FRAMES), folder)


def seat(number: int, **more: Any) -> dict[str, Any]:
    """A seat as `POST seats/claim/` gives it."""
    shown = {"id": f"00000000-0000-4000-8000-{number:012d}", "query": f"Question {number}?", "task": "ms"}
    return {**shown, "video": "film", "condition": None, **more}


@dataclass
class Stub:
    """What the server holds and heard."""

    video: WholeVideo
    seats: list[dict[str, Any]] = field(default_factory=list)
    stored: list[dict[str, Any]] = field(default_factory=list)
    beats: list[dict[str, Any]] = field(default_factory=list)
    refusals: list[dict[str, Any]] = field(default_factory=list)  # one for each next entry, before any is taken
    reason: str = "no_work"
    past: list[dict[str, Any]] = field(default_factory=list)  # what `GET scores/` gives
    seen: list[list[int]] = field(default_factory=list)  # what was watched in another browser
    me: dict[str, Any] = field(default_factory=dict)  # what `GET me/` gives
    grace_s: int = 60
    down: bool = False  # as if there were no line
    refused_claims: int = 0  # so many claims get no answer
    withholds: str = ""  # a part whose requests wait for `give`
    waiting: list[Route] = field(default_factory=list)

    def install(self, page: Page) -> None:
        """Answers the page's calls from now on."""
        page.context.route(re.compile(r"/api/v1/"), self._call)
        page.context.route(re.compile(re.escape(PARTS)), self._part)

    def _call(self, route: Route) -> None:
        if self.down:
            route.abort()
            return
        path = route.request.url.split("/api/v1/")[1].split("?")[0]
        if path == "seats/claim/" and self.refused_claims:
            self.refused_claims -= 1
            route.abort()
            return
        body = route.request.post_data_json if route.request.method == "POST" else {}
        if path == "scores/" and route.request.method == "GET":
            route.fulfill(json={"scores": self.past, "videos": {"film": self._film()}})
            return
        if path == "me/":
            route.fulfill(json=self.me)
            return
        answers = {"seats/claim/": self._claim, "scores/": self._scores, "viewing/": self._viewing}
        if path not in answers:
            route.fulfill(json={})
            return
        route.fulfill(json=answers[path](body))

    def _film(self) -> dict[str, Any]:
        sheets = [f"{PARTS}{sheet.name}" for sheet in self.video.filmstrip.sheets]
        shape = self.video.proxy
        proxy = {"url": f"{PARTS}proxy.mp4", "type": "video/mp4", "width": shape.width, "height": shape.height}
        proxy |= {"seconds": shape.seconds, "bytes": shape.bytes}
        return {"proxy": proxy, "frames": f"{PARTS}frames.json", "sheets": sheets}

    def _claim(self, body: dict[str, Any]) -> dict[str, Any]:
        done = {entry["seat"] for entry in self.stored}
        seats = [one for one in self.seats if one["id"] not in done][: body["count"]]
        videos = {one["video"]: self._film() for one in seats if one["video"]}
        return {"seats": seats, "videos": videos, "left": 0, "reason": None if seats else self.reason, "news": 0}

    def _scores(self, body: dict[str, Any]) -> dict[str, Any]:
        results = [self._taken(entry) for entry in body["scores"]]
        claimed = self._claim({"count": body["claim"]}) if "claim" in body else {}
        return {"results": results, **claimed}

    def _taken(self, entry: dict[str, Any]) -> dict[str, Any]:
        if self.refusals:
            return {"seat": entry["seat"], "status": "refused", "changeable_until": None, **self.refusals.pop(0)}
        self.stored.append(entry)
        until = "2999-01-01T00:00:00Z" if self.grace_s else "2000-01-01T00:00:00Z"
        return {"seat": entry["seat"], "status": "saved", "detail": "", "changeable_until": until}

    def _viewing(self, body: dict[str, Any]) -> dict[str, Any]:
        if "watched" in body:
            self.beats.append(body)
        return {"watched": self.seen, "bookmarks": []}

    def _part(self, route: Route) -> None:
        name = route.request.url.split(PARTS)[1].split("?")[0]
        if name == self.withholds:
            self.waiting.append(route)
        elif name == "frames.json":
            route.fulfill(json=self.frames())
        elif name == "proxy.mp4":
            self._stretch(route, (self.video.filmstrip.sheets[0].parent / name).read_bytes())
        else:
            content = (self.video.filmstrip.sheets[0].parent / name).read_bytes()
            route.fulfill(body=content, content_type="image/webp")

    def give(self) -> None:
        """Answers what waits, and what is asked for from now on."""
        self.withholds = ""
        while self.waiting:
            self._part(self.waiting.pop(0))

    def _stretch(self, route: Route, content: bytes) -> None:
        asked = re.fullmatch(r"bytes=(\d+)-(\d*)", route.request.headers.get("range", "bytes=0-"))
        first, last = int(asked[1]), min(int(asked[2] or len(content) - 1), len(content) - 1)
        headers = {"Content-Range": f"bytes {first}-{last}/{len(content)}", "Accept-Ranges": "bytes"}
        route.fulfill(status=206, body=content[first : last + 1], content_type="video/mp4", headers=headers)

    def frames(self) -> dict[str, Any]:
        """The file of kind `frames` that travels with the proxy."""
        table, film = self.video.table, self.video.filmstrip
        return {
            "table": table.packed(),
            "duration_ms": table.start_ms(len(table)),
            "tile": {"width": film.tile_width, "height": film.tile_height, "frames": list(film.frames)},
            "sheets": len(film.sheets),
        }
