"""Works on runs of rewriting: the command's whole, and the worker's a few seconds at a turn."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from django.conf import settings

from moments.base.errors import BadInput
from moments.encoders import DEFAULT_ENCODER, encoder_named, kind_of
from moments.jobs.selectors import free_jobs
from moments.jobs.services.doing import Go, JobKind, do_jobs
from moments.jobs.services.leases import free_lost_jobs
from moments.jobs.services.threads import begin_beside, is_beside
from moments.models import Campaign, Job, Rewriting
from moments.rewriting.checker import CaptionChecker
from moments.rewriting.checks import Checked
from moments.rewriting.pacing import Pace
from moments.rewriting.prompt import prompt_mark
from moments.rewriting.selectors.progress import newest_run
from moments.rewriting.services.by_model import ModelRewriting
from moments.rewriting.services.runs import KIND, LEASE, Manner, record_end
from moments.rewriting.tagging.registry import DEFAULT, JoinedTagger, tagger_named
from moments.rewriting.tagging.tagger import Tagger

if TYPE_CHECKING:
    from moments.rewriting.endpoint import ChatEndpoint

NO_ENDPOINT = "no endpoint is set; LLM_BASE_URL, LLM_MODEL and LLM_API_KEY name one"
TURN_S, BESIDE_TURN_S = 8.0, 60.0
STEP = "rewrite captions"
logger = logging.getLogger("reelevance.rewriting")
_kept: dict[tuple[int, str, str, int], CaptionChecker] = {}


def model_manner(*, encoder: str, tagger: str, parallel: int = 4, rate: int = 60) -> Manner:
    """A run by the endpoint of the settings; raises BadInput if there is none."""
    if settings.LANGUAGE_MODEL is None:
        raise BadInput(NO_ENDPOINT, remedy="names_from")
    return Manner("model", settings.LANGUAGE_MODEL.model, prompt_mark(), encoder, tagger, parallel, rate)


def set_endpoint() -> ChatEndpoint:
    """The endpoint of the settings; raises BadInput if there is none."""
    found = settings.LANGUAGE_MODEL
    if found is None:
        raise BadInput(NO_ENDPOINT)
    from moments.rewriting.endpoint import ChatEndpoint  # the client takes a second to import

    return ChatEndpoint(found.base_url, found.api_key, found.model, found.timeout_s, found.private)


def fitted_checker(*, campaign: Campaign, encoder: str, tagger: str, besides: Tagger | None = None) -> CaptionChecker:
    """The checks, fitted to the campaign's descriptions; raises BadInput for what is unknown or not installed."""
    kind = kind_of(encoder)
    if kind and not kind.compares_texts:
        problem = f"{encoder} cannot compare two texts; use {DEFAULT_ENCODER} or a pretrained encoder"
        raise BadInput(problem, field="encoder")
    taggers = [tagger_named(tagger), *([besides] if besides else [])]
    checker = CaptionChecker(encoder_named(encoder), JoinedTagger(taggers))
    checker.fit(list(campaign.moments.order_by("pk").values_list("description", flat=True)))
    return checker


def checked_by_hand(*, rewriting: Rewriting, text: str) -> Checked | None:
    """What the checks of the campaign's newest run say of a text; None if they cannot be made here."""
    campaign = rewriting.moment.campaign
    run = newest_run(campaign)
    encoder, tagger = (run.encoder, run.tagger) if run else (DEFAULT_ENCODER, DEFAULT)
    try:
        checker = _kept_checker(campaign, encoder, tagger)
        return checker.check([(rewriting.moment.description, text)])[0]
    except BadInput as problem:  # a model that is not installed where pages are served
        logger.warning("a caption was not checked: %s", problem)
        return None


def rewrite_ordered(*, now: datetime, seconds: float = TURN_S) -> int:
    """Continue every run that was ordered on a page and that nobody works on; how many were tried.

    They share the seconds. Safe to run twice, at once, and to be cut off: each answer is committed separately, and
    the run's lease ends. A run that fails stops no other.
    """
    jobs = list(free_jobs(KIND, now))
    turn = replace(REWRITING, work=partial(_rewrite, seconds=seconds / max(len(jobs), 1)))
    return do_jobs(turn, now=now, among=jobs)


def rewrite_beside(*, now: datetime) -> bool:
    """Start a thread beside embedded mode's worker if a run waits and none is at work; whether one was started.

    A run whose process of this machine is gone waits from now on, not only when its lease is over.
    """
    if is_beside(STEP):
        return False
    free_lost_jobs(kind=KIND, now=now)
    return free_jobs(KIND, now).exists() and begin_beside(STEP, rewrite_ordered, now=now, seconds=BESIDE_TURN_S)


def _rewrite(job: Job, go: Go, *, seconds: float | None = None) -> str:
    """A turn of the run; raises BadInput for what stops it for good."""
    run = job.rewrite_run
    if run.method != "model":
        raise BadInput("the command with the list of names was interrupted; run it again")
    endpoint = set_endpoint()
    if (run.model, run.prompt) != (endpoint.model, prompt_mark()):
        raise BadInput("the model or the prompt has changed; start a new run")
    checker = _kept_checker(run.campaign, run.encoder, run.tagger)
    ModelRewriting(run, endpoint, checker, Pace(run.rate), go).rewrite(seconds)
    return ""


REWRITING = JobKind(KIND, STEP, _rewrite, lease=LEASE, failed="could not continue", ended=record_end)


def _kept_checker(campaign: Campaign, encoder: str, tagger: str) -> CaptionChecker:
    """The checks, fitted once a process while the campaign's moments stay as many; the last ones asked for are kept."""
    key = (campaign.pk, encoder, tagger, campaign.moments.count())
    checker = _kept.get(key)
    if checker is None:
        checker = fitted_checker(campaign=campaign, encoder=encoder, tagger=tagger)
        _kept.clear()
        _kept[key] = checker
    return checker
