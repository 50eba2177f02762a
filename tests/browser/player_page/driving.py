"""What a test does with the page of the player, and sees in it."""

from __future__ import annotations

import io

from PIL import Image
from playwright.sync_api import Page

from tests.browser.player_page import clips
from tests.browser.player_page.server import Store, pair

TYPES = {"mp4": "video/mp4", "gif": "image/gif", "webp": "image/webp"}
KINDS = list(TYPES)
STAGE = (0x12, 0x18, 0x1C)
ROUND_MS = 1200  # six frames at five a second


def add(store: Store, number: int, kind: str, *faults: str, body: bytes | None = None, **more: object) -> dict:
    """A pair whose clip has the colours of `number`."""
    name = f"{number}.{kind}"
    whole = getattr(clips, kind)(number) if body is None else body
    return pair(name, store.put(name, whole, *faults), TYPES[kind], **more)


def slow(store: Store, number: int, kind: str, *, frame_s: float) -> dict:
    """A pair whose clip stays so long at each frame that a busy machine still reads the first one."""
    return add(store, number, kind, body=getattr(clips, kind)(number, frames=3, fps=1 / frame_s))


def open_page(page: Page, store: Store, query: str = "") -> Page:
    page.goto(f"{store.url}/{query}")
    page.wait_for_selector("[data-started]")
    page.evaluate("desk.player.tested")
    return page


def get_ready(page: Page, pairs: list[dict]) -> None:
    page.evaluate("pairs => { window.pairs = pairs; desk.player.hold(pairs); }", pairs)
    page.evaluate("desk.until(() => pairs.slice(0, 3).every(({ id }) => desk.player.isReady(id)))")


def show(page: Page, shown: dict) -> str:
    return page.evaluate("pair => desk.player.show(pair)", shown)


def frame_shown(page: Page, number: int) -> int:
    """Which frame of clip `number` the element in view holds; fails if it is of another clip."""
    red, green, blue = page.evaluate("desk.colour()")
    frame = round((green - clips.colour(number, 0)[1]) / clips.STEP)
    assert close_to((red, green, blue), clips.colour(number, frame))
    return frame


def close_to(colour: tuple[int, ...], wanted: tuple[int, ...], most: int = clips.MOST_OFF) -> bool:
    return max(abs(one - other) for one, other in zip(colour, wanted, strict=True)) <= most


def wait_for_frame(page: Page, number: int, frame: int) -> None:
    colour = list(clips.colour(number, frame))
    page.evaluate(
        "([wanted, most]) => desk.until(() => desk.colour().every((part, i) => Math.abs(part - wanted[i]) <= most))",
        [colour, clips.MOST_OFF],
    )


def watch(page: Page) -> dict:
    return page.evaluate("desk.player.watch()")


def colour_in_view(page: Page) -> tuple[int, ...]:
    """What is painted in the stage where no note stands."""
    return colour_at(page.screenshot(), spot(page))


def spot(page: Page) -> tuple[float, float]:
    """A place in the stage above its middle, in parts of the viewport."""
    box, size = page.locator("#stage").bounding_box(), page.viewport_size
    return (box["x"] + box["width"] / 2) / size["width"], (box["y"] + 20) / size["height"]


def colour_at(picture: bytes, at: tuple[float, float]) -> tuple[int, ...]:
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    return image.getpixel((int(at[0] * image.width), int(at[1] * image.height)))
