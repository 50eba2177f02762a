"""Twins: two moments of one stretch, whose clips play forwards and backwards."""

from __future__ import annotations

from django.db import models

from moments.models.corpus import Moment


class Twin(models.Model):
    """A forward moment and the backward moment of the same stretch; a moment is in at most one such row.

    Triggers hold both to one campaign, video and stretch.
    """

    forward = models.OneToOneField(Moment, models.PROTECT, related_name="as_forward")
    backward = models.OneToOneField(Moment, models.PROTECT, related_name="as_backward")

    def __str__(self) -> str:
        return f"{self.forward} and {self.backward}"
