"""The same words and reasons where segments are marked."""

from __future__ import annotations

from console.decisions.choices import Words, reasons

REPORTED_QUESTIONS = Words(
    title="Reported questions",
    unit=("question", "questions"),
    about="Somebody reported these questions instead of marking them, so nobody gets them until you decide.",
    changes="A question that is put back goes to markers again. A withdrawn question is rejected and is in no label.",
    undoing="Putting back can be undone until the question has a truth: its reports are open again. A withdrawn "
    "question stays rejected.",
    none="No reported question awaits a decision.",
)
WITHDRAWAL_REASONS = reasons(
    "The video does not show enough to mark",
    "The video is broken or another film",
    "The question cannot be answered from this video",
    "The video must not be shown",
    "Everybody who is qualified has seen it",
)
UNCLEAR = Words(
    title="Unclear questions",
    unit=("question", "questions"),
    about="Somebody says that the question makes no sense, so it is on hold.",
    changes="Put back, the question goes to markers again. Withdrawn, it is rejected and is in no label. To change its "
    "wording, open the question.",
    undoing="Putting back can be undone until the question has a truth. A withdrawn question stays rejected.",
    none="No question is reported as unclear.",
)
UNCLEAR_REASONS = reasons(
    "The question makes no sense",
    "The question can be read in two ways",
    "The question asks for what no video can show",
    "The question is the same as another",
    "The question must not be shown",
)
STUCK_QUESTIONS = Words(
    title="Nobody left",
    unit=("question", "questions"),
    about="These questions wait for answers that nobody can give: everybody who is qualified wrote or has seen them.",
    changes="A withdrawn question is rejected and is in no label. You can also qualify or invite somebody else.",
    undoing="A withdrawn question stays rejected.",
    none="Somebody is left for every question that waits.",
)
FAILED_VIDEOS = Words(
    title="Failed videos",
    unit=("video", "videos"),
    about="The proxies of these videos could not be made, so nobody can watch them or write about them.",
    changes="A video that is withdrawn everywhere is no longer cut; its undecided questions are rejected, and exams "
    "and gold drop theirs. Truths that exist stay.",
    undoing="A withdrawn video can be used again if none of its questions was rejected with it. Cutting again has "
    "nothing to undo: the video comes back here if it fails again.",
    none="No proxy failed.",
)
VIDEO_REASONS = reasons(
    "The video is missing or broken",
    "The video is another film",
    "The video must not be shown",
    "The video is too long or too large",
    "The video is not needed",
)
GOLD_QUESTIONS = Words(
    title="Gold",
    unit=("question", "questions"),
    about="Questions with a known answer that are in no exam and can become gold. You need not decide them all. Watch "
    "the answer before you decide: people are compared with it.",
    changes="The question is mixed into people's queues. Your explanation is for leads: it stands on the page Gold "
    "questions and in the ledger.",
    undoing="After undo, the question is as it was before. If somebody answered it already, it is stopped instead, "
    "and its answers stay.",
    none="No question with a known answer is left to become gold.",
    why="explanation",
)
