"""Compares new rewrites of a caption with it, with the twin's and with each other, and chooses which to keep."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from annotator.twins.caption_checks import CaptionLimits
from consensus.twin_rewrites.candidates import candidates_in, form_faults, new_texts
from consensus.twin_rewrites.faults import AnswerFault
from consensus.twin_rewrites.selectors.tasks import StoredRewrites, TrainingCaption
from consensus.twin_rewrites.services.store import WeighedAnswer, WeighedRewrite
from consensus.twins.rewrites.choosing import Rewrite, RewriteFault, RewriteRules, choose_rewrites
from moments.encoders import Encoder

MOST_TIMES = 3  # more candidates than that times what was wanted are not read
DECIMALS = 6


@dataclass(frozen=True, slots=True)
class Weighing:
    """The rules, the campaign's limits of captions, and an encoder that was fitted to its captions."""

    rules: RewriteRules
    limits: CaptionLimits
    encoder: Encoder

    def weigh(self, answer: str, of: TrainingCaption, stored: StoredRewrites) -> WeighedAnswer:
        """What becomes of an answer that the endpoint gave: every new rewrite is kept or has its fault."""
        candidates = candidates_in(answer)
        if not candidates:
            return WeighedAnswer(AnswerFault("unreadable"))
        texts = new_texts(candidates, stored.texts, most=MOST_TIMES * self.rules.wanted)
        problems = form_faults(texts, self.limits)
        fresh = [text for text, problem in zip(texts, problems, strict=True) if not problem]
        pool = [*stored.standing, *(text for _, text in stored.spare), *fresh]
        rewrites, alike = self._compared(of, pool)
        had, before = len(stored.standing), len(stored.standing) + len(stored.spare)
        chosen = choose_rewrites(of.text, of.twin, rewrites, alike, rules=self.rules, had=had)
        values = dict(zip(fresh, rewrites[before:], strict=True))
        faults = {pool[place]: fault for place, fault in chosen.faults.items()}
        weighed = [
            WeighedRewrite(text, fault=RewriteFault.FORM, detail=problem)
            if problem
            else WeighedRewrite(text, values[text].to_own, values[text].to_twin, faults.get(text))
            for text, problem in zip(texts, problems, strict=True)
        ]
        promoted = [stored.spare[place - had][0] for place in chosen.kept if had <= place < before]
        return WeighedAnswer(None, weighed, promoted)

    def _compared(self, of: TrainingCaption, pool: Sequence[str]) -> tuple[list[Rewrite], list[list[float]]]:
        """The rewrites with their similarities, and those of each to each."""
        captions = [of.text] if of.twin is None else [of.text, of.twin]
        similar = _similarities(self.encoder, [*captions, *pool])
        first = len(captions)
        rewrites = [
            Rewrite(text, similar[place][0], None if of.twin is None else similar[place][1])
            for place, text in enumerate(pool, start=first)
        ]
        return rewrites, [row[first:] for row in similar[first:]]


def _similarities(encoder: Encoder, texts: Sequence[str]) -> list[list[float]]:
    vectors = encoder.encode(texts)
    product = vectors @ vectors.T
    table: NDArray[np.float64] = np.asarray(product.todense() if hasattr(product, "todense") else product, dtype=float)
    return [[_value(one) for one in row] for row in table.tolist()]


def _value(similarity: float) -> float:
    """As it is stored: rounding keeps a similarity of a text to itself from passing 1."""
    return round(similarity, DECIMALS) if math.isfinite(similarity) else 0.0
