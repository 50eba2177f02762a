"""A real Firefox and fresh tabs of it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.firefox.tabs import Firefox, Tab
from tests.servers.prepare import installed_firefox


@pytest.fixture(scope="session")
def firefox() -> Iterator[Firefox]:
    with tempfile.TemporaryDirectory(prefix="reelevance-firefox-", ignore_cleanup_errors=True) as folder:
        firefox = Firefox(os.environ.get("FIREFOX") or str(installed_firefox()), Path(folder))
        yield firefox
        firefox.close()


@pytest.fixture
def tab(firefox: Firefox) -> Iterator[Tab]:
    """A fresh tab; anything that a script or the console calls an error fails the test."""
    tab = firefox.new_tab()
    yield tab
    errors = tab.errors()
    tab.close()
    assert errors == []
