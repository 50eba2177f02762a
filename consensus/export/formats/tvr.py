"""Format `tvr`: one JSON list of labels a split, and the videos with their durations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from json.encoder import encode_basestring as quoted

from consensus.export.folder import Folder
from consensus.labels.rows import Label, VideoRow

VIDEOS = "video_corpus.json"
AT_ONCE = 64
Take = Callable[[Label], None]


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
