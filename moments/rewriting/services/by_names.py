"""Rewrites by a list of names: no endpoint, the same checks, many moments in one transaction."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from moments.jobs.services.doing import Go
from moments.models import RewriteRun, RewriteSource
from moments.rewriting.checker import CaptionChecker
from moments.rewriting.replacing import NameReplacer
from moments.rewriting.selectors.progress import Task, require_unsampled, rewrite_progress, unaccepted_by_list
from moments.rewriting.services.store import Tried, keep_try

AT_ONCE = 200


def names_mark(names: Mapping[str, str]) -> str:
    """A hash of the list, as kept with every caption that it made."""
    canonical = json.dumps(sorted(names.items()), ensure_ascii=False, separators=(",", ":"))
    return f"names:{hashlib.sha256(canonical.encode()).hexdigest()}"


def rewrite_by_names(go: Go, *, run: RewriteRun, names: Mapping[str, str], checker: CaptionChecker) -> None:
    """Replace names in every description that is not accepted and that this list was not tried on.

    Each 200 moments are one transaction: what was cut off continues after the last of them. Raises Stopped, and
    BadInput once captions were used.
    """
    replacer, after = NameReplacer(names), 0
    progress = rewrite_progress(run.campaign)
    done = progress.accepted
    go.begin(progress.moments, done=done)
    while tasks := unaccepted_by_list(run.campaign, run.prompt, after, AT_ONCE):
        after = tasks[-1].rewriting
        with transaction.atomic():
            go.look()
            require_unsampled(run.campaign)
            _keep_all(run, tasks, replacer, checker, go.now())
        done += len(tasks)
        go.advance(done)


def _keep_all(
    run: RewriteRun, tasks: list[Task], replacer: NameReplacer, checker: CaptionChecker, now: datetime
) -> None:
    captions = [replacer.replace(task.description) for task in tasks]
    descriptions = [task.description for task in tasks]
    values = checker.check(list(zip(descriptions, captions, strict=True)))
    for task, caption, checked in zip(tasks, captions, values, strict=True):
        tried = Tried(caption, checked.fault, run.model, run.prompt, None, checked)
        keep_try(task=task, tried=tried, source=RewriteSource.NAMES, most_tries=1, now=now)
