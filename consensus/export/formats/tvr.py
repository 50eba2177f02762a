"""Format `tvr`: one JSON list of labels a split, and the videos with their durations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from json.encoder import encode_basestring as quoted

from consensus.export.folder import Folder
from consensus.export.formats.check import write_check
from consensus.export.formats.export_format import LABEL_COLUMNS, LABELS, ExportFormat, Rows, Table, Take
from consensus.export.formats.similarity import write_expected, write_similarity
from consensus.labels.rows import Label, VideoRow
from evaluation.metrics.settings import Settings
from evaluation.scoring.export_scores import expected_scores
from moments.scale import gains_of

VIDEOS = "video_corpus.json"
AT_ONCE = 64


@contextmanager
def labels_writer(folder: Folder, splits: Iterable[str]) -> Iterator[Take]:
    """Takes labels and writes `<split>.json`, each label on a line of its own."""
    with ExitStack() as stack:
        streams = {split: stack.enter_context(folder.text(f"{split}.json")) for split in splits}
        rows = dict.fromkeys(streams, 0)
        waiting: dict[str, list[str]] = {split: [] for split in streams}
        line_of = LabelLines()

        def write(split: str, lines: list[str]) -> None:
            streams[split].write((",\n" if rows[split] else "[\n") + ",\n".join(lines))
            rows[split] += len(lines)
            lines.clear()

        def take(label: Label) -> None:
            lines = waiting[label.split]
            lines.append(line_of(label))
            if len(lines) == AT_ONCE:
                write(label.split, lines)

        yield take
        for split, stream in streams.items():
            if waiting[split]:
                write(split, waiting[split])
            stream.write("\n]\n" if rows[split] else "[]\n")
            folder.rows[f"{split}.json"] = rows[split]


class LabelLines:
    """Labels as `json.dumps(…, ensure_ascii=False)` writes them, in a quarter of the time.

    What the labels of a query have in common is written once for all that follow each other, and what those of a video
    have, once.
    """

    def __init__(self) -> None:
        self._query: tuple[int, str] | None = None
        self._about = ""
        self._videos: dict[tuple[str, float], tuple[str, str]] = {}

    def __call__(self, label: Label) -> str:
        """The label's object, on one line."""
        pair, query, text, _, video, start, end, duration, caption, similarity, _, relevance = label
        if (query, text) != self._query:
            self._query = query, text
            self._about = f'"query_id": {query}, "query": {quoted(text)}, "video_name": '
        shown = self._videos.get((video, duration))
        if shown is None:
            shown = self._videos[video, duration] = f'{quoted(video)}, "timestamp": [', f'], "duration": {duration!r}'
        return (
            f'{{"pair_id": {pair}, {self._about}{shown[0]}{start!r}, {end!r}{shown[1]}, "caption": {quoted(caption)}, '
            f'"similarity": {similarity!r}, "relevance": {relevance}}}'
        )


def _write_beside_labels(folder: Folder, rows: Rows) -> None:
    """The videos, the run `similarity` with its expected scores, and how to check an evaluator against it."""
    _write_videos(folder, rows.videos())
    runs = write_similarity(folder, rows.candidates(), rows.splits, rows.video_numbers)
    settings = Settings(gains=gains_of(rows.levels))
    write_expected(
        folder,
        {split: expected_scores(rows.truths[split].columns(), run.columns(), settings) for split, run in runs.items()},
    )
    write_check(folder, rows.splits, settings.gains)


def _write_videos(folder: Folder, videos: Iterable[VideoRow]) -> None:
    """`video_corpus.json`: name → [duration in seconds, index], names in order."""
    count = 0
    with folder.text(VIDEOS) as stream:
        stream.write("{\n")
        for count, video in enumerate(videos, start=1):
            stream.write(",\n" if count > 1 else "")
            stream.write(f"{quoted(video.name)}: [{video.duration_s!r}, {count - 1}]")
        stream.write("\n}\n")
    folder.rows[VIDEOS] = count


TVR = ExportFormat(
    name="tvr",
    description="JSON lists of labels, one per split, the video corpus, and the similarity run with its expected "
    "scores",
    is_default=True,
    labels=labels_writer,
    after_labels=_write_beside_labels,
    table=Table(LABELS, "{}.json", LABEL_COLUMNS),
)
