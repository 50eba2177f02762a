"""My day: an annotator's own figures, nobody else's, and nothing that tells of a single verdict (I6)."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from annotator.models import Score
from annotator.pay.services.adjusting import adjust_pay
from annotator.pay.services.closing import close_period
from annotator.pay.services.rates import set_rate
from consensus.agreement.selectors.own import own_agreement
from consensus.models import Verdict, VerdictKind
from moments.base.dates import readable_day
from moments.models import Campaign, Pair
from moments.protocol import Protocol
from tests.annotator.pay.scenes import minutes, money, paid_campaign, worked
from tests.built_once import built_once
from tests.console.scenes import sign_in_admin, sign_in_lead
from tests.factories import make_admin, make_member, opened_campaign, score_all

pytestmark = pytest.mark.django_db
DAY = "/c/films/day/"


def page_of(client, member) -> str:
    client.force_login(member.user)
    answer = client.get(DAY)
    assert answer.status_code == 200
    return answer.content.decode()


def without_tokens(page: str) -> str:
    """The page without the tokens against forgery, which differ each time."""
    return re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"', "", page)


def test_work_pay_and_the_rule_are_shown(client):
    campaign, (one,) = paid_campaign(rate="12.00")
    now = timezone.now()
    begun = now - timedelta(days=3)
    worked(one, *minutes(begun, 90))
    set_rate(campaign=campaign, hourly_rate=money("15.00"), from_day=now.date(), reason="r", now=now, actor="admin")
    adjust_pay(member=one, amount=money("4.25"), reason="for the <taxi>", now=now, actor="admin")
    page = page_of(client, one)
    work = client.get(DAY).context["work"]
    assert (work.account.total.open, work.account.total.amount) == (money("18.00"), money("22.25"))
    assert (work.pace_s, work.hourly_rate, len(work.days)) == (60.0, money("15.00"), 14)
    assert sum(day.labels for day in work.days) == 91
    for text in (
        "1 h 30 min",
        "22.25",
        "up to 120 seconds",
        "for the &lt;taxi&gt;",
        "12.00",
        "in UTC",
        "The first figure appears once",
    ):
        assert text in page


def test_nothing_is_said_about_pay_until_a_rate_is_set(client):
    campaign, (one,) = paid_campaign(rate="0")
    worked(one, *minutes(timezone.now() - timedelta(days=1), 90))
    page = page_of(client, one)
    assert "1 h 30 min" in page
    assert not {word for word in ("Earned", "<h2>Pay</h2>", "SGD", "Hourly rate") if word in page}
    client.force_login(make_admin())
    sheet = client.get("/c/films/pay/").content.decode()
    assert "No hourly rate is set" in sheet
    assert '<option value="">Choose</option>' in sheet
    assert "selected" not in sheet
    rate = {"hourly_rate": "15", "currency": "EUR", "from_day": str(timezone.now().date()), "reason": "the first"}
    client.post("/c/films/pay/rate/", rate)
    sheet = client.get("/c/films/pay/").content.decode()
    assert "No hourly rate is set" not in sheet
    assert '<option value="EUR" selected>EUR – Euro</option>' in sheet
    page = page_of(client, one)
    assert "Earned" in page
    assert "15.00 EUR" in page


def test_the_day_is_that_of_the_campaigns_zone(client):
    campaign, (one,) = paid_campaign(zone="Pacific/Kiritimati")
    now = timezone.now()
    page_of(client, one)
    assert client.get(DAY).context["work"].today.day == now.astimezone(campaign.zone).date()


def test_closed_periods_and_late_work_are_shown(client):
    campaign, (one,) = paid_campaign()
    now = timezone.now()
    worked(one, *minutes(now - timedelta(days=5), 60))
    days = {"first_day": (now - timedelta(days=6)).date(), "last_day": (now - timedelta(days=2)).date()}
    close_period(campaign=campaign, now=now, actor="admin", **days)
    worked(one, *minutes(now - timedelta(days=4), 30), saved_at=now)
    page = page_of(client, one)
    assert f"{readable_day(days['first_day'])} – {readable_day(days['last_day'])}" in page
    assert "Late work, not yet paid" in page
    total = client.get(DAY).context["work"].account.total
    assert (total.closed, total.late) == (money("14.00"), money("7.00"))


def test_nobody_else_is_on_the_page(client):
    campaign, (one, two) = paid_campaign(people=2)
    worked(two, *minutes(timezone.now() - timedelta(days=1), 60))
    adjust_pay(member=two, amount=money("77.77"), reason="theirs", now=timezone.now(), actor="admin")
    page = page_of(client, one)
    for other in (two.user.username, two.pseudonym, one.pseudonym, "77.77", "theirs"):
        assert other not in page
    assert client.get(DAY).context["work"].account.total.amount == money("0.00")


def test_those_who_do_not_score_are_refused(client):
    campaign, _ = paid_campaign()
    assert client.get(DAY).url.startswith("/sign-in/")
    sign_in_lead(client, campaign)
    assert client.get(DAY).status_code == 403
    sign_in_admin(client)
    assert client.get(DAY).status_code == 403
    _, (elsewhere,) = paid_campaign("other")
    client.force_login(elsewhere.user)
    assert client.get(DAY).status_code == 404


def test_the_suspended_still_see_what_they_worked(client):
    campaign, _ = paid_campaign()
    client.force_login(make_member(campaign, standing="suspended").user)
    page = client.get(DAY)
    assert (page.status_code, "To the desk" in page.content.decode()) == (200, False)
    assert f'href="{DAY}"' in client.get("/").content.decode()


@built_once
def scored_scene(pairs: int = 41):
    """Two people scored every pair, finally; nothing is decided yet."""
    protocol = Protocol(batch_size=pairs, window=2)
    campaign, (one, two) = opened_campaign(pairs=pairs, protocol=protocol)
    score_all([one, two])
    Score.objects.update(final=True)
    return campaign, one


def decide(pair: Pair, relevance: int | None, kind: VerdictKind = VerdictKind.AGREED) -> Verdict:
    return Verdict.objects.create(
        pair=pair,
        attempt=pair.attempt,
        kind=kind,
        relevance=relevance,
        round={VerdictKind.AGREED: 1, VerdictKind.DISCARDED: 2}.get(kind),
        protocol=pair.campaign.protocols.get(),
        actor="rule",
        decided_at=timezone.now(),
    )


def test_not_a_byte_changes_until_a_whole_block_is_decided(client):
    campaign, one = scored_scene()
    pairs = list(campaign.pairs.order_by("-pk"))
    pages = []
    for place, pair in enumerate([None, *pairs]):
        if pair is not None:
            decide(pair, 3 if place % 2 else 4)
        pages.append(without_tokens(page_of(client, one)))
    assert len(set(pages[0:20])) == 1
    assert len(set(pages[20:40])) == 1
    assert len({pages[19], pages[20], pages[40]}) == 3
    assert pages[41] == pages[40]
    assert "first 20 agreed pairs" in pages[20]
    assert "first 40 agreed pairs" in pages[40]


def test_a_pair_that_is_opened_again_changes_no_figure(client):
    campaign, one = scored_scene()
    verdicts = [decide(pair, 3) for pair in campaign.pairs.all()[:25]]
    before = without_tokens(page_of(client, one))
    Verdict.objects.filter(pk=verdicts[0].pk).update(superseded=True)
    one.seats.filter(pair=verdicts[0].pair).update(superseded=True)
    Pair.objects.filter(pk=verdicts[0].pair_id).update(attempt=2)
    assert without_tokens(page_of(client, one)) == before


def test_agreement_counts_equal_and_neighbouring_levels_of_agreed_pairs(client):
    campaign, one = scored_scene(pairs=26)
    relevances = [3] * 10 + [2] * 4 + [4] * 3 + [1] * 3 + [0] * 4
    for pair in campaign.pairs.order_by("pk")[:2]:
        decide(pair, None, VerdictKind.DISCARDED)
    for pair, relevance in zip(campaign.pairs.order_by("pk")[2:], relevances, strict=True):
        decide(pair, relevance)
    found = own_agreement(one)
    assert (found.pairs, found.equal, found.near) == (20, 10, 7)
    assert (found.equal_percent, found.near_percent) == (50, 85)


@pytest.mark.parametrize("number", [1, 3])
def test_the_number_of_queries_does_not_grow_with_work(client, number, django_assert_num_queries):
    campaign, (one,) = paid_campaign()
    now = timezone.now()
    for ago in range(2, 2 + number):
        worked(one, *minutes(now - timedelta(days=ago), 5 * number))
        adjust_pay(member=one, amount=money("1.00"), reason="x", now=now, actor="admin")
        day = (now - timedelta(days=ago)).date()
        close_period(campaign=campaign, first_day=day, last_day=day, now=now, actor="admin")
    client.force_login(one.user)
    with django_assert_num_queries(13):
        client.get(DAY)


def test_a_zone_far_ahead_after_closing_is_no_trouble(client):
    campaign, (one,) = paid_campaign(zone="Pacific/Kiritimati")
    now = timezone.now()
    today = now.astimezone(campaign.zone).date()
    days = {"first_day": today - timedelta(days=5), "last_day": today - timedelta(days=1)}
    close_period(campaign=campaign, now=now, actor="admin", **days)
    Campaign.objects.filter(pk=campaign.pk).update(time_zone="Pacific/Pago_Pago")
    worked(one, *minutes(now - timedelta(hours=1), 30))
    page_of(client, one)
