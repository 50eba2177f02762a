"""The scale of a campaign: replaced while it is set up, fixed afterwards, and held to by every table."""

import json
from dataclasses import replace

import pytest
from django.db import IntegrityError, transaction

from annotator.models import (
    Exam,
    ExamItem,
    Gold,
    Guideline,
    GuidelineExample,
    Practice,
    PracticeAnswer,
    Score,
    Tutorial,
)
from consensus.models import ArchiveScore, Verdict
from moments.base.errors import BadInput
from moments.campaign.selectors import levels_of, newest_protocol
from moments.campaign.services import set_protocol
from moments.models import Campaign, LedgerEntry, ProtocolVersion, ScaleLevel
from moments.protocol import Protocol
from moments.scale import BINARY, PUBLISHED, TEMPLATES, TREC, ScaleError, checked_levels, scale_mark
from moments.scales.services import COUNT_FIXED, FIXED, set_scale
from tests.factories import NOW, claim, make_campaign, make_member, make_query, opened_campaign, submit

pytestmark = pytest.mark.django_db


def changed(place=1, **fields):
    """The published levels with fields of one changed."""
    return [replace(level, **fields) if level.relevance == place else level for level in PUBLISHED]


def saved(campaign, levels, **fields):
    return set_scale(campaign=campaign, levels=levels, now=NOW, actor="lead", **fields)


def refused(campaign, levels, **fields):
    before = levels_of(campaign)
    with pytest.raises(BadInput) as problem:
        saved(campaign, levels, **fields)
    assert (levels_of(campaign), len(before) - 1) == (before, Campaign.objects.get(pk=campaign.pk).highest)
    return str(problem.value)


@pytest.mark.parametrize("template", TEMPLATES.values(), ids=TEMPLATES)
def test_a_template_is_a_scale(template):
    assert checked_levels(template.levels) == template.levels


@pytest.mark.parametrize(
    ("levels", "message"),
    [
        (PUBLISHED[:1], "levels: expected 2 to 7, got 1"),
        (PUBLISHED[::-1], "levels: expected the numbers 0 to 4 in order, got 4"),
        (changed(name=" "), "level 1: name: is empty"),
        (changed(name="x" * 200), "level 1: name: expected at most 40 characters, got 200"),
        (changed(name="\u202eevil"), "level 1: name: contains characters that cannot be shown"),
        (changed(name="perfect"), "level 4: name: is also the name of level 1"),
        (changed(short="x" * 101), "level 1: hint: expected at most 100 characters, got 101"),
        (changed(long=""), "level 1: text: is empty"),
        (changed(colour="red"), "level 1: colour: expected a colour such as #31497f, got 'red'"),
        (changed(gain=float("nan")), "level 1: gain: expected a number from 0 to 1000"),
        (changed(gain=8.0), "gain: expected numbers that never fall from one level to the next, and not all the same"),
    ],
)
def test_levels_that_make_no_scale_are_refused_by_level_and_field(levels, message):
    with pytest.raises(ScaleError) as problem:
        checked_levels(levels)
    assert str(problem.value) == message


def test_names_are_kept_in_every_script():
    names = ["לא קשור", "نیم‌مرتبط", "部分相关"]
    levels = checked_levels([replace(PUBLISHED[place], name=f" {name} ") for place, name in enumerate(names)])
    assert [level.name for level in levels] == names


def test_a_campaign_begins_with_the_published_scale_and_may_get_another():
    campaign = make_campaign()
    assert (levels_of(campaign), campaign.highest) == (PUBLISHED, 4)
    done = saved(campaign, BINARY.levels, seen=scale_mark(PUBLISHED))
    campaign.refresh_from_db()
    assert (levels_of(campaign), campaign.scale.levels) == (BINARY.levels, range(2))
    assert done.protocol.protocol == newest_protocol(campaign).protocol == Protocol(tolerance=0, threshold=0.5)
    entries = campaign.ledger.order_by("-number")
    assert [entry.kind for entry in entries[:2]] == ["protocol_set", "scale_set"]
    assert [level["name"] for level in json.loads(entries[1].payload)["levels"]] == ["Not relevant", "Relevant"]
    assert (saved(campaign, BINARY.levels).changed, campaign.ledger.count()) == (False, len(entries))
    assert saved(campaign, [replace(BINARY.levels[0], name="No"), BINARY.levels[1]]).protocol is None


def test_two_leads_on_one_form_do_not_overwrite_each_other():
    campaign = make_campaign()
    saved(campaign, changed(name="Little"), seen=scale_mark(PUBLISHED))
    message = refused(campaign, changed(name="Faint"), seen=scale_mark(PUBLISHED))
    assert message == "somebody else changed the scale since you opened the page; look at it and try again"


def test_once_people_have_pairs_nothing_of_it_changes():
    campaign, _ = opened_campaign(pairs=1)
    for levels in (changed(name="Little"), TREC.levels):
        assert refused(campaign, levels) == FIXED


def test_once_a_pair_is_judged_the_number_of_levels_stays():
    campaign = make_campaign()
    pair = make_query(campaign, pairs=1).pairs.get()
    Gold.objects.create(campaign=campaign, pair=pair, relevance=4, created_at=NOW)
    assert refused(campaign, TREC.levels) == COUNT_FIXED
    assert saved(campaign, changed(name="Little")).changed


def test_a_trial_keeps_its_scale():
    assert "a trial keeps" in refused(make_campaign(is_trial=True), TREC.levels)


@pytest.mark.parametrize(("field", "value"), [("tolerance", 4), ("threshold", 3.5)])
def test_a_protocol_lies_within_the_scale(field, value):
    campaign = make_campaign(levels=TREC.levels)
    with pytest.raises(BadInput, match=f"^{field}: expected 0 to 3, got {value}$"):
        set_protocol(campaign=campaign, protocol=Protocol(**{field: value}), now=NOW, actor="lead")
    with pytest.raises(IntegrityError, match="within the scale"), transaction.atomic():
        ProtocolVersion.objects.filter(campaign=campaign).update(**{field: value})


def test_the_database_refuses_what_lies_beyond_the_scale_and_changes_to_a_scale_in_use():
    campaign, (member, *_) = opened_campaign(pairs=2, levels=TREC.levels)
    seat, _ = claim(member)
    assert submit(member, seat, 4).detail == "relevance: expected an integer from 0 to 3"
    assert submit(member, seat, 3).status == "saved"
    pair, other = campaign.pairs.order_by("number")
    spare = make_query(campaign, pairs=1).pairs.get()
    exam = Exam.objects.create(
        campaign=campaign, number=1, items_a_sitting=1, created_at=NOW, state="closed", frozen_at=NOW
    )
    tutorial = Tutorial.objects.create(campaign=campaign, version=1, text="x", created_at=NOW)
    practice = Practice.objects.create(tutorial=tutorial, pair=pair, place=1, relevance=3, explanation="x")
    guideline = Guideline.objects.create(
        campaign=campaign, version=1, text="x", renewed=False, actor="x", created_at=NOW
    )
    protocol = newest_protocol(campaign)
    score = {"annotator": member, "saved_at": NOW, "worked_at": NOW, "changeable_until": NOW, "current": False}
    agreed = {"kind": "agreed", "round": 1, "protocol": protocol, "decided_at": NOW}
    rows = [
        Score(seat=seat, key="k", relevance=4, **score),
        Gold(campaign=campaign, pair=other, relevance=4, created_at=NOW),
        ExamItem(exam=exam, pair=pair, truth=4),
        Exam(campaign=campaign, number=2, items_a_sitting=1, created_at=NOW, tolerance=4),
        GuidelineExample(guideline=guideline, pair=spare, relevance=4),
        Practice(tutorial=tutorial, pair=other, place=2, relevance=4, explanation="x"),
        PracticeAnswer(member=member, practice=practice, relevance=4, answered_at=NOW),
        Verdict(pair=pair, attempt=1, relevance=4, **agreed),
        ArchiveScore(campaign=campaign, pair=pair, position=1, worker="w", relevance=4),
        ScaleLevel(campaign=campaign, relevance=4, name="x", short="x", long="x", colour="#000000", gain=9),
    ]
    for row in rows:
        with pytest.raises(IntegrityError, match="on the scale of its campaign"), transaction.atomic():
            row.save()
    changes = {
        "level never changes": lambda: campaign.levels.filter(relevance=0).update(name="No"),
        "levels are fixed": lambda: campaign.levels.filter(relevance=0).delete(),
        "number of levels is fixed": lambda: Campaign.objects.filter(pk=campaign.pk).update(highest=4),
        "relevance lies on": lambda: Score.objects.filter(seat=seat).update(relevance=5),
    }
    for message, change in changes.items():
        with pytest.raises(IntegrityError, match=message), transaction.atomic():
            change()


def test_a_campaign_without_a_name_for_each_level_does_not_open():
    campaign = make_campaign()
    campaign.levels.filter(relevance=4).delete()
    with pytest.raises(IntegrityError, match="a name for each level"), transaction.atomic():
        Campaign.objects.filter(pk=campaign.pk).update(status="open")


@pytest.mark.parametrize(
    "wrong", [{"name": ""}, {"colour": "red"}, {"gain": -1.0}, {"relevance": 7}, {"name": "Slight"}], ids=str
)
def test_the_database_knows_what_a_level_is(wrong):
    campaign = make_campaign()
    campaign.levels.filter(relevance=4).delete()
    level = {"relevance": 4, "name": "Best", "short": "x", "long": "x", "colour": "#000000", "gain": 15.0}
    with pytest.raises(IntegrityError), transaction.atomic():
        ScaleLevel.objects.create(campaign=campaign, **level | wrong)


def test_only_its_opening_and_its_people_fix_a_scale():
    campaign = make_campaign()
    make_member(campaign)
    assert saved(campaign, TREC.levels).changed
    assert LedgerEntry.objects.filter(campaign=campaign, kind="scale_set").count() == 1
