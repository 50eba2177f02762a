"""What a dataset of marked questions holds: videos and questions by domain and task, and how long everything is."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from annotator.text.section import Cell, Plot, Section, percent
from consensus.labels.marked_rows import TASKS
from consensus.report.dataset import ALL, histogram, summary
from consensus.report.marking.counts import MarkedCounts, VideoLine

NOT_STATED = "not stated"
Measure = tuple[str, Sequence[float]]


def of_contents(counts: MarkedCounts) -> Section:
    """Videos, hours and questions by domain and task, as the dataset holds them; and all videos of the campaign."""
    tasks = [task for task in TASKS if any(one.task == task for video in counts.videos for one in video.questions)]
    rows = [_row(domain or NOT_STATED, _of(counts.videos, domain), tasks) for domain in _domains(counts.videos)]
    whole = _row(ALL, counts.videos, tasks)
    total, hours = (sum(column) for column in zip(*counts.campaign_videos.values(), strict=True))
    sentence = (
        f"{counts.decided:,} questions have a truth, on {len(counts.videos):,} videos of {_hours(counts.videos):.1f} "
        f"hours. The campaign has {total:,} videos of {hours:.1f} hours."
    )
    header = ("domain", "videos", "hours", *tasks, "questions", "true segments")
    plot = Plot(
        name="questions_by_task",
        chart="bars",
        sentence=f"Questions with a truth by task. {sentence}",
        x="task",
        y="% of questions",
        rows=tuple({"x": task, "y": percent(_asked(counts, task), counts.decided)} for task in tasks),
    )
    return Section("contents", "Videos and questions", sentence, header, (*rows, whole), (plot,))


def of_lengths(counts: MarkedCounts) -> Section:
    """Minimum, mean and maximum of words, true segments and videos, over all and by task and domain."""
    whole = _measures(counts.videos)
    rows: list[tuple[Cell, ...]] = [(ALL, name, *summary(values)) for name, values in whole if values]
    for task in TASKS:
        rows += [(task, name, *summary(values)) for name, values in _of_task(counts.videos, task) if values]
    for domain in _domains(counts.videos):
        parted = _measures(_of(counts.videos, domain))
        rows += [(domain or NOT_STATED, name, *summary(values)) for name, values in parted if values]
    means = "; ".join(f"{name} {fmean(values):.2f}" for name, values in whole if values)
    plots = tuple(
        Plot(plot, "histogram", f"Distribution of {name}: mean {fmean(values):.2f}.", name, "count", histogram(values))
        for plot, (name, values) in zip(PLOTS, whole, strict=True)
        if values
    )
    header = ("part", "measure", "n", "minimum", "mean", "maximum")
    sentence = f"Means: {means}. A true segment that several questions share counts once for each written question."
    return Section("lengths", "Lengths", sentence, header, tuple(rows), plots)


PLOTS = ("question_words", "truth_duration", "truths_a_question", "marked_video_duration", "truth_share")


def _measures(videos: Sequence[VideoLine]) -> list[Measure]:
    """In the order of PLOTS; the truths of what was made from another question are not counted again."""
    asked = [(video, one) for video in videos for one in video.questions if not one.is_made]
    return [
        ("words a question", [one.words for video in videos for one in video.questions if one.words is not None]),
        ("true segment (s)", [length for _, one in asked for length in one.truths_s]),
        ("true segments a question", [len(one.truths_s) for _, one in asked]),
        ("video duration (s)", [video.duration_s for video in videos]),
        ("true segments / video (%)", [100 * sum(one.truths_s) / video.duration_s for video, one in asked]),
    ]


def _of_task(videos: Sequence[VideoLine], task: str) -> list[Measure]:
    questions = [one for video in videos for one in video.questions if one.task == task]
    return [
        ("words a question", [one.words for one in questions if one.words is not None]),
        ("true segment (s)", [length for one in questions for length in one.truths_s]),
        ("true segments a question", [len(one.truths_s) for one in questions]),
    ]


def _row(name: str, videos: Sequence[VideoLine], tasks: Sequence[str]) -> tuple[Cell, ...]:
    questions = [one for video in videos for one in video.questions]
    truths = sum(len(one.truths_s) for one in questions if not one.is_made)
    by_task = (sum(one.task == task for one in questions) for task in tasks)
    return (name, len(videos), round(_hours(videos), 2), *by_task, len(questions), truths)


def _asked(counts: MarkedCounts, task: str) -> int:
    return sum(one.task == task for video in counts.videos for one in video.questions)


def _domains(videos: Sequence[VideoLine]) -> list[str]:
    return sorted({video.domain for video in videos})


def _of(videos: Sequence[VideoLine], domain: str) -> list[VideoLine]:
    return [video for video in videos if video.domain == domain]


def _hours(videos: Sequence[VideoLine]) -> float:
    return sum(video.duration_s for video in videos) / 3600
