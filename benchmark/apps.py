"""Tells Django of this floor."""

from django.apps import AppConfig


class BenchmarkConfig(AppConfig):
    """The floor's name; its tables, migrations and permissions keep the label that they were made under."""

    name = "benchmark"
    label = "evaluation"
