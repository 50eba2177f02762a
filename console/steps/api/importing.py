"""Imports a file that a program sends: it waits, as one of the page does, until it is imported or refused."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from annotator.asking.services.importing import import_staged_questions
from annotator.people.selectors.access import Lead
from moments.base.errors import BadInput
from moments.models.staging import StagedFile, StagedKind
from moments.staging.selectors import staged_kinds, staged_path
from moments.staging.services import import_staged, put_away, stage_file


def import_file(
    *, lead: Lead, kind: str, given_name: str, parts: Iterable[bytes], source: str, now: datetime
) -> dict[str, int]:
    """What was added; raises BadInput, with nothing kept, for what cannot be imported, naming the file's own name."""
    if kind not in staged_kinds(lead.campaign):
        raise BadInput(f"expected one of {', '.join(staged_kinds(lead.campaign))}", field="kind")
    staged = stage_file(
        campaign=lead.campaign, kind=kind, given_name=given_name, parts=parts, actor=lead.actor, now=now
    )
    try:
        return _imported(staged, source, lead.actor, now)
    except BadInput as problem:
        raise BadInput(str(problem).replace(str(staged_path(staged)), staged.given_name)) from problem
    finally:
        put_away(staged=staged)


def _imported(staged: StagedFile, source: str, actor: str, now: datetime) -> dict[str, int]:
    if staged.kind == StagedKind.QUESTIONS:
        done = import_staged_questions(staged=staged, actor=actor, now=now)
        return {"added": done.added, "already_there": done.known}
    return import_staged(staged=staged, source=source, actor=actor, now=now)
