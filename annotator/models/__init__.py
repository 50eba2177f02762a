"""What the second floor stores."""

from annotator.models.admission import Consent, ConsentGiven, Invite, Leaving, ResetLink, Staffing
from annotator.models.guidelines import Guideline, GuidelineExample, GuidelineReading
from annotator.models.pay import PayAdjustment, PayLine, PayPeriod, Rate, WorkEvent, WorkKind
from annotator.models.people import ApiToken, Membership, Role, Standing, TokenScope, User
from annotator.models.problems import Problem, ProblemKind
from annotator.models.staying import Gold, PersonWarning, WarningKind
from annotator.models.study import Drawn, Study, StudyPair
from annotator.models.training import (
    Exam,
    ExamItem,
    ExamState,
    Practice,
    PracticeAnswer,
    Sitting,
    SittingState,
    TruthKind,
    Tutorial,
    TutorialDone,
)
from annotator.models.work import Purpose, Score, Seat, SeatLoss, SeatState, Share

__all__ = [
    "ApiToken",
    "Consent",
    "ConsentGiven",
    "Drawn",
    "Exam",
    "ExamItem",
    "ExamState",
    "Gold",
    "Guideline",
    "GuidelineExample",
    "GuidelineReading",
    "Invite",
    "Leaving",
    "Membership",
    "PayAdjustment",
    "PayLine",
    "PayPeriod",
    "PersonWarning",
    "Practice",
    "PracticeAnswer",
    "Problem",
    "ProblemKind",
    "Purpose",
    "Rate",
    "ResetLink",
    "Role",
    "Score",
    "Seat",
    "SeatLoss",
    "SeatState",
    "Share",
    "Sitting",
    "SittingState",
    "Staffing",
    "Standing",
    "Study",
    "StudyPair",
    "TokenScope",
    "TruthKind",
    "Tutorial",
    "TutorialDone",
    "User",
    "WarningKind",
    "WorkEvent",
    "WorkKind",
]
