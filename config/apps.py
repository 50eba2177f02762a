"""Tells Django of this floor, which has no tables, and lists its background jobs."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """The floor's name."""

    name = "config"

    def ready(self) -> None:
        """List the jobs, now that the models of all floors are there."""
        from config.jobs import list_jobs

        list_jobs()
