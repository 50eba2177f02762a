"""A campaign whose people answer through the web server, and calls that no answer comes to."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.utils import timezone

from annotator.models import Membership
from annotator.people.services.people import issue_token
from consensus.sweep.services import settle_campaign
from consensus.verify.selectors.invariants import breaches
from moments.models import Campaign
from tests.rig.journal import Journal
from tests.rig.program import Program


class Answering:
    """An open campaign, with a program for everybody."""

    def __init__(self, campaign: Campaign, members: Sequence[Membership], *, folder: Path, port: int) -> None:
        self.campaign, self.members = campaign, members
        Campaign.objects.filter(pk=campaign.pk).update(created_at=timezone.now() - timedelta(days=1))
        self.programs = [program_of(member, folder=folder, port=port) for member in members]

    def call(self, who: int, path: str, body: dict[str, Any], *, verb: str = "POST") -> dict[str, Any]:
        """What the server answers; raises OSError or HTTPException if it does not."""
        status, answer = self.programs[who].send(verb, path, {"campaign": self.campaign.slug, **body})
        assert status < 300, (status, answer)
        return answer

    def breaches(self) -> list[str]:
        """After a sweep an hour later."""
        later = timezone.now() + timedelta(hours=1)
        settle_campaign(campaign=self.campaign, now=later)
        return list(breaches(self.campaign, now=later + timedelta(minutes=1), sweep_s=5))


def program_of(member: Membership, *, folder: Path, port: int) -> Program:
    """A program for the person, with a token of theirs."""
    slug = member.campaign.slug
    token = issue_token(user=member.user, now=timezone.now())
    return Program(port, member.user.username, token, Journal(folder / f"{slug}.journal"), campaign=slug)


def unanswered(call: Callable[[], object], stop: Callable[[], None]) -> None:
    """Call in the background, stop the server at that point, and see that no answer came."""
    answers: list[object] = []

    def run() -> None:
        with suppress(OSError, http.client.HTTPException, ValueError):
            answers.append(call())

    thread = threading.Thread(target=run)
    thread.start()
    stop()
    thread.join(90)
    assert answers == []
