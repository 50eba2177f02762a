"""How far a campaign is on the road from import to opening, and the same in the steps of the wizard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from console.corpus.selectors.counts import Corpus
from console.corpus.selectors.marking_home import OPTIONAL, marking_road
from console.corpus.selectors.moment_roads import REWRITE, UPLOAD, grading_road, twin_road
from console.corpus.selectors.road_rows import EXAM, GUIDELINE, PEOPLE, PROTOCOL, SCALE
from console.frame.navigation import RULES_PAGES
from moments.models import Campaign, CampaignKind, CampaignStatus

FREE = (*OPTIONAL, UPLOAD, SCALE, GUIDELINE, PROTOCOL, EXAM, PEOPLE)
PAGES = {
    "corpus-imports": "Imports",
    "corpus-videos": "Video files",
    "corpus-queries": "Queries",
    "corpus-candidates": "Candidates",
    "corpus-opening": "Opening",
    "scale": "Scale",
    "guideline-edit": "Guideline",
    RULES_PAGES[CampaignKind.GRADE]: "Protocol",
    RULES_PAGES[CampaignKind.MARK]: "Rules and rates",
    RULES_PAGES[CampaignKind.TWIN]: "Rules and rates",
    "exam": "Exam",
    "people": "People",
    "corpus-rewriting": "Rewriting",
    "corpus-ranking": "Ranking",
    "corpus-clips": "Clips",
    "review": "Review",
    "corpus-browser": "Browse",
    "questions": "Questions",
    "quotas": "Quotas",
    "campaign": "Campaign",
}
GUIDED = ("Guideline", "What people read before they begin.")
RULED = "The rules that turn answers into labels, and the exam that people take first."
# The steps of the wizard: key, name and what it is for in a campaign of each kind, and the steps of the road in it.
SETUP = (
    (
        "material",
        {
            CampaignKind.GRADE: (
                "Material",
                "What people look at: upload videos, import their moments, draw queries, find candidates, cut clips.",
            ),
            CampaignKind.MARK: (
                "Material",
                "What people look at: import whole videos, make their proxies, and say how many questions you want.",
            ),
            CampaignKind.TWIN: (
                "Material",
                "What people look at: upload videos, import their moments, make a backward twin of each, cut clips.",
            ),
        },
        (UPLOAD, "Import", REWRITE, "Sample", "Rank", "Twins", "Cut", "Make proxies", *OPTIONAL),
    ),
    (
        "guideline",
        {
            CampaignKind.GRADE: (
                "Scale and guideline",
                "The levels that people give, and what they read before they begin.",
            ),
            CampaignKind.MARK: GUIDED,
            CampaignKind.TWIN: GUIDED,
        },
        (SCALE, GUIDELINE),
    ),
    (
        "protocol",
        {
            CampaignKind.GRADE: (
                "Protocol",
                "The rules that turn scores into labels, and the exam that people take first.",
            ),
            CampaignKind.MARK: ("Rules", RULED),
            CampaignKind.TWIN: ("Rules", RULED),
        },
        (PROTOCOL, EXAM),
    ),
    (
        "people",
        dict.fromkeys(
            CampaignKind,
            ("People", "The people who work: invite annotators, qualify them if there is no exam, and make leads."),
        ),
        (PEOPLE,),
    ),
    (
        "open",
        dict.fromkeys(
            CampaignKind, ("Open", "What is ready and what is missing. When nothing is missing, the work can start.")
        ),
        ("Open",),
    ),
)


@dataclass(frozen=True, slots=True)
class RoadStep:
    """One step of the road: `state` is done, next, later or optional; `progress` is how far it is, `page` its page."""

    name: str
    state: str
    progress: str
    page: str
    route: str
    commands: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetupStep:
    """A step of the wizard with its steps of the road. Whether somebody meant to leave one out is not known."""

    key: str
    name: str
    sentence: str
    parts: Sequence[RoadStep]

    @property
    def is_next(self) -> bool:
        """Whether the road goes on here."""
        return any(part.state == "next" for part in self.parts)

    @property
    def is_done(self) -> bool:
        """Whether something was done here and nothing is left that has to be done."""
        states = {part.state for part in self.parts}
        return "done" in states and states <= {"done", "optional"}

    @property
    def is_untouched(self) -> bool:
        """Whether everything here is optional and nothing was done."""
        return {part.state for part in self.parts} == {"optional"}


def corpus_road(campaign: Campaign, corpus: Corpus) -> list[RoadStep]:
    """The steps in order, the first that is not done being the next; an archive has none ahead."""
    if campaign.status == CampaignStatus.ARCHIVE:
        return []
    steps, is_next = [], True
    road = ROADS[CampaignKind(campaign.kind)](campaign, corpus)
    for name, done, progress, route, commands in road:
        unneeded = name == REWRITE and not corpus.rewriting
        # Lengths are measured in the files, so they come before the list of moments.
        comes_first = name == UPLOAD and not corpus.moments
        is_optional = unneeded or (name in FREE and not done and not comes_first)
        state = "optional" if is_optional else "done" if done else "next" if is_next else "later"
        is_next = is_next and state in ("done", "optional")
        steps.append(
            RoadStep(name, state, progress, PAGES[route], route, tuple(f"manage.py {command}" for command in commands))
        )
    return steps


def setup_steps(campaign: Campaign, road: Sequence[RoadStep]) -> list[SetupStep]:
    """The road in the steps of the wizard; the one to go on with is the first that has something next."""
    kind = CampaignKind(campaign.kind)
    return [SetupStep(key, *words[kind], [step for step in road if step.name in names]) for key, words, names in SETUP]


ROADS = {CampaignKind.GRADE: grading_road, CampaignKind.MARK: marking_road, CampaignKind.TWIN: twin_road}
