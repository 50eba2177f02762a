"""Format `rtime`: a JSON list of clips for each split, with captions, rewrites and twins; `evaluate_twins` reads it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from consensus.export.folder import Folder
from consensus.export.formats.one_line import on_one_line as quoted
from consensus.export.marking.json_objects import json_object
from consensus.export.marking.row_files import RowFiles
from consensus.export.twins.twin_format import TakeMoment, TwinFormat
from consensus.labels.twin_rows import ClipCaption, DescribedMoment

FILE = "rtime/{}.json"


@contextmanager
def rtime_writer(folder: Folder, splits: Sequence[str]) -> Iterator[TakeMoment]:
    """Takes moments and writes `rtime/<split>.json`, one clip a line, twins one after the other."""
    with RowFiles(folder, begin="[\n", between=",\n", end="\n]\n") as files:

        def take(moment: DescribedMoment) -> None:
            for clip, twin in moment.clips():
                files.write(FILE.format(moment.split), _entry(moment, clip, twin))

        yield take


def _entry(moment: DescribedMoment, clip: ClipCaption, twin: str | None) -> str:
    fields = {
        "vid": quoted(clip.vid),
        "caption": quoted(clip.text),
        "rewrites": f"[{', '.join(map(quoted, clip.rewrites))}]",
        "temporal": quoted(moment.criterion),
        "reverse": "null" if twin is None else quoted(twin),
        "direction": quoted(clip.direction),
        "split": quoted(moment.split),
        "video_name": quoted(moment.video_name),
        "timestamp": json.dumps([moment.start_s, moment.end_s]),
    }
    return json_object(fields)


RTIME = TwinFormat(
    name="rtime",
    description="a JSON list for each split: clips with captions, rewrites and twins, as evaluate_twins reads them",
    is_default=True,
    moments=rtime_writer,
)
