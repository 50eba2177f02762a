"""Ready questions and quotas come in whole or not at all, and a second run adds nothing."""

from __future__ import annotations

import io
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from annotator.asking.services.drafts import save_draft
from annotator.models import Ask, AskQuota
from moments.models import Campaign, LedgerEntry
from tests.annotator.asking.scenes import begun, submitted
from tests.factories import NOW, make_campaign
from tests.marking import make_whole_video, marking_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    campaign, _ = marking_campaign()
    make_whole_video(campaign, "film", duration_s=125.5)
    return campaign


def run(name: str, folder: Path, text: str, slug: str = "long", suffix: str = "jsonl") -> dict[str, Any]:
    path = folder / f"given.{suffix}"
    path.write_text(text)
    out = io.StringIO()
    call_command(name, slug, str(path), "--json", stdout=out)
    return json.loads(out.getvalue())


def line(**fields: Any) -> str:
    return json.dumps({"vid_name": "film", "task": "ms", "query": "When?", **fields}) + "\n"


def refusal(name: str, folder: Path, text: str, **given: str) -> str:
    with pytest.raises(CommandError) as caught:
        run(name, folder, text, **given)
    return str(caught.value)


def test_questions_become_drafts_that_nobody_has(campaign, tmp_path):
    text = line() + line(query="Where?", origin="model", windows=[[1.5, 4], [6, 125.5]])
    text += line(task="ims", condition_video="film", condition_s=2)
    assert run("import_questions", tmp_path, text) == {"added": 3, "already_there": 0, "questions": 3}
    rows = Ask.objects.order_by("number").values_list("number", "task", "text", "origin", "segments", "condition_ms")
    assert list(rows) == [
        (1, "ms", "When?", "person", [], None),
        (2, "ms", "Where?", "model", [[1500, 4000], [6000, 125_500]], None),
        (3, "ims", "When?", "person", [], 2000),
    ]
    assert set(Ask.objects.values_list("state", "author", "batch", "pair")) == {("draft", None, None, None)}
    assert json.loads(LedgerEntry.objects.get(kind="questions_imported").payload) == {"added": 3}


def test_a_second_run_adds_nothing(campaign, tmp_path):
    text = line() + line() + line(query="Where?")
    assert run("import_questions", tmp_path, text)["added"] == 2
    assert run("import_questions", tmp_path, text) == {"added": 0, "already_there": 3, "questions": 2}
    assert LedgerEntry.objects.filter(kind="questions_imported").count() == 1


def test_windows_of_qvhighlights_end_with_the_video(campaign, tmp_path):
    record = {"qid": 1, "query": "A cat", "vid": "film", "relevant_windows": [[10, 12], [120, 126]]}
    run("import_questions", tmp_path, json.dumps(record))
    assert Ask.objects.get().segments == [[10_000, 12_000], [120_000, 125_500]]
    record["relevant_windows"] = [[120, 128]]
    record["query"] = "A dog"
    assert "windows: segment 1: lies outside the video" in refusal("import_questions", tmp_path, json.dumps(record))


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"vid_name": "nothing"}, "vid_name: the campaign has no video 'nothing'"),
        ({"windows": [[1, 2], [1.5, 3]]}, "windows: segment 2: overlaps the previous segment"),
        ({"windows": [[125, 126]]}, "windows: segment 1: lies outside the video, which lasts 125500 ms"),
        ({"windows": [[1, 1.1]]}, "windows: segment 1: lasts 100 ms; the shortest segment lasts 200 ms"),
        (
            {"task": "ims", "windows": [[1, 3]], "condition_video": "film", "condition_s": 2},
            "condition_s: the picture at 2000 ms is inside segment 1; it would show the answer",
        ),
        (
            {"task": "ims", "condition_video": "film", "condition_s": 125.5},
            "condition_s: the video ends at 125.5 s",
        ),
        (
            {"task": "ims", "condition_video": "gone", "condition_s": 1},
            "condition_video: the campaign has no video 'gone'",
        ),
    ],
)
def test_a_line_that_cannot_be_stops_the_import(campaign, tmp_path, fields, problem):
    assert refusal("import_questions", tmp_path, line() + line(**fields)) == (
        f"{tmp_path / 'given.jsonl'} line 2: {problem}"
    )
    assert Ask.objects.count() == 0


def test_the_author_of_a_video_finishes_its_ready_questions(tmp_path):
    campaign, (author, *_) = marking_campaign()
    Campaign.objects.get().videos.update(name="film")
    run("import_questions", tmp_path, line(windows=[[1, 2]]) + line(query="Where?"))
    Ask.objects.update(created_at=NOW - timedelta(days=1), changed_at=NOW - timedelta(days=1))
    begun(author)
    first, second = Ask.objects.filter(author=author).order_by("number")
    assert submitted(author, first).pair is not None
    save_draft(member=author, number=second.number, fields={"segments": [[0, 900]]}, now=NOW)
    assert submitted(author, second).text == "Where?"


def test_quotas_replace_all_earlier_ones(campaign, tmp_path):
    AskQuota.objects.create(campaign=campaign, domain="old", task="ms", wanted=5)
    text = "domain,task,wanted\nsports,ms,120\n,ims,7\n"
    assert run("set_quotas", tmp_path, text, suffix="csv") == {"quotas": 2, "wanted": 127}
    rows = AskQuota.objects.order_by("pk").values_list("domain", "task", "wanted")
    assert list(rows) == [("sports", "ms", 120), ("", "ims", 7)]
    assert json.loads(LedgerEntry.objects.get(kind="quotas_set").payload)["wanted"] == 127


def test_a_campaign_that_grades_has_neither(tmp_path):
    make_campaign("films")
    assert "nobody writes questions" in refusal("import_questions", tmp_path, line(), slug="films")
    quotas = "domain,task,wanted\n,ms,1\n"
    assert "nobody writes questions" in refusal("set_quotas", tmp_path, quotas, slug="films", suffix="csv")
