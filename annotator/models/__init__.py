"""What this floor stores."""

from annotator.models.checks import Gold, PersonWarning, Staffing, WarningKind
from annotator.models.exam import Exam, ExamItem, ExamState, Sitting, SittingState, TruthKind
from annotator.models.guideline import Guideline, GuidelineExample, GuidelineReading
from annotator.models.joining import Consent, ConsentGiven, Invite, Leaving
from annotator.models.pay import PayAdjustment, PayLine, PayPeriod, Rate, WorkEvent, WorkKind
from annotator.models.people import ApiToken, Membership, ResetLink, Role, Standing, TokenScope, User
from annotator.models.problems import Problem, ProblemKind
from annotator.models.scoring import Score
from annotator.models.seats import Purpose, Seat, SeatLoss, SeatState, Share
from annotator.models.studies import Drawn, Study, StudyPair
from annotator.models.tutorial import Practice, PracticeAnswer, Tutorial, TutorialDone

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
