"""Labels as lines of text, a file for each split."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager

from consensus.export.folder import Folder
from consensus.export.formats.export_format import Take
from consensus.labels.rows import Label


def lines_writer(
    pattern: str, line_of: Callable[[Label], str], heading: str = ""
) -> Callable[[Folder, Sequence[str]], AbstractContextManager[Take]]:
    """A writer that takes labels and writes a line for each, below the heading, into the file of its split."""

    @contextmanager
    def writer(folder: Folder, splits: Sequence[str]) -> Iterator[Take]:
        names = {split: pattern.format(split) for split in splits}
        with ExitStack() as stack:
            streams = {split: stack.enter_context(folder.text(name)) for split, name in names.items()}
            rows = dict.fromkeys(streams, 0)
            for stream in streams.values():
                stream.write(heading)

            def take(label: Label) -> None:
                streams[label.split].write(line_of(label))
                rows[label.split] += 1

            yield take
        folder.rows.update({names[split]: count for split, count in rows.items()})

    return writer
