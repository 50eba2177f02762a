"""Making exams, setting their truth, opening, freezing, dropping from them, closing (R10)."""

import json

import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from annotator.exam.selectors.exams import current_exam, exam_items, first_answers, sittings_left
from annotator.exam.services.exams import close_exam, drop_item, freeze_truth, grant_sitting, open_exam
from annotator.exam.services.making import create_exam, set_truth
from annotator.exam.services.sittings import begin_sitting
from annotator.exam.settings import Bar
from annotator.models import Exam, ExamItem, Seat, TruthKind
from consensus.pairs.services.withdrawing import withdraw_pair
from consensus.queries.services.editing import retire_query
from moments.base.errors import BadInput
from moments.corpus.files.query_file import CandidateRow
from moments.corpus.files.values import Place
from moments.encoders import encoder_named
from moments.models import Clip, ClipState, LedgerEntry, Query
from moments.ranking.services.ranking import import_candidates, rank_candidates
from tests.annotator.exam.scenes import (
    ACTOR,
    answer,
    exam_campaign,
    finish,
    freeze,
    make_exam,
    open_cohort,
    open_gold,
    sitter,
    standings,
    sweep,
)
from tests.factories import NOW, make_campaign, make_member, make_query, opened_campaign, submit

pytestmark = pytest.mark.django_db


def ledger(exam: Exam) -> list[str]:
    entries = LedgerEntry.objects.filter(campaign=exam.campaign, kind__startswith="exam_").order_by("number")
    return list(entries.values_list("kind", flat=True))


def truths(exam: Exam) -> list[int | None]:
    return list(exam_items(exam).values_list("truth", flat=True))


def test_an_exam_is_drawn_from_the_exam_split_by_its_seed() -> None:
    campaign = exam_campaign(queries=6, pairs=4)
    exams = [make_exam(campaign, queries=3, depth=2, seed=seed) for seed in (7, 7, 0, 1, 2, 3)]
    drawn = [[(i.pair.query.split, i.pair.rank, i.pair.number) for i in exam_items(exam)] for exam in exams]
    assert drawn[0] == drawn[1]
    assert [(split, rank) for split, rank, _ in drawn[0]] == [("exam", 1), ("exam", 2)] * 3
    assert len({tuple(pairs) for pairs in drawn}) > 1
    one = exams[0]
    assert (one.number, exams[-1].number, one.state, one.tolerance, one.items_a_sitting) == (1, 6, "draft", 1, 6)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"queries": 3}, "2 queries of the exam split have 2 usable pairs, but 3 are needed"),
        ({"depth": 3}, "0 queries of the exam split have 3 usable pairs, but 2 are needed"),
        ({"queries": 0}, "queries: expected 1 to 1000, got 0"),
        ({"truth_kind": "median"}, "truth_kind: expected cohort or gold, got 'median'"),
        ({"items_a_sitting": 5}, "items_a_sitting: expected 1 to 4, got 5"),
        ({"takers_to_freeze": 0}, "takers_to_freeze: expected 1 to 1000, got 0"),
        (
            {"items_a_sitting": 1},
            "takers_to_freeze: 2 people who answer 1 pairs each cannot cover all 4 pairs of the bank",
        ),
        ({"sittings_allowed": 0}, "sittings_allowed: expected 1 to 100, got 0"),
        ({"tolerance": 5}, "tolerance: expected 0 to 4, got 5"),
        ({"bar": Bar(most_misalignment=1.5)}, "most_misalignment: expected a fraction from 0 to 1, got 1.5"),
        ({"bar": Bar(least_kappa=float("nan"))}, "least_kappa: expected -1 to 1, got nan"),
        ({"pairs": []}, "pairs: expected 1 to 10000, got 0"),
        ({"seed": -1}, "seed: expected 0 to 9223372036854775807, got -1"),
        ({"queries": 200, "depth": 60}, "depth: expected 1 to 50, got 60"),
        ({"pairs": [1, 99]}, "pairs: 99 is not a pair of the campaign"),
        ({"pairs": [5]}, "pairs: 5 belongs to a query of the val split, not of the exam split"),
    ],
)
def test_what_makes_no_exam_is_refused_by_name(fields: dict[str, object], message: str) -> None:
    with pytest.raises(BadInput, match="^" + message.replace("(", r"\(")):
        make_exam(exam_campaign(), **fields)
    assert not Exam.objects.exists()


def test_texts_of_val_and_test_and_parked_pairs_are_in_no_exam() -> None:
    campaign = exam_campaign(queries=2)
    first = Query.objects.filter(split="exam").earliest("pk")
    make_query(campaign, pairs=1, split="test", text=first.text.upper() + "  ")
    with pytest.raises(BadInput, match="1 queries of the exam split have 2 usable pairs"):
        make_exam(campaign)
    with pytest.raises(BadInput, match="pairs: the query of 1 has the same text as a query of val or test"):
        make_exam(campaign, pairs=[1])
    campaign.pairs.filter(number=3).update(parked=True)
    with pytest.raises(BadInput, match="pairs: 3 is on hold"):
        make_exam(campaign, pairs=[3, 4])


def test_a_text_that_came_to_be_judged_keeps_the_exam_closed() -> None:
    exam = make_exam(exam_campaign())
    item = exam_items(exam)[0]
    make_query(exam.campaign, pairs=1, text=item.pair.query.text)
    with pytest.raises(
        BadInput, match="^the query of pair 1, 2 has the same text as a query of val or test; drop the pair$"
    ):
        open_exam(exam=exam, now=NOW, actor=ACTOR)


def test_picked_pairs_make_an_exam() -> None:
    exam = make_exam(exam_campaign(), pairs=[4, 1, 4])
    assert list(exam_items(exam).values_list("pair__number", flat=True)) == [1, 4]


def test_an_exam_without_clips_is_not_opened() -> None:
    exam = make_exam(exam_campaign())
    Clip.objects.filter(moment__pairs__number__in=[1, 2, 4]).update(state=ClipState.PENDING)
    with pytest.raises(BadInput, match="3 of the 4 pairs have no clip; run cut_clips first"):
        open_exam(exam=exam, now=NOW, actor=ACTOR)
    assert Exam.objects.get().state == "draft"


def test_one_exam_runs_at_a_time() -> None:
    exam = open_cohort()
    second = make_exam(exam.campaign)
    with pytest.raises(BadInput, match="exam 1 is open; close it first"):
        open_exam(exam=second, now=NOW, actor=ACTOR)
    with pytest.raises(IntegrityError), transaction.atomic():
        Exam.objects.filter(pk=second.pk).update(state="open")
    with pytest.raises(BadInput, match="exam 1 is open; only a draft can be opened"):
        open_exam(exam=exam, now=NOW, actor=ACTOR)
    assert current_exam(exam.campaign) == exam


def test_truth_for_half_of_the_pairs_opens_no_gold_exam() -> None:
    exam = make_exam(exam_campaign(), truth_kind=TruthKind.GOLD)
    for item in exam_items(exam)[:2]:
        set_truth(item=item, truth=0, now=NOW, actor=ACTOR)
    for step in (open_exam, freeze_truth):
        with pytest.raises(BadInput, match="^the truth is missing for 2 of 4 pairs$"):
            step(exam=exam, now=NOW, actor=ACTOR)
    for item in exam_items(exam).filter(truth=None):
        set_truth(item=item, truth=4, now=NOW, actor=ACTOR)
    freeze_truth(exam=exam, now=NOW, actor=ACTOR)
    assert (exam.state, exam.opened_at, exam.frozen_at) == ("frozen", NOW, NOW)


def test_what_a_lead_may_say_of_a_pair() -> None:
    gold, cohort = make_exam(exam_campaign(), truth_kind=TruthKind.GOLD), open_cohort(exam_campaign(slug="other"))
    item, of_cohort = exam_items(gold)[0], exam_items(cohort)[0]
    for wrong in (-1, 5):
        with pytest.raises(BadInput, match=f"truth: expected 0 to 4, got {wrong}"):
            set_truth(item=item, truth=wrong, now=NOW, actor=ACTOR)
    with pytest.raises(BadInput, match="explanation: expected at most 4,000 characters"):
        set_truth(item=item, truth=2, explanation="a" * 4001, now=NOW, actor=ACTOR)
    with pytest.raises(BadInput, match="truth: in a cohort exam it is the median"):
        set_truth(item=of_cohort, truth=2, explanation="no", now=NOW, actor=ACTOR)
    for one in (item, of_cohort):
        set_truth(item=one, explanation=" the hat is missing ", doubtful=True, now=NOW, actor=ACTOR)
        set_truth(item=one, explanation="the hat is missing", now=NOW, actor=ACTOR)  # changes nothing
    rows = ExamItem.objects.exclude(explanation="").order_by("pk")
    kept = ("the hat is missing", True, None)
    assert list(rows.values_list("explanation", "doubtful", "truth")) == [kept, kept]
    assert ledger(gold) == ["exam_created", "exam_item_set"]


def test_the_truth_of_a_frozen_exam_stays() -> None:
    exam = open_gold()
    with pytest.raises(BadInput, match="truth: exam 1 is frozen; people were graded by it, so it can no longer change"):
        set_truth(item=exam_items(exam)[0], truth=1, now=NOW, actor=ACTOR)
    assert truths(exam) == [3] * 4


def test_freezing_waits_for_enough_people() -> None:
    exam = open_cohort(takers_to_freeze=3)
    finish(exam, [1, 4])
    late = sitter(exam)[0]
    with pytest.raises(BadInput, match="^2 of 3 people have finished their first answers$"):
        freeze_truth(exam=exam, now=NOW, actor=ACTOR)
    assert (Exam.objects.get().state, truths(exam)) == ("open", [None] * 4)
    answer(late, 2)
    with pytest.raises(BadInput, match="^2 of 3 people"):  # scored, but to be changed still (R12)
        freeze_truth(exam=exam, now=NOW, actor=ACTOR)
    sweep(exam.campaign)
    freeze(exam)
    assert truths(exam) == [2] * 4
    assert ledger(exam)[-5:-3] == ["exam_sitting_moved", "exam_frozen"]
    frozen = LedgerEntry.objects.get(kind="exam_frozen")
    assert json.loads(frozen.payload)["truths"] == [[number, 2, 3] for number in (1, 2, 3, 4)]
    with pytest.raises(BadInput, match="exam 1 is frozen; only an open exam can be frozen"):
        freeze_truth(exam=exam, now=NOW, actor=ACTOR)


def test_answers_after_freezing_count_for_their_person_alone() -> None:
    exam = open_cohort()
    late, _ = sitter(exam)
    people = finish(exam, [2, 3])
    freeze(exam)
    assert standings([late, *people]) == ["exam", "qualified", "qualified"]
    answer(late, 0)
    sweep(exam.campaign, after_s=200)
    assert truths(exam) == [3] * 4
    assert standings([late]) == ["relabel"]
    assert len(first_answers(exam)) == 12
    assert len(first_answers(exam, finished=True)) == 12


def test_a_cohort_is_spread_over_the_bank_so_that_every_pair_gets_its_truth() -> None:
    exam = open_cohort(items_a_sitting=2)
    people = finish(exam, [1, 4])
    asked = [set(Seat.objects.filter(annotator=member).values_list("pair__number", flat=True)) for member in people]
    assert ([len(pairs) for pairs in asked], asked[0] | asked[1]) == ([2, 2], {1, 2, 3, 4})
    Seat.objects.filter(pair__number=1).update(superseded=True)  # as a person's scores are voided
    with pytest.raises(BadInput, match="^the truth is missing for 1 of 4 pairs$"):
        freeze_truth(exam=exam, now=NOW, actor=ACTOR)
    Seat.objects.update(superseded=False)
    freeze(exam)
    assert sorted(level or 0 for level in truths(exam)) == [1, 1, 4, 4]


def test_a_dropped_pair_is_asked_no_more_and_its_late_score_is_paid() -> None:
    exam = open_cohort()
    people = [sitter(exam)[0] for _ in range(2)]
    for member in people:
        member.refresh_from_db()
    item = exam_items(exam)[0]
    held = Seat.objects.get(annotator=people[0], pair=item.pair)
    answer(people[1], 3)
    assert drop_item(item=item, now=NOW, actor=ACTOR, reason="the clip is wrong")
    assert not drop_item(item=item, now=NOW, actor=ACTOR)
    assert submit(people[0], held, 2).code == "withdrawn"
    assert answer(people[0], 3) == 3
    assert sweep(exam.campaign) == 2
    freeze(exam)
    assert standings(people) == ["qualified", "qualified"]
    assert (truths(exam), ExamItem.objects.get(pk=item.pk).truth) == ([3] * 3, None)


def test_the_last_pair_is_not_dropped() -> None:
    exam = open_cohort(pairs=[1])
    with pytest.raises(BadInput, match="pair 1 is the last one of the exam; close the exam instead"):
        drop_item(item=exam_items(exam)[0], now=NOW, actor=ACTOR)


def test_what_a_lead_withdraws_leaves_the_exam() -> None:
    exam = open_cohort(exam_campaign(queries=3), queries=3)
    sitter(exam)
    campaign = exam.campaign
    assert withdraw_pair(pair=campaign.pairs.get(number=1), actor=ACTOR, reason="dark", now=NOW) is None
    retire_query(query=campaign.pairs.get(number=3).query, actor=ACTOR, reason="twice", now=NOW)
    assert list(exam_items(exam).values_list("pair__number", flat=True)) == [2, 5, 6]
    assert sorted(Seat.objects.filter(state="released").values_list("pair__number", flat=True)) == [1, 3, 4]
    with pytest.raises(BadInput, match="pair 1 is not in an open batch"):
        withdraw_pair(pair=campaign.pairs.get(number=1), actor=ACTOR, reason="dark", now=NOW)


def test_ranking_anew_deletes_no_pair_under_an_exam() -> None:
    exam = open_cohort(exam_campaign(queries=3))
    before = set(exam_items(exam).values_list("pair", flat=True))
    ranked = rank_candidates(
        campaign=exam.campaign,
        encoder=encoder_named("lexical"),
        name="lexical",
        top=3,
        now=NOW,
        advance=lambda done: None,
    )
    assert (ranked.queries, ranked.left_alone) == (2, 2)
    assert set(exam_items(exam).values_list("pair", flat=True)) == before
    assert exam.campaign.pairs.filter(pk__in=before).count() == 4
    pair = exam_items(exam)[0].pair
    row = CandidateRow(Place("pairs.csv", 2), pair.query.query_id, pair.moment.desc_id, 1, 0.5)
    with pytest.raises(
        BadInput, match="^pairs.csv line 2: pairs of query .* are in use, so its candidates can no longer change$"
    ):
        import_candidates(campaign=exam.campaign, rows=[row], now=NOW)
    with pytest.raises(ProtectedError):
        pair.delete()


def test_a_draft_is_thrown_away() -> None:
    exam = make_exam(exam_campaign())
    close_exam(exam=exam, now=NOW, actor=ACTOR)
    assert (Exam.objects.count(), ExamItem.objects.count()) == (0, 0)


def test_an_open_exam_that_is_closed_ends_its_sittings() -> None:
    exam = open_cohort()
    waiting, sitting = finish(exam, [3])[0], sitter(exam)[0]
    close_exam(exam=exam, now=NOW, actor=ACTOR)
    assert standings([waiting, sitting]) == ["training", "training"]
    assert set(exam.sittings.values_list("state", flat=True)) == {"failed"}
    assert not Seat.objects.filter(state__in=["reserved", "held"]).exists()
    with pytest.raises(BadInput, match="exam 1 is already closed"):
        close_exam(exam=exam, now=NOW, actor=ACTOR)


def test_who_sits_in_an_exam_with_truth_goes_on_when_it_is_closed() -> None:
    exam = open_gold()
    member, _ = sitter(exam)
    close_exam(exam=exam, now=NOW, actor=ACTOR)
    answer(member, 3)
    sweep(exam.campaign)
    assert standings([member]) == ["qualified"]
    with pytest.raises(BadInput, match="no exam is open"):
        begin_sitting(member=make_member(exam.campaign, standing="training"), now=NOW)


def test_a_granted_sitting_is_one_more_in_that_exam() -> None:
    exam = open_gold()
    member, _ = sitter(exam)
    assert sittings_left(member, exam) == 0
    grant_sitting(member=member, exam=exam, now=NOW, actor=ACTOR, reason="the line was down")
    assert sittings_left(member, exam) == 1
    assert sittings_left(member, make_exam(exam.campaign)) == 1
    other = make_member(make_campaign("other"))
    with pytest.raises(BadInput, match="member: expected a member of the exam's campaign"):
        grant_sitting(member=other, exam=exam, now=NOW, actor=ACTOR)


def test_pairs_of_open_batches_are_in_no_exam() -> None:
    campaign, _ = opened_campaign(pairs=2)
    Query.objects.update(split="exam")
    with pytest.raises(BadInput, match="pairs: 1 is on hold, or was already shown or scored elsewhere"):
        create_exam(campaign=campaign, pairs=[1], now=NOW, actor=ACTOR)
