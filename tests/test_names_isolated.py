"""Names that people typed stand apart: one from right to left would move the words around it."""

from __future__ import annotations

import re

import pytest

from config.environment import BASE_DIR

OF_ROWS = r"(?:[a-z_.]+\.)?(?:(?:video|condition_video|run|other|first|second)\.name|campaign\.title|token\.label)"
NAMES = rf"{OF_ROWS}|made\.title"
NAME = re.compile(r"\{\{ *(?:" + NAMES + r")(?:\|[a-z_]+(?::[^}]*?)?)* *\}\}")
TEMPLATE_TAG = re.compile(r"\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
START = re.compile(r"<([a-z][a-z0-9]*)[^<>]*>[^<>]*$")
FLAT = {"option", "textarea", "title"}  # hold text and no element


def exposed(template: str) -> list[str]:
    """The names in a template that stand beside other words, outside an element that keeps their direction apart."""
    found = []
    for name in NAME.finditer(template):
        before = TEMPLATE_TAG.sub(lambda tag: "·" * len(tag[0]), template[: name.start()])
        in_tag = before.rfind("<") > before.rfind(">")
        in_title = template.rfind("{% block title %}", 0, name.start()) > template.rfind(
            "{% endblock %}", 0, name.start()
        )
        parent = START.search(before)
        kind = parent[1] if parent else ""
        alone = before.endswith(">") and template.startswith("</", name.end())
        if not (in_tag or in_title or kind in FLAT or kind == "bdi" or (alone and 'dir="auto"' in parent[0])):
            found.append(name[0])
    return found


@pytest.mark.parametrize(
    ("template", "count"),
    [
        ("<p>{{ run.name }}, new</p>", 1),
        ("<p><b>{{ a.video.name|truncatechars:9 }}</b></p>", 1),
        ("<p><bdi>{{ run.name }}</bdi>, new</p>", 0),
        ('<p dir="auto">{{ campaign.title }}</p>', 0),
        ('<p title="{{ campaign.title }}">x</p><option>{{ run.name }}</option>', 0),
        ("{% block title %}{{ campaign.title }}{% endblock %}", 0),
    ],
)
def test_what_counts_as_apart(template: str, count: int) -> None:
    assert len(exposed(template)) == count


def test_every_name_stands_apart() -> None:
    pages = sorted((BASE_DIR / "templates").rglob("*.html"))
    found = {str(page.relative_to(BASE_DIR)): names for page in pages if (names := exposed(page.read_text()))}
    assert found == {}
