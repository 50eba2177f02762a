"""The tables on segments of docs/measures.md are what the code says and computes."""

from __future__ import annotations

import pytest

from evaluation.segments.metrics.hull_precision import HULL_PRECISION
from evaluation.segments.metrics.measures import SEGMENT_MEASURES
from evaluation.segments.metrics.settings import SegmentSettings
from evaluation.segments.scoring.chance import chance_of
from evaluation.segments.scoring.scores import wanted_columns
from tests.evaluation.page_tables import rows_of
from tests.evaluation.segments.worlds import Segment, asked, means, pooled, ranking


def segments(cell: str) -> list[Segment]:
    return [tuple(float(end) for end in one.split("–")) for one in cell.split(", ")]


def test_the_page_lists_every_measure():
    listed = [
        [
            measure.name,
            ", ".join(measure.depends_on),
            "exact" if measure.chance else "simulated",
            "yes" if measure.needs_clips else "no",
            measure.sentence,
        ]
        for measure in SEGMENT_MEASURES.values()
    ]
    assert rows_of("segment-families") == listed


def test_what_is_only_for_comparison_says_so_in_its_sentence_and_its_name():
    for measure in SEGMENT_MEASURES.values():
        assert measure.only_for_comparison == measure.sentence.startswith("Only for comparison")
        assert measure.only_for_comparison == ("authors' code" in measure.name)


@pytest.mark.parametrize(("truths", "ranked", "value"), rows_of("hull"))
def test_the_defects_of_the_hull_are_as_the_page_says(truths, ranked, value):
    found = means(asked([segments(truths)]), ranking([segments(ranked)]))[HULL_PRECISION.name]
    assert f"{found:.4f}" == value


def example():
    rows = rows_of("segment-clips")
    clips = [segments(row[0])[0] for row in rows]
    questions = pooled([clips], [[clip for clip, row in zip(clips, rows, strict=True) if row[1] == "yes"]])
    ranked = [clip for clip, row in zip(clips, rows, strict=True) if row[2]]
    return rows, clips, questions, ranking([ranked], questions)


@pytest.mark.parametrize(("covering", "measure", "value", "chance"), rows_of("segment-measures"))
def test_the_measures_and_chances_of_the_page_come_out(covering, measure, value, chance):
    _, _, questions, ranked = example()
    settings = SegmentSettings(ks=(1, 2), ious=(0.5,), covering=covering)
    wanted = wanted_columns(settings, clips=True)
    expected = chance_of(questions, settings, wanted, draws=0, seed=0).overall
    at = [column.name for _, column in wanted].index(measure)
    found = means(questions, ranked, ks=(1, 2), ious=(0.5,), covering=covering)[measure]
    assert (f"{found:.4f}", f"{expected[at]:.4f}".replace("nan", "simulated")) == (value, chance)


def test_the_clips_of_the_page_have_its_iou_and_find_what_it_says():
    rows, clips, questions, _ = example()
    truths = [clip for clip, row in zip(clips, rows, strict=True) if row[1] == "yes"]
    before = 0.0
    for at, (clip, row) in enumerate(zip(clips, rows, strict=True)):
        assert f"{means(asked([truths]), ranking([[clip]]))['mIoU']:.4f}" == row[3]
        if row[2]:
            found = means(questions, ranking([clips[: at + 1]], questions), ks=(6,), ious=(0.5,))["Found@6,IoU>=0.5"]
            assert (found > before) == (row[4] == "yes")
            before = found
