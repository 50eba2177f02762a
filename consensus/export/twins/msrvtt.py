"""Format `msrvtt`: one JSON object with videos and sentences, as MSR-VTT's annotation file has them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from consensus.export.folder import Folder
from consensus.export.formats.one_line import on_one_line as quoted
from consensus.export.marking.json_objects import json_object
from consensus.export.twins.twin_format import TakeMoment, TwinFormat
from consensus.labels.twin_rows import ClipCaption, DescribedMoment

FILE = "msrvtt/videodatainfo.json"
SPLITS = {"val": "validate"}


@contextmanager
def msrvtt_writer(folder: Folder, splits: Sequence[str]) -> Iterator[TakeMoment]:
    """Takes moments and writes `msrvtt/videodatainfo.json`; a clip's sentences are its caption and its rewrites."""
    videos: list[str] = []
    sentences: list[str] = []

    def take(moment: DescribedMoment) -> None:
        for clip, twin in moment.clips():
            videos.append(_video(moment, clip, twin, len(videos)))
            for text in (clip.text, *clip.rewrites):
                fields = {"caption": quoted(text), "video_id": quoted(clip.vid), "sen_id": str(len(sentences))}
                sentences.append(json_object(fields))

    yield take
    with folder.text(FILE) as stream:
        stream.write('{"videos": [\n')
        stream.write(",\n".join(videos))
        stream.write('\n], "sentences": [\n')
        stream.write(",\n".join(sentences))
        stream.write("\n]}\n")
    folder.rows[FILE] = len(sentences)


def _video(moment: DescribedMoment, clip: ClipCaption, twin: str | None, number: int) -> str:
    fields = {
        "video_id": quoted(clip.vid),
        "id": str(number),
        "split": quoted(SPLITS.get(moment.split, moment.split)),
        "start time": json.dumps(moment.start_s),
        "end time": json.dumps(moment.end_s),
        "source": quoted(moment.video_name),
        "direction": quoted(clip.direction),
        "twin": "null" if twin is None else quoted(twin),
    }
    return json_object(fields)


MSRVTT = TwinFormat(
    name="msrvtt",
    description="one JSON file with videos and sentences, in MSR-VTT's layout",
    moments=msrvtt_writer,
)
