"""Makes a sentence encoder of a plain transformer, SimCSE as its authors use it.

Gao, Yao and Chen, SimCSE: Simple Contrastive Learning of Sentence Embeddings (2021), section 4 and appendix: the
vector is that of the first token; supervised models keep the layer trained above it, unsupervised ones leave it out.
Other plain transformers get the mean of their tokens, as the library itself does.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from moments.base.errors import BadInput


def plain_modules(name: str, folder: Path) -> list[Any]:
    """The library's modules for a folder without its settings; the kind follows from the model's name."""
    from sentence_transformers.models import Pooling, Transformer

    transformer = Transformer(str(folder))
    width = int(transformer.get_embedding_dimension())
    kind = name.rstrip("/").rsplit("/", 1)[-1].lower()
    if "simcse" not in kind:
        return [transformer, Pooling(width, "mean")]
    if "unsup" in kind:
        return [transformer, Pooling(width, "cls")]
    return [transformer, Pooling(width, "cls"), _layer_above(name, folder)]


def _layer_above(name: str, folder: Path) -> Any:
    """The trained layer over the first token (dense, tanh), taken from the checkpoint."""
    from sentence_transformers.models import Dense
    from transformers import AutoModel

    model, loading = AutoModel.from_pretrained(str(folder), output_loading_info=True, local_files_only=True)
    layer = getattr(getattr(model, "pooler", None), "dense", None)
    if layer is None or any("pooler" in key for key in loading["missing_keys"]):
        raise BadInput(f"encoder {name}: the checkpoint lacks the pooler of a supervised SimCSE model")
    return Dense(layer.in_features, layer.out_features, init_weight=layer.weight.data, init_bias=layer.bias.data)
