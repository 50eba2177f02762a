"""The modules of the marking desk on an empty page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.player_page.server import Store


@pytest.fixture
def run(page: Page, store: Store) -> Callable[..., Any]:
    """Runs an expression over the names that a module exports, and `given`; its value comes back as JSON."""
    page.goto(f"{store.url}/")
    page.wait_for_selector("[data-started]")

    def evaluate(module: str, expression: str, given: object = None) -> Any:
        address = f"/static/annotator/marking/{module}.js"
        return page.evaluate(
            f"async (given) => {{ const at = await import('{address}'); return ({expression}); }}", given
        )

    return evaluate
