"""Format `qvhighlights`: the questions with their true windows as JSON lines, in QVHighlights' layout."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from annotator.marking.segments import Segment
from consensus.export.folder import Folder
from consensus.export.formats.one_line import on_one_line as quoted
from consensus.export.marking.json_objects import condition_json, json_bool, json_object
from consensus.export.marking.marking_format import MarkingFormat, TakeVideo
from consensus.export.marking.row_files import RowFiles
from consensus.labels.marked_rows import MarkedQuestion, MarkedVideo, seconds

FILE = "qvhighlights/{}.jsonl"
GRID_MS = 2000
SALIENCY = [4, 4, 4]
"""Nobody judges how salient a clip is; the layout wants three grades for each relevant clip, 4 being the best."""


@contextmanager
def qvhighlights_writer(folder: Folder, splits: Sequence[str]) -> Iterator[TakeVideo]:
    """Takes videos and writes a line for each of their questions, every task in the file of its split."""
    with RowFiles(folder) as files:

        def take(video: MarkedVideo) -> None:
            for one in video.questions:
                files.write(FILE.format(one.split), _line(one, video))

        yield take


def relevant_clips(truths: Sequence[Segment], *, duration_ms: int) -> list[int]:
    """The clips of the 2 s grid whose middle a truth contains; of a truth that contains none, the clip of its middle.

    The grid ends with the last whole clip of the video, as the features do that the layout's training reads.
    """
    last, half = max(duration_ms // GRID_MS - 1, 0), GRID_MS // 2
    found: set[int] = set()
    for truth in truths:
        first = -((half - truth.start_ms) // GRID_MS)
        covered = range(first, (truth.end_ms + half) // GRID_MS)
        found.update(min(at, last) for at in covered or [(truth.start_ms + truth.end_ms) // 2 // GRID_MS])
    return sorted(found)


def _line(one: MarkedQuestion, video: MarkedVideo) -> str:
    clips = relevant_clips(one.truths, duration_ms=video.duration_ms)
    fields = {
        "qid": quoted(one.question_id),
        "query": quoted(one.text),
        "vid": quoted(video.name),
        "duration": repr(video.duration_s),
        "relevant_windows": str([seconds(truth) for truth in one.truths]),
        "relevant_clip_ids": str(clips),
        "saliency_scores": str([SALIENCY for _ in clips]),
        "task": quoted(one.task),
        "condition": condition_json(one.condition),
        "adjudicated": json_bool(one.adjudicated),
    }
    return f"{json_object(fields)}\n"


QVHIGHLIGHTS = MarkingFormat(
    name="qvhighlights",
    description="questions with their true windows as JSON lines, in QVHighlights' layout",
    is_default=True,
    videos=qvhighlights_writer,
)
