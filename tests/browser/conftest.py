"""A real Chromium and a desk with work on it."""

from __future__ import annotations

import io
import os
import shutil
from collections.abc import Iterator

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from moments.models import Campaign, Clip

# Playwright's own loop runs in this thread; the tests' database calls are synchronous all the same.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A fresh tab; a script error or a breach of the content policy fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.append(line.text) if "Content Security Policy" in line.text else None)
    yield page
    context.close()
    assert errors == []


def store_clips(campaign: Campaign) -> None:
    """A tiny animated GIF in the clip storage for every clip of the campaign."""
    for clip in Clip.objects.filter(moment__campaign=campaign):
        frames = [Image.new("RGB", (64, 36), (shade, (clip.pk * 53) % 256, 160)) for shade in (0, 120, 240)]
        out = io.BytesIO()
        frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=300, loop=0)
        storages["clips"].save(clip.name, ContentFile(out.getvalue()))
