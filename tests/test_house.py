"""How the house is laid out: what import contracts cannot say (pyproject.toml holds those)."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from config.environment import BASE_DIR

FLOORS = ("evaluation", "moments", "annotator", "consensus", "benchmark", "archive", "console")
AT_ROOT = {"admin", "apps", "guards", "management", "migrations", "models", "tasks", "templatetags", "urls"}
IN_SUBJECTS = {"api", "database", "forms", "selectors", "services", "storage", "urls", "views"}
FRAMEWORKS = {"axes", "celery", "csp", "django", "django_htmx", "drf_spectacular", "rest_framework", "storages"}
WRITES = {"bulk_create", "bulk_update", "get_or_create", "save", "select_for_update", "update_or_create"}
WIRES = {"migrations", "models", "tasks"}  # where strings name tables, models and Celery's tasks
MOST_FILES = 20
OPTION = re.compile(r"(?<![\w-])--[a-z]")


def modules(*floors: str) -> dict[str, Path]:
    found = (path for floor in floors for path in sorted((BASE_DIR / floor).rglob("*.py")))
    return {
        ".".join(path.relative_to(BASE_DIR).with_suffix("").parts).removesuffix(".__init__"): path for path in found
    }


ALL = modules(*FLOORS)


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def layers_of(module: str) -> set[str]:
    """The names by which a module's path says that it may know Django; none of a pure module."""
    floor, *rest = module.split(".")
    return set(rest[:1]) & AT_ROOT | set(rest) & IN_SUBJECTS if floor in FLOORS[1:] else set()


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if name in ALL else node.module for name in names)


def strings(path: Path) -> Iterator[str]:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def texts(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Each text with its line, what an f-string fills in left out; without docstrings."""
    whole = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = (part.value if isinstance(part, ast.Constant) else "…" for part in node.values)
            yield node.lineno, "".join(str(part) for part in parts)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and not {id(node)} & (whole | docstrings):
            yield node.lineno, node.value


def test_what_stands_outside_layer_names_is_pure():
    knowing = [
        f"{module} imports {name}"
        for module, path in ALL.items()
        if not layers_of(module)
        for name in imported(path)
        if name.split(".")[0] in FRAMEWORKS or layers_of(name)
    ]
    assert knowing == []


def test_the_rooms_of_the_console_write_nothing():
    written = [
        f"{module}:{node.lineno}"
        for module, path in modules("console").items()
        for node in ast.walk(tree_of(path))
        if "services" in module or (isinstance(node, ast.Attribute) and node.attr in WRITES)
    ]
    assert written == []


def test_no_string_names_a_module_of_another_floor():
    dotted = re.compile(rf"(?:{'|'.join(FLOORS)})\.\w+\.[\w.]+")
    quoted = re.compile(rf"""["']{dotted.pattern}["']""")
    named = [
        f"{module} names {text}"
        for module, path in ALL.items()
        if not layers_of(module) & WIRES and quoted.search(path.read_text())
        for text in strings(path)
        if dotted.fullmatch(text) and not text.startswith(f"{module.split('.')[0]}.")
    ]
    assert named == []


def test_only_commands_speak_of_options():
    """A whole command line to copy is the exception: its text begins with the command or names `python -m`."""
    commands = tuple(path.stem for path in ALL.values() if path.parent.name == "commands")
    spoken = [
        f"{module}:{line} {text}"
        for module, path in ALL.items()
        if not {"management", "cli", "__main__"} & set(module.split(".")) and OPTION.search(path.read_text())
        for line, text in texts(tree_of(path))
        if OPTION.search(text) and not text.startswith(commands) and "`python -m " not in text
    ]
    assert spoken == []


@pytest.mark.parametrize("floor", FLOORS)
def test_every_package_says_what_it_is_for(floor: str):
    silent = [
        module
        for module, path in modules(floor).items()
        if not {"migrations", "management"} & set(module.split(".")) and not ast.get_docstring(tree_of(path))
    ]
    assert silent == []


@pytest.mark.parametrize("floor", FLOORS)
def test_no_folder_is_crowded(floor: str):
    """Migrations are a history, which nobody searches by subject, and Django looks for commands in one folder only."""
    searched = [path for path in modules(floor).values() if path.parent.name not in ("migrations", "commands")]
    files = Counter(path.parent for path in searched if path.name != "__init__.py")
    assert [str(folder.relative_to(BASE_DIR)) for folder, count in files.items() if count > MOST_FILES] == []


@pytest.mark.parametrize("kind", ["templates", "static", "tests"])
def test_what_goes_with_a_subject_lies_under_its_name(kind: str):
    under = (folder for floor in FLOORS for folder in (BASE_DIR / kind / floor).glob("*/"))
    folders = [folder for folder in under if any(path.suffix not in {"", ".pyc"} for path in folder.rglob("*"))]
    strange = [
        str(folder.relative_to(BASE_DIR))
        for folder in folders
        if not (BASE_DIR / folder.parent.name / folder.name).is_dir()
    ]
    assert (len(folders) > 1, strange) == (True, [])


def test_only_what_people_see_has_templates():
    floors = {folder.name for folder in (BASE_DIR / "templates").glob("*/")}
    assert floors == {"annotator", "console"}
