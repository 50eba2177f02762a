"""Formats `qrels` (TREC) and `beir`: a moment is a document, its desc_id the document's id."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import ExitStack

from consensus.formats.folder import Folder
from consensus.formats.rows import Label, MomentRow, QueryRow


def write_qrels(folder: Folder, labels: Iterable[Label], splits: Iterable[str]) -> None:
    """`<split>.qrels`: query id, 0, document id, relevance."""
    _write_split_lines(
        folder,
        ((label.pair.split, f"{label.pair.query_id} 0 {label.pair.desc_id} {label.relevance}\n") for label in labels),
        {split: f"{split}.qrels" for split in splits},
        header="",
    )


def write_beir(
    folder: Folder,
    labels: Iterable[Label],
    splits: Iterable[str],
    queries: Iterable[QueryRow],
    moments: Iterable[MomentRow],
) -> None:
    """`beir/`: corpus.jsonl of all moments, queries.jsonl, and qrels/<split>.tsv."""
    with folder.text("beir/corpus.jsonl") as stream:
        for moment in moments:
            where = {"video_name": moment.video_name, "timestamp": [moment.start_s, moment.end_s]}
            record = {"_id": str(moment.desc_id), "title": "", "text": moment.caption, "metadata": where}
            stream.write(json.dumps(record, ensure_ascii=False) + "\n")
    with folder.text("beir/queries.jsonl") as stream:
        for query in queries:
            asked = {"_id": str(query.query_id), "text": query.text, "metadata": {"split": query.split}}
            stream.write(json.dumps(asked, ensure_ascii=False) + "\n")
    _write_split_lines(
        folder,
        ((label.pair.split, f"{label.pair.query_id}\t{label.pair.desc_id}\t{label.relevance}\n") for label in labels),
        {split: f"beir/qrels/{split}.tsv" for split in splits},
        header="query-id\tcorpus-id\tscore\n",
    )


def _write_split_lines(folder: Folder, lines: Iterable[tuple[str, str]], names: dict[str, str], *, header: str) -> None:
    with ExitStack() as stack:
        streams = {split: stack.enter_context(folder.text(name)) for split, name in names.items()}
        rows = dict.fromkeys(streams, 0)
        for stream in streams.values():
            stream.write(header)
        for split, line in lines:
            streams[split].write(line)
            rows[split] += 1
    folder.rows.update({names[split]: count for split, count in rows.items()})
