"""`draw_exam`: an exam in draft from the command line."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from annotator.models import Exam
from moments.clips.selectors.clips import moments_without_clip
from moments.models import Clip
from tests.annotator.exam.scenes import exam_campaign
from tests.twins import twin_campaign

pytestmark = pytest.mark.django_db


def draw(*arguments: object) -> str:
    out = io.StringIO()
    call_command("draw_exam", "films", *map(str, arguments), stdout=out)
    return out.getvalue()


def test_it_makes_the_exam_and_says_what_comes_next() -> None:
    exam_campaign(queries=3, pairs=4)
    output = draw("--queries", 2, "--depth", 3, "--seed", 5, "--items", 4, "--takers", 7, "--sittings", 2)
    assert output == "exam: 1\npairs: 6\nclips missing: 0\nnext: open it on the exam page\n"
    fields = ("number", "truth_kind", "state", "seed", "items_a_sitting", "takers_to_freeze", "sittings_allowed")
    assert Exam.objects.values_list(*fields).get() == (1, "cohort", "draft", 5, 4, 7, 2)


def test_clips_of_its_pairs_are_cut_with_the_others() -> None:
    campaign = exam_campaign(queries=1, pairs=3)
    Clip.objects.filter(moment__pairs__number__in=[1, 2]).delete()
    output = draw("--queries", 1, "--depth", 3, "--truth", "gold")
    assert "next: run cut_clips, set the truth of every pair, open it on the exam page" in output
    wanted = moments_without_clip(campaign)
    assert {moment.pk for moment in wanted} == set(
        campaign.pairs.filter(number__in=[1, 2]).values_list("moment", flat=True)
    )


def test_it_reports_as_json_and_refuses_in_one_line() -> None:
    exam_campaign()
    assert json.loads(draw("--queries", 2, "--depth", 2, "--json")) == {"exam": 1, "pairs": 4, "clips_missing": 0}
    with pytest.raises(CommandError) as refused:
        draw("--depth", 2)
    assert str(refused.value) == (
        "2 queries of the exam split have 2 usable pairs, but 10 are needed; "
        "run sample_queries --split exam and rank_candidates first, or ask for fewer"
    )


def test_in_a_campaign_of_twins_it_says_where_clips_are_picked() -> None:
    campaign, _ = twin_campaign("films", people=0)
    with pytest.raises(CommandError, match="Pick the clips on the page Create an exam, or send them"):
        draw()
    assert not campaign.exams.exists()
