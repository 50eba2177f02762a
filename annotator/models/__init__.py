"""What the second floor stores."""

from annotator.models.guidelines import Guideline, GuidelineExample, GuidelineReading
from annotator.models.pay import PayAdjustment, PayLine, PayPeriod, Rate, WorkEvent, WorkKind
from annotator.models.people import ApiToken, Membership, Role, Standing, User
from annotator.models.problems import Problem, ProblemKind
from annotator.models.work import Purpose, Score, Seat, SeatLoss, SeatState, Share

__all__ = [
    "ApiToken",
    "Guideline",
    "GuidelineExample",
    "GuidelineReading",
    "Membership",
    "PayAdjustment",
    "PayLine",
    "PayPeriod",
    "Problem",
    "ProblemKind",
    "Purpose",
    "Rate",
    "Role",
    "Score",
    "Seat",
    "SeatLoss",
    "SeatState",
    "Share",
    "Standing",
    "User",
    "WorkEvent",
    "WorkKind",
]
