"""Where each page of a campaign's leads lies: groups of pages, each page declared here once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

GRADE, MARK, TWIN = "grade", "mark", "twin"


@dataclass(frozen=True, slots=True)
class Page:
    """A page in the row of its group; pages without a row of their own lie beneath it.

    `beneath` names further routes. A route that begins with the page's name, or with one of these, and a dash lies
    there too. `kind` is the only kind of campaign that has the page; None stands for every kind. Pages `for_paying`
    are for admins and for leads who may settle pay.
    """

    route: str
    title: str
    beneath: tuple[str, ...] = ()
    kind: str | None = None
    for_paying: bool = False

    def is_shown(self, kind: str, *, settles_pay: bool) -> bool:
        """Whether a campaign of that kind has the page for that person."""
        return self.kind in (None, kind) and (settles_pay or not self.for_paying)


@dataclass(frozen=True, slots=True)
class Group:
    """Pages that belong together; a group without a page for a campaign or a person is not shown to them."""

    title: str
    pages: tuple[Page, ...]


GROUPS = (
    Group(
        "Work",
        (
            Page("review", "Review", ("follow",), kind=GRADE),
            Page("question-review", "Review", kind=MARK),
            Page("inbox", "Inbox", ("decisions",)),
            Page("problems", "Reports"),
            Page("contradictions", "Contradictions", kind=GRADE),
            Page("pairs", "All pairs", ("pair",), kind=GRADE),
            Page("queries", "Queries", ("query", "why"), kind=GRADE),
            Page("questions", "Questions", ("question",), kind=MARK),
            Page("videos", "Videos", ("video",), kind=MARK),
            Page("captions", "Captions", kind=MARK),
        ),
    ),
    Group(
        "People",
        (
            Page("people", "Members", ("person", "invite", "lead")),
            Page("messages", "Messages"),
            Page("staffing", "Rules and rates", ("targets",), kind=GRADE),
            Page("golds", "Gold pairs", ("gold",), kind=GRADE),
            Page("quotas", "Quotas", kind=MARK),
            Page("staffing", "Hidden checks", ("targets",), kind=MARK),
            Page("golds", "Gold questions", ("gold",), kind=MARK),
            Page("consent-edit", "Consent"),
            Page("campaign-tokens", "API tokens"),
            Page("pay", "Pay", for_paying=True),
        ),
    ),
    Group(
        "Quality",
        (
            Page("agreement", "Agreement"),
            Page("exam", "Exam"),
            Page("scale", "Scale", kind=GRADE),
            Page("guideline-edit", "Guideline", ("pictures", "picture")),
            Page("tutorial-edit", "Tutorial", kind=GRADE),
            Page("pilots", "Pilots", ("pilot",), kind=GRADE),
            Page("what-if", "What if", kind=GRADE),
        ),
    ),
    Group(
        "Corpus",
        (
            Page("corpus", "Overview"),
            Page("corpus-imports", "Imports", ("corpus-import",)),
            Page("corpus-videos", "Video files", ("corpus-video",)),
            Page("corpus-browser", "Browse", ("corpus-mark",)),
            Page("corpus-rewriting", "Rewriting", kind=GRADE),
            Page("corpus-queries", "Queries", ("corpus-query",), kind=GRADE),
            Page("corpus-candidates", "Candidates", kind=GRADE),
            Page("corpus-ranking", "Ranking", kind=GRADE),
            Page("corpus-clips", "Clips"),
        ),
    ),
    Group(
        "Results",
        (
            Page("campaign-report", "Report", ("report",)),
            Page("studies", "Depth studies", ("study",), kind=GRADE),
            Page("runs", "Runs", ("run", "compare-runs", "compare-query"), kind=GRADE),
            Page("runs", "Runs", ("run", "compare-runs"), kind=TWIN),
            Page("measures", "Measures", kind=GRADE),
            Page("stability", "Stability", kind=GRADE),
            Page("exports", "Exports", ("export",)),
        ),
    ),
    Group(
        "Campaign",
        (
            Page("campaign", "Overview"),
            Page("plan", "Planner"),
            Page("protocol", "Protocol", kind=GRADE),
            Page("marking-rules", "Rules and rates", kind=MARK),
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


def place_of(route: str, groups: tuple[Group, ...]) -> tuple[Group, Page] | None:
    """The group and page among these where the page of that route lies; None if it is no page of leads."""
    places = {name: (group, page) for group in groups for page in group.pages for name in (page.route, *page.beneath)}
    while route and route not in places:
        route = route.rpartition("-")[0]
    return places.get(route)
