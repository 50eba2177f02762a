"""What a campaign has before it opens, what it lacks, and what opening does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import QuerySet

from annotator.exam.selectors.exams import current_exam
from annotator.guideline.selectors.reading import newest_guideline
from annotator.people.selectors.consents import newest_consent
from annotator.people.selectors.memberships import qualified_annotators
from consensus.opening.warnings import clip_warning, people_warning
from consensus.rules.ruling import ROUND_SIZE
from consensus.twin_truths.selectors.unopened import unopened_twins, with_both_clips
from moments.base.plurals import counted
from moments.campaign.selectors import levels_of, newest_protocol
from moments.clips.selectors.clips import moments_without_clip
from moments.clips.selectors.twinless import twinless_moments
from moments.models import Campaign, Pair, Query, Split, Twin
from moments.scale import Level, scale_mark

READY, WARNING, MISSING = "ready", "warning", "missing"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that a campaign should have: `state` is ready, warning or missing; without what is missing it cannot
    open. `about` names what it is about, for a link.
    """

    about: str
    state: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Opening:
    """What opening would do now. `mark` changes when that does; `levels` are the scale, which opening makes final.

    `clipless` counts moments, videos or twins that cannot be shown; `twins` are those that would open.
    """

    checks: tuple[Check, ...]
    protocol: int
    queries: int
    pairs: int
    videos: int
    clipless: int
    levels: tuple[Level, ...] = ()
    twins: int = 0

    @property
    def seats(self) -> int:
        """How many seats of judges the twins would get (T2)."""
        return ROUND_SIZE * self.twins

    @property
    def can_open(self) -> bool:
        """Whether nothing is missing and there is something to open."""
        return bool(self.queries or self.videos or self.twins) and all(check.state != MISSING for check in self.checks)

    @property
    def mark(self) -> str:
        """What the person saw, to compare with when they press the button."""
        counts = (self.protocol, self.queries, self.pairs, self.videos, self.twins, self.clipless)
        return f"{'-'.join(map(str, counts))}-{scale_mark(self.levels)}"


def opening_of(campaign: Campaign) -> Opening:
    """The checklist, and what opening would do, in a fixed number of SQL queries."""
    if campaign.is_twin:
        return _twins(campaign)
    return _grading(campaign) if campaign.is_graded else _marking(campaign)


def unopened_queries(campaign: Campaign) -> QuerySet[Query]:
    """The queries that opening would open: with candidates, without a batch, not of the exam and not retired."""
    judged = campaign.queries.exclude(split=Split.EXAM).filter(retired_at=None)
    return judged.filter(batches=None, pairs__rank=1).order_by("query_id")


def first_pairs(campaign: Campaign, batch_size: int) -> QuerySet[Pair]:
    """The pairs that would be in first batches of that size, of all queries."""
    return campaign.pairs.filter(batch=None, study_only=False, rank__lte=batch_size)


def _grading(campaign: Campaign) -> Opening:
    protocol, queries = newest_protocol(campaign), unopened_queries(campaign)
    count, clipless = queries.count(), moments_without_clip(campaign).count()
    asked = tuple(_queries(campaign))
    is_ranked = asked[-1].state != MISSING
    checks = (
        *asked,
        _clips(clipless, "every moment of a pair has a clip" if is_ranked else "", kind=campaign.kind),
        *_people(campaign),
    )
    pairs = first_pairs(campaign, protocol.batch_size).filter(query__in=queries.values("pk")).count() if count else 0
    return Opening(checks, protocol.version, count, pairs, 0, clipless, tuple(levels_of(campaign)))


def _marking(campaign: Campaign) -> Opening:
    videos, clipless = campaign.moments.filter(whole=True).count(), moments_without_clip(campaign).count()
    state = READY if videos else MISSING
    checks = (
        Check("moments", state, f"{counted(videos, 'video')} imported" if videos else "no videos are imported"),
        _clips(clipless, "every video has its proxy" if videos else "", kind=campaign.kind),
        *_people(campaign),
    )
    return Opening(checks, newest_protocol(campaign).version, 0, 0, videos, clipless)


def _twins(campaign: Campaign) -> Opening:
    unopened = unopened_twins(campaign)
    waiting = unopened.count()
    twins = with_both_clips(unopened).count()
    moments = campaign.moments.count()
    checks = (
        Check("moments", READY if moments else MISSING, f"{counted(moments, 'moment')} imported"),
        _paired(campaign, waiting),
        _clips_of_twins(campaign, waiting, twins),
        *_people(campaign),
    )
    return Opening(checks, newest_protocol(campaign).version, 0, 0, 0, waiting - twins, twins=twins)


def _paired(campaign: Campaign, waiting: int) -> Check:
    """The twins, those that are open already, and moments that could have one."""
    twins, alone = Twin.objects.filter(forward__campaign=campaign).count(), twinless_moments(campaign).count()
    if not twins:
        return Check("twins", MISSING, "no moment has a backward twin")
    there = counted(twins, "pair of twins", "pairs of twins")
    if alone:
        return Check(
            "twins",
            WARNING,
            f"{there}; {counted(alone, 'moment has none and does', 'moments have none and do')} not open",
        )
    return Check("twins", READY, f"{there}, {f'{waiting:,} of them not open yet' if waiting else 'all of them open'}")


def _clips_of_twins(campaign: Campaign, waiting: int, ready: int) -> Check:
    if waiting and not ready:
        return Check("clips", MISSING, "no twins have clips in both directions")
    return _clips(waiting - ready, "all twins have clips in both directions", kind=campaign.kind)


def _queries(campaign: Campaign) -> Iterator[Check]:
    moments = campaign.moments.count()
    yield Check("moments", READY if moments else MISSING, f"{counted(moments, 'moment')} imported")
    judged = campaign.queries.exclude(split=Split.EXAM).filter(retired_at=None)
    total, ranked = judged.count(), judged.filter(pairs__rank=1).count()
    yield Check("queries", READY if total else MISSING, f"{counted(total, 'query', 'queries')} to judge")
    if not ranked:
        yield Check("candidates", MISSING, "no query has candidates")
    elif total > ranked:
        lacking = counted(total - ranked, "query has", "queries have")
        yield Check("candidates", WARNING, f"{lacking} no candidates and will not open until you rank them")
    else:
        yield Check("candidates", READY, "every query has candidates")


def _clips(missing: int, ready: str, *, kind: str) -> Check:
    warning = clip_warning(missing, kind=kind)
    return Check("clips", WARNING if warning else READY, warning or ready or "no clip is needed yet")


def _people(campaign: Campaign) -> Iterator[Check]:
    """What people need: instructions, consent, an exam, hidden checks, and enough of them."""
    guideline, consent = newest_guideline(campaign), newest_consent(campaign)
    text = f"version {guideline.version}" if guideline else "no guideline; people see the built-in text"
    yield Check("guideline", READY if guideline else WARNING, text)
    text = f"version {consent.version}" if consent else "no consent text; nobody is asked for consent"
    yield Check("consent", READY if consent else WARNING, text)
    exam = current_exam(campaign)
    text = (
        f"exam {exam.number} is {exam.get_state_display()}" if exam else "no exam is open; leads qualify people by hand"
    )
    yield Check("exam", READY if exam else WARNING, text)
    qualified = qualified_annotators(campaign).count()
    twin = newest_protocol(campaign).twin.protocol if campaign.is_twin else None
    warning = people_warning(qualified, kind=campaign.kind, twin=twin)
    yield Check("people", WARNING if warning else READY, warning or counted(qualified, "qualified annotator"))
