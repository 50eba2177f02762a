"""Encodes with a pretrained model, in batches, and keeps every vector: what was encoded once is read."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from moments.base.errors import BadInput
from moments.encoders.encoder import Advance, no_progress
from moments.encoders.vector_files import Damaged, Shard, read_shard, write_shard

AT_ONCE = 1024
"""Texts encoded between two files: what a kill costs at most."""
log = logging.getLogger("reelevance.vectors")


class Model(Protocol):
    """A pretrained model; nothing of it is loaded before `encode`."""

    name: str

    def identity(self) -> str:
        """What the vectors depend on, in words and hashes: two models with one identity give the same vectors."""

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit rows, one a text."""


class PretrainedEncoder:
    """An encoder over a model, with its vectors kept in `folder` (None: kept nowhere) by model and text."""

    def __init__(self, model: Model, folder: Path | None) -> None:
        self._model = model
        self._root = folder

    def fit(self, captions: Sequence[str]) -> None:
        """Nothing is learned from the corpus."""

    def encode(self, texts: Sequence[str], advance: Advance = no_progress) -> NDArray[np.float32]:
        """Unit rows, one a text; only texts met for the first time go through the model.

        Raises BadInput if the model cannot be loaded, gives rows that are no unit vectors, or where its vectors
        cannot be kept; what was encoded before that stays.
        """
        first: dict[bytes, int] = {}
        keys = [hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest() for text in texts]
        for place, key in enumerate(keys):
            first.setdefault(key, place)
        rows = self._gathered(texts, first, advance)
        for place, key in enumerate(keys):
            if first[key] != place:
                rows[place] = rows[first[key]]
        advance(len(texts) - len(first))
        return rows

    def encode_queries(self, texts: Sequence[str], advance: Advance = no_progress) -> NDArray[np.float32]:
        """Queries are seen as captions are."""
        return self.encode(texts, advance)

    def missing(self, texts: Sequence[str]) -> int:
        """How many of the texts would have to go through the model."""
        wanted = {hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest() for text in texts}
        for shard in self._kept():
            wanted.difference_update(shard.keys)
        return len(wanted)

    def _gathered(self, texts: Sequence[str], first: dict[bytes, int], advance: Advance) -> NDArray[np.float32]:
        rows: NDArray[np.float32] | None = None
        missing = dict(first)
        for shard in self._found(texts, missing, advance):
            if rows is None:
                rows = np.zeros((len(texts), shard.rows.shape[1]), dtype=np.float32)
            if shard.rows.shape[1] != rows.shape[1]:
                raise BadInput(f"encoder {self._model.name}: rows of {shard.rows.shape[1]} and {rows.shape[1]} numbers")
            for place, key in enumerate(shard.keys):
                if key in missing:
                    rows[missing.pop(key)] = shard.rows[place]
        return rows if rows is not None else np.zeros((len(texts), 1), dtype=np.float32)

    def _found(self, texts: Sequence[str], missing: dict[bytes, int], advance: Advance) -> Iterator[Shard]:
        """Shards until nothing is missing: those kept, then new ones, each kept before it is used."""
        before = len(missing)
        for shard in self._kept():
            if not missing:
                return
            yield shard
        advance(before - len(missing))
        # The longest texts first, over all of them: batches of one length waste nothing on padding.
        waiting = sorted(missing.items(), key=lambda item: (-len(texts[item[1]]), item[1]))
        for start in range(0, len(waiting), AT_ONCE):
            part = waiting[start : start + AT_ONCE]
            encoded = self._encoded([texts[place] for _, place in part])
            shard = Shard(self._identity(), [key for key, _ in part], encoded)
            self._keep(shard)
            yield shard
            advance(len(part))

    def _encoded(self, texts: list[str]) -> NDArray[np.float32]:
        rows = np.asarray(self._model.encode(texts), dtype=np.float32)
        if rows.ndim != 2 or rows.shape[0] != len(texts):
            raise BadInput(f"encoder {self._model.name}: {len(texts)} texts gave an array of shape {rows.shape}")
        lengths = np.einsum("ij,ij->i", rows, rows)
        wrong = np.flatnonzero(~(np.abs(lengths - 1) < 1e-3))  # NaN is wrong too
        if wrong.size:
            raise BadInput(
                f"encoder {self._model.name}: the model gave no unit vector for the text {texts[wrong[0]][:60]!r}"
            )
        return rows

    def _kept(self) -> Iterator[Shard]:
        folder = self._folder()
        for path in sorted(folder.glob("*.vectors")) if folder else ():
            try:
                shard = read_shard(path)
            except FileNotFoundError:
                continue
            except OSError as error:
                raise BadInput(f"{path}: {error.strerror}; make it readable or move it elsewhere") from error
            except Damaged as damage:
                log.warning("%s %s; its texts will be encoded again", path, damage)
                path.replace(path.with_suffix(".damaged"))
                continue
            if shard.model != self._identity():
                raise BadInput(f"{path}: contains vectors of another model, {shard.model}; move it elsewhere")
            yield shard

    def _keep(self, shard: Shard) -> None:
        folder = self._folder()
        if folder is None:
            return
        try:
            folder.mkdir(parents=True, exist_ok=True)
            write_shard(folder, shard)
        except OSError as error:
            raise BadInput(f"{folder}: {error.strerror}; what was already encoded is stored; run it again") from error

    def _identity(self) -> str:
        return self._model.identity()

    def _folder(self) -> Path | None:
        if self._root is None:
            return None
        return self._root / hashlib.sha256(self._identity().encode()).hexdigest()[:24]
