"""The guideline for people who judge, describe and match clips that play forwards and backwards (T1 to T4)."""

from __future__ import annotations

from annotator.guideline.sections import Section

SECTIONS_OF_TWINS = (
    Section(
        "Judging two clips",
        (
            "One of the two clips is the other one played backwards. You do not know which, and you need not find out.",
            "Time matters for one of four reasons: an activity has a direction, several activities follow one "
            "another, something changes its state, or something changes its place. Choose the reason that fits best.",
            "Time does not matter if both clips look the same, for example if they show a flag in the wind.",
            "A clip looks unreal if it could not have been filmed that way: water flows upwards, smoke goes back into "
            "a pipe, or people walk backwards in a way that nobody does.",
        ),
    ),
    Section(
        "Writing captions",
        (
            "Write one sentence for each clip: who or what, where, and what happens from beginning to end.",
            "Say what differs between the two clips, so that somebody who sees both knows which one you mean.",
            "Say enough about people, things and places to tell the clip from similar ones.",
            "Describe what you see. Never write that a clip is reversed, rewound or played backwards.",
        ),
    ),
    Section(
        "Matching a caption",
        (
            "Watch all clips before you choose, and compare their beginnings and ends.",
            "Choose the clip that the caption describes. If it fits several clips equally well, choose “Cannot tell”. "
            "The caption then goes back to its writer.",
            "If a clip does not play or shows something that it should not, report it.",
        ),
    ),
)
