"""How near a simulated twins campaign comes to what is true of its drawn clips."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from django.db.models import F

from annotator.models import Judgement, TwinCaption
from annotator.twins.tasks import TwinTask
from consensus.models import TwinOutcome, TwinTruth, Verdict, VerdictKind
from consensus.simulation.services.twin_driver import PlayedTwins
from consensus.simulation.services.twin_world import Scenes
from consensus.simulation.twins.movements import true_judgement
from consensus.simulation.twins.templates import tells_direction
from consensus.twin_truths.selectors.complete import twins_for_lead
from consensus.twins.judging import outcome_of
from moments.models import Campaign


def figures_of_twins(campaign: Campaign, world: Mapping[int, Scenes], played: PlayedTwins) -> dict[str, object]:
    """What a simulation reports: counts, right outcomes, and captions that were accepted though they tell nothing."""
    truths = TwinTruth.objects.filter(verdict__pair__campaign=campaign, verdict__superseded=False)
    outcomes = list(truths.values_list("verdict__pair__moment", "outcome"))
    counts = Counter(outcome for _, outcome in outcomes)
    right = sum(outcome_of(true_judgement(world[moment])) == outcome for moment, outcome in outcomes)
    accepted, silent = _accepted_captions(campaign, world)
    returned = Verdict.objects.filter(pair__campaign=campaign, superseded=False, kind=VerdictKind.RETURNED)
    returned = returned.filter(pair__query__query_id=TwinTask.ASSIGN.query_id)
    return {
        "clips": played.clips,
        "finished": played.finished,
        "answers": played.answers,
        "judgements": Judgement.objects.filter(score__seat__campaign=campaign, score__current=True).count(),
        **{outcome: counts[outcome] for outcome in TwinOutcome.values},
        "right_outcomes": right,
        "accepted_captions": accepted,
        "accepted_silent": silent,
        "returned_captions": returned.count(),
        "decided_by_lead": played.by_lead,
        "for_lead": twins_for_lead(campaign).count(),
        "from": played.started_at.isoformat(timespec="seconds"),
        "to": played.ended_at.isoformat(timespec="seconds"),
    }


def _accepted_captions(campaign: Campaign, world: Mapping[int, Scenes]) -> tuple[int, int]:
    """How many captions of twins are accepted, and how many of these say nothing of the direction."""
    accepted = Verdict.objects.filter(
        pair__campaign=campaign,
        pair__query__query_id=TwinTask.CAPTION.query_id,
        superseded=False,
        kind=VerdictKind.AGREED,
    )
    rows = TwinCaption.objects.filter(
        score__current=True,
        score__seat__superseded=False,
        score__seat__pair__in=accepted.values("pair"),
        score__seat__attempt=F("score__seat__pair__attempt"),
    ).exclude(backward_text="")
    texts = [
        (text, world[moment])
        for moment, *both in rows.values_list("score__seat__pair__moment", "forward_text", "backward_text")
        for text in both
    ]
    return len(texts), sum(not tells_direction(text, scenes) for text, scenes in texts)
