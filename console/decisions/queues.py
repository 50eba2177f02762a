"""The queues' words and reasons; what each finds and does is declared under its key in `selectors` and `views`."""

from __future__ import annotations

from console.decisions.choices import Words, reasons

DISCARDED = Words(
    title="Discarded pairs",
    unit=("pair", "pairs"),
    about="Four people scored the pair, and the rule could not settle it. Score it yourself. You see what annotators "
    "saw; their scores and the caption appear once your own score is saved.",
    changes="Your score is marked as yours everywhere and is only exported in adjudicated.json. Suggestions to extend "
    "a batch still treat the pair as discarded.",
    undoing="You can undo every decision: the pair is then discarded again. The next person who scores it could have "
    "seen the other scores, so the ledger does not call that decision blind.",
    none="No discarded pairs are waiting for a decision. Pairs appear here when four scores are too far apart.",
)
ADJUDICATION_REASONS = reasons(
    "Judged by the guideline",
    "The low scores missed part of what the clip shows",
    "The high scores overlooked what is missing",
    "The query can be read in two ways",
    "The clip is hard to make out",
)
REPORTED = Words(
    title="Reported pairs",
    unit=("pair", "pairs"),
    about="Annotators reported these pairs instead of scoring them, so nobody gets them until you decide.",
    changes="A pair that is put back goes to annotators again. A withdrawn pair ends unjudged and gets no label. A "
    "pair whose clip is cut again waits for the new clip and keeps its scores.",
    undoing="Cutting again leaves nothing to undo: the pair comes back here for you to look at. Only a pair that was "
    "reported as broken goes to annotators at once. Putting back can be undone until the pair has a verdict. Its "
    "reports are then open again. A withdrawn pair can only be reopened. It then starts from the beginning, and its "
    "earlier scores no longer count.",
    none="No reported pairs are waiting for a decision.",
)
WITHDRAWAL_REASONS = reasons(
    "The clip does not show enough to judge",
    "The clip is broken or shows another moment",
    "The query cannot be judged on this clip",
    "The clip must not be shown",
    "Everybody who is qualified has seen it",
)
STUCK = Words(
    title="Stuck and failed",
    unit=("pair", "pairs"),
    about="These pairs are waiting for scores that nobody can give: the clip could not be cut, or everybody who is "
    "qualified "
    "has seen the pair.",
    changes="A withdrawn pair ends unjudged and gets no label. If a moment or a video is withdrawn everywhere, this "
    "happens to all of its undecided pairs, including those in batches that open later. Existing verdicts stay.",
    undoing="A withdrawn pair can be reopened, and a moment or video can be used again; its pairs then start from "
    "the beginning. Cutting again leaves nothing to undo: the pair comes back here if it fails again.",
    none="Every waiting pair can be scored.",
)
STUCK_REASONS = reasons(
    "The clip cannot be cut from this video",
    "The video is missing or broken",
    "The moment is not where it should be",
    "The video must not be shown",
    "Nobody is left who may score it",
)
EXAM_TRUTH = Words(
    title="Exam truth",
    unit=("pair", "pairs"),
    about="You set the truth of these pairs, which are in draft exams. They have no truth yet. Judge the clip as an "
    "annotator would.",
    changes="People are graded by this level. Everybody who misses it is shown your explanation, so write it for them.",
    undoing="You can undo and change everything until the exam opens. After that the truth is fixed.",
    none="No draft exams are waiting for a truth.",
    why="explanation",
)
GOLD_TRUTH = Words(
    title="Gold",
    unit=("pair", "pairs"),
    about="Pairs of open queries that can become gold: they have a clip and are in no batch, exam, tutorial or "
    "guideline. You do not have to decide all of them.",
    changes="The pair is mixed into people's queues with your level as the known answer. Nobody gets a normal seat on "
    "it afterwards. Your explanation is for leads: it appears on the page Gold pairs and in the ledger.",
    undoing="If you undo, the pair is as it was before. If somebody has already answered it, it is stopped instead, "
    "and its answers stay.",
    none="No pair of an open query can become gold.",
    why="explanation",
)
CONTRADICTORY = Words(
    title="Contradictions",
    unit=("contradiction", "contradictions"),
    about="Two moments of one video overlap, and for one query they have very different verdicts. Compare the clips.",
    changes="A pair that is reopened is scored again by others, and its scores no longer count. If both verdicts "
    "stand, they are not listed again until either of them changes.",
    undoing="Letting both stand can be undone. Reopening cannot: the earlier scores do not come back.",
    none="No two verdicts contradict each other. The platform looks for new contradictions every five minutes.",
)
CONTRADICTION_REASONS = reasons(
    "It overlaps a moment that was judged differently",
    "The clip shows more than its verdict says",
    "The clip shows less than its verdict says",
    "The clips differ in what the query asks for",
    "The difference is not worth further scores",
)
DISPUTED = Words(
    title="Disputed queries",
    unit=("query", "queries"),
    about="Annotators say that the query makes no sense, so all of its pairs that are waiting for a score are on hold.",
    changes="If you put its pairs back, they go to annotators again. If you withdraw those on hold, they end "
    "unjudged. A retired query is no longer judged: all of its pairs are withdrawn, decided or not. To change its "
    "wording, open the query.",
    undoing="Putting back can be undone until one of the pairs has a verdict. The other decisions cannot be undone "
    "as a whole; "
    "withdrawn pairs can be reopened one by one unless the query is retired.",
    none="No reported queries are waiting for a decision.",
)
DISPUTE_REASONS = reasons(
    "The query makes no sense",
    "The query can be read in two ways",
    "The query asks for what no clip can show",
    "The query is the same as another",
    "The query must not be shown",
)
