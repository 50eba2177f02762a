"""Tells Django of this floor."""

from django.apps import AppConfig


class ArchiveConfig(AppConfig):
    """The floor's name."""

    name = "archive"
