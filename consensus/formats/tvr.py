"""Format `tvr`: one JSON list of labels a split, and the videos with their durations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from json.encoder import encode_basestring as quoted

from consensus.formats.folder import Folder
from consensus.formats.rows import Label, VideoRow

VIDEOS = "video_corpus.json"
Take = Callable[[Label], None]


@contextmanager
def labels_writer(folder: Folder, splits: Iterable[str]) -> Iterator[Take]:
    """Takes labels and writes `<split>.json`, each label on a line of its own."""
    with ExitStack() as stack:
        streams = {split: stack.enter_context(folder.text(f"{split}.json")) for split in splits}
        rows = dict.fromkeys(streams, 0)

        def take(label: Label) -> None:
            split = label.split
            streams[split].write((",\n" if rows[split] else "[\n") + label_json(label))
            rows[split] += 1

        yield take
        for split, stream in streams.items():
            stream.write("\n]\n" if rows[split] else "[]\n")
            folder.rows[f"{split}.json"] = rows[split]


def label_json(label: Label) -> str:
    """The label as `json.dumps(…, ensure_ascii=False)` writes it, in a third of the time."""
    pair, query, text, _, video, start, end, duration, caption, similarity, _, relevance = label
    return (
        f'{{"pair_id": {pair}, "query_id": {query}, "query": {quoted(text)}, "video_name": {quoted(video)}, '
        f'"timestamp": [{start!r}, {end!r}], "duration": {duration!r}, "caption": {quoted(caption)}, '
        f'"similarity": {similarity!r}, "relevance": {relevance}}}'
    )


def write_videos(folder: Folder, videos: Iterable[VideoRow]) -> None:
    """`video_corpus.json`: name → [duration in seconds, index], names in order."""
    count = 0
    with folder.text(VIDEOS) as stream:
        stream.write("{\n")
        for count, video in enumerate(videos, start=1):
            stream.write(",\n" if count > 1 else "")
            stream.write(f"{quoted(video.name)}: [{video.duration_s!r}, {count - 1}]")
        stream.write("\n}\n")
    folder.rows[VIDEOS] = count
