"""What a claim, a label and a sweep touch does not grow with the work since the last ANALYZE.

Rows are counted and no time is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.db import connection, transaction
from django.utils import timezone

from annotator.desk.services.claiming import claim_seats
from annotator.desk.services.working import score_and_claim
from annotator.models import Purpose, Seat
from annotator.scoring.services.finalising import finalise_scores
from annotator.seats.selectors.counting import seats_set_aside
from annotator.seats.selectors.hidden_checks import lone_checks, with_grace
from annotator.seats.selectors.queue import single_seats, unmet
from annotator.seats.selectors.remaining import open_pairs
from annotator.seats.selectors.shares import open_shares, seated_shares
from annotator.seats.services.seating import add_second_round, mark_settled
from annotator.seats.services.sharing import SharePlan
from annotator.seats.services.taking import take_singles
from consensus.decisions.selectors.verdicts import complete_pairs, final_scores
from tests.factories import opened_campaign
from tests.servers.stale_campaign import PAIRS, RESET, StaleCampaign, opened, run

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.servers]

FEW, MANY = 80, 800
MOST_MORE = 20  # rows: a batch
TOUCHED = "SELECT sum(seq_tup_read + idx_tup_fetch) FROM pg_stat_xact_user_tables"


@pytest.fixture(autouse=True)
def _own_connection() -> Iterator[None]:
    assert connection.vendor == "postgresql", "run with REELEVANCE_TEST_DATABASE=postgres"
    connection.close()
    yield
    run(RESET)
    connection.close()


def touched(work: Callable[[], object]) -> int:
    """How many rows the work looked at, its triggers among it; it is taken back."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(TOUCHED)
        (before,) = cursor.fetchone()
        work()
        cursor.execute(TOUCHED)
        (after,) = cursor.fetchone()
        transaction.set_rollback(True)
    return int(after - before)


def steps(at: StaleCampaign) -> dict[str, Callable[[], object]]:
    """Each thing that a claim, a label and a sweep do, for somebody who has done much."""
    member, campaign, now = at.member, at.campaign, timezone.now()
    done = list(campaign.pairs.filter(seats__state="scored").order_by("pk").distinct())
    given = {"member": member, "now": now, "with_clips": True}

    def label() -> None:
        seat = claim_seats(member=member, count=5, now=now).seats[0]
        entry = {"seat": str(seat.public_id), "relevance": 2, "key": "one"}
        (result,), _ = score_and_claim(member=member, entries=[entry], count=3, now=now)
        assert result.status == "saved"

    def take_share() -> None:
        assert SharePlan(**given).take() == PAIRS

    def check() -> None:
        place = {"pair": done[0], "position": done[0].pk + 1, "round": 1, "number": 1, "state": "held"}
        seat = Seat.objects.create(campaign=campaign, annotator=member, purpose=Purpose.REPEAT, **place)
        assert with_grace(Seat.objects.all()).get(pk=seat.pk).grace_s == 60

    def settle() -> None:
        assert finalise_scores(campaign=campaign, now=now) == PAIRS
        pairs = complete_pairs(campaign, most=500)
        assert len(pairs) == PAIRS
        add_second_round(pairs=[pair for pair in pairs if pair.rank % 2][:5])
        mark_settled(seats=[score.seat for scores in final_scores(pairs).values() for score in scores])

    return {
        "claim": lambda: claim_seats(member=member, count=3, now=now),
        "label": label,
        "count": lambda: open_pairs(member),
        "singles": lambda: take_singles(**given),
        "share": take_share,
        "next shares": lambda: open_shares(member),
        "shares with seats": lambda: seated_shares(member, with_clips=True),
        "unmet": lambda: list(unmet(single_seats(campaign), member)),
        "grace of a check": check,
        "lone checks": lambda: lone_checks(member.pk),
        "settling": settle,
        "set aside": lambda: list(seats_set_aside().filter(pair__in=done)),
    }


def test_what_is_touched_does_not_grow_with_the_work_since_the_last_analyze() -> None:
    stale = opened(MANY)
    counted = []
    for done in (FEW, MANY):
        stale.work(done)
        connection.close()  # plans are made anew, on statistics of the opening
        counted.append({name: touched(step) for name, step in steps(stale).items()})
    few, many = counted
    assert {name: (few[name], many[name]) for name in few if many[name] > few[name] + MOST_MORE} == {}


def test_what_a_person_met_is_asked_row_by_row() -> None:
    _, (member, _) = opened_campaign()
    plan = unmet(Seat.objects.filter(state="open"), member).explain()
    assert [join for join in ("Anti Join", "hashed SubPlan") if join in plan] == []
