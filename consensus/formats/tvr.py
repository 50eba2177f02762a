"""Format `tvr`: one JSON list of labels a split, and the videos with their durations."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import ExitStack

from consensus.formats.folder import Folder
from consensus.formats.rows import Label, VideoRow


def write_labels(folder: Folder, labels: Iterable[Label], splits: Iterable[str]) -> None:
    """`<split>.json`, each label on a line of its own."""
    with ExitStack() as stack:
        streams = {split: stack.enter_context(folder.text(f"{split}.json")) for split in splits}
        rows = dict.fromkeys(streams, 0)
        for label in labels:
            split = label.pair.split
            text = json.dumps({**label.pair.fields(), "relevance": label.relevance}, ensure_ascii=False)
            streams[split].write((",\n" if rows[split] else "[\n") + text)
            rows[split] += 1
        for split, stream in streams.items():
            stream.write("\n]\n" if rows[split] else "[]\n")
            folder.rows[f"{split}.json"] = rows[split]


def write_videos(folder: Folder, videos: Iterable[VideoRow]) -> None:
    """`video_corpus.json`: name → [duration in seconds, index], names in order."""
    corpus = {video.name: [video.duration_s, index] for index, video in enumerate(videos)}
    with folder.text("video_corpus.json") as stream:
        json.dump(corpus, stream, ensure_ascii=False, indent=0)
        stream.write("\n")
