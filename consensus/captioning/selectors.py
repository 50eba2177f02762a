"""Which questions lack a caption, with what is shown of them; how far captions are; why a run wrote none."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from annotator.marking.segments import Segment
from annotator.models import Ask, AskState, DerivedAsk, DerivedState, DerivedTask
from consensus.captioning.faults import OUTCOMES, UNFIT
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.derived.selectors import decided_asks, live_derived, truths_of, waiting_derived
from consensus.models import CaptionRun
from moments.clips.selectors.whole_videos import ShownVideo, whole_video_of
from moments.models import Campaign, Moment
from moments.rewriting.faults import PASSED

MOST_TRIES = 2


@dataclass(frozen=True, slots=True)
class CaptionTask:
    """One question whose truth is to be described.

    `verdict` is the truth's. `rejected` are captions that people rejected. `tries` counts the answers of this run.
    `video` is None where the question's video cannot be shown at the moment.
    """

    ask: int
    number: int
    verdict: int
    video_name: str
    video: ShownVideo | None
    truth: Sequence[Segment]
    rejected: Sequence[str]
    tries: int = 0


@dataclass(frozen=True, slots=True)
class CaptionProgress:
    """Decided questions by what became of their caption."""

    questions: int
    accepted: int
    waiting: int

    @property
    def without(self) -> int:
        """How many have no caption, or only rejected ones."""
        return self.questions - self.accepted - self.waiting


def caption_progress(campaign: Campaign) -> CaptionProgress:
    """The counts, in three SQL queries."""
    captions = live_derived(campaign).filter(task=DerivedTask.CA, ask__state=AskState.ACCEPTED)
    accepted = captions.filter(state=DerivedState.ACCEPTED)
    waiting = waiting_derived(campaign).filter(task=DerivedTask.CA)
    return CaptionProgress(decided_asks(campaign).count(), accepted.count(), waiting.count())


def uncaptioned(campaign: Campaign) -> QuerySet[Ask]:
    """The decided questions without a caption that waits or counts, by number."""
    live = DerivedAsk.objects.filter(ask=OuterRef("pk"), task=DerivedTask.CA).exclude(state=DerivedState.REJECTED)
    return decided_asks(campaign).exclude(Exists(live))


def newest_caption_run(campaign: Campaign) -> CaptionRun | None:
    """The run that was ordered last; no other can be in progress."""
    return campaign.caption_runs.select_related("job").order_by("pk").last()


def caption_tasks(run: CaptionRun) -> list[CaptionTask]:
    """The questions that this run has to ask about yet, video by video; seven SQL queries."""
    tried: dict[int, list[str]] = defaultdict(list)
    for ask, outcome in run.attempts.values_list("ask", "outcome"):
        tried[ask].append(outcome)
    asks = [ask for ask in uncaptioned(run.campaign) if _asks_again(tried[ask.pk])]
    asks.sort(key=lambda ask: (ask.video_id, ask.number))
    truths, shown = truths_of(asks), _shown(asks)
    verdicts = dict(current_verdicts().filter(pair__in=[ask.pair_id for ask in asks]).values_list("pair", "pk"))
    rejected: dict[int, list[str]] = defaultdict(list)
    refused = DerivedAsk.objects.filter(ask__in=asks, task=DerivedTask.CA, state=DerivedState.REJECTED)
    for ask, text in refused.values_list("ask", "text"):
        rejected[ask].append(text)
    return [
        CaptionTask(
            ask.pk,
            ask.number,
            verdicts[ask.pair_id or 0],
            ask.video.name,
            shown.get(ask.video_id),
            truths[ask.pair_id or 0],
            rejected[ask.pk],
            len(tried[ask.pk]),
        )
        for ask in asks
    ]


def reasons_without(run: CaptionRun) -> list[tuple[str, int, list[int]]]:
    """Why questions got no caption in the run: reason, how many, and their numbers; the most frequent first."""
    last: dict[int, str] = {}
    open_asks = uncaptioned(run.campaign).values("pk")
    attempts = run.attempts.filter(ask__in=open_asks).order_by("pk").values_list("ask__number", "outcome", "detail")
    for number, outcome, detail in attempts:
        last[number] = OUTCOMES[outcome] if outcome in UNFIT or not detail else f"{OUTCOMES[outcome]}: {detail}"
    counted = Counter(last.values())
    return [
        (reason, count, sorted(number for number, why in last.items() if why == reason))
        for reason, count in sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    ]


def caption_figures(run: CaptionRun) -> dict[str, Any]:
    """What became of the run, for reports."""
    progress = caption_progress(run.campaign)
    return {
        "questions": progress.questions,
        "accepted": progress.accepted,
        "waiting_for_a_person": progress.waiting,
        "without": progress.without,
        "written_by_this_run": run.attempts.filter(outcome=PASSED).count(),
        "reasons": [{"reason": reason, "questions": numbers} for reason, _, numbers in reasons_without(run)],
        "tokens_in": run.tokens_in,
        "tokens_out": run.tokens_out,
        "model": run.model,
        "prompt": run.prompt,
        "ended": run.job.reason or "done",
    }


def _asks_again(outcomes: Sequence[str]) -> bool:
    """Whether the run asks (again) after these outcomes: only after one answer that could not be the caption."""
    return len(outcomes) < MOST_TRIES and all(outcome in UNFIT for outcome in outcomes)


def _shown(asks: Sequence[Ask]) -> dict[int, ShownVideo]:
    videos = {ask.video_id for ask in asks}
    wholes = dict(Moment.objects.filter(video__in=videos, whole=True).values_list("pk", "video"))
    return {wholes[moment]: shown for moment, shown in whole_video_of(wholes).items()}
