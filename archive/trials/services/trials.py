"""Orders copies and trials, makes them, and removes trials; safe to run twice, and at once."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from annotator.models import Role, Standing, User
from archive.copying.selectors import FOLDERS, has_leftovers, require_no_leftovers
from archive.copying.services.copying import copy_campaign, files_to_share
from archive.tables.selectors.tables import TABLES
from archive.trials.selectors import lacking_for_trial
from archive.trials.services.playing import play
from consensus.opening.services import open_campaign
from consensus.simulation.services.people import PREFIX, synthetic_annotators
from consensus.sweep.services import settle_campaign
from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.campaign.services import SLUG, hold_campaign
from moments.clips.services.keeping import forget
from moments.jobs.selectors import free_jobs
from moments.jobs.services.doing import Go, JobKind, do_jobs
from moments.jobs.services.leases import free_lost_jobs, order_newest
from moments.jobs.services.threads import begin_beside, is_beside
from moments.models import (
    Campaign,
    CampaignStatus,
    Clip,
    ClipPart,
    CutOrder,
    GivenPlace,
    Illustration,
    Job,
    Poster,
    SampleClip,
    StagedFile,
    StepFailure,
    VideoCut,
)

STEP = "copy campaigns"
MOST_PEOPLE = 100
AT_A_TIME = 8


@transaction.atomic
def order_copy(
    *,
    campaign: Campaign,
    slug: str,
    title: str,
    with_corpus: bool,
    actor: str,
    now: datetime,
    founder: User | None = None,
) -> None:
    """Have a worker copy the campaign; a lead who orders that is the `founder`, who leads the copy.

    Raises BadInput for a slug that cannot be, for a founder also one whose files lie on the server, and while a copy is
    under way.
    """
    _require_free(slug)
    if founder is not None:
        require_no_leftovers(slug)
    _order(campaign, {"slug": slug, "title": title, "with_corpus": with_corpus}, founder, actor, now)


@transaction.atomic
def order_trial(
    *,
    campaign: Campaign,
    annotators: int,
    share: int,
    seed: int,
    actor: str,
    now: datetime,
    founder: User | None = None,
) -> str:
    """Have a worker copy the campaign and play it with synthetic annotators up to `share` percent; the copy's slug.

    Raises BadInput for numbers that cannot be, for a campaign without candidates, videos or twins that could be shown,
    and while a copy is under way.
    """
    if campaign.is_trial or campaign.status == CampaignStatus.ARCHIVE:
        raise BadInput("a trial or an archive cannot be tried")
    if lacking := lacking_for_trial(campaign):
        raise BadInput(lacking)
    for name, value, least, most in (("annotators", annotators, 4, MOST_PEOPLE), ("share", share, 1, 100)):
        if not least <= value <= most:
            raise BadInput(f"expected {least} to {most}, got {value}", field=name)
    slug = _free_slug(campaign)
    trial = {"annotators": annotators, "share": share, "seed": seed}
    order = {"slug": slug, "title": f"Trial of {campaign.title}"[:200], "trial": trial}
    _order(campaign, order, founder, actor, now)
    return slug


def copy_ordered(*, now: datetime) -> int:
    """Make every copy and trial that waits or whose worker was lost; how many were tried."""
    return do_jobs(COPYING, now=now)


def copy_beside(*, now: datetime) -> bool:
    """Start a thread beside embedded mode's worker if a copy waits and none is made; whether one was started."""
    if is_beside(STEP):
        return False
    free_lost_jobs(kind=COPYING.name, now=now)
    return free_jobs(COPYING.name, now).exists() and begin_beside(STEP, copy_ordered, now=now)


@transaction.atomic
def remove_trial(*, campaign: Campaign) -> None:
    """Delete a trial with all its rows and files, and the synthetic accounts that were only in it.

    Raises BadInput for any other campaign; the database refuses that too, as its ledger can only grow.
    """
    hold_campaign(campaign)
    if not Campaign.objects.filter(pk=campaign.pk, is_trial=True).exists():
        raise BadInput("only trials can be removed")
    if campaign.jobs.filter(finished_at=None).exists():
        raise BadInput("work on the trial is under way; wait for it or cancel it")
    clips = _clips(campaign)
    synthetic = User.objects.filter(username__startswith=PREFIX, memberships__campaign=campaign)
    people = list(synthetic.values_list("pk", flat=True))
    for rows in _rows_besides(campaign):
        rows._raw_delete(rows.db)
    for table in reversed(TABLES):
        if table.model is not Campaign:
            _delete(table.rows(campaign))
    Job.objects.filter(campaign=campaign).delete()
    campaign.delete()
    User.objects.filter(pk__in=people, memberships=None).delete()
    transaction.on_commit(lambda: _remove_files(campaign.slug, clips), robust=True)


def _delete(rows: QuerySet[Any]) -> None:
    """Delete the rows in one statement, whatever refers to them is gone."""
    keyed = rows.model._default_manager.filter(pk__in=rows.order_by().values("pk"))
    keyed._raw_delete(keyed.db)


def _rows_besides(campaign: Campaign) -> list[QuerySet[Any]]:
    """Rows that no archive has, but a trial may."""
    return [
        VideoCut.objects.filter(pk__in=VideoCut.objects.filter(order__campaign=campaign).values("pk")),
        CutOrder.objects.filter(campaign=campaign),
        GivenPlace.objects.filter(campaign=campaign),
        StagedFile.objects.filter(campaign=campaign),
        StepFailure.objects.filter(campaign=campaign),
        campaign.invites.all(),
    ]


def _clips(campaign: Campaign) -> list[str]:
    """The names in the clip storage of all that is the campaign's."""
    rows: tuple[QuerySet[Any], ...] = (
        Clip.objects.filter(moment__campaign=campaign),
        ClipPart.objects.filter(clip__moment__campaign=campaign),
        Poster.objects.filter(moment__campaign=campaign),
        SampleClip.objects.filter(job__campaign=campaign),
        Illustration.objects.filter(campaign=campaign),
    )
    return [row.name for found in rows for row in found]


def _remove_files(slug: str, clips: Sequence[str]) -> None:
    for name in FOLDERS:
        shutil.rmtree(Path(settings.DATA_DIR) / name / slug, ignore_errors=True)
    (Path(settings.DATA_DIR) / "verified" / f"{slug}.json").unlink(missing_ok=True)
    with ThreadPoolExecutor(AT_A_TIME) as pool:
        for _ in pool.map(forget, clips):
            pass


def _require_free(slug: str) -> None:
    if not SLUG.fullmatch(slug):
        raise BadInput("use 1 to 60 of a–z, 0–9 and -", field="slug")
    if Campaign.objects.filter(slug=slug).exists():
        raise BadInput(f"campaign {slug!r} already exists", field="slug")


def _free_slug(campaign: Campaign) -> str:
    taken = set(Campaign.objects.filter(slug__startswith=campaign.slug[:48]).values_list("slug", flat=True))
    slugs = (f"{campaign.slug[:48]}-trial-{n}" for n in count(1))
    return next(slug for slug in slugs if slug not in taken and not has_leftovers(slug))


def _order(campaign: Campaign, order: dict[str, Any], founder: User | None, actor: str, now: datetime) -> None:
    hold_campaign(campaign)
    order |= {"founder": founder.pk} if founder else {}
    if order_newest(campaign=campaign, kind=COPYING.name, actor=actor, now=now, order=order) is None:
        raise BadInput("a copy of the campaign is already being made")


def _make(job: Job, go: Go) -> str:
    trial = job.order.get("trial")
    return _copy(job, go) if trial is None else _try(job, go, **trial)


def _copy(job: Job, go: Go) -> str:
    wanted = {name: job.order[name] for name in ("slug", "title", "with_corpus")}
    founder = _founder(job)
    go.begin(max(1, files_to_share(job.campaign) if wanted["with_corpus"] else 0))
    copy = copy_campaign(source=job.campaign, now=go.now(), actor=job.actor, founder=founder, advance=go.add, **wanted)
    return f"{copy.slug} is created"


def _try(job: Job, go: Go, *, annotators: int, share: int, seed: int) -> str:
    """Copy, open and play; a go that follows an interrupted one continues with its copy."""
    slug, title, founder = job.order["slug"], job.order["title"], _founder(job)
    trial = Campaign.objects.filter(slug=slug, is_trial=True).first() or copy_campaign(
        source=job.campaign,
        slug=slug,
        title=title,
        with_corpus=True,
        is_trial=True,
        founder=founder,
        now=go.now(),
        actor=job.actor,
    )
    if trial.status == CampaignStatus.DRAFT:
        actor = trial.members.get(user=founder).pseudonym if founder else job.actor
        open_campaign(campaign=trial, allow_missing_clips=True, now=go.now(), actor=actor)
    people = synthetic_annotators(campaign=trial, count=annotators, now=go.now())
    done = play(trial, people, share=share, seed=seed, go=go)
    settle_campaign(campaign=trial, now=go.now(), with_clips=False)
    return f"{trial.slug} has {done} by {counted(annotators, 'synthetic annotator')}"


def _founder(job: Job) -> User | None:
    """The lead who ordered it and will lead the copy; None if an admin did.

    Raises BadInput if they no longer lead the campaign that is copied.
    """
    if "founder" not in job.order:
        return None
    led = job.campaign.members.filter(role=Role.LEAD, user__is_active=True).exclude(standing=Standing.SUSPENDED)
    member = led.filter(user=job.order["founder"]).select_related("user").first()
    if member is None:
        raise BadInput("the lead who ordered it no longer leads the campaign")
    return member.user


COPYING = JobKind("copy", STEP, _make, failed="the copy ended with an error")
