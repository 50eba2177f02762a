"""The levels of a campaign's scale: what each number of relevance is called, means and counts."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from moments.models.campaign import Campaign
from moments.models.checks import on_scale
from moments.scale import COLOUR, HIGHEST_GAIN, LONGEST_NAME, LONGEST_SHORT, Level


class ScaleLevel(models.Model):
    """A level of a campaign's scale; `Campaign.highest` is the highest one. While a campaign is set up, its levels are
    replaced as a whole, and afterwards they stay.
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="levels")
    relevance = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=LONGEST_NAME)
    short = models.CharField(max_length=LONGEST_SHORT)
    long = models.TextField()
    colour = models.CharField(max_length=7)
    gain = models.FloatField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "relevance"], name="level_once"),
            models.UniqueConstraint(fields=["campaign", "name"], name="level_name_once"),
            models.CheckConstraint(condition=Q(**on_scale("relevance")), name="level_range"),
            models.CheckConstraint(condition=~Q(name="") & ~Q(short="") & ~Q(long=""), name="level_in_words"),
            models.CheckConstraint(condition=Q(colour__regex=f"^{COLOUR}$"), name="level_colour"),
            models.CheckConstraint(condition=Q(gain__gte=0, gain__lte=HIGHEST_GAIN), name="level_gain"),
        ]

    def __str__(self) -> str:
        return f"{self.relevance} {self.name}"

    @property
    def level(self) -> Level:
        """The row as a value."""
        return Level(self.relevance, self.name, self.short, self.long, self.colour, self.gain)
