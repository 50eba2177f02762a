"""What the third floor stores."""

from consensus.models.decisions import BatchReview, Decision, Verdict, VerdictKind

__all__ = ["BatchReview", "Decision", "Verdict", "VerdictKind"]
