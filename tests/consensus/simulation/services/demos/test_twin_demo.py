"""What the demo twins campaign shows to whom."""

from __future__ import annotations

from collections import Counter

import pytest

from annotator.desk.services.claiming import claim_seats
from annotator.models import Membership, TwinCaption
from annotator.scoring.selectors.twins import TwinQuestion, twin_questions
from annotator.twins.tasks import LOOKALIKES
from consensus.models import TwinTruth
from consensus.simulation.services.demos.twin_demo import FATES, SEED, SIZES
from consensus.simulation.services.demos.twin_story import Fate
from consensus.simulation.services.twin_world import twin_world
from consensus.simulation.twins.movements import true_judgement
from consensus.twin_splits.selectors import breaches_of, counted_splits
from consensus.twin_splits.services import draw_campaign_splits
from consensus.twin_truths.selectors.complete import twins_for_lead
from consensus.twins.judging import outcome_of
from consensus.verify.selectors.invariants import breaches
from moments.models import LedgerEntry
from tests.consensus.simulation.services.demos.twin_scenes import LATER, played

pytestmark = pytest.mark.django_db


def asked_of(member: Membership) -> list[TwinQuestion]:
    """What the person would be asked now."""
    return list(twin_questions(seat.pk for seat in claim_seats(member=member, count=20, now=LATER).seats).values())


def with_fate(fate: Fate) -> set[int]:
    return {desc_id for desc_id, one in FATES.items() if one is fate}


def test_every_outcome_is_what_the_scenes_show_and_two_thirds_of_the_finished_clips_are_twins():
    campaign, _, _ = played()
    world = twin_world(campaign)
    truths = TwinTruth.objects.filter(verdict__pair__campaign=campaign, verdict__superseded=False)
    found = dict(truths.values_list("verdict__pair__moment", "outcome"))
    assert found == {moment: outcome_of(true_judgement(world[moment])) for moment in found}
    unjudged = with_fate(Fate.UNJUDGED) | with_fate(Fate.DISPUTED) | with_fate(Fate.UNDECIDED)
    assert set(campaign.moments.filter(pk__in=found).values_list("desc_id", flat=True)) == set(FATES) - unjudged
    assert Counter(found.values()) == {"twins": len(found) - 2, "single": 1, "dropped": 1}


def test_what_the_rules_cannot_decide_waits_for_the_lead():
    campaign, _, _ = played()
    twins = {twin.backward_id: twin for twin in (one.as_backward for one in campaign.moments.exclude(as_backward=None))}
    waiting = [
        twins[pair.moment_id].forward.desc_id if pair.moment_id in twins else pair.moment.desc_id
        for pair in twins_for_lead(campaign).select_related("moment")
    ]
    assert sorted(waiting) == sorted([*with_fate(Fate.UNDECIDED), *2 * list(with_fate(Fate.DOUBTED))])


def test_somebody_who_has_done_nothing_yet_finds_every_task():
    _, _, checker = played()
    tasks = Counter(LOOKALIKES if one.asks_lookalikes else one.task.value for one in asked_of(checker))
    assert tasks == {"judge": 3, "caption": 2, "assign": 2, LOOKALIKES: 2}


def test_the_writer_has_captions_back_with_the_reason():
    _, writer, _ = played()
    (returned,) = [one for one in asked_of(writer) if any(one.reasons)]
    assert returned.task.value == "caption"
    assert returned.reasons == 2 * ("Somebody could not tell from this caption which of the two clips it describes.",)
    assert returned.captions.before == TwinCaption.objects.filter(
        score__seat__annotator=writer, score__seat__campaign=writer.campaign
    ).values_list("forward_text", "backward_text").get()  # fmt: skip


def test_finished_clips_make_every_split():
    campaign, _, _ = played()
    draw_campaign_splits(campaign=campaign, sizes=SIZES, seed=SEED, actor="test", now=LATER)
    assert counted_splits(campaign) == {"train": 5, "val": SIZES.val, "test": SIZES.test}
    assert breaches_of(campaign) == []


def test_the_campaign_keeps_its_rules_and_its_clock_is_over():
    campaign, _, _ = played()
    assert list(breaches(campaign, now=LATER, sweep_s=30)) == []
    assert LedgerEntry.objects.filter(campaign=campaign, at__gte=LATER).count() == 0
