"""People's ways through the exam (R10): begun, answered, waiting, graded, scored again, passed, failed."""

import json
from datetime import timedelta

import pytest

from annotator.desk.services.claiming import claim_seats
from annotator.exam.selectors.exams import next_attempts, open_sitting, progress, sitting_of, standing_in_exam
from annotator.exam.services.exams import grant_sitting
from annotator.exam.services.sittings import advance_sittings, begin_sitting
from annotator.exam.settings import Bar
from annotator.models import (
    Consent,
    ConsentGiven,
    Membership,
    Problem,
    ProblemKind,
    Purpose,
    Seat,
    Sitting,
    Standing,
    Tutorial,
    TutorialDone,
)
from annotator.problems.services.reporting import report_problem
from annotator.seats.services.standings import set_standing
from consensus.labels.selectors.labels import candidates, labels, query_rows, raw_scores
from consensus.opening.services import open_campaign
from consensus.pairs.services.withdrawing import put_back_pair, withdraw_pair, withdraw_parked
from consensus.problems.selectors import open_problems
from consensus.sweep.services import settle_campaigns
from consensus.verify.selectors.invariants import breaches
from moments.base.errors import BadInput
from moments.models import Campaign, CampaignStatus, Clip, ClipState, LedgerEntry
from tests.annotator.exam.scenes import (
    ACTOR,
    answer,
    exam_campaign,
    finish,
    freeze,
    open_cohort,
    open_gold,
    sitter,
    standings,
    sweep,
    trainee,
)
from tests.factories import NOW, claim, make_lead, submit

pytestmark = pytest.mark.django_db


def claimed(member: Membership) -> tuple[list[int], int, str | None]:
    member.refresh_from_db()
    found = claim_seats(member=member, count=50, now=NOW)
    return [seat.pair.number for seat in found.seats], found.left, found.reason


def states(*people: Membership) -> list[str]:
    return [sitting_of(member).state for member in people]


def no_breaches(campaign: Campaign) -> bool:
    return list(breaches(campaign, now=NOW + timedelta(hours=1), sweep_s=5)) == []


def test_a_sitting_is_a_seat_on_each_pair_in_an_order_of_ones_own() -> None:
    exam = open_cohort(exam_campaign(queries=4, pairs=5), queries=4, depth=5)
    orders = []
    for _ in range(2):
        member, sitting = sitter(exam)
        assert (member.standing, sitting.state, sitting.number) == ("exam", "first", 1)
        seats = Seat.objects.filter(sitting=sitting).order_by("position")
        assert set(seats.values_list("purpose", "state", "attempt", "round", "annotator")) == {
            ("exam", "reserved", 1, 1, member.pk)
        }
        orders.append(list(seats.values_list("pair__number", flat=True)))
        assert claimed(member) == (orders[-1], 0, None)
    assert sorted(orders[0]) == sorted(orders[1]) == list(range(1, 21))
    assert orders[0] != orders[1]
    of_query = [(number - 1) // 5 for number in orders[0]]
    assert [len(set(of_query[start : start + 5])) for start in (0, 5, 10, 15)] == [1] * 4


def test_two_browsers_begin_one_sitting() -> None:
    exam = open_cohort()
    member = trainee(exam.campaign)
    stale = Membership.objects.get(pk=member.pk)
    first = begin_sitting(member=member, now=NOW)
    assert begin_sitting(member=stale, now=NOW) == first
    assert (Sitting.objects.count(), Seat.objects.filter(purpose=Purpose.EXAM).count()) == (1, 4)
    assert LedgerEntry.objects.filter(kind="exam_sitting_begun").count() == 1


@pytest.mark.parametrize("standing", ["invited", "waiting", "relabel", "qualified", "suspended"])
def test_only_people_in_training_begin(standing: str) -> None:
    exam = open_cohort()
    member = trainee(exam.campaign)
    Membership.objects.update(standing=standing)
    with pytest.raises(BadInput, match="only people in training can take the exam; your status is"):
        begin_sitting(member=member, now=NOW)
    with pytest.raises(BadInput, match="only people in training can take the exam"):
        begin_sitting(member=make_lead(exam.campaign), now=NOW)
    assert not Sitting.objects.exists()


def test_consent_and_tutorial_come_before_the_exam() -> None:
    exam = open_cohort()
    member = trainee(exam.campaign)
    old, new = (
        Consent.objects.create(campaign=exam.campaign, version=version, text="be kind", created_at=NOW)
        for version in (1, 2)
    )
    tutorial = Tutorial.objects.create(campaign=exam.campaign, version=1, text="look", created_at=NOW)
    ConsentGiven.objects.create(member=member, consent=old, given_at=NOW)
    for first, done in (
        ("agree to the newest version of the consent", lambda: ConsentGiven(member=member, consent=new, given_at=NOW)),
        ("complete the tutorial", lambda: TutorialDone(member=member, tutorial=tutorial, done_at=NOW)),
    ):
        assert claimed(member) == ([], 0, "training_required")
        with pytest.raises(BadInput, match=f"^{first} first$"):
            begin_sitting(member=member, now=NOW)
        done().save()
    assert claimed(member) == ([], 0, "exam_required")
    begin_sitting(member=member, now=NOW)
    assert len(claimed(member)[0]) == 4


def test_without_an_exam_or_clips_nobody_begins() -> None:
    campaign = exam_campaign()
    member = trainee(campaign)
    assert claimed(member) == ([], 0, "training_required")
    with pytest.raises(BadInput, match="^no exam is open$"):
        begin_sitting(member=member, now=NOW)
    open_cohort(campaign)
    Clip.objects.filter(moment__pairs__number=1).update(state=ClipState.FAILED)
    with pytest.raises(BadInput, match="^1 pair of the exam has no clip; a lead must cut the clips first$"):
        begin_sitting(member=member, now=NOW)
    assert (Sitting.objects.count(), Membership.objects.get(pk=member.pk).standing) == (0, "training")


def test_the_way_of_a_cohort() -> None:
    exam = open_cohort()
    good, bad = (sitter(exam)[0] for _ in range(2))
    answer(good, 3)
    assert progress(open_sitting(good)) == (4, 4)
    assert claimed(good) == ([], 0, "waiting_for_truth")
    assert (sweep(exam.campaign, after_s=59), standings([good])) == (0, ["exam"])  # to be changed still (R12)
    assert (sweep(exam.campaign), standings([good])) == (1, ["waiting"])
    assert claimed(good) == ([], 0, "waiting_for_truth")
    answer(bad, {1: 0, 2: 3, 3: 4, 4: 0})
    assert (sweep(exam.campaign, after_s=120), sweep(exam.campaign, after_s=120)) == (1, 0)
    freeze(exam, after_s=120)
    assert list(exam.items.order_by("pair").values_list("truth", flat=True)) == [2, 3, 4, 2]
    assert (standings([good, bad]), states(good, bad)) == (["qualified", "relabel"], ["passed", "relabel"])
    assert next_attempts(open_sitting(bad)) == []  # their misses wait for a second answer already
    again, left, reason = claimed(bad)
    assert (sorted(again), left, reason) == ([1, 4], 0, None)


def test_misses_come_back_until_all_pass() -> None:
    exam = open_gold(truth=4)
    member, sitting = sitter(exam)
    answer(member, {1: 3, 2: 2, 3: 4, 4: 0})
    assert sweep(exam.campaign) == 1
    assert (standings([member]), sorted(claimed(member)[0])) == (["relabel"], [2, 4])
    assert progress(sitting_of(member)) == (0, 2)
    later = NOW + timedelta(seconds=61)
    answer(member, {2: 3, 4: 1}, now=later)
    assert progress(sitting_of(member)) == (2, 2)
    assert sweep(exam.campaign, after_s=122) == 1
    assert (claimed(member)[0], progress(sitting_of(member))) == ([4], (1, 2))
    answer(member, 4, now=later + timedelta(seconds=61))
    assert sweep(exam.campaign, after_s=183) == 1
    sitting.refresh_from_db()
    assert (standings([member]), sitting.state) == (["qualified"], "passed")
    assert sitting.ended_at == NOW + timedelta(seconds=183)
    assert list(Seat.objects.filter(pair__number=4).order_by("attempt").values_list("attempt", flat=True)) == [1, 2, 3]
    assert sweep(exam.campaign, after_s=300) == 0
    assert no_breaches(exam.campaign)


def test_without_a_miss_one_is_qualified_at_once() -> None:
    exam = open_gold()
    people = finish(exam, [2, 4])
    assert (standings(people), states(*people)) == (["qualified"] * 2, ["passed"] * 2)
    newest = LedgerEntry.objects.filter(kind="person_standing").order_by("-number")[0]
    assert json.loads(newest.payload)["reason"] == "exam 1: passed"


@pytest.mark.parametrize(
    ("bar", "reason"),
    [
        (Bar(most_misalignment=0.2), "25.0% of the first answers missed the truth; at most 20.0% may miss it"),
        (Bar(least_kappa=0.5), "kappa with the truth is 0.00; the bar is 0.50"),
    ],
)
def test_under_the_bar_one_is_back_in_training(bar: Bar, reason: str) -> None:
    exam = open_gold(truth=3, bar=bar)
    member, _ = sitter(exam)
    answer(member, {1: 3, 2: 3, 3: 3, 4: 0})
    sweep(exam.campaign)
    assert (standings([member]), states(member)) == (["training"], ["failed"])
    moved = LedgerEntry.objects.filter(kind__in=["exam_sitting_moved", "person_standing"]).order_by("-number")[:2]
    assert [json.loads(entry.payload)["reason"] for entry in moved] == [reason] * 2
    with pytest.raises(BadInput, match="^you have no attempts left; a lead can grant you another one$"):
        begin_sitting(member=member, now=NOW)
    grant_sitting(member=member, exam=exam, now=NOW, actor=ACTOR)
    assert begin_sitting(member=member, now=NOW).number == 2


def test_a_further_sitting_meets_new_pairs_first() -> None:
    bar = Bar(most_misalignment=0)
    exam = open_gold(exam_campaign(queries=3), queries=3, items_a_sitting=3, sittings_allowed=3, bar=bar)
    member = trainee(exam.campaign)
    asked = []
    for number in (1, 2, 3):
        sitting = begin_sitting(member=member, now=NOW)
        asked.append(set(sitting.seats.values_list("pair__number", flat=True)))
        answer(member, 0)
        sweep(exam.campaign, after_s=61 * number)
        member.refresh_from_db()
    assert [len(pairs) for pairs in asked] == [3, 3, 3]
    assert asked[0] | asked[1] == {1, 2, 3, 4, 5, 6}


def test_a_suspended_person_goes_on_where_they_were() -> None:
    exam = open_cohort()
    away, other = (sitter(exam)[0] for _ in range(2))
    for member in (away, other):
        answer(member, 2)
    set_standing(member=away, standing=Standing.SUSPENDED, now=NOW, actor=ACTOR, reason="a question")
    assert (sweep(exam.campaign), standings([away, other])) == (1, ["suspended", "waiting"])
    assert standing_in_exam(away) == Standing.EXAM
    set_standing(member=away, standing=standing_in_exam(away), now=NOW, actor=ACTOR)
    assert (sweep(exam.campaign), standings([away])) == (1, ["waiting"])


def test_a_suspended_person_finds_their_seats_again() -> None:
    exam = open_gold()
    member, _ = sitter(exam)
    before = claimed(member)
    set_standing(member=member, standing=Standing.SUSPENDED, now=NOW, actor=ACTOR)
    assert claimed(member) == ([], 0, "no_work")
    set_standing(member=member, standing=Standing.TRAINING, now=NOW, actor=ACTOR)
    begin_sitting(member=member, now=NOW)
    assert claimed(member) == before


def test_a_score_may_be_changed_within_its_grace() -> None:
    exam = open_gold(truth=0, pairs=[1])
    member, _ = sitter(exam)
    (seat,) = claim(member, 5)
    submit(member, seat, 4, key="a")
    assert submit(member, seat, 0, key="b", replaces="a", now=NOW + timedelta(seconds=30)).status == "changed"
    sweep(exam.campaign)
    assert standings([member]) == ["qualified"]
    assert submit(member, seat, 4, key="c", replaces="b", now=NOW + timedelta(seconds=62)).code == "final"


def test_exam_seats_have_no_lease_and_stay_with_their_person() -> None:
    exam = open_gold()
    campaign = exam.campaign
    member, _ = sitter(exam)
    claimed(member)
    open_campaign(campaign=campaign, allow_missing_clips=True, now=NOW, actor=ACTOR)
    (passed,) = finish(exam, [3])
    much_later = NOW + timedelta(days=3)
    passed.refresh_from_db()
    seats = claim(passed, 50, now=much_later)
    assert {seat.purpose for seat in seats} == {"campaign"}
    assert Seat.objects.filter(annotator=member, purpose=Purpose.EXAM, state="held").count() == 4
    assert answer(member, 3, now=much_later) == 4


def test_a_paused_campaign_pauses_its_exam() -> None:
    exam = open_gold()
    member, _ = sitter(exam)
    Campaign.objects.update(status=CampaignStatus.PAUSED)
    assert claimed(Membership.objects.get(pk=member.pk)) == ([], 0, "paused")


def test_the_sweep_moves_sittings_before_the_campaign_opens_and_after() -> None:
    exam = open_gold()
    people = [sitter(exam)[0] for _ in range(2)]
    answer(people[0], 3)
    assert settle_campaigns(now=NOW + timedelta(seconds=61)) == {}
    open_campaign(campaign=exam.campaign, allow_missing_clips=True, now=NOW, actor=ACTOR)
    answer(people[1], 3)
    assert settle_campaigns(now=NOW + timedelta(seconds=61))["films"].advanced == 1
    assert standings(people) == ["qualified", "qualified"]


def test_a_reported_pair_waits_for_the_lead_and_the_sitting_for_it() -> None:
    exam = open_gold()
    campaign = exam.campaign
    member, _ = sitter(exam)
    seats = {seat.pair.number: seat for seat in claim(member, 50)}
    for number in (1, 2):
        report_problem(member=member, seat=seats[number].public_id, kind=ProblemKind.BROKEN_CLIP, note="black", now=NOW)
    assert open_problems(campaign).count() == 2
    assert answer(member, 3) == 2
    assert (sweep(campaign), claimed(member)) == (0, ([], 0, "waiting_for_truth"))
    put_back_pair(pair=campaign.pairs.get(number=1), actor=ACTOR, reason="it plays", now=NOW)
    assert answer(member, 3) == 1
    withdraw_pair(pair=campaign.pairs.get(number=2), actor=ACTOR, reason="black", now=NOW)
    assert not Problem.objects.filter(resolved_at=None).exists()
    assert (sweep(campaign), standings([member])) == (1, ["qualified"])
    assert no_breaches(campaign)


def test_a_reported_query_parks_what_of_it_waits_in_the_exam() -> None:
    exam = open_gold()
    member, _ = sitter(exam)
    seats = {seat.pair.number: seat for seat in claim(member, 50)}
    report_problem(member=member, seat=seats[3].public_id, kind=ProblemKind.QUERY, note="unclear", now=NOW)
    assert list(exam.campaign.pairs.filter(parked=True).values_list("number", flat=True)) == [3, 4]
    assert withdraw_parked(query=seats[3].pair.query, actor=ACTOR, reason="unclear", now=NOW) == 2
    assert sorted(claimed(member)[0]) == [1, 2]


def test_parked_pairs_come_last_into_a_sitting() -> None:
    exam = open_gold(items_a_sitting=3)
    exam.campaign.pairs.filter(number=2).update(parked=True)
    assert set(sitter(exam)[1].seats.values_list("pair__number", flat=True)) == {1, 3, 4}


def test_a_sitting_of_which_no_pair_is_left_has_failed() -> None:
    exam = open_gold(items_a_sitting=1)
    member, sitting = sitter(exam)
    withdraw_pair(pair=sitting.seats.get().pair, actor=ACTOR, reason="dark", now=NOW)
    assert advance_sittings(campaign=exam.campaign, now=NOW) == 1
    assert (standings([member]), states(member)) == (["training"], ["failed"])


def test_an_exam_pair_is_labelled_by_nobody_and_exported_nowhere() -> None:
    """I3: exam pairs stay out of batches, and the claim gives campaign seats alone after the exam."""
    exam = open_gold()
    people = finish(exam, [3, 3])
    open_campaign(campaign=exam.campaign, allow_missing_clips=True, now=NOW, actor=ACTOR)
    assert [sorted(claimed(member)[0]) for member in people] == [[5, 6, 7, 8]] * 2
    assert not Seat.objects.filter(purpose=Purpose.CAMPAIGN, pair__query__split="exam").exists()
    for member in people:
        answer(member, 2)
    settle_campaigns(now=NOW + timedelta(seconds=61))
    exported = [labels(exam.campaign), raw_scores(exam.campaign), candidates(exam.campaign), query_rows(exam.campaign)]
    assert [{row.split for row in rows} for rows in exported] == [{"val"}] * 4
    assert no_breaches(exam.campaign)
