from datetime import timedelta

import pytest

from annotator.checks.selectors import pause_words
from annotator.models import PersonWarning, Seat, Staffing, Standing
from annotator.scoring.services.scoring import submit_scores
from annotator.seats.services.standings import set_standing
from consensus.people.services.warning import answer_warning, warn_about_people
from consensus.sweep.services import settle_campaigns
from moments.models import Campaign, LedgerEntry
from tests.built_once import built_once
from tests.factories import NOW, claim, entry, opened_campaign, settle

pytestmark = pytest.mark.django_db


def scored_campaign(paces=(10, 10, 2), *, scores: int = 40, **staffing):
    """People who score `scores` pairs each, so many seconds a score; when the last of them was done."""
    campaign, members = opened_campaign(people=len(paces), queries=6, pairs=20)
    if staffing:
        Staffing.objects.create(campaign=campaign, **staffing)
    end = NOW
    for member, pace in zip(members, paces, strict=True):
        end = max(end, score_on(member, scores, pace=pace))
    return campaign, members, end


def score_on(member, count, *, pace, value=3, start=NOW):
    """The person scores so many pairs, a score every `pace` seconds, and sends them all at the end."""
    while count:
        seats = claim(member, min(count, 50), now=start)
        end = start + timedelta(seconds=pace * len(seats))
        entries = [
            entry(seat, value(seat) if callable(value) else value, ago_ms=1000 * pace * (len(seats) - place))
            for place, seat in enumerate(seats, start=1)
        ]
        results = submit_scores(member=member, entries=entries, now=end)
        assert {result.status for result in results} == {"saved"}
        start, count = end, count - len(seats)
    return start


def warned(campaign, now):
    return warn_about_people(campaign=Campaign.objects.get(pk=campaign.pk), now=now)


def test_who_is_faster_than_a_quarter_of_the_median_is_warned_of_once() -> None:
    campaign, (_, _, fast), end = scored_campaign()
    assert warned(campaign, end) == 1
    assert warned(campaign, end + timedelta(minutes=6)) == 0
    warning = PersonWarning.objects.get()
    assert (warning.member, warning.kind, warning.paused) == (fast, "pace", False)
    assert warning.detail == "2.0 s a score over the last 39, while the campaign's median is 10.0 s"
    assert fast.pseudonym in LedgerEntry.objects.get(kind="person_warned").payload


def test_where_nobody_is_at_work_nothing_is_looked_at() -> None:
    campaign, _, end = scored_campaign()
    assert warned(campaign, end + timedelta(hours=2)) == 0


@pytest.mark.parametrize(("paces", "scores"), [((10, 10, 3), 40), ((10, 10, 2), 30)])
def test_nobody_is_warned_of_above_the_bar_or_on_few_scores(paces, scores) -> None:
    campaign, _, end = scored_campaign(paces, scores=scores)
    assert warned(campaign, end) == 0


def test_the_bar_is_the_campaigns() -> None:
    campaign, (_, two, three), end = scored_campaign((10, 6, 2), pace_bar=0.9)
    assert warned(campaign, end) == 1
    assert PersonWarning.objects.get().member == three
    Staffing.objects.update(pace_bar=0)
    assert warned(campaign, end) == 0
    assert two.warnings.count() == 0


def test_after_an_answer_only_later_scores_raise_the_same_warning() -> None:
    campaign, (_, _, fast), end = scored_campaign()
    warned(campaign, end)
    warning = PersonWarning.objects.select_related("member__campaign").get()
    assert answer_warning(warning=warning, now=end, actor="lead")
    assert not answer_warning(warning=warning, now=end, actor="lead")
    assert LedgerEntry.objects.filter(kind="warning_answered").count() == 1
    assert warned(campaign, end) == 0
    later = score_on(fast, 31, pace=2, start=end)
    assert warned(campaign, later) == 1


def test_who_agrees_less_than_the_bar_is_warned_of_when_a_bar_is_set() -> None:
    campaign, (wild, _), end = noisy_campaign(kappa_bar=None)
    assert warned(campaign, end) == 0
    Staffing.objects.update(kappa_bar=0.6)
    assert warned(campaign, end) == 1
    warning = PersonWarning.objects.get()
    assert (warning.member, warning.kind) == (wild, "kappa")
    assert warning.detail == "kappa 0.50 with the verdicts over the last 80 decided, while the bar is 0.6"


def test_nobody_is_warned_of_for_kappa_before_fifty_verdicts() -> None:
    campaign, _, end = noisy_campaign(queries=2, kappa_bar=1)
    assert warned(campaign, end) == 0


@built_once
def noisy_campaign(*, queries=4, **staffing):
    """Two people agree on every pair; what the first one gives has little to do with the verdict."""
    campaign, members = opened_campaign(people=2, queries=queries, pairs=20)
    Staffing.objects.create(campaign=campaign, **staffing)
    wild, steady = members
    count = 20 * queries
    end = score_on(wild, count, pace=10, value=lambda seat: 1 + seat.pair.rank % 2)
    end = score_on(steady, count, pace=10, value=lambda seat: 2 - (seat.pair.rank % 4 == 0), start=end)
    settle(campaign, now=end)
    return campaign, members, end + timedelta(minutes=6)


def test_pausing_by_rule_suspends_releases_and_tells_why() -> None:
    campaign, (_, _, fast), end = scored_campaign(pause_by_rule=True)
    claim(fast, 3, now=end)
    assert warned(campaign, end) == 1
    fast.refresh_from_db()
    assert (fast.standing, PersonWarning.objects.get().paused) == (Standing.SUSPENDED, True)
    assert not Seat.objects.filter(annotator=fast, state__in=["reserved", "held"]).exists()
    words = pause_words(fast)
    assert "much faster than other people’s" in words[1]
    assert not any(figure in " ".join(words) for figure in ("2.0", "10.0"))
    payload = LedgerEntry.objects.filter(kind="person_standing").get().payload
    assert "paused by rule: much faster than the others" in payload
    answer_warning(warning=PersonWarning.objects.select_related("member__campaign").get(), now=end, actor="lead")
    assert len(pause_words(fast)) == 2


def test_who_was_let_go_on_is_not_paused_again_while_the_warning_is_open() -> None:
    campaign, (_, _, fast), end = scored_campaign(pause_by_rule=True)
    warned(campaign, end)
    fast.refresh_from_db()
    set_standing(member=fast, standing=Standing.QUALIFIED, now=end, actor="lead")
    assert warned(campaign, end + timedelta(minutes=6)) == 0
    fast.refresh_from_db()
    assert fast.standing == Standing.QUALIFIED


def test_a_sweep_looks_once_in_five_minutes() -> None:
    campaign, _, end = scored_campaign()
    slot = end - timedelta(seconds=end.timestamp() % 300) + timedelta(minutes=5)
    Campaign.objects.filter(pk=campaign.pk).update(swept_at=slot)
    settle_campaigns(now=slot + timedelta(seconds=299))
    assert PersonWarning.objects.count() == 0
    settle_campaigns(now=slot + timedelta(seconds=300))
    assert PersonWarning.objects.count() == 1
