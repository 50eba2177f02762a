"""Format `charades`: questions in words with their one true window, as the text files of Charades-STA have them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from consensus.export.folder import Folder
from consensus.export.marking.marking_format import MarkingFormat, TakeVideo
from consensus.export.marking.row_files import RowFiles
from consensus.labels.marked_rows import MarkedQuestion, MarkedVideo, seconds

FILE = "charades/{}.txt"
MARK_OF_TEXT = "##"
SEVERAL = "with several truths"
CONDITIONED = "with an image or a clip"
UNWRITABLE = "whose text or video name the layout cannot hold"


@contextmanager
def charades_writer(folder: Folder, splits: Sequence[str]) -> Iterator[TakeVideo]:
    """Takes videos and writes `VIDEO start end##text` for each question that the layout holds; others are counted."""
    left_out = folder.left_out.setdefault("charades", {})
    with RowFiles(folder) as files:

        def take(video: MarkedVideo) -> None:
            for one in video.questions:
                reason = _obstacle(one, video.name)
                if reason:
                    left_out[reason] = left_out.get(reason, 0) + 1
                else:
                    start, end = seconds(one.truths[0])
                    files.write(FILE.format(one.split), f"{video.name} {start!r} {end!r}{MARK_OF_TEXT}{one.text}\n")

        yield take


def _obstacle(one: MarkedQuestion, video: str) -> str:
    """Why the layout, which splits lines at `##` and then at spaces, does not hold the question; empty if it does."""
    if not one.in_words:
        return CONDITIONED
    if len(one.truths) > 1:
        return SEVERAL
    is_whole = len(one.text.splitlines()) == 1 and MARK_OF_TEXT not in f"{video} {one.text}#"
    return "" if is_whole and len(video.split()) == 1 and not one.text.startswith("#") else UNWRITABLE


CHARADES = MarkingFormat(
    name="charades",
    description="questions in words that have one truth, a line each, in Charades-STA's layout",
    videos=charades_writer,
    media_types={".txt": "text/plain"},
)
