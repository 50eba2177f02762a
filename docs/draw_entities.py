"""Writes docs/entities.md from the models: those of each floor, and how they refer to each other (`make entities`)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import django
from django.apps import AppConfig, apps
from django.db.models import Field, ForeignObject, Model, UniqueConstraint

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "entities.md"
HEAD = """# Entities

This page lists what the database stores, floor by floor ([architecture](architecture.md)). `make entities` writes it
from the models and their docstrings, and a test checks that it is up to date. Change the models instead of this file.

A box shows only the key fields of a model: its primary key (PK), its unique fields (UK), each with any other fields
of the same constraint, and its references to other models (FK). Each line is a reference, labelled with its field.
At the end of a line, a bar means one, a ring means none, and a fork means many. A box without fields belongs to a lower
floor, or to Django.
"""


def entities_page() -> str:
    """The whole page."""
    floors = [floor for floor in apps.get_app_configs() if Path(floor.path).parent == ROOT]
    return "\n".join([HEAD, *(section(floor) for floor in floors if any(floor.get_models()))])


def section(floor: AppConfig) -> str:
    """A floor's purpose, its models with the files that define them, and its diagram."""
    models = sorted(floor.get_models(), key=lambda model: model.__module__)
    lines = [f"## {floor.name}", "", first_sentence(import_module(floor.name)), ""]
    lines += ["| model | what it is | file |", "|---|---|---|", *(table_row(model) for model in models), ""]
    lines += ["```mermaid", "erDiagram"]
    for model in models:
        lines += box(model)
    lines += [f"    {reference}" for model in models for reference in references(model)]
    return "\n".join([*lines, "```", ""])


def first_sentence(described: object) -> str:
    """The first sentence of a docstring, on one line."""
    paragraph = " ".join((described.__doc__ or "").strip().split("\n\n")[0].split())
    sentence, stop, _ = paragraph.partition(". ")
    return sentence + stop.strip()


def table_row(model: type[Model]) -> str:
    """A model, what it is, and its file."""
    file = model.__module__.replace(".", "/") + ".py"
    return f"| {model.__name__} | {first_sentence(model)} | [{file}](../{file}) |"


def box(model: type[Model]) -> Iterator[str]:
    """The key fields of a model, in their order."""
    yield f"    {model.__name__} {{"
    for field in model._meta.concrete_fields:
        beside = unique_beside(model, field)
        unique = field.unique or beside is not None
        marks = [("PK", field.primary_key), ("UK", unique and not field.primary_key), ("FK", is_reference(field))]
        keys = ", ".join(mark for mark, holds in marks if holds)
        if keys:
            note = f' "with {", ".join(beside)}"' if beside else ""
            yield f"        {kind(field)} {field.name} {keys}{note}"
    yield "    }"


def unique_beside(model: type[Model], field: Field[Any, Any]) -> list[str] | None:
    """The fields together with which the field is always unique, None if there are none; a reference is no key."""
    constraints = [found for found in model._meta.constraints if isinstance(found, UniqueConstraint)]
    for constraint in constraints:
        if constraint.condition is None and field.name in constraint.fields and not is_reference(field):
            return [name for name in constraint.fields if name != field.name]
    return None


def is_reference(field: Field[Any, Any]) -> bool:
    """Whether it refers to one other model."""
    return isinstance(field, ForeignObject)


def kind(field: Field[Any, Any]) -> str:
    """What a field holds: the model that it refers to, or the kind of its value."""
    if isinstance(field, ForeignObject):
        return field.remote_field.model.__name__
    return field.get_internal_type().removesuffix("Field")


def references(model: type[Model]) -> Iterator[str]:
    """A line for each field that refers to one model or to many."""
    for field in model._meta.concrete_fields:
        if is_reference(field):
            one, many = "|o" if field.null else "||", "o|" if field.unique else "o{"
            yield f'{kind(field)} {one}--{many} {model.__name__} : "{field.name}"'
    for field in model._meta.local_many_to_many:
        yield f'{field.remote_field.model.__name__} }}o--o{{ {model.__name__} : "{field.name}"'


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    PAGE.write_text(entities_page())
