"""The export of a marking campaign: its rows in every layout, the same bytes again, and what is left out."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction

from annotator.marking.segments import Segment
from annotator.models import Ask, AskState, DerivedAsk, Membership, Seat
from consensus.export.marking.qvhighlights import relevant_clips
from consensus.models import TruthSegment, Verdict
from consensus.rawmarkings.settling import settle_markings_file
from moments.base.errors import BadInput
from moments.marking_protocol import MarkingProtocol
from moments.models import Campaign, Moment, Query
from tests.consensus.export.marking.scenes import (
    ODD,
    QUESTIONS,
    at,
    entries,
    export,
    marked_campaign,
    objects,
)
from tests.consensus.export.scenes import bytes_of, graded_campaign, lines_in
from tests.factories import NOW, claim, settle
from tests.marked_world import WorldQuestion, WorldVideo, store_world
from tests.marking import asked, finished, mark, marking_campaign, send

pytestmark = pytest.mark.django_db


def test_a_question_has_its_pool_without_the_clips_of_its_own_condition(tmp_path: Path) -> None:
    export(marked_campaign(), tmp_path / "out", ["momentseeker"])
    (plain, *_), (with_image,) = (entries(tmp_path / "out", task) for task in ("ms", "ims"))
    paths = [candidate["output_path"] for candidate in plain["candidate_video_list"]]
    assert [paths[place] for place in plain["gt_indices"]] == ["square/10_20.mp4"]
    assert [paths[place] for place in plain["ignored_indices"]] == ["square/12_21.mp4"]  # covers most of [10, 20]
    assert plain["candidate_video_list"][0]["frame_path"] == paths[0].replace(".mp4", ".png")
    own = [candidate["output_path"] for candidate in with_image["candidate_video_list"]]
    assert own == [path for path in paths if path != "square/30_36.mp4"]  # the image is of second 34
    assert [own[place] for place in with_image["gt_indices"]] == ["square/5_7.mp4"]
    shown = {"video_name": "square", "timestamp": [34.0]}
    assert (with_image["qry_img_path"], with_image["qry_video_path"]) == ("conditions/square/34.000.png", "")
    assert (with_image["condition"], with_image["timestamps"]) == (shown, [[5.0, 7.0]])


def test_an_image_from_another_video_leaves_every_clip_a_candidate(tmp_path: Path) -> None:
    campaign = marked_campaign()
    Ask.objects.filter(number=3).update(condition_video=campaign.videos.get(name="film/a"))
    export(campaign, tmp_path / "out", ["momentseeker"])
    (plain, *_), (with_image,) = (entries(tmp_path / "out", task) for task in ("ms", "ims"))
    assert with_image["candidate_video_list"] == plain["candidate_video_list"]
    assert with_image["qry_img_path"] == "conditions/film/a/34.000.png"


def test_a_truth_of_which_no_copy_fits_is_called_recognisable(tmp_path: Path) -> None:
    campaign, (author, marker, _) = marking_campaign(videos=0, opened=False)
    questions = [WorldQuestion(at(5, 70)), WorldQuestion(at(72, 75))]
    store_world(campaign, [WorldVideo("long", 79_500, "", questions)], author, marker)
    made = export(campaign, tmp_path / "out", ["momentseeker"])
    assert [one["recognisable"] for one in entries(tmp_path / "out", "ms")] == [True, False]
    assert made.manifest["pools"]["recognisable_truths"] == 1
    assert (
        "For 1 truth, no filler of the same length fits into the rest of the video"
        in (tmp_path / "out/README.md").read_text()
    )


def test_the_card_says_how_authors_and_markers_agree(tmp_path: Path) -> None:
    campaign, (author, marker, _) = marking_campaign(videos=0, opened=False)
    video = WorldVideo("long", 79_500, "", [WorldQuestion(at(5, 15)), WorldQuestion(at(30, 40))])

    def late(segment: Segment) -> Segment:
        return Segment(segment.start_ms + 2000 * (segment.start_ms == 5000), segment.end_ms)

    store_world(campaign, [video], author, marker, blurred=late)
    export(campaign, tmp_path / "out", ["raw"])
    card = (tmp_path / "out/README.md").read_text(encoding="utf-8")
    assert "| measure | value [95% interval] | questions |" in card
    assert "| IoU of matched segments, mean | 0.900 [0.800, 1.000] | 2 |" in card
    assert "| edge error in seconds, 90th percentile | 1.400 [0.000, 2.000] | 2 |" in card
    assert "| share of questions on which both agree at once | 1.000 [1.000, 1.000] | 2 |" in card


def test_what_was_made_from_a_question_has_its_truth(tmp_path: Path) -> None:
    export(marked_campaign(), tmp_path / "out", ["momentseeker"])
    (caption,), (clip,) = (entries(tmp_path / "out", task) for task in ("ca", "vms"))
    assert (caption["question_id"], caption["qry_text"], caption["task"]) == ("1-ca", "a man in red waves", "CA")
    assert caption["timestamps"] == [[10.0, 20.0]]
    assert (clip["question_id"], clip["qry_text"]) == ("3-vms", "What does the person do next?")
    assert (clip["qry_img_path"], clip["qry_video_path"]) == ("", "conditions/square/33.000_36.500.mp4")
    assert clip["timestamps"] == [[5.0, 7.0]]


def test_every_layout_holds_the_same_questions(tmp_path: Path) -> None:
    out = tmp_path / "out"
    export(marked_campaign(), out)
    tasks = {"ms", "ims", "ca", "vms"}
    of_pools = [one["question_id"] for task in tasks for one in entries(out, task)] + [
        one["question_id"] for one in entries(out, "ms", "val")
    ]
    windows = [one for split in ("test", "val") for one in objects(out / f"qvhighlights/{split}.jsonl")]
    assert sorted(of_pools) == sorted(one["qid"] for one in windows) == sorted(QUESTIONS)
    assert sorted(one["_id"] for one in objects(out / "beir/queries.jsonl")) == sorted(QUESTIONS)
    second = next(one for one in windows if one["qid"] == "2")
    assert second["relevant_windows"] == [[30.25, 36.0], [80.0, 95.5]]
    assert second["relevant_clip_ids"] == [15, 16, 17, *range(40, 48)]
    assert len(second["saliency_scores"]) == len(second["relevant_clip_ids"])
    assert {one["qid"] for one in windows if one["adjudicated"]} == {"4"}


@pytest.mark.parametrize(
    ("ends", "duration_ms", "expected"),
    [
        ((0, 16), 126_000, [0, 1, 2, 3, 4, 5, 6, 7]),
        ((1, 3), 126_000, [0, 1]),
        ((1.001, 2.999), 126_000, [1]),  # it contains the middle of no clip
        ((4, 4.2), 126_000, [2]),
        ((118, 120.5), 120_500, [59]),  # the grid ends with the last whole clip
        ((0.1, 1.4), 1_500, [0]),
        ((2, 4, 3.5, 6), 126_000, [1, 2]),
    ],
)
def test_relevant_clips_lie_on_the_grid(ends: tuple[float, ...], duration_ms: int, expected: list[int]) -> None:
    assert relevant_clips(at(*ends), duration_ms=duration_ms) == expected


def test_charades_has_one_line_for_each_question_that_it_can_hold(tmp_path: Path) -> None:
    made = export(marked_campaign(), tmp_path / "out", ["charades"])
    assert lines_in(tmp_path / "out/charades/test.txt") == [
        "square 10.0 20.0##Who waves?",
        "square 10.0 20.0##a man in red waves",
        "square 12.0 21.0##Who waves or bows?",
        "film/a 59.5 61.0##Who goes?",
    ]
    assert made.manifest["left_out"]["charades"] == {
        "with several truths": 1,
        "with an image or a clip": 2,
        "whose text or video name the layout cannot hold": 2,
    }
    card = (tmp_path / "out/README.md").read_text(encoding="utf-8")
    assert "The format `charades` leaves out 2 questions whose text or video name the layout cannot hold" in card
    assert "1 question with several truths." in card


def test_a_text_is_exported_as_it_was_judged(tmp_path: Path) -> None:
    campaign = marked_campaign()
    Ask.objects.filter(number=5).update(text="a rewording that nobody judged")
    export(campaign, tmp_path / "out")
    texts = {one["question_id"]: one["qry_text"] for one in entries(tmp_path / "out", "ms")}
    assert texts["5"] == ODD
    assert {one["_id"]: one["text"] for one in objects(tmp_path / "out/beir/queries.jsonl")}["5"] == ODD


def test_an_export_repeated_is_the_same_to_the_byte(tmp_path: Path) -> None:
    campaign = marked_campaign()
    for name in ("one", "two", "two"):
        export(campaign, tmp_path / name)
    assert bytes_of(tmp_path / "one") == bytes_of(tmp_path / "two")


def test_another_truth_is_another_version_of_the_pools(tmp_path: Path) -> None:
    campaign = marked_campaign()
    before = export(campaign, tmp_path / "out", ["charades"]).manifest["pools"]
    Query.objects.filter(query_id=1).update(text="Who waves a hand?")
    assert export(campaign, tmp_path / "out", ["charades"]).manifest["pools"] == before
    verdict = Verdict.objects.get(pair__number=7)
    TruthSegment.objects.create(verdict=verdict, start_ms=1000, end_ms=2000)
    after = export(campaign, tmp_path / "out", ["charades"]).manifest["pools"]
    assert (after["sha256"] != before["sha256"], after["rule"]) == (True, "M6")
    assert f"`{after['sha256'][:12]}`" in (tmp_path / "out/README.md").read_text(encoding="utf-8")


def test_the_markings_settle_to_the_exported_truths(tmp_path: Path) -> None:
    """The author finds two segments, the marker one of them and a wrong one; a third annotator keeps and moves some."""
    campaign, people = three_people()
    export(campaign, tmp_path / "out", ["raw", "qvhighlights"])
    settle_markings_file(
        tmp_path / "out/markings.jsonl", tmp_path / "again.jsonl", protocol=MarkingProtocol(extent="outer")
    )
    (again,) = objects(tmp_path / "again.jsonl")
    (line,) = objects(tmp_path / "out/qvhighlights/test.jsonl")
    assert (again["question"], again["outcome"]) == ("1", "settled")
    assert [[start / 1000, end / 1000] for start, end in again["truth"]] == line["relevant_windows"]
    markings = objects(tmp_path / "out/markings.jsonl")
    assert [one["role"] for one in markings] == ["author", "marker", "third"]
    assert [one["worker"] for one in markings] == [member.pseudonym for member in people]
    assert markings[2]["answers"] == [
        {"piece": [30_000, 44_000], "answer": [[31_000, 41_000]]},
        {"piece": [50_000, 55_000], "answer": False},
    ]
    worker = people[1].pseudonym
    assert objects(tmp_path / "out/question_checks.jsonl") == [
        {"question": "1", "worker": worker, "specific": True, "condition_needed": None, "complete": True}
    ]


def three_people() -> tuple[Campaign, list[Membership]]:
    campaign, people = marking_campaign()
    author, marker, third = people
    asked(author, ((10_000, 20_000), (30_000, 40_000)))
    finished(author)
    (seat,) = claim(marker)
    assert mark(marker, seat, [[10_400, 19_000], [34_000, 44_000], [50_000, 55_000]]).status == "saved"
    assert settle(campaign).escalated == 1
    (last,) = claim(third)
    pieces = [
        {"span": [30_000, 44_000], "word": "edges", "segments": [[31_000, 41_000]]},
        {"span": [50_000, 55_000], "word": "no"},
    ]
    assert send(third, last, pieces=pieces).status == "saved"
    assert settle(campaign, after_s=122).agreed == 1
    return campaign, people


def decided(ask: Ask, truths: tuple[tuple[int, int], ...], kind: str = "agreed", **fields: object) -> Verdict:
    """The verdict of the question's attempt, as the rule would store it."""
    verdict = Verdict.objects.create(
        pair=ask.pair,
        attempt=ask.pair.attempt,
        kind=kind,
        protocol=ask.batch.protocol,
        decided_at=NOW,
        **{"actor": "rule", "round": 2, **fields},
    )
    TruthSegment.objects.bulk_create(TruthSegment(verdict=verdict, start_ms=s, end_ms=e) for s, e in truths)
    return verdict


def test_questions_without_a_truth_stand_apart_with_the_reason(tmp_path: Path) -> None:
    campaign, (author, *_) = marking_campaign()
    asks = [asked(author) for _ in range(5)]
    decided(asks[0], ((1000, 2000),))
    decided(asks[1], (), "returned", reason="no answer here")
    decided(asks[2], (), "withdrawn", round=None, actor="L1", reason="the video is broken")
    decided(asks[3], (), "adjudicated", round=None, actor="L1", reason="nothing answers it")
    decided(asks[4], ((5000, 6000),))
    Ask.objects.filter(pk=asks[4].pk).update(state=AskState.REJECTED, reason="asked twice")
    made = export(campaign, tmp_path / "out")
    assert [tuple(one.values()) for one in objects(tmp_path / "out/unjudged.jsonl")] == [
        ("2", "test", "MS", "returned", "no answer here"),
        ("3", "test", "MS", "withdrawn", "the video is broken"),
        ("4", "test", "MS", "no truth", "nothing answers it"),
        ("5", "test", "MS", "rejected", "asked twice"),
    ]
    assert [one["qid"] for one in objects(tmp_path / "out/qvhighlights/test.jsonl")] == ["1"]
    assert made.rows["parquet/test.parquet"] == 1
    card = (tmp_path / "out/README.md").read_text(encoding="utf-8")
    assert "without a truth: 1 no truth, 1 rejected, 1 returned, 1 withdrawn." in card


def test_only_the_current_attempt_counts(tmp_path: Path) -> None:
    campaign, (author, *_) = marking_campaign()
    ask = asked(author)
    decided(ask, ((1000, 2000),))
    Verdict.objects.update(superseded=True)
    decided(ask, ((3000, 4000),))
    export(campaign, tmp_path / "out", ["qvhighlights"])
    assert objects(tmp_path / "out/qvhighlights/test.jsonl")[0]["relevant_windows"] == [[3.0, 4.0]]
    ask.pair.attempt = 2
    ask.pair.save()
    export(campaign, tmp_path / "out", ["qvhighlights"], partial=True)
    assert not (tmp_path / "out/qvhighlights").exists()


def test_what_was_made_from_an_earlier_truth_is_in_no_export(tmp_path: Path) -> None:
    campaign, (author, *_) = marking_campaign()
    ask = asked(author)
    decided(ask, ((1000, 2000),))
    accepted = {"state": "accepted", "actor": "L1", "made_at": NOW, "decided_at": NOW}
    DerivedAsk.objects.create(ask=ask, task="ca", text="somebody waves", **accepted)
    made = export(campaign, tmp_path / "before")
    assert made.manifest["questions"] == {"CA": 1, "MS": 1}
    Verdict.objects.update(superseded=True)
    decided(ask, ((3000, 4000),))
    Verdict.objects.filter(superseded=False).update(decided_at=NOW + timedelta(minutes=1))
    made = export(campaign, tmp_path / "after")  # before any sweep
    assert made.manifest["questions"] == {"MS": 1}
    with pytest.raises(IntegrityError, match="the truth that its question has now"), transaction.atomic():
        DerivedAsk.objects.update(state="waiting", actor="", decided_at=None)
        DerivedAsk.objects.update(state="accepted", actor="L1", decided_at=NOW)


def test_an_unfinished_campaign_is_exported_only_in_part(tmp_path: Path) -> None:
    campaign, (author, *_) = marking_campaign()
    first, returned, _open, for_lead = (asked(author) for _ in range(4))
    decided(first, ((1000, 2000),))
    decided(returned, (), "returned")
    Ask.objects.filter(pk=returned.pk).update(state=AskState.RETURNED, reason="not specific")
    DerivedAsk.objects.create(ask=first, task="ca", text="somebody waves", made_at=NOW)
    Seat.objects.filter(pair=for_lead.pair).update(state="settled")  # the rules did not decide it
    missing = (
        "1 question without a verdict, 1 question that waits for a lead, 1 question returned to its author, "
        "1 caption or clip that nobody has accepted or rejected"
    )
    with pytest.raises(BadInput, match=f"unfinished: {missing}$"):
        export(campaign, tmp_path / "out")
    made = export(campaign, tmp_path / "out", partial=True)
    assert (made.manifest["finished"], made.manifest["questions"]) == (False, {"MS": 1})
    assert f"**This is a partial export: {missing}.**" in (tmp_path / "out/README.md").read_text(encoding="utf-8")


def test_a_campaign_without_questions_has_nothing_to_export(tmp_path: Path) -> None:
    campaign, _ = marking_campaign()
    with pytest.raises(BadInput, match="'long' has no submitted question; there is nothing to export"):
        export(campaign, tmp_path / "out", partial=True)


def test_a_truth_beyond_its_video_is_named(tmp_path: Path) -> None:
    campaign = marked_campaign()
    Moment.objects.filter(video__name="film/a").update(end_s=60)
    with pytest.raises(BadInput, match=r"question 7: the truth \[59.5, 61\] s goes beyond the video 'film/a', which"):
        export(campaign, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_formats_of_the_other_kind_are_refused(tmp_path: Path) -> None:
    names = "momentseeker, qvhighlights, charades, beir, parquet, raw"
    with pytest.raises(BadInput) as refused:
        export(marked_campaign(), tmp_path / "out", ["tvr"])
    expected = f"the format 'tvr' is only for a grading campaign; this is a marking campaign, so name one of {names}"
    assert refused.value.message == expected


def test_formats_of_marking_are_refused_where_people_grade(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as refused:
        export(graded_campaign(queries=1), tmp_path / "out", ["charades"])
    assert refused.value.message == (
        "the format 'charades' is only for a marking campaign; this is a grading campaign, "
        "so name one of tvr, raw, qrels, beir, parquet"
    )


def test_without_formats_the_command_takes_those_of_the_kind(tmp_path: Path, capsys) -> None:
    marked_campaign()
    call_command("export_labels", "long", "--out", str(tmp_path / "out"), "--json")
    assert json.loads(capsys.readouterr().out)["markings.jsonl"] == 14
    manifest = json.loads((tmp_path / "out/manifest.json").read_text())
    assert manifest["formats"] == ["momentseeker", "qvhighlights", "raw"]


@pytest.mark.parametrize("questions", [1, 3])
def test_reading_takes_as_many_queries_for_more_rows(tmp_path: Path, questions: int, django_assert_num_queries) -> None:
    campaign, (author, marker, _) = marking_campaign(videos=0, opened=False)
    truth = at(1, 3, 8, 10)
    own = [WorldQuestion(truth, shown_ms=5000, window=(4500, 7000), caption="a dog") for _ in range(questions)]
    store_world(campaign, [WorldVideo(f"v{n}", 60_000, "", own) for n in range(questions)], author, marker)
    with django_assert_num_queries(37):
        export(campaign, tmp_path / "out")
