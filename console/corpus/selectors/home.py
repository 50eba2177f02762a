"""What a campaign's corpus holds, and how far it is on the road from import to opening."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef

from annotator.exam.selectors.admission import waiting_for_lead
from annotator.exam.selectors.exams import current_exam
from annotator.guideline.selectors.reading import newest_guideline
from annotator.people.selectors.memberships import qualified_annotators
from console.corpus.selectors.marking_home import OPTIONAL, RoadRow, marking_road
from moments.base.plurals import counted
from moments.campaign.selectors import levels_of, newest_protocol
from moments.clips.selectors.clips import moments_without_clip
from moments.models import Campaign, CampaignKind, CampaignStatus, Clip, ClipState, Pair, Split, Twin
from moments.models.rewriting import RewriteState, Rewriting
from moments.scale import PUBLISHED

UPLOAD, SCALE, GUIDELINE, PROTOCOL, EXAM, PEOPLE = "Upload", "Scale", "Guideline", "Protocol", "Exam", "People"
FREE = (*OPTIONAL, UPLOAD, SCALE, GUIDELINE, PROTOCOL, EXAM, PEOPLE)
PAGES = {
    "corpus-imports": "Imports",
    "corpus-videos": "Video files",
    "corpus-queries": "Queries",
    "corpus-candidates": "Candidates",
    "corpus-opening": "Opening",
    "scale": "Scale",
    "guideline-edit": "Guideline",
    "protocol": "Protocol",
    "marking-rules": "Rules and rates",
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


@dataclass(frozen=True, slots=True)
class Corpus:
    """The counts of a corpus; `unranked` are queries without candidates, `clipless` needed moments without a clip."""

    videos: int
    moments: int
    rewritten: int
    rewriting: int
    queries: dict[str, int]
    unranked: int
    pairs: int
    clips: int
    failed: int
    clipless: int
    uploads: int


# The steps of the wizard: key, name, what it is for, and the steps of the road in it.
SETUP = (
    (
        "material",
        "Material",
        "What people look at: upload videos, import their moments, draw queries, find candidates, cut clips.",
        (UPLOAD, "Import", "Rewrite", "Sample", "Rank", "Cut", "Make proxies", "Ready questions", "Quotas"),
    ),
    (
        "guideline",
        "Scale and guideline",
        "The levels that people give, and what they read before they begin.",
        (SCALE, GUIDELINE),
    ),
    (
        "protocol",
        "Protocol",
        "The rules by which scores become labels, and the exam before the work.",
        (PROTOCOL, EXAM),
    ),
    (
        "people",
        "People",
        "Who works: invite annotators, qualify them where there is no exam, and make leads.",
        (PEOPLE,),
    ),
    ("open", "Open", "What is ready and what is missing, and then the start of the work.", ("Open",)),
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


def corpus_counts(campaign: Campaign) -> Corpus:
    """The counts, in a fixed number of SQL queries."""
    rewritings = dict(
        Rewriting.objects.filter(moment__campaign=campaign)
        .order_by()
        .values_list("state")
        .annotate(moments=Count("pk"))
    )
    clips = dict(
        Clip.objects.filter(moment__campaign=campaign).order_by().values_list("state").annotate(clips=Count("pk"))
    )
    splits = dict(campaign.queries.order_by().values_list("split").annotate(queries=Count("pk")))
    return Corpus(
        videos=campaign.videos.count(),
        moments=campaign.moments.count(),
        rewritten=rewritings.get(RewriteState.ACCEPTED, 0),
        rewriting=sum(rewritings.values()),
        queries={split.label: splits.get(split.value, 0) for split in Split},
        unranked=campaign.queries.filter(~Exists(Pair.objects.filter(query=OuterRef("pk"))), retired_at=None).count(),
        pairs=campaign.pairs.filter(study_only=False).count(),
        clips=clips.get(ClipState.READY, 0),
        failed=clips.get(ClipState.FAILED, 0),
        clipless=moments_without_clip(campaign).count(),
        uploads=campaign.video_uploads.exclude(finished_at=None).count(),
    )


def corpus_road(campaign: Campaign, corpus: Corpus) -> list[RoadStep]:
    """The steps in order, the first that is not done being the next; an archive has none ahead."""
    if campaign.status == CampaignStatus.ARCHIVE:
        return []
    steps, is_next = [], True
    road = ROADS[CampaignKind(campaign.kind)](campaign, corpus)
    for name, done, progress, route, commands in road:
        unneeded = name == "Rewrite" and not corpus.rewriting
        # Lengths are measured in the files, so they come before the list of moments.
        comes_first = name == UPLOAD and not corpus.moments
        is_optional = unneeded or (name in FREE and not done and not comes_first)
        state = "optional" if is_optional else "done" if done else "next" if is_next else "later"
        is_next = is_next and state in ("done", "optional")
        steps.append(
            RoadStep(name, state, progress, PAGES[route], route, tuple(f"manage.py {command}" for command in commands))
        )
    return steps


def setup_steps(road: Sequence[RoadStep]) -> list[SetupStep]:
    """The road in the steps of the wizard; the one to go on with is the first that has something next."""
    return [
        SetupStep(key, name, sentence, [step for step in road if step.name in names])
        for key, name, sentence, names in SETUP
    ]


def _marking_road(campaign: Campaign, corpus: Corpus) -> Iterator[RoadRow]:
    *before, opening = marking_road(campaign)
    yield from before
    yield from _instructions(campaign)
    yield opening


def _road(campaign: Campaign, corpus: Corpus) -> Iterator[RoadRow]:
    slug, queries = campaign.slug, sum(corpus.queries.values())
    uploaded = f"{counted(corpus.uploads, 'video file')} uploaded"
    if not corpus.uploads:
        uploaded += "; leave this out if they are on the server already"
    yield UPLOAD, corpus.uploads > 0, uploaded, "corpus-videos", ()
    yield (
        "Import",
        corpus.moments > 0,
        f"{counted(corpus.moments, 'moment')} of {counted(corpus.videos, 'video')}",
        "corpus-imports",
        (f"import_moments {slug} FILE",),
    )
    yield (
        "Rewrite",
        0 < corpus.moments == corpus.rewritten,
        f"{corpus.rewritten:,} of {corpus.moments:,} descriptions are rewritten; the others are captions unchanged"
        if corpus.rewriting
        else "only where descriptions contain names that people must not read; otherwise leave it out",
        "corpus-rewriting",
        (f"rewrite_queries {slug}",),
    )
    yield (
        "Sample",
        queries > 0,
        f"{counted(queries, 'query', 'queries')}, {corpus.queries[Split.EXAM.label]:,} of them for the exam",
        "corpus-queries",
        (f"sample_queries {slug} --split val --count 500 --seed 1", f"import_queries {slug} FILE"),
    )
    yield (
        "Rank",
        queries > 0 and not corpus.unranked,
        f"{counted(corpus.pairs, 'pair')}; {counted(corpus.unranked, 'query has', 'queries have')} no candidates yet",
        "corpus-candidates",
        (f"rank_candidates {slug}", f"pool_candidates {slug} --sources A,B", f"import_candidates {slug} FILE"),
    )
    yield (
        "Cut",
        corpus.pairs > 0 and not corpus.clipless,
        f"{counted(corpus.clips, 'clip')} ready, {corpus.failed:,} failed; "
        f"{counted(corpus.clipless, 'moment')} of pairs {'has' if corpus.clipless == 1 else 'have'} none",
        "corpus-clips",
        (f"cut_clips {slug} --videos DIR",),
    )
    yield from _instructions(campaign)
    yield (
        "Open",
        campaign.status != CampaignStatus.DRAFT,
        f"the campaign is {campaign.get_status_display()}",
        "corpus-opening",
        (f"open_campaign {slug}",),
    )


def _twin_road(campaign: Campaign, corpus: Corpus) -> Iterator[RoadRow]:
    slug, twins = campaign.slug, Twin.objects.filter(forward__campaign=campaign).count()
    uploaded = f"{counted(corpus.uploads, 'video file')} uploaded"
    yield UPLOAD, corpus.uploads > 0, uploaded, "corpus-videos", ()
    moments = f"{counted(corpus.moments, 'moment')} of {counted(corpus.videos, 'video')}"
    yield "Import", corpus.moments > 0, moments, "corpus-imports", (f"import_moments {slug} FILE",)
    paired = f"{counted(twins, 'pair of twins', 'pairs of twins')}"
    yield "Twins", twins > 0, paired, "corpus-clips", (f"make_twins {slug}",)
    ready = f"{counted(corpus.clips, 'clip')} ready, {corpus.failed:,} failed"
    cut = (f"cut_clips {slug} --videos DIR",)
    yield "Cut", twins > 0 and not corpus.clipless, ready, "corpus-clips", cut
    guideline = newest_guideline(campaign)
    text = f"version {guideline.version}" if guideline else "people see the text that is built in"
    yield GUIDELINE, guideline is not None, text, "guideline-edit", ()
    status = f"the campaign is {campaign.get_status_display()}"
    yield "Open", campaign.status != CampaignStatus.DRAFT, status, "corpus-opening", (f"open_campaign {slug}",)


ROADS = {CampaignKind.GRADE: _road, CampaignKind.MARK: _marking_road, CampaignKind.TWIN: _twin_road}


def _instructions(campaign: Campaign) -> Iterator[RoadRow]:
    """What people get besides the corpus; a campaign can open without each of these."""
    slug, guideline = campaign.slug, newest_guideline(campaign)
    version = newest_protocol(campaign).version
    exam, qualified = current_exam(campaign), qualified_annotators(campaign).count()
    if campaign.is_graded:
        levels = levels_of(campaign)
        names = ", ".join(level.name for level in levels)
        yield SCALE, levels != PUBLISHED, f"{campaign.scale}: {names}", "scale", ()
    yield (
        GUIDELINE,
        guideline is not None,
        f"version {guideline.version}" if guideline else "people see the text that is built in",
        "guideline-edit",
        (),
    )
    usual = "version 1 has the default values" if version == 1 else f"version {version} is in force"
    page = "protocol" if campaign.is_graded else "marking-rules"
    yield PROTOCOL, version > 1, usual, page, (f"set_protocol {slug} FILE",)
    yield (
        EXAM,
        exam is not None,
        f"exam {exam.number} is {exam.get_state_display()}"
        if exam
        else "without an exam, leads qualify people by hand",
        "exam",
        (f"draw_exam {slug}",),
    )
    invites = campaign.invites.count()
    waiting = waiting_for_lead(campaign).count()
    progress = f"{counted(qualified, 'qualified annotator')}, {counted(invites, 'invite')}"
    if waiting:
        progress += f"; {counted(waiting, 'person has', 'people have')} joined and must be qualified by a lead"
    yield PEOPLE, qualified + invites > 0 and not waiting, progress, "people", (f"create_invite {slug}",)
