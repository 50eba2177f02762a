"""Where cut clips wait for their export, so that one that was interrupted goes on where it was."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from consensus.export.landing import held
from consensus.export.pool_clips.pieces import Piece
from moments.base.errors import BadInput
from moments.clips.cutting.frame_table import FrameTable
from moments.clips.cutting.landing import landing
from moments.clips.exact.frames import EXACT_ENCODER

ABOUT = "about.json"


class NotCutError(Exception):
    """An export needs a clip that was not cut, as its truth is newer."""


class KeptClips:
    """A folder of clips as they were cut, by video; only whole files ever lie there under a clip's name."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @contextmanager
    def held(self) -> Iterator[None]:
        """Nobody else cuts into the folder meanwhile; raises BadInput if somebody does."""
        try:
            self.root.mkdir(parents=True, exist_ok=True)
            with held(self.root):
                yield
        except BlockingIOError as error:
            raise BadInput("another export is cutting the same clips; wait until it has ended") from error

    def begin(self, video: str, *, source: str, table: FrameTable | None) -> None:
        """Makes room for the clips of a video; those from another place, of other frames or cut otherwise go."""
        about = _about(source, table)
        if self._said(video) != about:
            self.forget(video)
            with landing(self._folder(video) / ABOUT) as path:
                path.write_text(json.dumps(about), encoding="utf-8")

    def path(self, piece: Piece, kind: str) -> Path:
        """Where the piece's file of that kind lies, or would."""
        return self._folder(piece.video) / piece.file(kind).rpartition("/")[2]

    def has(self, piece: Piece) -> bool:
        """Whether all of the piece's files are there."""
        return all(self.path(piece, kind).is_file() for kind in piece.kinds)

    def file(self, piece: Piece, kind: str) -> Path:
        """The piece's file; raises NotCutError if it is not there."""
        path = self.path(piece, kind)
        if not path.is_file():
            raise NotCutError(piece.file(kind))
        return path

    def forget(self, video: str) -> None:
        """Deletes the clips of a video."""
        shutil.rmtree(self._folder(video), ignore_errors=True)

    def clear(self) -> None:
        """Deletes everything."""
        shutil.rmtree(self.root, ignore_errors=True)

    def _folder(self, video: str) -> Path:
        return self.root / hashlib.sha256(video.encode()).hexdigest()[:32]

    def _said(self, video: str) -> Any:
        try:
            return json.loads((self._folder(video) / ABOUT).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None


def _about(source: str, table: FrameTable | None) -> dict[str, Any]:
    packed = json.dumps(None if table is None else table.packed())
    frames = hashlib.sha256(packed.encode()).hexdigest()
    return {"source": source, "frames": frames, "encoder": " ".join(EXACT_ENCODER)}
