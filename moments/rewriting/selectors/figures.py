"""What a run of rewriting did, as its command reports it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from moments.models import RewriteRun
from moments.rewriting.selectors.progress import identical_captions, rewrite_progress, word_figures


def rewriting_figures(*, run: RewriteRun) -> dict[str, Any]:
    """Counts by state, tokens, the most replaced words by gender, and how many captions are alike."""
    progress = rewrite_progress(run.campaign)
    words = word_figures(run.campaign)
    texts, moments, _ = identical_captions(run.campaign)
    return {
        "moments": progress.moments,
        "accepted": progress.accepted,
        "needs_a_person": progress.review,
        "no_answer": progress.failed,
        "waiting": progress.waiting,
        "tokens_in": run.tokens_in,
        "tokens_out": run.tokens_out,
        "model": run.model,
        "prompt": run.prompt,
        "captions_changed": words.changed,
        "words_replaced": words.replaced,
        "words": [asdict(row) for row in words.put_in],
        "identical": {"texts": texts, "moments": moments},
        "ended": run.job.reason or "done",
    }
