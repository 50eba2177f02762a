import random
from contextlib import suppress
from datetime import timedelta

import pytest

from annotator.guideline.services import add_example, remove_example
from annotator.models import Problem, ProblemKind, Score, Seat, SeatState, Share
from annotator.problems.services.reporting import report_problem
from consensus.decisions.selectors.verdicts import stuck_pairs, unscorable_pairs
from consensus.labels.selectors.labels import labels, query_rows, raw_scores, unfinished, unjudged
from consensus.models import BatchReview, Decision, Verdict
from consensus.opening.services import open_campaign
from consensus.pairs.services.withdrawing import put_back_pair, withdraw_pair
from consensus.people.services.voiding import void_person
from consensus.queries.services.editing import edit_query, retire_query
from consensus.review.services.reviewing import decide_batch
from consensus.verify.selectors.invariants import breaches
from moments.base.errors import BadInput
from moments.models import Batch, LedgerEntry, Pair, QueryVersion
from moments.protocol import Protocol
from tests.built_once import built_once
from tests.factories import NOW, claim, make_member, make_query, opened_campaign, score_all, settle, submit

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(days=1)


def edit(query, text="another text", **fields):
    fields = {"actor": "lead", "reason": "a name was left in", "now": NOW, **fields}
    return edit_query(query=query, text=text, **fields)


def retire(query, **fields):
    return retire_query(query=query, **{"actor": "lead", "reason": "gibberish", "now": NOW, **fields})


def broken(campaign, now=LATER):
    return list(breaches(campaign, now=now, sweep_s=5))


@built_once
def decided_campaign(people=2, pairs=3, relevance=3, **fields):
    campaign, members = opened_campaign(people=people, pairs=pairs, **fields)
    score_all(members, relevance)
    settle(campaign)
    return campaign, members, campaign.queries.get()


def test_the_text_before_is_kept_and_the_query_has_the_next_version() -> None:
    campaign, _ = opened_campaign(pairs=2)
    query = campaign.queries.get()
    edit(query, "  somebody \n  runs ")
    old = QueryVersion.objects.get()
    assert (query.text, query.version) == ("somebody runs", 2)
    assert (old.version, old.text, old.actor, old.reason) == (1, "query text 1", "lead", "a name was left in")


def test_verdicts_and_scores_are_superseded_and_fresh_seats_wait() -> None:
    campaign, _, query = decided_campaign()
    done = edit(query)
    assert (done.scores, done.waiting) == (6, 0)
    assert list(Verdict.objects.values_list("superseded", flat=True).distinct()) == [True]
    assert set(query.pairs.values_list("attempt", flat=True)) == {2}
    fresh = Seat.objects.filter(superseded=False)
    assert set(fresh.values_list("attempt", "round", "state", "annotator")) == {(2, 1, "open", None)}
    assert fresh.count() == 6
    assert set(Share.objects.values_list("annotator", flat=True)) == {None}
    assert broken(campaign) == []


def test_who_scored_a_pair_never_gets_it_again_and_others_take_the_batch() -> None:
    campaign, (one, two), query = decided_campaign()
    edit(query)
    assert claim(one) == claim(two) == []
    others = [make_member(campaign) for _ in range(2)]
    assert score_all(others, 1) == 6
    settle(campaign)
    assert [label.relevance for label in labels(campaign)] == [1, 1, 1]
    assert {row.relevance for row in raw_scores(campaign)} == {1}
    assert broken(campaign) == []


def test_who_held_a_pair_without_scoring_it_may_come_again() -> None:
    campaign, (one, two) = opened_campaign(pairs=2)
    (held,) = claim(one, 1)
    edit(campaign.queries.get())
    held.refresh_from_db()
    assert (held.state, held.superseded, held.annotator) == (SeatState.RELEASED, True, None)
    assert submit(one, held, 3).status == "refused"
    assert score_all([one, two]) == 4


def test_a_change_of_a_score_for_the_text_before_is_stored_and_counts_for_nothing() -> None:
    campaign, (one, _) = opened_campaign(pairs=1)
    (seat,) = claim(one, 1)
    submit(one, seat, 3, key="first")
    edit(campaign.queries.get())
    assert submit(one, seat, 4, key="second", replaces="first").status == "changed"
    assert Score.objects.get(current=True).seat.superseded
    assert list(raw_scores(campaign)) == []


def test_a_parked_pair_goes_back_to_work_and_its_reports_are_closed() -> None:
    campaign, (one, _) = opened_campaign(pairs=2)
    (seat,) = claim(one, 1)
    report_problem(member=one, seat=seat.public_id, kind=ProblemKind.QUERY, note="", now=NOW)
    edit(campaign.queries.get())
    assert not Pair.objects.filter(parked=True).exists()
    assert Problem.objects.get().resolution == "the query was edited: a name was left in"


def test_an_open_second_batch_stays_open_and_the_first_is_reviewed_anew() -> None:
    campaign, members, query = decided_campaign(people=4, pairs=4, protocol=Protocol(batch_size=2, window=1))
    decide_batch(review=BatchReview.objects.get(), decision=Decision.EXTEND, actor="lead", note="", now=NOW)
    edit(query)
    assert list(query.batches.values_list("number", flat=True)) == [1, 2]
    assert list(query.pairs.values_list("attempt", flat=True)) == [2, 2, 2, 2]
    more = [make_member(campaign) for _ in range(2)]
    score_all([*members, *more], 2, now=LATER)
    settle(campaign, now=LATER)
    reviews = BatchReview.objects.filter(superseded=False).order_by("batch__number")
    assert list(reviews.values_list("decision", "note")) == [
        ("extend", "the next batch is already open"),
        ("close", "no further batch"),
    ]
    assert Batch.objects.count() == 2
    assert unfinished(campaign) == {}
    assert broken(campaign, LATER + timedelta(days=1)) == []


def test_with_nobody_left_the_lead_sees_the_pairs_as_stuck() -> None:
    campaign, _, query = decided_campaign()
    edit(query)
    assert stuck_pairs(campaign).count() == 3


def test_the_ledger_has_both_texts_by_their_hash() -> None:
    campaign, _, query = decided_campaign(pairs=1)
    edit(query)
    payload = LedgerEntry.objects.get(kind="query_edited").payload
    assert '"version":2' in payload
    assert '"pairs":[1]' in payload
    assert "another text" not in payload


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("  ", "text: is empty"),
        ("query text 1", "text: has not changed"),
        ("x" * 10_001, "text: expected at most 10,000 characters"),
        ("a\0b", "text: expected at most 10,000 characters"),
    ],
)
def test_a_bad_text_changes_nothing(text: str, problem: str) -> None:
    campaign, _, query = decided_campaign(pairs=1)
    with pytest.raises(BadInput, match=problem):
        edit(query, text)
    query.refresh_from_db()
    assert (query.version, query.pairs.get().attempt, QueryVersion.objects.count()) == (1, 1, 0)


def test_an_edit_of_what_somebody_edited_meanwhile_says_who() -> None:
    campaign, _, query = decided_campaign(pairs=1)
    edit(query, "first", seen_version=1, actor="12345")
    with pytest.raises(BadInput, match="has been edited in the meantime, by 12345: a name was left in"):
        edit(query, "second", seen_version=1)
    assert query.text == "first"


def test_an_example_in_force_is_taken_out_first_and_then_ends_unjudged() -> None:
    campaign, _, query = decided_campaign()
    pair = query.pairs.get(rank=1)
    add_example(pair=pair, relevance=3, note="", actor="lead", now=NOW)
    with pytest.raises(BadInput, match="pair 1 is an example in the guideline;"):
        edit(query)
    remove_example(campaign=campaign, pair=pair, actor="lead", now=NOW)
    edit(query)
    verdict = Verdict.objects.get(superseded=False)
    assert (verdict.pair, verdict.attempt, verdict.kind, verdict.actor) == (pair, 2, "withdrawn", "rule")
    score_all([make_member(campaign) for _ in range(2)])
    settle(campaign)
    assert len(list(labels(campaign))) == 2
    assert broken(campaign) == []


def test_a_retired_query_is_unjudged_and_leaves_the_labels() -> None:
    campaign, members, query = decided_campaign()
    assert retire(query) == 3
    settle(campaign)
    assert list(labels(campaign)) == list(raw_scores(campaign)) == list(query_rows(campaign)) == []
    assert [(row.outcome, row.reason) for row in unjudged(campaign)] == [("withdrawn", "query retired: gibberish")] * 3
    assert unfinished(campaign) == {}
    assert broken(campaign) == []


def test_retiring_while_people_score_releases_their_seats() -> None:
    campaign, (one, _) = opened_campaign(pairs=3)
    scored, held, _ = claim(one, 3)
    submit(one, scored, 2)
    retire(campaign.queries.get())
    assert claim(one) == []
    assert submit(one, held, 2).status == "refused"
    settle(campaign)
    assert unfinished(campaign) == {}
    assert BatchReview.objects.get().note == "the query is retired"
    assert broken(campaign) == []


def test_a_retired_query_opens_no_further_batch() -> None:
    campaign, _, query = decided_campaign(pairs=4, relevance=4, protocol=Protocol(batch_size=2, window=1))
    review = BatchReview.objects.get()
    retire(query)
    with pytest.raises(BadInput, match="or its query was retired"):
        decide_batch(review=review, decision=Decision.EXTEND, actor="lead", note="", now=NOW)
    settle(campaign)
    assert unfinished(campaign) == {}
    assert Batch.objects.count() == 1


def test_a_query_retired_before_it_was_opened_stays_closed() -> None:
    campaign, _ = opened_campaign(pairs=1)
    query = make_query(campaign, pairs=2)
    assert retire(query) == 0
    with pytest.raises(BadInput, match="with every ranked query"):
        open_campaign(campaign=campaign, allow_missing_clips=True, now=NOW, actor="test")


def test_retiring_or_editing_what_is_retired_is_refused() -> None:
    campaign, _, query = decided_campaign(pairs=1)
    retire(query)
    for again in (retire, edit):
        with pytest.raises(BadInput, match="query 1 is already retired"):
            again(query)
    assert LedgerEntry.objects.filter(kind="query_retired").count() == 1


def test_a_withdrawn_pair_keeps_its_reason_when_the_query_is_retired() -> None:
    campaign, _ = opened_campaign(pairs=2)
    pair = Pair.objects.select_related("campaign", "query", "batch__protocol").get(rank=1)
    withdraw_pair(pair=pair, actor="lead", reason="not for people", now=NOW)
    retire(campaign.queries.get())
    assert [row.reason for row in unjudged(campaign)] == ["not for people", "query retired: gibberish"]
    assert broken(campaign) == []


@pytest.mark.slow
def test_whatever_happens_in_whatever_order_nothing_is_breached_and_no_pair_waits_for_ever() -> None:
    """People score, report and come late, leads edit, retire, withdraw, put back, make examples, void; sweeps go on."""
    chance = random.Random(0)
    protocol = Protocol(batch_size=3, window=1, threshold=2.0)
    campaign, members = opened_campaign(people=7, queries=3, pairs=6, protocol=protocol, follow_suggestions=True)
    queries = list(campaign.queries.order_by("pk"))
    now, held = NOW, []
    for step in range(50):
        now += timedelta(seconds=chance.choice([1, 20, 400, 4000]))
        act(chance, step, campaign, members, queries, held, now)
        if step % 5 == 0:  # the check reads everything; a sweep may be due
            assert [line for line in broken(campaign, now) if "nothing followed" not in line] == []
    fresh = [make_member(campaign) for _ in range(4)]
    for _ in range(6):
        now += timedelta(hours=2)
        for pair in campaign.pairs.filter(parked=True).select_related("campaign", "query", "batch__protocol"):
            put_back_pair(pair=pair, actor="lead", reason="", now=now)
        score_all([*members, *fresh], lambda pair, member: chance.randint(2, 3), now=now)
        settle(campaign, now=now)
    stuck = set(unscorable_pairs(campaign).values_list("pk", flat=True))
    undecided = campaign.pairs.filter(batch__isnull=False).exclude(
        pk__in=Verdict.objects.filter(superseded=False).values("pair")
    )
    assert set(undecided.values_list("pk", flat=True)) <= stuck
    assert broken(campaign, now + timedelta(days=1)) == []


def act(chance, step, campaign, members, queries, held, now) -> None:
    """One thing that people or leads do, drawn by `chance`; refused, as it may be, it changes nothing."""
    member, query = chance.choice(members), chance.choice(queries)
    pair = chance.choice(list(campaign.pairs.select_related("campaign", "query", "batch__protocol")))

    def score() -> None:
        seats = claim(member, 5, now=now)
        held.extend((member, seat) for seat in seats[3:])
        for seat in seats[:3]:
            submit(member, seat, chance.randint(0, 4), now=now)

    def score_late() -> None:
        if held:
            owner, seat = held.pop(chance.randrange(len(held)))
            submit(owner, seat, chance.randint(0, 4), now=now)

    def report() -> None:
        for seat in claim(member, 1, now=now):
            kind = chance.choice(list(ProblemKind))
            report_problem(member=member, seat=seat.public_id, kind=kind, note="", now=now)

    acts = {
        score: 40,
        score_late: 6,
        report: 6,
        lambda: settle(campaign, now=now): 12,
        lambda: edit(query, f"text {step}", now=now): 5,
        lambda: retire(query, now=now): 1,
        lambda: withdraw_pair(pair=pair, actor="lead", reason="x", now=now): 2,
        lambda: put_back_pair(pair=pair, actor="lead", reason="x", now=now): 4,
        lambda: add_example(pair=pair, relevance=1, note="", actor="lead", now=now): 2,
        lambda: remove_example(campaign=campaign, pair=pair, actor="lead", now=now): 2,
        lambda: void_person(member=member, now=now, actor="lead", reason="x"): 2,
    }
    with suppress(BadInput):
        chance.choices(list(acts), list(acts.values()))[0]()
