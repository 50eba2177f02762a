"""Names that people typed stand apart: one from right to left would move the words around it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

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


IN_CODE = re.compile(
    r"(?:\w+\.)*(?:(?:video|run|upload|saved|held|known|token)\.(?:name|label)|campaign\.title|given_name|username|worker_id)"
)
LEVELS = {"success", "info", "warning", "error"}


def exposed_in_code(code: str) -> list[str]:
    """The names in sentences of messages and refusals that nothing keeps apart."""
    found = []
    for sentence in _sentences(ast.parse(code)):
        for part in ast.walk(sentence):
            if isinstance(part, ast.FormattedValue) and IN_CODE.fullmatch(ast.unparse(part.value)):
                found.append(ast.unparse(part.value))
    return found


def _sentences(module: ast.Module) -> Iterator[ast.AST]:
    for node in ast.walk(module):
        if isinstance(node, ast.Raise):
            yield node
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in LEVELS:
            yield from (node,) if ast.unparse(node.func.value) == "messages" else ()


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ('messages.error(request, f"{run.name} is new")', 1),
        ('raise BadInput(f"no clip of {pair.video.name!r}")', 1),
        ('raise BadInput(f"no clip of {isolated(video.name)}")', 0),
        ('path = f"{video.name}.mp4"', 0),
    ],
)
def test_what_counts_as_apart_in_code(code: str, count: int) -> None:
    assert len(exposed_in_code(code)) == count


def test_every_name_in_a_message_or_a_refusal_stands_apart() -> None:
    found = {}
    for floor in ("moments", "annotator", "consensus", "benchmark", "archive", "console"):
        for file in sorted((BASE_DIR / floor).rglob("*.py")):
            if names := exposed_in_code(file.read_text()) if _speaks_to_pages(file) else []:
                found[str(file.relative_to(BASE_DIR))] = names
    assert found == {}


def _speaks_to_pages(file: Path) -> bool:
    return not {"management", "migrations"} & set(file.parts)
