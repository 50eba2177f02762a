"""Warns leads about people by rule, pauses where the campaign asks for it, and takes leads' answers."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from annotator.checks.selectors import staffing_of
from annotator.models import PersonWarning, Staffing, Standing
from annotator.people.selectors.memberships import members_at_work
from annotator.seats.services.standings import set_standing
from consensus.decisions.ledger_kinds import PERSON_WARNED, WARNING_ANSWERED
from consensus.people.selectors.warnings import RuleFinding, findings
from moments.campaign.services import hold_campaign
from moments.jobs.services.steps import each_in_turn
from moments.ledger.services import record_decision
from moments.models import Campaign

ACTOR = "rule"
EVERY_S = 300
REASONS = {"pace": "paused by rule: much faster than the others", "kappa": "paused by rule: agreement below the bar"}


def warn_about_people(*, campaign: Campaign, now: datetime, at_once: bool = False) -> int:
    """Look at people's last scores, at most once in five minutes of the clock or `at_once`; how many warnings are new.

    `campaign` says when the sweep before this one was. Where nobody is at work there is nothing new to see. One
    warning of a kind about a person is open at a time.
    """
    if not at_once and campaign.swept_at is not None and _slot(campaign.swept_at) == _slot(now):
        return 0
    if not members_at_work(campaign, now).exists():
        return 0
    staffing = staffing_of(campaign)
    return sum(each_in_turn(lambda finding: _warn(finding, staffing, now), findings(campaign, staffing)))


@transaction.atomic
def answer_warning(*, warning: PersonWarning, now: datetime, actor: str) -> bool:
    """A lead dealt with it; False if one did so before. Who was paused stays so until a lead lets them go on."""
    if not PersonWarning.objects.filter(pk=warning.pk, answered_at=None).update(answered_at=now):
        return False
    payload = {"person": warning.member.pseudonym, "warning": warning.kind}
    record_decision(campaign=warning.member.campaign, kind=WARNING_ANSWERED, actor=actor, payload=payload, now=now)
    return True


@transaction.atomic
def _warn(finding: RuleFinding, staffing: Staffing, now: datetime) -> bool:
    member = finding.member
    hold_campaign(member.campaign)
    if PersonWarning.objects.filter(member=member, kind=finding.kind, answered_at=None).exists():
        return False
    paused = staffing.pause_by_rule and set_standing(
        member=member, standing=Standing.SUSPENDED, now=now, actor=ACTOR, reason=REASONS[finding.kind]
    )
    PersonWarning.objects.create(member=member, kind=finding.kind, detail=finding.detail, paused=paused, raised_at=now)
    payload = {"person": member.pseudonym, "warning": finding.kind, "detail": finding.detail, "paused": paused}
    record_decision(campaign=member.campaign, kind=PERSON_WARNED, actor=ACTOR, payload=payload, now=now)
    return True


def _slot(moment: datetime) -> int:
    return int(moment.timestamp() // EVERY_S)
