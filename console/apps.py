"""Tells Django of this floor."""

from django.apps import AppConfig


class ConsoleConfig(AppConfig):
    """The floor's name."""

    name = "console"
