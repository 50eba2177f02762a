"""Makes the models of old migrations with less work, for tests that walk all of them."""

from __future__ import annotations

from copy import copy

from django.db.migrations import Migration
from django.db.migrations.state import ModelState, ProjectState
from django.db.migrations.utils import resolve_relation
from django.db.models import BaseConstraint, Field, Index

_with_all_related = ProjectState._find_reload_model


def make_old_models_cheaply() -> None:
    """From now on, in this process: the same statements, while fewer models are made, each with less work.

    - A field is taken apart once, and not each time that a model with it is made.
    - An index or constraint is copied as it is.
    - After an operation that changes no relation, Django makes the model again, those it refers to, and all that refer
      to any of them: nearly every one, by way of the campaign. Its statement needs only the model and those that refer
      to it. For `RunPython`, all of them are made again in either case.
    - On the way back, Django needs the state before each migration. Its models are made once from the state, and not
      after each operation of the migration before.
    """
    Field.clone = _made_again
    BaseConstraint.clone = Index.clone = copy
    ProjectState._find_reload_model = _with_few_related
    Migration.mutate_state = _without_models


def _made_again(field: Field) -> Field:
    if "taken_apart" not in field.__dict__:
        field.taken_apart = field.deconstruct()[2:]
    arguments, options = field.taken_apart
    return type(field)(*arguments, **options)


def _with_few_related(
    state: ProjectState, app_label: str, model_name: str, delay: bool = False
) -> set[tuple[str, str]]:
    if not delay:
        return _with_all_related(state, app_label, model_name)
    state.is_delayed = True
    changed = app_label, model_name
    return {changed} | {key for key, model in state.models.items() if changed in _referred_to(key, model)}


def _referred_to(key: tuple[str, str], model: ModelState) -> set[tuple[str, str]]:
    relations = (field.remote_field for field in model.fields.values() if field.is_relation)
    return {resolve_relation(relation.model, *key) for relation in relations}


def _without_models(migration: Migration, state: ProjectState, preserve: bool = True) -> ProjectState:
    if preserve:
        state = state.clone()
        state.__dict__.pop("apps", None)
    for operation in migration.operations:
        operation.state_forwards(migration.app_label, state)
    return state
