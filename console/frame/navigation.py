"""Where each page of a campaign's leads lies: groups of pages, each page declared here once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

GRADE, MARK, TWIN = "grade", "mark", "twin"
EVERY = (GRADE, MARK, TWIN)
RULES_PAGES = {GRADE: "protocol", MARK: "marking-rules", TWIN: "twin-rules"}  # where the parameters of the rules are


@dataclass(frozen=True, slots=True)
class Page:
    """A page in the row of its group; pages without a row of their own lie beneath it.

    `beneath` names further routes. A route that begins with the page's name, or with one of these, and a dash lies
    there too. `kinds` are the kinds of campaign that have the page. Pages `for_paying` are for admins and for leads
    who may settle pay.
    """

    route: str
    title: str
    beneath: tuple[str, ...] = ()
    kinds: tuple[str, ...] = EVERY
    for_paying: bool = False

    def is_shown(self, kind: str, *, settles_pay: bool) -> bool:
        """Whether a campaign of that kind has the page for that person."""
        return kind in self.kinds and (settles_pay or not self.for_paying)


@dataclass(frozen=True, slots=True)
class Group:
    """Pages that belong together; a group without a page for a campaign or a person is not shown to them."""

    title: str
    pages: tuple[Page, ...]


GROUPS = (
    Group(
        "Work",
        (
            Page("review", "Review", ("follow",), kinds=(GRADE,)),
            Page("question-review", "Review", kinds=(MARK,)),
            Page("inbox", "Inbox", ("decisions",)),
            Page("problems", "Reports"),
            Page("contradictions", "Contradictions", kinds=(GRADE,)),
            Page("pairs", "All pairs", ("pair",), kinds=(GRADE,)),
            Page("queries", "Queries", ("query", "why"), kinds=(GRADE,)),
            Page("questions", "Questions", ("question",), kinds=(MARK,)),
            Page("videos", "Videos", ("video",), kinds=(MARK,)),
            Page("captions", "Captions", kinds=(MARK,)),
        ),
    ),
    Group(
        "People",
        (
            Page("people", "Members", ("person", "invite", "lead")),
            Page("messages", "Messages"),
            Page("staffing", "Rules and rates", ("targets",), kinds=(GRADE,)),
            Page("golds", "Gold pairs", ("gold",), kinds=(GRADE,)),
            Page("quotas", "Quotas", kinds=(MARK,)),
            Page("staffing", "Hidden checks", ("targets",), kinds=(MARK,)),
            Page("golds", "Gold questions", ("gold",), kinds=(MARK,)),
            Page("consent-edit", "Consent"),
            Page("campaign-tokens", "API tokens"),
            Page("pay", "Pay", for_paying=True),
        ),
    ),
    Group(
        "Quality",
        (
            Page("agreement", "Agreement"),
            Page("exam", "Exam", ("exam-samples",)),
            Page("scale", "Scale", kinds=(GRADE,)),
            Page("guideline-edit", "Guideline", ("pictures", "picture")),
            Page("tutorial-edit", "Tutorial", kinds=(GRADE,)),
            Page("pilots", "Pilots", ("pilot",), kinds=(GRADE,)),
            Page("what-if", "What if", kinds=(GRADE,)),
        ),
    ),
    Group(
        "Corpus",
        (
            Page("corpus", "Overview"),
            Page("corpus-imports", "Imports", ("corpus-import",)),
            Page("corpus-videos", "Video files", ("corpus-video",)),
            Page("corpus-browser", "Browse", ("corpus-mark",)),
            Page("corpus-rewriting", "Rewriting", kinds=(GRADE,)),
            Page("corpus-rewrites", "Rewriting", kinds=(TWIN,)),
            Page("corpus-queries", "Queries", ("corpus-query",), kinds=(GRADE,)),
            Page("corpus-candidates", "Candidates", kinds=(GRADE,)),
            Page("corpus-ranking", "Ranking", kinds=(GRADE,)),
            Page("corpus-clips", "Clips"),
        ),
    ),
    Group(
        "Results",
        (
            Page("campaign-report", "Report", ("report",)),
            Page("studies", "Depth studies", ("study",), kinds=(GRADE,)),
            Page("runs", "Runs", ("run", "compare-runs", "compare-query"), kinds=(GRADE,)),
            Page("runs", "Runs", ("run", "compare-runs"), kinds=(TWIN,)),
            Page("twin-splits", "Splits", kinds=(TWIN,)),
            Page("measures", "Measures", kinds=(GRADE,)),
            Page("stability", "Stability", kinds=(GRADE,)),
            Page("exports", "Exports", ("export",)),
        ),
    ),
    Group(
        "Campaign",
        (
            Page("campaign", "Overview"),
            Page("plan", "Planner"),
            Page("protocol", "Protocol", kinds=(GRADE,)),
            Page("marking-rules", "Rules and rates", kinds=(MARK,)),
            Page("twin-rules", "Rules and rates", kinds=(TWIN,)),
            Page("corpus-opening", "Opening"),
            Page("corpus-upkeep", "Upkeep"),
            Page("corpus-copy", "Copy and try", ("corpus-trial",)),
        ),
    ),
)


def groups_shown(kind: str, *, settles_pay: bool = False) -> Iterator[Group]:
    """The groups with the pages that a campaign of that kind has for a lead, or one who settles pay."""
    for group in GROUPS:
        pages = tuple(page for page in group.pages if page.is_shown(kind, settles_pay=settles_pay))
        if pages:
            yield Group(group.title, pages)


def has_page(route: str, kind: str) -> bool:
    """Whether campaigns of that kind have the page of that route."""
    return any(page.route == route and kind in page.kinds for group in GROUPS for page in group.pages)


def place_of(route: str, groups: tuple[Group, ...]) -> tuple[Group, Page] | None:
    """The group and page among these where the page of that route lies; None if it is no page of leads."""
    places = {name: (group, page) for group in groups for page in group.pages for name in (page.route, *page.beneath)}
    while route and route not in places:
        route = route.rpartition("-")[0]
    return places.get(route)
