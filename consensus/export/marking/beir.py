"""Format `beir`: the clips of all pools as the corpus, the questions as queries, and the truths as qrels in TSV."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from urllib.parse import quote

from consensus.export.folder import Folder
from consensus.export.formats.beir import CORPUS, HEADING, QUERIES
from consensus.export.formats.one_line import on_one_line as quoted
from consensus.export.marking.json_objects import condition_json, json_object
from consensus.export.marking.marking_format import MarkingFormat, TakeVideo
from consensus.export.marking.row_files import RowFiles
from consensus.labels.marked_rows import MarkedQuestion, MarkedVideo

QRELS = "beir/qrels/{}.tsv"


@contextmanager
def beir_writer(folder: Folder, splits: Sequence[str]) -> Iterator[TakeVideo]:
    """Takes videos and writes their clips, their questions and a line for each clip that is a truth."""
    with RowFiles(folder) as lines, RowFiles(folder, begin=HEADING) as qrels:

        def take(video: MarkedVideo) -> None:
            # Percent signs for what is neither a letter, a digit nor one of /_.-~ as readers split lines at spaces.
            names = [quote(clip.name(video.name)) for clip in video.pool.clips]
            for name, clip in zip(names, video.pool.clips, strict=True):
                lines.write(CORPUS, _document(name, video.name, [clip.start_s, clip.end_s]))
            for one in video.questions:
                lines.write(QUERIES, _query(one, video, names))
                for at in video.use(one).truths:
                    qrels.write(QRELS.format(one.split), f"{one.question_id}\t{names[at]}\t1\n")

        yield take


def _document(name: str, video: str, times: list[int]) -> str:
    metadata = json_object({"video_name": quoted(video), "timestamp": str(times)})
    return f'{{"_id": {quoted(name)}, "title": "", "text": "", "metadata": {metadata}}}\n'


def _query(one: MarkedQuestion, video: MarkedVideo, names: Sequence[str]) -> str:
    use = video.use(one)
    metadata = {
        "split": quoted(one.split),
        "task": quoted(one.task),
        "video_name": quoted(video.name),
        "condition": condition_json(one.condition),
        "ignored": _list(names[at] for at in use.ignored),
        "left_out": _list(names[at] for at in use.left_out),
    }
    asked = {"_id": quoted(one.question_id), "text": quoted(one.text), "metadata": json_object(metadata)}
    return f"{json_object(asked)}\n"


def _list(names: Iterable[str]) -> str:
    return f"[{', '.join(map(quoted, names))}]"


MARKED_BEIR = MarkingFormat(
    name="beir",
    description="clips of the pools, questions and qrels as BEIR has them",
    videos=beir_writer,
    media_types={".tsv": "text/tab-separated-values"},
)
