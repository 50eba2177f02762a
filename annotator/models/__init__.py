"""What the second floor stores."""

from annotator.models.people import ApiToken, Membership, Role, Standing, User
from annotator.models.problems import Problem, ProblemKind
from annotator.models.work import Purpose, Score, Seat, SeatState, Share

__all__ = [
    "ApiToken",
    "Membership",
    "Problem",
    "ProblemKind",
    "Purpose",
    "Role",
    "Score",
    "Seat",
    "SeatState",
    "Share",
    "Standing",
    "User",
]
