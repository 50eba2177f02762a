"""The newest test cut, moment by moment and rendition by rendition, and what all clips would take at its rate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Sum

from annotator.player.selectors import PlayableClip, playable_sample
from moments.clips.look import ClipLook
from moments.clips.selectors.clips import needed_moments
from moments.clips.selectors.cutting import LENGTH
from moments.clips.services.looks import look_of
from moments.clips.services.samples import TEST_CUT, ordered_look
from moments.jobs.selectors import newest_job
from moments.models import Campaign, Job, Moment, SampleClip
from moments.models.checks import RENDITIONS


@dataclass(frozen=True, slots=True)
class Expected:
    """What a rendition of all needed moments would take, at the rate of the test's clips; None if none was cut."""

    rendition: str
    bytes: float | None
    minutes: float | None


@dataclass(frozen=True, slots=True)
class ShownTest:
    """A test that is over or under way: rows of moments with a cell for each of its renditions."""

    job: Job
    look: ClipLook
    rows: Sequence[tuple[Moment, Sequence[tuple[SampleClip, PlayableClip]]]]
    expected: Sequence[Expected]
    needed: int
    in_force: bool


@dataclass(frozen=True, slots=True)
class LookPage:
    """The settings in force, the renditions that there are, and the newest test."""

    look: ClipLook
    renditions: Sequence[str]
    test: ShownTest | None

    @property
    def is_live(self) -> bool:
        """Whether a test is being cut."""
        return self.test is not None and self.test.job.is_live


def look_page(campaign: Campaign) -> LookPage:
    """In a fixed number of SQL queries."""
    job = newest_job(campaign, TEST_CUT.name)
    return LookPage(look_of(campaign), RENDITIONS, _shown(campaign, job) if job else None)


def _shown(campaign: Campaign, job: Job) -> ShownTest:
    look = ordered_look(job)
    samples: dict[int, list[SampleClip]] = {}
    for sample in job.samples.select_related("moment__video").order_by("pk"):
        samples.setdefault(sample.moment_id, []).append(sample)
    rows = [(own[0].moment, [(one, playable_sample(one)) for one in own]) for own in samples.values()]
    needed = needed_moments(campaign).aggregate(seconds=Sum(LENGTH))["seconds"] or 0.0
    every = [one for own in samples.values() for one in own]
    expected = [_expected(name, every, needed) for name in look.renditions]
    return ShownTest(job, look, rows, expected, needed_moments(campaign).count(), look.is_like(look_of(campaign)))


def _expected(rendition: str, samples: Sequence[SampleClip], needed_s: float) -> Expected:
    cut = [one for one in samples if one.rendition == rendition and one.size]
    seconds = sum(one.moment.end_s - one.moment.start_s for one in cut)
    if not seconds:
        return Expected(rendition, None, None)
    share = needed_s / seconds
    return Expected(rendition, share * sum(one.size for one in cut), share * sum(one.took_s for one in cut) / 60)
