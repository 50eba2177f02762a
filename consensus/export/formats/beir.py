"""Format `beir`: all moments as the corpus, the queries, and the labels as qrels in TSV."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager

from consensus.export.folder import Folder
from consensus.export.formats.one_line import on_one_line as quoted
from consensus.export.formats.tvr import Take
from consensus.labels.rows import Label, MomentRow, QueryRow

CORPUS = "beir/corpus.jsonl"
QUERIES = "beir/queries.jsonl"
HEADER = "query-id\tcorpus-id\tscore\n"


@contextmanager
def beir_qrels_writer(folder: Folder, splits: Iterable[str]) -> Iterator[Take]:
    """Takes labels and writes `beir/qrels/<split>.tsv`."""
    names = {split: f"beir/qrels/{split}.tsv" for split in splits}
    with ExitStack() as stack:
        streams = {split: stack.enter_context(folder.text(name)) for split, name in names.items()}
        rows = dict.fromkeys(streams, 0)
        for stream in streams.values():
            stream.write(HEADER)

        def take(label: Label) -> None:
            streams[label.split].write(f"{label.query_id}\t{label.desc_id}\t{label.relevance}\n")
            rows[label.split] += 1

        yield take
    folder.rows.update({names[split]: count for split, count in rows.items()})


def write_beir_texts(folder: Folder, queries: Iterable[QueryRow], moments: Iterable[MomentRow]) -> None:
    """`beir/corpus.jsonl` and `beir/queries.jsonl`; ids are texts there, as BEIR has them."""
    folder.rows[CORPUS] = _write_lines(folder, CORPUS, map(_document, moments))
    folder.rows[QUERIES] = _write_lines(folder, QUERIES, map(_asked, queries))


def _document(moment: MomentRow) -> str:
    return (
        f'{{"_id": "{moment.desc_id}", "title": "", "text": {quoted(moment.caption)}, "metadata": '
        f'{{"video_name": {quoted(moment.video_name)}, "timestamp": [{moment.start_s!r}, {moment.end_s!r}]}}}}\n'
    )


def _asked(query: QueryRow) -> str:
    return f'{{"_id": "{query.query_id}", "text": {quoted(query.text)}, "metadata": {{"split": "{query.split}"}}}}\n'


def _write_lines(folder: Folder, name: str, lines: Iterable[str]) -> int:
    rows = 0
    with folder.text(name) as stream:
        for line in lines:
            stream.write(line)
            rows += 1
    return rows
