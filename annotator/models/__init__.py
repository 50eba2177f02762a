"""What this floor stores."""

from annotator.models.asking import (
    Ask,
    AskOrigin,
    AskQuota,
    AskState,
    AskTask,
    DerivedAsk,
    DerivedState,
    DerivedTask,
    Viewing,
)
from annotator.models.checks import Gold, PersonWarning, Staffing, WarningKind
from annotator.models.exam import Exam, ExamItem, ExamState, Sitting, SittingState, TruthKind
from annotator.models.guideline import Guideline, GuidelineExample, GuidelineReading
from annotator.models.joining import Consent, ConsentGiven, Invite, Leaving
from annotator.models.marking import (
    AnswerKind,
    AskedPiece,
    MarkedAnswer,
    MarkedPiece,
    MarkedSegment,
    PieceQuestion,
    PieceWord,
    ReferenceQuestion,
    ReferenceSegment,
)
from annotator.models.messages import Message, MessageReceipt
from annotator.models.pay import PayAdjustment, PayLine, PayPeriod, Rate, WorkEvent, WorkKind
from annotator.models.people import ApiToken, Membership, ResetLink, Role, Standing, TokenScope, User
from annotator.models.pilots import Pilot, PilotPair
from annotator.models.problems import Problem, ProblemKind
from annotator.models.samples import SampleGrade, WritingPermit
from annotator.models.scoring import Score, graded
from annotator.models.seats import Purpose, Seat, SeatLoss, SeatState, Share
from annotator.models.studies import Drawn, Study, StudyPair
from annotator.models.tutorial import Practice, PracticeAnswer, Tutorial, TutorialDone
from annotator.models.twins import Assignment, CaptionOrder, Judgement, LookAlike, TwinCaption

__all__ = [
    "AnswerKind",
    "ApiToken",
    "Ask",
    "AskOrigin",
    "AskQuota",
    "AskState",
    "AskTask",
    "AskedPiece",
    "Assignment",
    "CaptionOrder",
    "Consent",
    "ConsentGiven",
    "DerivedAsk",
    "DerivedState",
    "DerivedTask",
    "Drawn",
    "Exam",
    "ExamItem",
    "ExamState",
    "Gold",
    "Guideline",
    "GuidelineExample",
    "GuidelineReading",
    "Invite",
    "Judgement",
    "Leaving",
    "LookAlike",
    "MarkedAnswer",
    "MarkedPiece",
    "MarkedSegment",
    "Membership",
    "Message",
    "MessageReceipt",
    "PayAdjustment",
    "PayLine",
    "PayPeriod",
    "PersonWarning",
    "PieceQuestion",
    "PieceWord",
    "Pilot",
    "PilotPair",
    "Practice",
    "PracticeAnswer",
    "Problem",
    "ProblemKind",
    "Purpose",
    "Rate",
    "ReferenceQuestion",
    "ReferenceSegment",
    "ResetLink",
    "Role",
    "SampleGrade",
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
    "TwinCaption",
    "User",
    "Viewing",
    "WarningKind",
    "WorkEvent",
    "WorkKind",
    "WritingPermit",
    "graded",
]
