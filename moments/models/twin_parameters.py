"""The parameters of the rules of twins, beside a protocol version."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from moments.models.campaign import ParameterRow, ProtocolVersion
from moments.twin_protocol import MOST_CHECKERS, MOST_LOOKALIKES, MOST_RETURNS, MOST_WORDS, TwinProtocol


class TwinParameters(ParameterRow):
    """The parameters of T4 in a protocol version of a twins campaign."""

    version = models.OneToOneField(ProtocolVersion, models.PROTECT, related_name="twin")
    checkers = models.PositiveSmallIntegerField()
    cannot_tell = models.BooleanField()
    most_returns = models.PositiveSmallIntegerField()
    lookalike_share = models.FloatField()
    lookalikes = models.PositiveSmallIntegerField()
    min_words = models.PositiveSmallIntegerField()
    max_words = models.PositiveSmallIntegerField()
    nearest_texts = models.FloatField()
    latin_share = models.FloatField()

    class Meta:
        verbose_name_plural = "twin parameters"
        constraints = [
            models.CheckConstraint(
                condition=Q(checkers__gte=1, checkers__lte=MOST_CHECKERS)
                & Q(most_returns__lte=MOST_RETURNS)
                & Q(lookalikes__gte=1, lookalikes__lte=MOST_LOOKALIKES)
                & Q(min_words__gte=1, max_words__gte=F("min_words"), max_words__lte=MOST_WORDS),
                name="twin_numbers_within_range",
            ),
            models.CheckConstraint(
                condition=Q(lookalike_share__gte=0, lookalike_share__lte=1)
                & Q(nearest_texts__gte=0, nearest_texts__lte=1)
                & Q(latin_share__gte=0, latin_share__lte=1),
                name="twin_shares_within_range",
            ),
        ]

    def __str__(self) -> str:
        return f"twins of {self.version}"

    @property
    def protocol(self) -> TwinProtocol:
        """The parameters as the value that the rules take."""
        return self._value(TwinProtocol)
