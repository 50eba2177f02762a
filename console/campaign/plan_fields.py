"""The fields of the planner's form for each kind of campaign, and what was typed in them as a plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from console.campaign.marking_planning import MarkingPlan
from console.campaign.planning import CampaignPlan
from console.campaign.twin_planning import TwinPlan
from moments.base.errors import BadInput

LONGEST = 20


@dataclass(frozen=True, slots=True)
class PlanField:
    """A field with its label and how it is read: a `whole` number, a `number`, or `percent`, stored as a share."""

    name: str
    label: str
    reads: str = "number"
    optional: bool = False

    def value(self, text: str) -> int | Decimal:
        """What was typed; raises BadInput that names the field."""
        if self.optional and not text:
            return Decimal(0)
        number = _number(self.name, text)
        if self.reads == "percent":
            if not 0 <= number <= 100:
                raise BadInput(f"{self.name}: expected 0 to 100 percent, got {number}")
            return number / 100
        if self.reads == "whole":
            if number != number.to_integral_value():
                raise BadInput(f"{self.name}: expected a whole number")
            return int(number)
        return number


PEOPLE = (
    PlanField("hourly_rate", "Hourly rate", optional=True),
    PlanField("people", "People", "whole"),
    PlanField("hours_a_day", "Hours per person and day"),
)
GRADE_FIELDS = (
    PlanField("queries", "Queries", "whole"),
    PlanField("batch_size", "Pairs a batch", "whole"),
    PlanField("escalation", "Pairs that need round 2, %", "percent"),
    PlanField("extension", "Queries with a second batch, %", "percent"),
    PlanField("label_s", "Seconds a label"),
    *PEOPLE,
)
MARK_FIELDS = (
    PlanField("videos", "Videos", "whole"),
    PlanField("video_hours", "Hours of video"),
    PlanField("questions", "Questions", "whole"),
    PlanField("speed", "Videos are watched at this speed"),
    PlanField("question_s", "Seconds to write a question"),
    PlanField("search_s", "Seconds to look for a question’s answers"),
    PlanField("segments", "Segments a question"),
    PlanField("segment_s", "Seconds to set the edges of a segment"),
    PlanField("pieces", "Pieces for a third annotator, per question"),
    PlanField("piece_s", "Seconds to judge a piece"),
    PlanField("returned", "Questions that are returned, %", "percent"),
    *PEOPLE,
)


TWIN_FIELDS = (
    PlanField("clips", "Clips with a twin", "whole"),
    PlanField("twins", "Clips that become twins, %", "percent"),
    PlanField("singles", "Clips with one caption, %", "percent"),
    PlanField("third", "Clips that need a third judge, %", "percent"),
    PlanField("checkers", "People who check a caption", "whole"),
    PlanField("returned", "Checked captions that come back, %", "percent"),
    PlanField("most_returns", "Returns of a caption, at most", "whole"),
    PlanField("lookalikes", "Captions assigned among similar clips, %", "percent"),
    PlanField("judge_s", "Seconds to judge a clip"),
    PlanField("write_s", "Seconds to write a caption"),
    PlanField("assign_s", "Seconds to assign a caption"),
    *PEOPLE,
)


def read_plan(typed: Mapping[str, str]) -> CampaignPlan:
    """The plan of a grading campaign; raises BadInput naming the field that is wrong."""
    return CampaignPlan(**_values(GRADE_FIELDS, typed))  # type: ignore[arg-type]


def read_marking_plan(typed: Mapping[str, str]) -> MarkingPlan:
    """The plan of a marking campaign; raises BadInput naming the field that is wrong."""
    return MarkingPlan(**_values(MARK_FIELDS, typed))  # type: ignore[arg-type]


def read_twin_plan(typed: Mapping[str, str]) -> TwinPlan:
    """The plan of a twins campaign; raises BadInput naming the field that is wrong."""
    return TwinPlan(**_values(TWIN_FIELDS, typed))  # type: ignore[arg-type]


def _values(fields: tuple[PlanField, ...], typed: Mapping[str, str]) -> dict[str, int | Decimal]:
    return {field.name: field.value(typed[field.name]) for field in fields}


def _number(name: str, text: str) -> Decimal:
    try:
        number = Decimal(text) if len(text) <= LONGEST else None
    except InvalidOperation:
        number = None
    if number is None or not number.is_finite() or abs(number.adjusted()) > LONGEST:
        raise BadInput(f"{name}: expected a number")
    return number
