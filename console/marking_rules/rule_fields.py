"""The parameters of the rules of each kind, with the words of their form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from moments.marking_protocol import Extent
from moments.protocol import Statistic

YES_OR_NO = ("yes", "no")


@dataclass(frozen=True, slots=True)
class RuleField:
    """A parameter with its words; `effect` says what another value does, `choices` are values to choose from."""

    key: str
    label: str
    rule: str
    effect: str = ""
    choices: tuple[str, ...] = ()


GRACE = "A longer time lets people correct more answers, but verdicts come later."
LEASE = "A longer time keeps work with people who have gone home; a shorter one takes it away during a break."
ANSWER_GRACE = RuleField("grace_s", "An answer can be changed for, s", "R12", GRACE)
LEASE_FIELD = RuleField("lease_s", "Idle work goes to others after, s", "R13", LEASE)
GRADING_FIELDS = (
    RuleField(
        "tolerance",
        "Scores that differ by at most this agree",
        "R3, R5",
        "At 0 only equal scores agree, and many more pairs need two more people. From 2 on, almost nothing is checked.",
    ),
    RuleField(
        "batch_size",
        "Pairs in a batch",
        "R6",
        "A larger batch scores more of each query before anybody decides whether to go on.",
    ),
    RuleField(
        "batches",
        "Batches per query, at most",
        "R6",
        "With 1, no query is extended. With 2, a query that is still relevant at its end gets a second batch.",
        ("1", "2"),
    ),
    RuleField(
        "window",
        "Pairs at the end of a batch that R7 looks at",
        "R7",
        "A longer window is steadier; a shorter one looks at the deepest ranks only.",
    ),
    RuleField(
        "threshold",
        "Extend from this relevance on",
        "R7",
        "A lower value extends more queries and costs more scores; a higher value may stop too early.",
    ),
    RuleField(
        "statistic",
        "What the threshold is compared with",
        "R7",
        "With min every pair of the window has to reach the threshold, so that fewer queries are extended.",
        get_args(Statistic),
    ),
    RuleField("grace_s", "A score can be changed for, s", "R12", GRACE),
    LEASE_FIELD,
)
MARKING_FIELDS = (
    RuleField(
        "gap_ms",
        "Segments at most this far apart are joined, ms",
        "M1",
        "A larger value makes fewer and longer segments.",
    ),
    RuleField("shortest_ms", "A segment lasts at least, ms", "M1", "Shorter segments are refused at the desk."),
    RuleField(
        "min_iou",
        "A match agrees from this IoU on, if its edges are close",
        "M2",
        "With a higher value, a third annotator is asked more often.",
    ),
    RuleField(
        "edge_tolerance_ms",
        "Edges are close up to this distance, ms",
        "M2",
        "With a lower value, a third annotator is asked more often, especially about short segments.",
    ),
    RuleField(
        "sure_iou",
        "A match agrees from this IoU on, wherever its edges are",
        "M2",
        "At 1 the edges always have to be close.",
    ),
    RuleField(
        "extent",
        "Edges of what two people agree on",
        "M2",
        "With outer a truth holds what either of them marked; with mean it lies between.",
        get_args(Extent),
    ),
    ANSWER_GRACE,
    LEASE_FIELD,
)
TWIN_FIELDS = (
    RuleField(
        "checkers",
        "People who assign each caption, one after the other",
        "T4",
        "A second person finds most captions that the first one matched only by a lucky guess. This costs one more "
        "answer per caption.",
        ("1", "2"),
    ),
    RuleField(
        "cannot_tell",
        "They may answer that they cannot tell",
        "T4",
        "Without this answer, people guess, and more captions pass that do not tell the two directions apart.",
        YES_OR_NO,
    ),
    RuleField(
        "most_returns",
        "Returns to the writer before the lead decides",
        "T4",
        "At 0 the lead decides as soon as one assignment is wrong.",
    ),
    RuleField(
        "lookalike_share",
        "Share of captions that are also assigned among similar clips",
        "T4",
        "With 0.1, one caption in ten is. At 0 nobody checks whether captions tell a clip from similar ones.",
    ),
    RuleField(
        "lookalikes",
        "Similar clips beside the right one",
        "T4",
        "More clips make this check harder, and each of them has to be watched.",
    ),
    RuleField("min_words", "Words of a caption, at least", "T3", "Writers cannot send a shorter caption."),
    RuleField("max_words", "Words of a caption, at most", "T3", "Writers cannot send a longer caption."),
    RuleField(
        "nearest_texts",
        "Captions of twins share less than this of their words",
        "T3",
        "A lower value makes writers choose more different words for the two directions.",
    ),
    RuleField(
        "latin_share",
        "Share of letters that are Latin, at least",
        "T3",
        "Choose 0 if people write in another script.",
    ),
    ANSWER_GRACE,
    LEASE_FIELD,
)
