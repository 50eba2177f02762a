"""Kinds of decisions on exams, their items and their sittings."""

from moments.ledger.kinds import LedgerKind, Payload


def _graded(payload: Payload) -> str:
    remark = f": {payload['remark']}" if payload["remark"] else ""
    return f"The captions of {payload['person']} {'passed' if payload['passed'] else 'did not pass'}{remark}"


REFERENCES_ADDED = LedgerKind("reference_questions_added", "campaign")
REFERENCE_SET = LedgerKind("reference_answer_set", "pair")
EXAM_CREATED = LedgerKind("exam_created", "campaign")
EXAM_ITEM_SET = LedgerKind("exam_item_set", "pair")
EXAM_ITEM_DROPPED = LedgerKind("exam_item_dropped", "pair")
EXAM_OPENED = LedgerKind("exam_opened", "campaign")
EXAM_FROZEN = LedgerKind("exam_frozen", "campaign")
EXAM_CLOSED = LedgerKind("exam_closed", "campaign")
EXAM_DISCARDED = LedgerKind("exam_discarded", "campaign")
SAMPLE_GRADED = LedgerKind("writing_sample_graded", "pair", _graded)
SAMPLE_UNGRADED = LedgerKind(
    "writing_sample_grade_undone",
    "pair",
    lambda payload: (
        f"The grade of the captions of {payload['person']} was undone: they "
        f"{'had passed' if payload['passed'] else 'had not passed'}"
    ),
)
WRITING_PERMITTED = LedgerKind("writing_permitted", "person", lambda payload: f"{payload['person']} may write captions")
WRITING_BARRED = LedgerKind(
    "writing_barred", "person", lambda payload: f"{payload['person']} may no longer write captions"
)
EXAM_SITTING_GRANTED = LedgerKind("exam_sitting_granted", "person")
EXAM_SITTING_BEGUN = LedgerKind("exam_sitting_begun", "person")
EXAM_SITTING_MOVED = LedgerKind("exam_sitting_moved", "person")
