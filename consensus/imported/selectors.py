"""What uploaded files of scores given elsewhere would make of a campaign."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from annotator.models import Seat
from consensus.imported.contents import Archive
from consensus.imported.files import GivenFile, read_archive
from consensus.imported.label_studio import KEYS, TaskTerms, terms_from
from consensus.imported.planning import ArchivePlan, planned, ruled
from evaluation.scale import Scale
from moments.base.errors import BadInput
from moments.campaign.selectors import newest_protocol
from moments.corpus.files.faults import FIRST_ONE, Faults
from moments.corpus.files.query_file import SPLITS
from moments.models import Campaign, CampaignStatus
from moments.models.staging import StagedFile, StagedKind
from moments.staging.selectors import staged_path

ARCHIVES = (StagedKind.TVR_RANKING, StagedKind.LABEL_STUDIO)


@dataclass(frozen=True, slots=True)
class ArchiveTerms:
    """How the files are read: the split of queries of which no file tells, stand-ins, and Label Studio's keys."""

    terms: TaskTerms
    split: str = "val"
    stand_ins: bool = False

    def payload(self) -> dict[str, object]:
        """As an import keeps them."""
        return {"split": self.split, "stand_ins": self.stand_ins, **asdict(self.terms)}


def terms_asked(given: Mapping[str, str], scale: Scale) -> ArchiveTerms:
    """The terms that a form names, of levels on the scale; raises BadInput for a split or scale that there is not."""
    split = given.get("split") or "val"
    if split not in SPLITS:
        raise BadInput(f"split: expected one of {', '.join(SPLITS)}")
    lowest = given.get("lowest") or "0"
    if lowest not in ("0", "1"):
        raise BadInput("lowest: expected 0 or 1")
    keys = {ours: given[f"key_{ours}"].strip() for ours in KEYS if given.get(f"key_{ours}", "").strip()}
    control, choices = given.get("control", "").strip(), given.get("choices", "").strip()
    terms = terms_from(keys, control=control, lowest=int(lowest), choices=choices, scale=scale)
    return ArchiveTerms(terms, split, given.get("stand_ins") == "on")


def files_beside(staged: StagedFile) -> list[StagedFile]:
    """The files that are imported together: all published ones that wait, or one of Label Studio."""
    if staged.kind == StagedKind.LABEL_STUDIO:
        return [staged]
    waiting = staged.campaign.staged.filter(kind=staged.kind, imported_at=None).order_by("pk")
    return [one for one in waiting if staged_path(one).is_file()]


def read_staged(files: list[StagedFile], terms: TaskTerms, *, faults: Faults = FIRST_ONE) -> Archive:
    """What the files hold; raises BadInput that names them as they were given."""
    try:
        given = [GivenFile(staged_path(one), _name(one)) for one in files]
        return read_archive(given, terms=terms, faults=faults, scale=files[0].campaign.scale)
    except BadInput as problem:
        message = str(problem)
        for one in files:
            message = message.replace(str(staged_path(one)), one.given_name)
        raise BadInput(message) from problem


def archive_refusal(campaign: Campaign) -> str:
    """Why the campaign cannot become an archive; empty if it can."""
    if campaign.status != CampaignStatus.DRAFT:
        return f"campaign {campaign.slug!r} is {campaign.status}; only a draft can become an archive"
    if campaign.pairs.exists() or Seat.objects.filter(campaign=campaign).exists():
        return f"campaign {campaign.slug!r} has candidates or seats; only a campaign without them can become an archive"
    return ""


def plan_of(campaign: Campaign, archive: Archive, asked: ArchiveTerms) -> ArchivePlan:
    """The plan under the campaign's protocol."""
    size = newest_protocol(campaign).batch_size
    return planned(archive, batch_size=size, split=asked.split, stand_ins=asked.stand_ins)


def archive_counts(campaign: Campaign, archive: Archive, plan: ArchivePlan) -> dict[str, int]:
    """What would be added, and what the rules would say."""
    tolerance = newest_protocol(campaign).tolerance
    rulings = [ruled(given, tolerance=tolerance) for given in archive.scores.values()]
    agreed = sum(ruling is not None and ruling.relevance is not None for ruling in rulings)
    discarded = sum(ruling is not None and ruling.relevance is None for ruling in rulings)
    pairs = sum(len(query.pairs) for query in plan.queries)
    return {
        "queries to add": len(plan.queries),
        "pairs to add": pairs,
        "scores to add": archive.rows,
        "would agree": agreed,
        "would be discarded": discarded,
        "would stay undecided": pairs - agreed - discarded,
    }


def _name(staged: StagedFile) -> str:
    """The given name; what was uploaded as Label Studio's is read as that, whatever it is called."""
    return f"export {staged.given_name}" if staged.kind == StagedKind.LABEL_STUDIO else staged.given_name
