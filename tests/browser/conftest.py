"""A real Chromium and a desk with work on it."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from annotator.models import Membership
from moments.models import Campaign, Clip
from moments.protocol import Protocol
from tests.browser.player_page.server import Store, serving
from tests.browser.statics import answer_kept
from tests.factories import opened_campaign
from tests.servers.prepare import chromium_path, firefox_problem

# A busy machine paints late: whoever waits for a state waits until it comes, and only what never comes takes long.
PATIENCE_MS = 30_000
expect.set_options(timeout=PATIENCE_MS)

# A page lives for seconds: what its scripts save by being optimised never pays for the optimising.
QUICK_SCRIPTS = "--js-flags=--no-opt --no-maglev"

# Playwright's own loop runs in this thread; the tests' database calls are synchronous all the same.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests in Firefox are left out, and counted as such, where there is none."""
    if not firefox_problem(os.environ.get("FIREFOX", "")):
        return
    left_out = [item for item in items if item.get_closest_marker("firefox")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say so where the tests in Firefox were left out."""
    if problem := firefox_problem(os.environ.get("FIREFOX", "")):
        terminalreporter.write_line(f"No test ran in Firefox: it {problem} (or set FIREFOX=/path/to/firefox).")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", QUICK_SCRIPTS]
        browser = playwright.chromium.launch(
            executable_path=chromium_path(os.environ.get("CHROMIUM", "")), args=arguments
        )
        yield browser
        browser.close()


@pytest.fixture(autouse=True, scope="session")
def _static_files_are_kept() -> Iterator[None]:
    patch = pytest.MonkeyPatch()
    patch.setattr(StaticFilesHandler, "__call__", answer_kept)
    yield
    patch.undo()


@pytest.fixture
def store() -> Iterator[Store]:
    """For the player alone: a store of clips of the page's own origin, and the page."""
    with serving() as store:
        yield store


@contextmanager
def fresh_tabs(browser: Browser) -> Iterator[tuple[Callable[..., Page], list[str]]]:
    """What makes tabs of fresh browsers, and the script errors and breaches of the content policy in them."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def note(line: ConsoleMessage) -> None:
        if "Content Security Policy" in line.text or line.text.startswith(("TypeError", "ReferenceError")):
            errors.append(line.text)

    def listen(page: Page) -> None:
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", note)

    def make(**options: Any) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **options})
        context.set_default_timeout(2 * PATIENCE_MS)
        contexts.append(context)
        context.on("page", listen)
        return context.new_page()

    yield make, errors
    for context in contexts:
        context.close()


@pytest.fixture
def new_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Makes tabs of fresh browsers; a script error or a breach of the content policy fails the test."""
    with fresh_tabs(browser) as (make, errors):
        yield make
    assert errors == []


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """A fresh tab."""
    return new_page()


@pytest.fixture
def member() -> Membership:
    """An annotator with six pairs to score, each with a clip that plays."""
    return at_work(pairs=6)


def at_work(*, pairs: int, queries: int = 1, people: int = 1, frame_ms: int = 300, **fields: Any) -> Membership:
    """The first annotator of a campaign that is open, with clips."""
    protocol = fields.pop("protocol", Protocol(batch_size=pairs, window=1))
    campaign, members = opened_campaign(people=people, pairs=pairs, queries=queries, protocol=protocol, **fields)
    store_clips(campaign, frame_ms=frame_ms)
    return members[0]


def store_clips(campaign: Campaign, *, frame_ms: int = 300) -> None:
    """A tiny animated GIF in the clip storage for every clip of the campaign."""
    for clip in Clip.objects.filter(moment__campaign=campaign):
        storages["clips"].save(clip.name, ContentFile(_animation((clip.pk * 53) % 256, frame_ms)))


@cache
def _animation(green: int, frame_ms: int) -> bytes:
    """The bytes of a GIF; to choose its colours takes longer than to store it."""
    frames = [Image.new("RGB", (64, 36), (shade, green, 160)) for shade in (0, 120, 240)]
    out = io.BytesIO()
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=frame_ms, loop=0)
    return out.getvalue()
