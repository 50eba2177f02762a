"""Makes a campaign's report: figures, tables and one page, in a folder that is there whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from annotator.text.section import Section
from consensus.export.folder import MANIFEST, Folder
from consensus.export.landing import whole_folder
from consensus.export.services.exporting import snapshot
from consensus.labels.selectors.labels import unfinished
from consensus.labels.selectors.markings import unfinished_questions
from consensus.labels.selectors.twins import unfinished_twins
from consensus.report.counts import Counts
from consensus.report.dataset import of_dataset, of_size
from consensus.report.drawing import drawn
from consensus.report.marking.contents import of_contents, of_lengths
from consensus.report.marking.counts import MarkedCounts
from consensus.report.marking.outcomes import of_agreement, of_outcomes, of_work
from consensus.report.marking.pools import of_pools
from consensus.report.page import report_page
from consensus.report.relevance import by_rank, by_similarity, of_similarity_one
from consensus.report.selectors.counts import report_counts
from consensus.report.selectors.marked_counts import marked_counts
from consensus.report.selectors.reports import FIGURES, PAGE
from consensus.report.selectors.twin_counts import twin_counts
from consensus.report.tables import as_csv, as_html, as_latex
from consensus.report.twins.contents import of_outcomes_by_criterion, of_twin_contents, of_twin_lengths
from consensus.report.twins.counts import TwinCounts
from consensus.report.twins.outcomes import of_captions, of_ceiling, of_judges, of_people, of_twin_work
from consensus.report.verdicts import of_ranges, of_verdicts
from consensus.studies.figures import of_study
from consensus.studies.selectors import studied_figures
from moments.base.errors import BadInput
from moments.base.version import VERSION
from moments.models import Campaign, CampaignKind
from moments.scale import scale_of

REPORT = "a report"
STEPS = 2


def make_report(
    *, campaign: Campaign, out: Path, advance: Callable[[int], None] = lambda done: None
) -> tuple[Section, ...]:
    """Write the report to the folder `out`, in place of an earlier one; its sections. Done in STEPS pieces.

    Raises BadInput if no pair or clip is decided yet or no question has a truth, the figures cannot be drawn, or `out`
    cannot be written.
    """
    with snapshot():
        sections, missing = KINDS[CampaignKind(campaign.kind)].made(campaign)
    advance(1)
    with whole_folder(out, REPORT) as folder:
        _write(folder, campaign, sections, missing)
        advance(STEPS)
    return sections


def sections_of(counts: Counts) -> tuple[Section, ...]:
    """The sections in their order; at least one pair must be decided."""
    return (
        of_verdicts(counts.by_rank, counts.ended, scale_of(counts.levels)),
        by_similarity(counts.by_bin, counts.levels),
        of_similarity_one(counts.by_bin, counts.levels),
        by_rank(counts.by_rank, counts.border, counts.levels),
        of_ranges(counts.ranges, scale_of(counts.levels)),
        of_size(counts.queries, counts.moments),
        of_dataset(counts.queries, counts.moments),
    )


def marked_sections_of(counts: MarkedCounts) -> tuple[Section, ...]:
    """The sections of a marking campaign, in their order; at least one question must have a truth."""
    return (
        of_contents(counts),
        of_lengths(counts),
        of_agreement(counts),
        of_outcomes(counts),
        of_work(counts),
        of_pools(counts),
    )


def _graded(campaign: Campaign) -> tuple[tuple[Section, ...], dict[str, int]]:
    """The sections, and what keeps the campaign from being finished."""
    counts = report_counts(campaign)
    if not counts.ended:
        raise BadInput(f"campaign {campaign.slug!r} has no decided pairs, so there is nothing to report")
    studied = (of_study(number, figures) for number, figures in studied_figures(campaign))
    return (*sections_of(counts), *studied), unfinished(campaign)


def _marked(campaign: Campaign) -> tuple[tuple[Section, ...], dict[str, int]]:
    counts = marked_counts(campaign)
    if not counts.decided:
        raise BadInput(f"campaign {campaign.slug!r} has no question with a truth, so there is nothing to report")
    return marked_sections_of(counts), unfinished_questions(campaign)


def twin_sections_of(counts: TwinCounts) -> tuple[Section, ...]:
    """The sections of a twins campaign, in their order; at least one clip must be judged."""
    return (
        of_outcomes_by_criterion(counts),
        of_twin_contents(counts),
        of_twin_lengths(counts),
        of_judges(counts),
        of_ceiling(counts),
        of_captions(counts),
        of_people(counts),
        of_twin_work(counts),
    )


def _twins(campaign: Campaign) -> tuple[tuple[Section, ...], dict[str, int]]:
    counts = twin_counts(campaign)
    if not counts.judged:
        raise BadInput(f"campaign {campaign.slug!r} has no judged clips, so there is nothing to report")
    return twin_sections_of(counts), unfinished_twins(campaign)


@dataclass(frozen=True, slots=True)
class ReportKind:
    """How the campaigns of one kind are reported: their sections with what is missing, and what is decided in them."""

    made: Callable[[Campaign], tuple[tuple[Section, ...], dict[str, int]]]
    unit: str


KINDS = {
    CampaignKind.GRADE: ReportKind(_graded, "pair of every open batch"),
    CampaignKind.MARK: ReportKind(_marked, "question"),
    CampaignKind.TWIN: ReportKind(_twins, "clip"),
}


def _write(folder: Folder, campaign: Campaign, sections: tuple[Section, ...], missing: dict[str, int]) -> None:
    images = drawn([plot for section in sections for plot in section.plots])
    for name, (svg, png) in images.items():
        folder.write(f"figures/{name}.svg", svg)
        folder.file(f"figures/{name}.png").write_bytes(png)
    for section in sections:
        folder.write(f"tables/{section.name}.csv", as_csv(section))
        folder.write(f"tables/{section.name}.html", as_html(section))
        folder.write(f"tables/{section.name}.tex", as_latex(section))
    notes = [_state(missing, KINDS[CampaignKind(campaign.kind)].unit)]
    svgs = {name: svg for name, (svg, _) in images.items()}
    folder.write(PAGE, report_page(f"Report on {campaign.title or campaign.slug}", notes, sections, svgs))
    stored = {"notes": notes, "sections": [asdict(section, dict_factory=_stored) for section in sections]}
    folder.write(FIGURES, json.dumps(stored, ensure_ascii=False, indent=1) + "\n")
    manifest = {
        "software": f"reelevance {VERSION}",
        "kind": REPORT,
        "campaign": campaign.slug,
        "unfinished": missing,
        "files": folder.files(),
    }
    folder.write(MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=2) + "\n")


def _stored(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    """The fields under the names that the file has: a sentence is `said` there."""
    return {"said" if name == "sentence" else name: value for name, value in fields}


def _state(missing: dict[str, int], unit: str) -> str:
    if not missing:
        return f"The campaign is finished: every {unit} is decided."
    return f"The campaign is unfinished ({', '.join(f'{count} {what}' for what, count in missing.items())})."
