"""The same words and reasons in twins campaigns."""

from __future__ import annotations

from console.decisions.choices import Words, reasons

JUDGEMENTS = Words(
    title="Judgements",
    unit=("clip", "clips"),
    about="Three people judged the clip in three different ways, or two say that the forward clip looks unreal. You "
    "see both "
    "directions with their names, and what each person said.",
    changes="Your judgement counts. If both directions look real, somebody writes a caption for each. If only the "
    "backward clip looks unreal, the forward one gets a caption for training. Every other clip is dropped.",
    undoing="You can undo every decision until somebody has written captions: the clip then waits for a lead again.",
    none="No clips are waiting for your judgement.",
)
JUDGEMENT_REASONS = reasons(
    "Judged by the guideline",
    "Only this direction could have happened",
    "The clip is animated or edited",
    "It looks the same in both directions",
    "The clips show too little to tell",
)
CAPTIONS = Words(
    title="Captions",
    unit=("caption", "captions"),
    about="The caption was returned as often as the rules allow, and checks failed again. You see every version of "
    "both "
    "captions with what checkers chose.",
    changes="An accepted caption counts as it is. A returned one is written again and checked from the start. If you "
    "drop the captions, the clip is in no dataset.",
    undoing="You can undo an acceptance until the splits are drawn, and a return until its writer has saved new "
    "captions. If you undo a drop, the captions continue where they stopped.",
    none="No captions are waiting for your decision.",
)
CAPTION_REASONS = reasons(
    "It does not say which of the two clips is meant",
    "It describes the other clip",
    "It is also true of similar clips",
    "It says clearly which clip is meant",
    "The clips cannot be told apart in words",
)
REPORTED_CLIPS = Words(
    title="Reported clips",
    unit=("pair", "pairs"),
    about="Somebody reported the clip or its caption, so nobody gets this task until you decide.",
    changes="A task that is put back goes to people again. If you cut again, both directions are cut. A withdrawn "
    "clip is left out of every dataset, in both directions, and nobody works on it.",
    undoing="Putting back can be undone until the pair has a verdict. A withdrawn clip can be used again: everybody "
    "continues where they stopped. Cutting again leaves nothing to undo.",
    none="No reported clips are waiting for a decision.",
)
CLIP_REASONS = reasons(
    "The clip does not show enough to judge",
    "The clip is broken or shows another moment",
    "The clip cannot be cut from this video",
    "The clip must not be shown",
    "Everybody who is qualified has seen it",
)
STUCK_CLIPS = Words(
    title="Nobody left and failed",
    unit=("pair", "pairs"),
    about="These tasks are waiting for answers that nobody can give: one of the two clips could not be cut, or "
    "everybody who "
    "is qualified has seen the clip or written its captions.",
    changes="A withdrawn clip is left out of every dataset, in both directions, and nobody works on it. You can also "
    "qualify or "
    "invite somebody else.",
    undoing="A withdrawn clip can be used again: everybody continues where they stopped. Cutting again leaves nothing "
    "to undo: the clip comes back here if it fails again.",
    none="Every waiting task can be done by somebody.",
)
