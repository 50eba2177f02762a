"""The same words and reasons where segments are marked."""

from __future__ import annotations

from console.decisions.choices import Words, reasons

REPORTED_QUESTIONS = Words(
    title="Reported questions",
    unit=("question", "questions"),
    about="Somebody reported these questions instead of marking them, so nobody gets them until you decide.",
    changes="A question that is put back goes to markers again. A withdrawn question is rejected and gets no label.",
    undoing="Putting back can be undone until the question has a truth. Its reports are then open again. A withdrawn "
    "question stays rejected.",
    none="No reported questions are waiting for a decision.",
)
WITHDRAWAL_REASONS = reasons(
    "The video does not show enough to mark",
    "The video is broken or shows another film",
    "The question cannot be answered from this video",
    "The video must not be shown",
    "Everybody who is qualified has seen it",
)
UNCLEAR = Words(
    title="Unclear questions",
    unit=("question", "questions"),
    about="Somebody says that the question makes no sense, so it is on hold.",
    changes="If you put the question back, it goes to markers again. If you withdraw it, it is rejected and gets no "
    "label. To change its wording, open the question.",
    undoing="Putting back can be undone until the question has a truth. A withdrawn question stays rejected.",
    none="No questions are reported as unclear.",
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
    about="These questions are waiting for answers that nobody can give: everybody who is qualified wrote or has "
    "seen them.",
    changes="A withdrawn question is rejected and gets no label. You can also qualify or invite somebody else.",
    undoing="A withdrawn question stays rejected.",
    none="Every waiting question has somebody left who can answer it.",
)
FAILED_VIDEOS = Words(
    title="Failed videos",
    unit=("video", "videos"),
    about="The proxies of these videos could not be made, so nobody can watch them or write about them.",
    changes="A video that is withdrawn everywhere is no longer cut; its undecided questions are rejected, and its "
    "questions are dropped from exams and gold. Existing truths stay.",
    undoing="A withdrawn video can be used again if none of its questions was rejected with it. Cutting again leaves "
    "nothing to undo: the video comes back here if it fails again.",
    none="No proxies have failed.",
)
VIDEO_REASONS = reasons(
    "The video is missing or broken",
    "The video shows another film",
    "The video must not be shown",
    "The video is too long or too large",
    "The video is not needed",
)
GOLD_QUESTIONS = Words(
    title="Gold",
    unit=("question", "questions"),
    about="These questions have a known answer, are in no exam and can become gold. You do not have to decide all of "
    "them. Watch the answer before you decide: people are compared with it.",
    changes="The question is mixed into people's queues. Your explanation is for leads: it appears on the page Gold "
    "questions and in the ledger.",
    undoing="If you undo, the question is as it was before. If somebody has already answered it, it is stopped "
    "instead, and its answers stay.",
    none="No more questions with a known answer can become gold.",
    why="explanation",
)
