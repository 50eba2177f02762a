"""What only a trigger can hold: who may never sit on a pair (I3), what never changes, who has the share beside."""

from annotator.guards.marking import MARKING_GUARDS, QUESTION_GUARDS
from annotator.guards.messages import MESSAGE_GUARDS
from annotator.guards.pay import PAY_GUARDS
from annotator.guards.references import CHECK_GUARDS, REFERENCE_GUARDS
from annotator.guards.scale import SCALE_GUARDS
from annotator.guards.seats import EXAMPLE_GUARDS, SEAT_GUARDS, SHARE_UPKEEP
from annotator.guards.training import TRAINING_GUARDS
from annotator.guards.twin_exams import PERMIT_GUARDS, TWIN_EXAM_GUARDS
from annotator.guards.twins import TWIN_ANSWER_GUARDS, WRITER_GUARDS

__all__ = [
    "CHECK_GUARDS",
    "EXAMPLE_GUARDS",
    "MARKING_GUARDS",
    "MESSAGE_GUARDS",
    "PAY_GUARDS",
    "PERMIT_GUARDS",
    "QUESTION_GUARDS",
    "REFERENCE_GUARDS",
    "SCALE_GUARDS",
    "SEAT_GUARDS",
    "SHARE_UPKEEP",
    "TRAINING_GUARDS",
    "TWIN_ANSWER_GUARDS",
    "TWIN_EXAM_GUARDS",
    "WRITER_GUARDS",
]
