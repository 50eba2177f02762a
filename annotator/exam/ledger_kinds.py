"""Kinds of decisions on exams, their items and their sittings."""

from moments.ledger.kinds import LedgerKind

REFERENCES_ADDED = LedgerKind("reference_questions_added", "campaign")
REFERENCE_SET = LedgerKind("reference_answer_set", "pair")
EXAM_CREATED = LedgerKind("exam_created", "campaign")
EXAM_ITEM_SET = LedgerKind("exam_item_set", "pair")
EXAM_ITEM_DROPPED = LedgerKind("exam_item_dropped", "pair")
EXAM_OPENED = LedgerKind("exam_opened", "campaign")
EXAM_FROZEN = LedgerKind("exam_frozen", "campaign")
EXAM_CLOSED = LedgerKind("exam_closed", "campaign")
EXAM_DISCARDED = LedgerKind("exam_discarded", "campaign")
EXAM_SITTING_GRANTED = LedgerKind("exam_sitting_granted", "person")
EXAM_SITTING_BEGUN = LedgerKind("exam_sitting_begun", "person")
EXAM_SITTING_MOVED = LedgerKind("exam_sitting_moved", "person")
