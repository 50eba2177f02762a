"""What a dataset of twins holds: clips by split, outcome and criterion, and how long captions and clips are."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from annotator.text.section import Cell, Plot, Section, percent
from annotator.text.vocabulary import hours, vocabulary
from annotator.twins.answers import Criterion
from consensus.labels.twin_rows import TWIN_SPLITS, DescribedMoment
from consensus.report.dataset import ALL, Measure, histogram, summary
from consensus.report.twins.counts import TwinCounts
from moments.base.plurals import counted

IN_NONE = "in none"
OUTCOMES = ("twins", "single", "dropped")
NO_TIME = "time does not matter"


def of_twin_contents(counts: TwinCounts) -> Section:
    """Videos, twins, singles, clips, captions, their vocabulary and hours, over all and by split."""
    header = ("split", "videos", "twins", "singles", "clips", "vocabulary (words)", "hours of clips")
    parts = [(split or IN_NONE, _of(counts.moments, split)) for split in (*TWIN_SPLITS, "")]
    rows = [_row(name, moments) for name, moments in parts if moments]
    twins, videos = _twins(counts.moments), {moment.video_name for moment in counts.moments}
    sentence = (
        f"{counted(_clips(counts.moments), 'clip')} of {counted(len(videos), 'video')} have an accepted caption: "
        f"{counted(twins, 'pair of twins', 'pairs of twins')} and "
        f"{counted(len(counts.moments) - twins, 'clip without a twin', 'clips without a twin')}."
    )
    return Section("contents", "Dataset size", sentence, header, (*rows, _row(ALL, counts.moments)), ())


def of_outcomes_by_criterion(counts: TwinCounts) -> Section:
    """The judged clips that became twins, singles or were dropped, by the criterion that stands for them."""
    total = counts.judged
    named = [*(str(criterion) for criterion in Criterion), ""]
    rows: list[tuple[Cell, ...]] = [
        (name or NO_TIME, *found, sum(found), percent(sum(found), total))
        for name, found in ((name, _by_outcome(counts, [name])) for name in named)
        if sum(found)
    ]
    whole = _by_outcome(counts, named)
    rows.append((ALL, *whole, total, percent(total, total)))
    shares = {outcome: percent(count, total) for outcome, count in zip(OUTCOMES, whole, strict=True)}
    sentence = (
        f"Of {total:,} judged clips, {shares['twins']:.1f}% are twins, {shares['single']:.1f}% single clips, and "
        f"{shares['dropped']:.1f}% were dropped."
    )
    if counts.withdrawn:
        sentence += f" A lead withdrew {counts.withdrawn:,} more."
    drawn: tuple[dict[str, Cell], ...] = tuple({"x": outcome, "y": share} for outcome, share in shares.items())
    plot = Plot("twin_outcomes", "bars", sentence, "outcome of the judgements", "% of judged clips", drawn)
    header = ("criterion", *OUTCOMES, "clips", "% of clips")
    return Section("criteria", "Outcomes by criterion", sentence, header, tuple(rows), (plot,))


def of_twin_lengths(counts: TwinCounts) -> Section:
    """Minimum, mean and maximum of words and seconds, over all and by split."""
    whole = _measures(counts.moments)
    header = ("split", "measure", "n", "minimum", "mean", "maximum")
    if not counts.moments:
        return Section("lengths", "Lengths", "No caption has been accepted yet.", header, (), ())
    rows: list[tuple[Cell, ...]] = [(ALL, name, *summary(values)) for name, values in whole]
    for split in (*TWIN_SPLITS, ""):
        if moments := _of(counts.moments, split):
            rows += [(split or IN_NONE, name, *summary(values)) for name, values in _measures(moments)]
    sentence = f"Means: {'; '.join(f'{name} {fmean(values):.2f}' for name, values in whole)}."
    plots = tuple(
        Plot(plot, "histogram", f"Distribution of {name}: mean {fmean(values):.2f}.", name, "count", histogram(values))
        for plot, (name, values) in zip(PLOTS, whole, strict=True)
    )
    return Section("lengths", "Lengths", sentence, header, tuple(rows), plots)


PLOTS = ("caption_words", "clip_seconds", "source_seconds")


def _measures(moments: Sequence[DescribedMoment]) -> list[Measure]:
    """In the order of PLOTS."""
    videos = {moment.video_name: moment.duration_s for moment in moments}
    return [
        ("words a caption", [len(clip.text.split()) for moment in moments for clip, _ in moment.clips()]),
        ("clip (s)", [moment.end_s - moment.start_s for moment in moments for _ in moment.clips()]),
        ("source video (s)", list(videos.values())),
    ]


def _row(name: str, moments: Sequence[DescribedMoment]) -> tuple[Cell, ...]:
    twins = _twins(moments)
    return (
        name,
        len({moment.video_name for moment in moments}),
        twins,
        len(moments) - twins,
        _clips(moments),
        len(vocabulary(clip.text for moment in moments for clip, _ in moment.clips())),
        hours(moment.end_s - moment.start_s for moment in moments for _ in moment.clips()),
    )


def _twins(moments: Sequence[DescribedMoment]) -> int:
    return sum(moment.backward is not None for moment in moments)


def _clips(moments: Sequence[DescribedMoment]) -> int:
    return len(moments) + _twins(moments)


def _by_outcome(counts: TwinCounts, criteria: Sequence[str]) -> list[int]:
    return [sum(counts.truths.get((outcome, name), 0) for name in criteria) for outcome in OUTCOMES]


def _of(moments: Sequence[DescribedMoment], split: str) -> list[DescribedMoment]:
    return [moment for moment in moments if moment.split == split]
