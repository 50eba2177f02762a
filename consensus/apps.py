"""Tells Django of this floor."""

from django.apps import AppConfig


class ConsensusConfig(AppConfig):
    """The floor's name."""

    name = "consensus"
