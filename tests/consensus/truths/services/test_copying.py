"""Decided questions are copied with their truth, once each, for exams and hidden checks."""

from __future__ import annotations

import pytest

from annotator.exam.selectors.references import known_answers
from annotator.marking.segments import Segment
from annotator.models import ReferenceQuestion
from consensus.truths.services.copying import copy_decided
from moments.base.errors import BadInput
from moments.models import LedgerEntry
from tests.factories import NOW, make_campaign
from tests.marked_world import WorldQuestion, WorldVideo, store_world
from tests.marking import marking_campaign

pytestmark = pytest.mark.django_db

TRUTH = (Segment(1_000, 4_000), Segment(9_000, 12_000))


@pytest.fixture
def campaign():
    campaign, (author, marker) = marking_campaign(people=2, videos=0, opened=False)
    questions = [WorldQuestion(TRUTH, "When?"), WorldQuestion(TRUTH[:1], "Where?", shown_ms=20_000)]
    store_world(campaign, [WorldVideo("film", 60_000, questions=questions)], author, marker)
    return campaign


def test_a_copy_has_text_video_image_and_truth(campaign):
    copies = copy_decided(campaign=campaign, numbers=[2, 1], now=NOW, actor="L1")
    assert [(pair.number, pair.query.text, pair.query.split, pair.batch) for pair in copies] == [
        (3, "Where?", "exam", None),
        (4, "When?", "exam", None),
    ]
    assert [known_answers([pair.pk])[pair.pk].segments for pair in copies] == [TRUTH[:1], TRUTH]
    where = ReferenceQuestion.objects.get(pair=copies[0])
    assert (where.source.number, where.condition_video.name, where.condition_ms) == (2, "film", 20_000)
    entry = LedgerEntry.objects.get(campaign=campaign, kind="reference_questions_added")
    assert entry.payload == '{"pairs":[3,4],"sources":[2,1]}'


def test_a_question_is_copied_once(campaign):
    copy_decided(campaign=campaign, numbers=[1], now=NOW, actor="L1")
    with pytest.raises(BadInput, match="question 1 has been copied already"):
        copy_decided(campaign=campaign, numbers=[2, 1], now=NOW, actor="L1")
    assert ReferenceQuestion.objects.count() == 1


def test_only_decided_questions_can_be_copied(campaign):
    author = campaign.members.order_by("pk")[0]
    author.campaign = campaign
    with pytest.raises(BadInput, match="question 7 is not decided, or not a question of the campaign"):
        copy_decided(campaign=campaign, numbers=[1, 7], now=NOW, actor="L1")
    assert not ReferenceQuestion.objects.exists()


def test_a_campaign_that_grades_has_none():
    with pytest.raises(BadInput, match="are for marking campaigns"):
        copy_decided(campaign=make_campaign("films"), numbers=[1], now=NOW, actor="L1")
