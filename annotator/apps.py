"""Tells Django of this floor, and guards its tables."""

from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate

from annotator.guards import (
    CHECK_GUARDS,
    EXAMPLE_GUARDS,
    MARKING_GUARDS,
    MESSAGE_GUARDS,
    PAY_GUARDS,
    PERMIT_GUARDS,
    QUESTION_GUARDS,
    REFERENCE_GUARDS,
    SCALE_GUARDS,
    SEAT_GUARDS,
    SHARE_UPKEEP,
    TRAINING_GUARDS,
    TWIN_ANSWER_GUARDS,
    TWIN_EXAM_GUARDS,
    WRITER_GUARDS,
)
from moments.database.guards import lay_guards


class AnnotatorConfig(AppConfig):
    """The floor's name."""

    name = "annotator"

    def ready(self) -> None:
        """Lay the guards after every migrate."""
        post_migrate.connect(_guard, sender=self)


def _guard(using: str, **kwargs: Any) -> None:
    people = SEAT_GUARDS + EXAMPLE_GUARDS + TRAINING_GUARDS + PAY_GUARDS + MESSAGE_GUARDS + SCALE_GUARDS
    marked = MARKING_GUARDS + REFERENCE_GUARDS + CHECK_GUARDS + QUESTION_GUARDS
    twins = TWIN_ANSWER_GUARDS + WRITER_GUARDS + TWIN_EXAM_GUARDS + PERMIT_GUARDS
    lay_guards(connections[using], people + marked + twins + SHARE_UPKEEP)
