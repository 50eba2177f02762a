"""What everybody reads who judges, describes or matches clips that play forwards and backwards (T1 to T4)."""

from __future__ import annotations

from annotator.guideline.sections import Section

SECTIONS_OF_TWINS = (
    Section(
        "Judging two clips",
        (
            "One of the two clips plays the other one backwards. Nobody tells you which, and you need not find out.",
            "Time matters if one activity has a direction, if several activities follow each other, if something "
            "changes its state, or if something changes its place. Choose what fits best.",
            "Time does not matter if both clips show the same, such as a flag in the wind.",
            "A clip looks unreal if it could not have been filmed: water that flows upwards, smoke that goes back "
            "into a pipe, people who walk backwards as nobody does.",
        ),
    ),
    Section(
        "Writing captions",
        (
            "Write one sentence for each clip: who or what, where, and what happens from beginning to end.",
            "Say what differs between the two clips, so that somebody who sees both knows which one you mean.",
            "Say enough about people, things and places that the clip can be told from similar ones.",
            "Describe what one sees. Never write that a clip is reversed, played back or rewound.",
        ),
    ),
    Section(
        "Matching a caption",
        (
            "Watch all clips before you choose, and compare their beginnings and ends.",
            "Choose the clip that the caption describes. If it fits several clips equally well, choose “Cannot tell”; "
            "it then goes back to its writer.",
            "If a clip does not play or shows something that it should not, report it.",
        ),
    ),
)
