"""One row of a road from import to opening, and the rows that campaigns of every kind have."""

from __future__ import annotations

from collections.abc import Iterator

from annotator.exam.selectors.admission import waiting_for_lead
from annotator.exam.selectors.exams import current_exam
from annotator.guideline.selectors.reading import newest_guideline
from annotator.people.selectors.memberships import qualified_annotators
from console.frame.navigation import RULES_PAGES, has_page
from moments.base.plurals import counted
from moments.campaign.selectors import levels_of, newest_protocol
from moments.models import Campaign, CampaignStatus
from moments.scale import PUBLISHED

# A step's name, whether it is done, how far it is, a route, and commands.
RoadRow = tuple[str, bool, str, str, tuple[str, ...]]
SCALE, GUIDELINE, PROTOCOL, EXAM, PEOPLE = "Scale", "Guideline", "Protocol", "Exam", "People"


def instructions(campaign: Campaign) -> Iterator[RoadRow]:
    """What people get besides the corpus; a campaign can open without each of these."""
    if campaign.is_graded:
        levels = levels_of(campaign)
        names = ", ".join(level.name for level in levels)
        yield SCALE, levels != PUBLISHED, f"{campaign.scale}: {names}", "scale", ()
    guideline = newest_guideline(campaign)
    text = f"version {guideline.version}" if guideline else "people see the built-in text"
    yield GUIDELINE, guideline is not None, text, "guideline-edit", ()
    version = newest_protocol(campaign).version
    usual = "version 1 has the default values" if version == 1 else f"version {version} is in force"
    yield PROTOCOL, version > 1, usual, RULES_PAGES[campaign.kind], (f"set_protocol {campaign.slug} FILE",)
    if has_page("exam", campaign.kind):
        exam = current_exam(campaign)
        words = f"exam {exam.number} is {exam.get_state_display()}" if exam else ""
        words = words or "without an exam, leads qualify people by hand"
        yield EXAM, exam is not None, words, "exam", (f"draw_exam {campaign.slug}",)
    yield _people(campaign)


def opening_row(campaign: Campaign) -> RoadRow:
    """The last step."""
    done, status = campaign.status != CampaignStatus.DRAFT, f"the campaign is {campaign.get_status_display()}"
    return "Open", done, status, "corpus-opening", (f"open_campaign {campaign.slug}",)


def _people(campaign: Campaign) -> RoadRow:
    qualified, invites = qualified_annotators(campaign).count(), campaign.invites.count()
    waiting = waiting_for_lead(campaign).count()
    progress = f"{counted(qualified, 'qualified annotator')}, {counted(invites, 'invite')}"
    if waiting:
        progress += f"; {counted(waiting, 'person has', 'people have')} joined and must be qualified by a lead"
    done = qualified + invites > 0 and not waiting
    return PEOPLE, done, progress, "people", (f"create_invite {campaign.slug}",)
