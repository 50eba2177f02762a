"""Kinds of decisions on questions that people write."""

from moments.ledger.kinds import LedgerKind

QUESTION_REWRITTEN = LedgerKind(
    "question_rewritten",
    "pair",
    "The author submitted version {version} of the question; others mark it again. Reason: {reason}".format_map,
    "question {pair} written again",
    shown=("version",),
)
QUOTAS_SET = LedgerKind("quotas_set", "campaign", "The quotas now want {wanted} questions".format_map)
QUESTIONS_IMPORTED = LedgerKind("questions_imported", "campaign", "{added} ready questions were imported".format_map)
