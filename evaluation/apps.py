"""Tells Django of this floor."""

from django.apps import AppConfig


class EvaluationConfig(AppConfig):
    """The floor's name."""

    name = "evaluation"
