"""The tests of pages rest on this: axe finds what is wrong, also where a page changed since it was first looked at."""

import pytest

from tests.browser.axe import in_light_and_dark, violations

pytestmark = pytest.mark.browser
PAGE = """<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1><p id="pale">Words</p></main>
<style>@media (prefers-color-scheme: dark) { body { background: black; color: #333; } h1 { color: white; } }</style>"""


def test_a_violation_is_named_with_its_rule_its_element_and_its_scheme(page):
    page.set_content(PAGE)
    assert in_light_and_dark(page) == ["dark: color-contrast: #pale"]
    page.emulate_media(color_scheme="light")
    assert violations(page) == []
    page.evaluate("document.querySelector('main').append(new Image())")
    assert violations(page) == ["image-alt: img"]
