"""What the inbox's sections are called where relevance is not graded, and which of them are left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from moments.models import CampaignKind


@dataclass(frozen=True, slots=True)
class SectionWords:
    """Title, unit, advice; `page` has what else differs of where the work lies (`route`, `label`, `query`, `queue`)."""

    title: str
    unit: tuple[str, str]
    advice: str
    page: Mapping[str, Any] = field(default_factory=dict)


Words = Mapping[str, SectionWords | None]

MARKED: Words = {
    "queries": SectionWords(
        "Questions that make no sense",
        ("question", "questions"),
        "Somebody says that the question makes no sense, so it is on hold. Edit its text or put it back on its page, "
        "or withdraw it.",
    ),
    "reports": SectionWords(
        "Reported questions",
        ("question", "questions"),
        "These questions are on hold until you decide. Put a question back once it can be marked, or withdraw it.",
    ),
    "questions": SectionWords(
        "Questions to you",
        ("question", "questions"),
        "The question about the video can still be marked in the meantime. Your answer is shown at the desk to the "
        "person who asked.",
    ),
    "clips": SectionWords(
        "Failed proxies",
        ("question", "questions"),
        "The video could not be cut. Cut it again so that its questions can be marked, or withdraw the question.",
        {"route": "videos", "label": "Videos", "query": "?show=failed", "queue": "videos"},
    ),
    "warnings": SectionWords(
        "Warnings about people",
        ("warning", "warnings"),
        "Somebody is much faster than the others or often misses known answers. Check their work, then mark the "
        "warning as handled.",
    ),
    "nobody": None,
    "contradictions": None,
    "reviews": None,
}
TWINS: Words = {
    "queries": None,
    "undecided": None,
    "contradictions": None,
    "reviews": None,
    "reports": SectionWords(
        "Reported clips",
        ("pair", "pairs"),
        "These tasks are on hold until you decide. Put a task back once it can be done, or withdraw the clip.",
    ),
    "questions": SectionWords(
        "Questions",
        ("question", "questions"),
        "The task can still be done in the meantime. Your answer is shown at the desk to the person who asked.",
    ),
    "nobody": SectionWords(
        "Tasks without eligible people",
        ("pair", "pairs"),
        "All qualified people have seen the clip or written its captions. Qualify or invite others, or withdraw the "
        "clip.",
        {"route": "decisions", "label": "Decisions", "query": ""},
    ),
    "clips": SectionWords(
        "Failed clips",
        ("pair", "pairs"),
        "One of the two clips could not be cut. Cut both again so that people can go on, or withdraw the clip.",
        {"route": "decisions", "label": "Decisions", "query": ""},
    ),
    "warnings": SectionWords(
        "Warnings about people",
        ("warning", "warnings"),
        "Somebody is much faster than the others. Check their work, then mark the warning as handled.",
    ),
}
WORDS: Mapping[str, Words] = {CampaignKind.MARK: MARKED, CampaignKind.TWIN: TWINS}
