"""The modules of the marking desk on an empty page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import fresh_tabs
from tests.browser.player_page.server import serving


@pytest.fixture(scope="module")
def empty_page(browser: Browser) -> Iterator[tuple[Page, list[str]]]:
    """One page for all cases of a file, and its errors: the modules give values and keep none."""
    with serving() as store, fresh_tabs(browser) as (make, errors):
        page = make()
        page.goto(f"{store.url}/")
        page.wait_for_selector("[data-started]")
        yield page, errors


@pytest.fixture
def run(empty_page: tuple[Page, list[str]]) -> Iterator[Callable[..., Any]]:
    """Runs an expression over the names that a module exports, and `given`; its value comes back as JSON."""
    page, errors = empty_page

    def evaluate(module: str, expression: str, given: object = None) -> Any:
        address = f"/static/annotator/marking/{module}.js"
        return page.evaluate(
            f"async (given) => {{ const at = await import('{address}'); return ({expression}); }}", given
        )

    yield evaluate
    found = errors[:]
    errors.clear()
    assert found == []
