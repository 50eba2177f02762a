from datetime import timedelta

import pytest

from annotator.asking.services.finishing import finish_video
from annotator.asking.services.states import return_ask
from annotator.desk.selectors.film_work import next_film_desk
from annotator.models import Membership, Standing
from moments.models import Campaign
from tests.annotator.asking.scenes import begun, submitted
from tests.factories import NOW
from tests.marking import asked, finished, marking_campaign

pytestmark = pytest.mark.django_db


def test_marking_comes_before_a_new_video_and_what_is_begun_before_marking():
    campaign, (author, member, other) = marking_campaign(videos=3)
    assert next_film_desk(member) == "write"
    asked(author)
    finished(author)
    assert [next_film_desk(one) for one in (author, member)] == ["write", "mark"]
    begun(member)
    assert next_film_desk(member) == "write"
    Campaign.objects.filter(pk=campaign.pk).update(status="paused")
    other.refresh_from_db()
    assert next_film_desk(other) == "mark"


def test_a_returned_question_leads_back_to_writing():
    _, (author, *_) = marking_campaign()
    begun(author)
    pair = submitted(author).pair_id
    finish_video(member=author, now=NOW + timedelta(minutes=9))
    assert next_film_desk(author) == "mark"
    return_ask(pair=pair, reason="no answer here", now=NOW + timedelta(minutes=20))
    assert next_film_desk(author) == "write"


def test_who_is_in_the_exam_marks():
    _, (member, *_) = marking_campaign()
    Membership.objects.filter(pk=member.pk).update(standing=Standing.EXAM)
    member.refresh_from_db()
    assert next_film_desk(member) == "mark"
