"""Tells Django of this floor, and guards its tables."""

from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate

from moments.database.guards import CAMPAIGN_GUARDS, CLIP_GUARDS, LEDGER_GUARDS, SCALE_GUARDS, lay_guards
from moments.database.twin_guards import TWIN_GUARDS, TWIN_UPKEEP


class MomentsConfig(AppConfig):
    """The floor's name."""

    name = "moments"

    def ready(self) -> None:
        """Lay the guards after every migrate."""
        post_migrate.connect(_guard, sender=self)


def _guard(using: str, **kwargs: Any) -> None:
    guards = CAMPAIGN_GUARDS + SCALE_GUARDS + CLIP_GUARDS + LEDGER_GUARDS + TWIN_GUARDS
    lay_guards(connections[using], guards + TWIN_UPKEEP)
