"""Copies what people read and what leads set: texts, the terms of hidden checks and of leaving, quotas."""

from __future__ import annotations

from dataclasses import fields
from datetime import datetime

from annotator.asking.files.quota_file import GivenQuota
from annotator.asking.selectors.quotas import stored_quotas
from annotator.asking.services.quotas import set_quotas
from annotator.checks.selectors import staffing_of
from annotator.checks.services.staffing import StaffingTerms, set_staffing
from annotator.guideline.selectors.reading import newest_guideline, principles_in
from annotator.guideline.services import save_guideline
from annotator.joining.services.consents import save_consent
from annotator.joining.services.leaving_policy import set_leaving
from annotator.people.selectors.consents import newest_consent
from moments.corpus.files.values import Place
from moments.illustrations.services import copy_illustrations
from moments.models import Campaign


def copy_texts(source: Campaign, copy: Campaign, now: datetime, actor: str) -> None:
    """Give the copy the newest guideline with its pictures, the consent, the terms of hidden checks and leaving."""
    guideline, consent = newest_guideline(source), newest_consent(source)
    copy_illustrations(source=source, copy=copy, actor=actor, now=now)
    if guideline is not None:
        save_guideline(
            campaign=copy,
            text=guideline.text,
            principles=principles_in(guideline, source),
            renewed=True,
            actor=actor,
            now=now,
            seen_version=None,
        )
    if consent is not None:
        save_consent(campaign=copy, text=consent.text, seen_version=None, actor=actor, now=now)
    stored = staffing_of(source)
    terms = StaffingTerms(**{field.name: getattr(stored, field.name) for field in fields(StaffingTerms)})
    set_staffing(campaign=copy, terms=terms, now=now, actor=actor)
    set_leaving(campaign=copy, leaving=stored.leaving, now=now, actor=actor)


def copy_quotas(source: Campaign, copy: Campaign, now: datetime, actor: str) -> None:
    """Give the copy the quotas of questions."""
    rows = [
        GivenQuota(Place(source.slug, number), domain, task, wanted)
        for number, (domain, task, wanted) in enumerate(stored_quotas(source), start=1)
    ]
    set_quotas(campaign=copy, rows=rows, now=now, actor=actor)
