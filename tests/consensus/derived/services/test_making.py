"""Windows are drawn once with the campaign's seed; captions come from a file, in whole or not at all (M5)."""

from __future__ import annotations

import io
import json
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command

from annotator.models import DerivedAsk, DerivedState
from consensus.derived.services.deciding import reject_derived
from consensus.derived.services.making import draw_windows
from consensus.models import Verdict
from consensus.verify.selectors.invariants import breaches
from moments.base.errors import BadInput
from tests.consensus.derived.scenes import decided_campaign
from tests.factories import NOW, make_campaign

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(minutes=5)


@pytest.fixture
def campaign():
    return decided_campaign()


def windows(campaign) -> dict[int, tuple[int, int]]:
    made = DerivedAsk.objects.filter(ask__campaign=campaign, task="vms").exclude(state="rejected")
    return {one.ask.number: (one.start_ms, one.end_ms) for one in made}


def test_every_decided_question_with_an_image_gets_a_window(campaign):
    made = draw_windows(campaign=campaign, now=NOW, actor="admin")
    assert (made.made, made.known, made.without) == (2, 0, (4,))
    found = windows(campaign)
    assert sorted(found) == [2, 3]
    for number, at_ms in ((2, 20_000), (3, 59_000)):
        start_ms, end_ms = found[number]
        assert start_ms <= at_ms < end_ms <= 60_000
        assert 2_000 <= end_ms - start_ms <= 30_000
    assert 4_000 <= found[2][0] < found[2][1] <= 30_000
    assert set(DerivedAsk.objects.values_list("state", "requester")) == {("waiting", "")}


def test_a_second_run_makes_nothing_and_another_database_the_same(campaign):
    draw_windows(campaign=campaign, now=NOW, actor="admin")
    first = windows(campaign)
    again = draw_windows(campaign=campaign, now=LATER, actor="admin")
    assert (again.made, again.known, windows(campaign)) == (0, 2, first)
    DerivedAsk.objects.all().delete()
    draw_windows(campaign=campaign, now=LATER, actor="admin")
    assert windows(campaign) == first


def test_after_a_rejection_another_window_is_drawn(campaign):
    draw_windows(campaign=campaign, now=NOW, actor="admin")
    first = windows(campaign)
    reject_derived(derived=DerivedAsk.objects.get(ask__number=2), actor="L1", now=NOW, reason="too dark")
    draw_windows(campaign=campaign, now=LATER, actor="admin")
    assert windows(campaign)[3] == first[3]
    assert windows(campaign)[2] != first[2]


def test_what_shows_an_earlier_truth_is_drawn_again(campaign):
    draw_windows(campaign=campaign, now=NOW, actor="admin")
    DerivedAsk.objects.update(state="accepted", actor="L1", decided_at=NOW)
    Verdict.objects.filter(pair__ask__number=3).update(decided_at=LATER)
    assert [line for line in breaches(campaign, now=LATER, sweep_s=60) if line.startswith("M5")] == [
        "M5: what was made from question 3 shows an earlier truth"
    ]
    made = draw_windows(campaign=campaign, now=LATER, actor="admin")
    assert made.made == 1
    rejected = DerivedAsk.objects.get(state=DerivedState.REJECTED)
    assert (rejected.ask.number, rejected.actor) == (3, "rule")
    assert [line for line in breaches(campaign, now=LATER, sweep_s=60) if line.startswith("M5")] == []


def test_a_window_without_its_image_breaks_the_rule(campaign):
    draw_windows(campaign=campaign, now=NOW, actor="admin")
    DerivedAsk.objects.filter(ask__number=3).update(state="accepted", actor="L1", decided_at=NOW, end_ms=59_000)
    assert [line for line in breaches(campaign, now=NOW, sweep_s=60) if line.startswith("M5")] == [
        "M5: the clip of question 3 is too short or too long, or does not contain its image"
    ]


def test_a_campaign_that_grades_has_no_windows():
    with pytest.raises(BadInput, match="are for marking campaigns"):
        draw_windows(campaign=make_campaign("films"), now=NOW, actor="admin")


def captions(folder, text: str, *options: str, suffix: str = "jsonl") -> dict[str, int]:
    path = folder / f"captions.{suffix}"
    path.write_text(text)
    out = io.StringIO()
    call_command("import_captions", "long", str(path), *options, "--json", stdout=out)
    return json.loads(out.getvalue())


def test_captions_come_from_a_file(campaign, tmp_path):
    text = (
        '{"question": 1, "caption": "A man  sits."}\n{"question": "2", "caption": "He stands.", "origin": "person"}\n'
    )
    assert captions(tmp_path, text, "--requester", "L7") == {"added": 2, "already_there": 0}
    assert captions(tmp_path, text) == {"added": 0, "already_there": 2}
    assert captions(tmp_path, "question,caption\n3,They leave.\n", suffix="csv") == {"added": 1, "already_there": 0}
    found = DerivedAsk.objects.order_by("ask__number").values_list(
        "ask__number", "text", "origin", "requester", "state"
    )
    assert list(found) == [
        (1, "A man sits.", "model", "L7", "waiting"),
        (2, "He stands.", "person", "L7", "waiting"),
        (3, "They leave.", "model", "admin", "waiting"),
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"question": 9, "caption": "x"}', "line 2: question: 9 is not decided, or not a question of the campaign"),
        ('{"question": 1, "caption": "Another."}', "line 2: question: 1 has another caption; reject that one first"),
        ('{"question": 2, "caption": " "}', "line 2: caption:"),
        ('{"question": 2, "caption": "x", "origin": "cat"}', "line 2: origin:"),
        ('{"question": -1, "caption": "x"}', "line 2: question: expected a whole number"),
    ],
)
def test_a_bad_line_stops_the_import(campaign, tmp_path, text, problem):
    with pytest.raises(CommandError) as caught:
        captions(tmp_path, '{"question": 1, "caption": "A man sits."}\n' + text + "\n")
    assert problem in str(caught.value)
    assert not DerivedAsk.objects.exists()
