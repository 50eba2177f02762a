import pytest
from django.db import IntegrityError, transaction

from annotator.desk.selectors.clips import visible_clip
from annotator.guideline.services import SavedMeanwhile
from annotator.models import (
    Exam,
    ExamItem,
    Gold,
    Practice,
    PracticeAnswer,
    Role,
    Standing,
    Tutorial,
    TutorialDone,
    WorkEvent,
)
from annotator.tutorial.selectors import must_take_tutorial, practice_candidates
from annotator.tutorial.services import Chosen, answer_practice, finish_tutorial, save_tutorial
from annotator.tutorial.text import starting_text
from moments.base.errors import BadInput
from moments.models import Clip, LedgerEntry
from tests.factories import NOW, make_campaign, make_member, make_query, opened_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign():
    """A campaign with three pairs to practise on, numbers 1 to 3."""
    campaign = make_campaign()
    make_query(campaign, pairs=3, split="exam")
    return campaign


def save(campaign, *chosen, text="Watch it whole.", seen=None):
    return save_tutorial(campaign=campaign, text=text, practices=chosen, actor="lead", now=NOW, seen_version=seen)


def pair_of(campaign, number=1):
    return campaign.pairs.get(number=number)


def test_a_version_keeps_its_text_and_its_pairs_in_order_and_stands_in_the_ledger(campaign):
    made = save(campaign, Chosen(2, 0, "a door"), Chosen(1, 4, "all of it"))
    assert list(made.practices.order_by("place").values_list("pair__number", "relevance", "explanation")) == [
        (2, 0, "a door"),
        (1, 4, "all of it"),
    ]
    entry = LedgerEntry.objects.get(kind="tutorial_saved")
    assert '"practices":[[2,0,"a door"],[1,4,"all of it"]]' in entry.payload


def test_the_second_of_two_leads_is_refused(campaign):
    save(campaign)
    with pytest.raises(SavedMeanwhile, match="version 1 was saved in the meantime"):
        save(campaign, text="another")
    assert Tutorial.objects.get().text == "Watch it whole."


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ([Chosen(99, 3, "x")], "practice 1: there is no pair 99"),
        ([Chosen(1, 5, "x")], "practice 1: level: expected 0 to 4"),
        ([Chosen(1, 3, " ")], "practice 1: explanation: expected a text"),
        ([Chosen(1, 3, "x" * 1001)], "practice 1: explanation: expected at most 1000"),
        ([Chosen(1, 3, "x"), Chosen(1, 2, "y")], "pair 1 is listed twice"),
        ([Chosen(1, 3, "x")] * 21, "at most 20 pairs"),
    ],
)
def test_a_practice_pair_that_cannot_be_is_named(campaign, chosen, message):
    with pytest.raises(BadInput, match=message):
        save(campaign, *chosen)
    assert not Tutorial.objects.exists()


@pytest.mark.parametrize(("text", "message"), [(" \n", "text: is empty"), ("a\0", "text: contains a NUL")])
def test_a_text_that_cannot_be_shown_is_refused(campaign, text, message):
    with pytest.raises(BadInput, match=message):
        save(campaign, text=text)


def test_the_same_again_is_no_version(campaign):
    save(campaign, Chosen(1, 3, "x"))
    with pytest.raises(BadInput, match="has not changed"):
        save(campaign, Chosen(1, 3, "x"), seen=1)


def in_a_batch():
    campaign, _ = opened_campaign("open", pairs=1)
    return pair_of(campaign)


def in_an_exam(campaign):
    exam = Exam.objects.create(campaign=campaign, number=1, items_a_sitting=1, created_at=NOW)
    ExamItem.objects.create(exam=exam, pair=pair_of(campaign))


def hidden(campaign):
    Gold.objects.create(campaign=campaign, pair=pair_of(campaign), relevance=3, created_at=NOW)


def clipless(campaign):
    Clip.objects.filter(moment__pairs__number=1).update(state="failed", reason="broken")


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (in_an_exam, "pair 1 belongs to an exam; as a practice pair it would give its answer away"),
        (hidden, "pair 1 belongs to a hidden check"),
        (clipless, "pair 1 has no clip yet"),
        (lambda campaign: campaign.pairs.update(parked=True), "pair 1 is on hold"),
        (lambda campaign: campaign.queries.update(split="val"), "pair 1 belongs to the val split"),
        (lambda campaign: campaign.queries.update(retired_at=NOW), "pair 1 belongs to a retired query"),
    ],
)
def test_a_pair_that_nobody_may_practise_on_is_neither_offered_nor_taken(campaign, spoil, message):
    assert practice_candidates(campaign).filter(number=1).exists()
    spoil(campaign)
    assert not practice_candidates(campaign).filter(number=1).exists()
    with pytest.raises(BadInput, match=message):
        save(campaign, Chosen(1, 3, "x"))


def test_a_pair_that_is_labelled_is_refused():
    pair = in_a_batch()
    with pytest.raises(BadInput, match="never labelled"):
        save(pair.campaign, Chosen(pair.number, 3, "x"))
    pair.campaign.queries.update(split="exam")
    with pytest.raises(BadInput, match="is in a batch and will be labelled"):
        save(pair.campaign, Chosen(pair.number, 3, "x"))


def test_every_press_is_kept_and_the_pair_is_paid_once(campaign):
    practice = save(campaign, Chosen(1, 3, "x")).practices.get()
    member = make_member(campaign, standing=Standing.TRAINING)
    for level in (0, 3, 3):
        answer_practice(member=member, practice=practice, relevance=level, now=NOW, shown_ms=900)
    assert list(PracticeAnswer.objects.order_by("pk").values_list("relevance", flat=True)) == [0, 3, 3]
    assert list(WorkEvent.objects.values_list("kind", "key", "shown_ms")) == [("tutorial", "practice-1-1", 900)]


@pytest.mark.parametrize("level", [-1, 5])
def test_a_level_that_does_not_exist_is_refused(campaign, level):
    practice = save(campaign, Chosen(1, 3, "x")).practices.get()
    with pytest.raises(BadInput, match="relevance: expected 0 to 4"):
        answer_practice(member=make_member(campaign), practice=practice, relevance=level, now=NOW)


@pytest.mark.parametrize("standing", [Standing.INVITED, Standing.SUSPENDED])
def test_who_has_not_agreed_and_who_is_suspended_stay_outside(campaign, standing):
    made = save(campaign, Chosen(1, 3, "x"))
    member = make_member(campaign, standing=standing)
    with pytest.raises(BadInput, match="you cannot take the tutorial while"):
        answer_practice(member=member, practice=made.practices.get(), relevance=3, now=NOW)
    with pytest.raises(BadInput, match="you cannot take the tutorial while"):
        finish_tutorial(member=member, tutorial=made, now=NOW)
    assert visible_clip(member.user, Clip.objects.get(moment__pairs__number=1).name) is None


def test_a_lead_and_somebody_of_another_campaign_do_not_go_through_it(campaign):
    made = save(campaign)
    for member in (make_member(campaign, role=Role.LEAD), make_member(make_campaign("other"))):
        with pytest.raises(BadInput, match="only annotators of the campaign"):
            finish_tutorial(member=member, tutorial=made, now=NOW)


def test_it_is_finished_once_and_only_when_every_pair_is_answered(campaign):
    made = save(campaign, Chosen(1, 3, "x"), Chosen(2, 2, "y"))
    member = make_member(campaign, standing=Standing.TRAINING)
    first, second = made.practices.order_by("place")
    answer_practice(member=member, practice=first, relevance=3, now=NOW)
    with pytest.raises(BadInput, match="practice: not answered yet: 2"):
        finish_tutorial(member=member, tutorial=made, now=NOW)
    answer_practice(member=member, practice=second, relevance=0, now=NOW)
    assert finish_tutorial(member=member, tutorial=made, now=NOW) is True
    assert finish_tutorial(member=member, tutorial=made, now=NOW) is False
    assert TutorialDone.objects.get().tutorial == made
    assert LedgerEntry.objects.filter(kind="tutorial_done").count() == 1


def test_a_new_version_sends_nobody_back(campaign):
    made = save(campaign)
    trainee, qualified = make_member(campaign, standing=Standing.TRAINING), make_member(campaign)
    for member in (trainee, qualified):
        finish_tutorial(member=member, tutorial=made, now=NOW)
        assert not must_take_tutorial(member)
    save(campaign, text="Watch it twice.", seen=1)
    assert must_take_tutorial(trainee)
    qualified.refresh_from_db()
    assert qualified.standing == Standing.QUALIFIED


def test_members_may_load_a_practice_clip_and_nobody_else(campaign):
    member = make_member(campaign, standing=Standing.TRAINING)
    clip = Clip.objects.get(moment__pairs__number=1)
    assert visible_clip(member.user, clip.name) is None
    save(campaign, Chosen(1, 3, "x"))
    assert visible_clip(member.user, clip.name) == clip
    assert visible_clip(make_member(make_campaign("other")).user, clip.name) is None


def test_a_saved_version_never_changes(campaign):
    made = save(campaign, Chosen(1, 3, "x"))
    with pytest.raises(IntegrityError, match="never changes"), transaction.atomic():
        Tutorial.objects.filter(pk=made.pk).update(text="another")
    with pytest.raises(IntegrityError, match="never changes"), transaction.atomic():
        Practice.objects.filter(tutorial=made).update(relevance=0)


def test_the_text_offered_to_begin_with_can_be_saved(campaign):
    text = starting_text(campaign.scale)
    assert save(campaign, text=text).text == text.strip("\n")
    assert "on a scale from 0 to 4." in text
