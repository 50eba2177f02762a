"""Tells Django of this floor, and guards its tables."""

from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate

from consensus.guards import (
    REWRITE_GUARDS,
    REWRITE_UPKEEP,
    SCALE_GUARDS,
    SPLIT_GUARDS,
    SPLIT_UPKEEP,
    TRUTH_GUARDS,
    VERDICT_GUARDS,
)
from moments.database.guards import lay_guards


class ConsensusConfig(AppConfig):
    """The floor's name."""

    name = "consensus"

    def ready(self) -> None:
        """Lay the guards after every migrate."""
        post_migrate.connect(_guard, sender=self)


def _guard(using: str, **kwargs: Any) -> None:
    guards = VERDICT_GUARDS + TRUTH_GUARDS + SCALE_GUARDS + SPLIT_GUARDS + REWRITE_GUARDS
    lay_guards(connections[using], guards + SPLIT_UPKEEP + REWRITE_UPKEEP)
