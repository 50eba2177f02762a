"""A tiny model with real arithmetic: a text's vector is how often it holds each letter, at length 1."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


class Letters:
    """Counts letters; `version` stands for its weights, `seen` is what went through it."""

    def __init__(self, version: str = "1") -> None:
        self.name = "letters"
        self.version = version
        self.seen: list[str] = []

    def identity(self) -> str:
        return f"letters {self.version}"

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        self.seen += texts
        rows = np.array([[text.count(letter) for letter in "abcdefgh"] for text in texts], dtype=np.float32) + 0.25
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)
