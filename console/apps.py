"""Registers this floor with Django."""

from django.apps import AppConfig


class ConsoleConfig(AppConfig):
    """The floor's name."""

    name = "console"
