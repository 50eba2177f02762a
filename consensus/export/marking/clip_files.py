"""Puts the cut clips of all pools into an export, beside the JSON that names them, with a list of their checksums."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from consensus.export.folder import Folder
from consensus.export.formats.one_line import on_one_line as quoted
from consensus.export.marking.json_objects import json_object
from consensus.export.marking.row_files import RowFiles
from consensus.export.pool_clips.equal_sizes import SMALLEST, copy_padded, copy_plain
from consensus.export.pool_clips.kept import KeptClips
from consensus.export.pool_clips.pieces import Piece, pieces_of
from consensus.labels.marked_rows import MarkedVideo
from moments.base.errors import BadInput

ROOT = "momentseeker"
LIST = f"{ROOT}/clips.jsonl"


class ClipFiles:
    """Takes videos and copies their clips from where they wait; clips of one length get one size."""

    def __init__(self, folder: Folder, kept: KeptClips) -> None:
        self._folder, self._kept = folder, kept
        self._described: dict[str, tuple[int, str]] = {}

    def add(self, video: MarkedVideo) -> None:
        """The files of one more video, for each split that has a question on it; raises NotCutError."""
        for split, pieces in pieces_of(video).items():
            sizes = self._sizes(pieces)
            for piece in pieces:
                for kind in piece.kinds:
                    self._place(f"{split}/{piece.file(kind)}", piece, kind, sizes)

    def write_list(self) -> dict[str, Any]:
        """`clips.jsonl`, a line for each file; what the manifest says of them, nothing if there is none."""
        if not self._described:
            return {}
        with RowFiles(self._folder) as lines:
            for path, (size, digest) in sorted(self._described.items()):
                fields = {"path": quoted(path), "bytes": str(size), "sha256": quoted(digest)}
                lines.write(LIST, f"{json_object(fields)}\n")
        files, size = len(self._described), sum(size for size, _ in self._described.values())
        return {"clips": {"list": LIST, "files": files, "bytes": size}}

    def _sizes(self, pieces: list[Piece]) -> dict[tuple[int, str], int]:
        """Of the pool's clips and pictures, by length and kind: the size that all get."""
        found: dict[tuple[int, str], int] = {}
        for piece in pieces:
            for kind in piece.kinds if piece.group else ():
                size = self._kept.file(piece, kind).stat().st_size + SMALLEST
                found[piece.group, kind] = max(size, found.get((piece.group, kind), 0))
        return found

    def _place(self, name: str, piece: Piece, kind: str, sizes: Mapping[tuple[int, str], int]) -> None:
        if name in self._described:  # two questions on different videos may show the same picture
            return
        kept, path = self._kept.file(piece, kind), f"{ROOT}/{name}"
        try:
            target = self._folder.file(path)
            size = sizes.get((piece.group, kind)) if piece.group else None
            digest = copy_plain(kept, target) if size is None else copy_padded(kept, target, size)
        except (FileExistsError, NotADirectoryError, IsADirectoryError) as error:
            raise BadInput(f"the video {piece.video!r} has the name of another file; rename it") from error
        self._described[name] = target.stat().st_size, digest
        self._folder.listed.add(path)
