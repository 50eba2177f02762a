"""Questions with known answers come from a file, in whole or not at all, and a second run adds nothing."""

from __future__ import annotations

import pytest

from annotator.exam.selectors.references import known_answers, known_questions
from moments.models import Campaign
from tests.annotator.asking.services.test_importing import line, refusal, run
from tests.factories import make_campaign
from tests.marking import make_whole_video, marking_campaign

pytestmark = pytest.mark.django_db

NAME = "import_known_questions"


@pytest.fixture
def campaign() -> Campaign:
    campaign, _ = marking_campaign()
    make_whole_video(campaign, "film", duration_s=125.5)
    return campaign


def test_questions_come_with_their_answers(campaign, tmp_path):
    picture = {"condition_video": "video-1", "condition_s": 3.5}
    text = line(windows=[[1.5, 4], [6, 125.5]]) + line(query="Where?", windows=[])
    text += line(query="Who?", task="ims", windows=[[1, 2]], **picture)
    assert run(NAME, tmp_path, text) == {"added": 3, "already_there": 0}
    assert run(NAME, tmp_path, text) == {"added": 0, "already_there": 3}
    stored = list(known_questions(campaign))
    answers = known_answers(one.pair_id for one in stored)
    assert [(one.pair.query.text, [str(segment) for segment in answers[one.pair_id].segments]) for one in stored] == [
        ("When?", ["[1.5, 4] s", "[6, 125.5] s"]),
        ("Where?", []),
        ("Who?", ["[1, 2] s"]),
    ]
    assert [(one.condition_video and one.condition_video.name, one.condition_ms) for one in stored] == [
        (None, None), (None, None), ("video-1", 3_500),
    ]  # fmt: skip
    assert not campaign.asks.exists()


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({}, "line 1: windows: are missing; an empty list means that the video has no answer"),
        ({"windows": [[1, 2]], "vid_name": "none"}, "line 1: vid_name: the campaign has no video 'none'"),
        ({"windows": [[1, 200]]}, "line 1: windows: segment 1: lies outside the video, which lasts 125500 ms"),
        ({"windows": [], "task": "ims"}, "line 1: condition_video: a question of task ims has a picture"),
        (
            {"windows": [[1, 9]], "task": "ims", "condition_video": "film", "condition_s": 5},
            "line 1: condition_s: the picture at 5000 ms is inside segment 1; it would show the answer",
        ),
    ],
)
def test_a_bad_line_stops_the_import(campaign, tmp_path, fields, problem):
    assert problem in refusal(NAME, tmp_path, line(**fields) + line(query="Where?", windows=[]))
    assert not known_questions(campaign).exists()


def test_a_campaign_that_grades_takes_none(tmp_path):
    make_campaign("films")
    problem = refusal(NAME, tmp_path, line(windows=[]), slug="films")
    assert "questions with known answers are for marking campaigns" in problem
