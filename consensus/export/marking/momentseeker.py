"""Format `momentseeker`: the questions of each task with their pools of clips, in the layout of MomentSeeker.

Keys and paths are those that its authors' evaluation code reads; `video_name` and the keys after it are ours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from json.encoder import encode_basestring as quoted

from consensus.export.folder import Folder
from consensus.export.marking.json_objects import condition_json, json_bool, json_object
from consensus.export.marking.marking_format import MarkingFormat, TakeVideo
from consensus.export.marking.row_files import RowFiles
from consensus.export.pool_clips.pieces import Piece, condition_piece, pool_piece
from consensus.labels.marked_rows import Condition, MarkedQuestion, MarkedVideo, seconds
from moments.clips.exact.frames import PICTURE, VIDEO

FILE = "momentseeker/{split}/{task}.json"


@contextmanager
def momentseeker_writer(folder: Folder, splits: Sequence[str]) -> Iterator[TakeVideo]:
    """Takes videos and writes a JSON list for each split and task that has questions, one entry a line."""
    with RowFiles(folder, begin="[\n", between=",\n", end="\n]\n") as files:

        def take(video: MarkedVideo) -> None:
            clips = [_candidate(pool_piece(clip, video.name)) for clip in video.pool.clips]
            for one in video.questions:
                files.write(FILE.format(split=one.split, task=one.task.lower()), _entry(one, video, clips))

        yield take


def _candidate(piece: Piece) -> str:
    return json_object({"output_path": quoted(piece.file(VIDEO)), "frame_path": quoted(piece.file(PICTURE))})


def _entry(one: MarkedQuestion, video: MarkedVideo, clips: Sequence[str]) -> str:
    """The entry of a question; clips with its own condition are no candidates, so places are counted without them."""
    use = video.use(one)
    kept = [at for at in range(len(clips)) if at not in use.left_out]
    place = {at: new for new, at in enumerate(kept)}
    image, clip = _paths(one.condition)
    fields = {
        "question_id": quoted(one.question_id),
        "task": quoted(one.task),
        "qry_text": quoted(one.text),
        "qry_img_path": quoted(image),
        "qry_video_path": quoted(clip),
        "candidate_video_list": f"[{', '.join(clips[at] for at in kept)}]",
        "gt_indices": str([place[at] for at in use.truths]),
        "ignored_indices": str([place[at] for at in use.ignored]),
        "video_name": quoted(video.name),
        "duration": repr(video.duration_s),
        "domain": quoted(video.domain),
        "timestamps": str([seconds(truth) for truth in one.truths]),
        "condition": condition_json(one.condition),
        "adjudicated": json_bool(one.adjudicated),
        "recognisable": json_bool(video.is_recognisable(one)),
    }
    return json_object(fields)


def _paths(condition: Condition | None) -> tuple[str, str]:
    """Where the condition's picture and clip belong; the authors' code expects an empty text where there is none."""
    if condition is None:
        return "", ""
    piece = condition_piece(condition)
    return (piece.file(PICTURE), "") if condition.end_ms is None else ("", piece.file(VIDEO))


MOMENTSEEKER = MarkingFormat(
    name="momentseeker",
    description="a JSON list for each task: questions with their pools of clips, in MomentSeeker's layout",
    is_default=True,
    videos=momentseeker_writer,
)
