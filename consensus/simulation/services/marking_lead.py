"""The simulated lead of a marking campaign: decides what the rules left open, withdraws what nobody can mark."""

from __future__ import annotations

from datetime import datetime

from annotator.asking.entries import plain
from annotator.marking.segments import Marking, Segment
from consensus.marking.ruling import rule_on_markings
from consensus.simulation.marking.costs import STANDARD_COSTS, Hours
from consensus.simulation.marking.lead import truth_by_lead
from consensus.simulation.services.lead import ACTOR
from consensus.simulation.services.marked_world import MarkedWorld
from consensus.truths.questions import piece_answers
from consensus.truths.selectors.complete import AUTHOR, MARKER, THIRD, GivenAnswer, given_answers, questions_for_lead
from consensus.truths.services.deciding import decide_question
from moments.models import Campaign, Pair


def decide_left_open(*, campaign: Campaign, world: MarkedWorld, hours: Hours, now: datetime) -> int:
    """Decide every question that waits for the lead; how many. Adds the lead's time to `hours`."""
    related = ("query", "moment", "campaign", "ask", "batch__protocol__marking")
    pairs = list(questions_for_lead(campaign).select_related(*related))
    given = given_answers(pairs)
    for pair in pairs:
        truth = _truth(pair, given[pair.pk], world)
        hours.lead += STANDARD_COSTS.piece_s + sum(segment.length_ms for segment in truth) / 1000
        reason = "nearest to what is seen"
        decide_question(pair=pair, segments=plain(truth), reason=reason, now=now, actor=ACTOR)
    return len(pairs)


def _truth(pair: Pair, given: dict[tuple[int, int], GivenAnswer], world: MarkedWorld) -> tuple[Segment, ...]:
    """The lanes nearest to what is true; the author's marking where nothing stands, as after two returns (M4)."""
    assert pair.batch is not None
    protocol = pair.batch.protocol.marking.protocol
    author, marker = Marking(given[AUTHOR].answer.segments), Marking(given[MARKER].answer.segments)
    answers = piece_answers(given[THIRD].answer if THIRD in given else None)
    ruling = rule_on_markings(author, marker, answers, protocol=protocol)
    return truth_by_lead(ruling, world.of_pair(pair), gap_ms=protocol.gap_ms) or author.segments
