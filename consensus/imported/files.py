"""Reads the files of an archive together, each as what it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from consensus.imported.contents import Archive
from consensus.imported.label_studio import TaskTerms, read_label_studio
from consensus.imported.published import read_labels, read_raw
from evaluation.scale import SCALE, Scale
from moments.base.errors import BadInput
from moments.corpus.files.faults import FIRST_ONE, Faults
from moments.corpus.files.query_file import SPLITS


@dataclass(frozen=True, slots=True)
class GivenFile:
    """A file and the name that it was given, by which it is read and reported."""

    path: Path
    name: str

    @property
    def is_scores(self) -> bool:
        """Whether it is raw scores as CSV."""
        return self.name.lower().endswith(".csv")

    @property
    def is_labels(self) -> bool:
        """Whether it is named as the labels of a split."""
        return Path(self.name).name.lower() in {f"{split}.json" for split in SPLITS}


def read_archive(
    files: Sequence[GivenFile], *, terms: TaskTerms, faults: Faults = FIRST_ONE, scale: Scale = SCALE
) -> Archive:
    """What the files tell: `.csv` is raw scores, `val.json` and the like labels, other JSON is Label Studio's.

    Raises BadInput if published files and Label Studio's come together, or several of the latter; what the readers
    raise besides.
    """
    tasks = [file for file in files if not file.is_scores and not file.is_labels]
    if tasks and len(files) > 1:
        raise BadInput(
            f"{tasks[0].name}: import an export of Label Studio without other files; files of labels have names such "
            "as val.json"
        )
    archive = Archive(faults, scale)
    for file in tasks:
        read_label_studio(file.path, archive, terms, shown=file.name)
    for file in files:
        if file.is_labels:
            read_labels(file.path, archive, shown=file.name)
    for file in files:
        if file.is_scores:
            read_raw(file.path, archive, shown=file.name)
    return archive
