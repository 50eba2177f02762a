"""A campaign with rows in many tables and files of every kind, and a platform emptied of it."""

from __future__ import annotations

import hashlib
import io
import json
import uuid
import zipfile
from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.db import connection

from annotator import models as people
from annotator.people.services.people import issue_token
from annotator.people.services.rights import grant_pay
from archive.tables.selectors.tables import TABLES
from consensus import models as decisions
from moments import models as corpus
from moments.clips.storage import store_bytes
from moments.database.guards import lay_guards, lift_guards
from moments.models import Campaign, Clip, Poster
from tests.benchmark.scenes import labelled_campaign, scored
from tests.factories import NOW, made_export, make_lead, make_tutorial
from tests.rig.guards import GUARDS

Entries = dict[str, bytes]


def full_campaign(slug: str = "films") -> Campaign:
    """Scored, exported, with a run, clips with bytes, a lead, and whatever else a table can hold."""
    campaign = labelled_campaign(slug, queries=1)
    scored(campaign)
    made_export(campaign, formats=("tvr", "raw"))
    make_tutorial(campaign)
    _files(campaign)
    _corpus(campaign)
    _people(campaign)
    return Campaign.objects.get(pk=campaign.pk)


def _files(campaign: Campaign) -> None:
    for number, clip in enumerate(Clip.objects.filter(moment__campaign=campaign).order_by("pk"), start=1):
        content = f"clip {number} of {campaign.slug}".encode() * 50
        store_bytes(clip, io.BytesIO(content))
        Clip.objects.filter(pk=clip.pk).update(size=len(content), sha256=hashlib.sha256(content).hexdigest())
    moment = campaign.moments.order_by("pk")[0]
    poster = Poster.objects.create(moment=moment, width=4, height=3, size=6, sha256="0" * 64, cut_at=NOW)
    store_bytes(poster, io.BytesIO(b"poster"))
    shown = corpus.Illustration.objects.create(
        campaign=campaign, number=2, suffix="png", description="A field", actor="lead",
        width=4, height=3, size=7, sha256=hashlib.sha256(b"picture").hexdigest(), created_at=NOW,
    )  # fmt: skip
    store_bytes(shown, io.BytesIO(b"picture"))


def _corpus(campaign: Campaign) -> None:
    query, moment, pair = (
        campaign.queries.get(split="val"),
        campaign.moments.order_by("pk")[0],
        campaign.pairs.order_by("pk")[0],
    )
    corpus.QueryVersion.objects.create(
        query=query, version=7, text="a “quoted” =text\u2028", replaced_at=NOW, actor="lead", reason="typo"
    )
    corpus.WithdrawnMoment.objects.create(moment=moment, actor="lead", reason="blurred", withdrawn_at=NOW)
    corpus.PairSource.objects.create(pair=pair, source="lexical", rank=1, similarity=0.1 + 0.2)
    rewriting = corpus.Rewriting.objects.create(moment=moment, state="failed", reason="no answer", tries=1)
    corpus.RewriteAttempt.objects.create(
        rewriting=rewriting, number=1, model="m", prompt="1", names=[["Phoebe", None]], outcome="timeout", at=NOW
    )
    job = corpus.Job.objects.create(
        campaign=campaign, kind="rewriting", actor="admin", ordered_at=NOW, state="done", finished_at=NOW
    )
    corpus.RewriteRun.objects.create(campaign=campaign, job=job, method="model", model="m", prompt="1", tokens_in=7)
    corpus.CandidateList.objects.create(
        query=query, source="bm25", desc_ids=[3, 1], similarities=[0.1 + 0.2, 1e-7], made_at=NOW
    )
    first, second = decisions.Verdict.objects.filter(pair__campaign=campaign).order_by("pk")[:2]
    decisions.KeptContradiction.objects.create(first=first, second=second, actor="lead", reason="both", kept_at=NOW)
    decisions.ArchiveScore.objects.create(campaign=campaign, pair=pair, position=1, worker="W1", relevance=2)
    decisions.DatasetCard.objects.create(campaign=campaign, licence="CC0-1.0", published_on=date(2026, 3, 1))


def _people(campaign: Campaign) -> None:
    lead = make_lead(campaign)
    grant_pay(member=lead, now=NOW, actor="admin")
    member = campaign.members.order_by("pk")[0]
    pair, seat = campaign.pairs.order_by("pk")[1], people.Seat.objects.filter(campaign=campaign)[0]
    issue_token(user=member.user, now=NOW)
    decisions.LeadDigest.objects.create(member=lead, address="lead@example.org")
    people.Rate.objects.create(campaign=campaign, hourly_rate=Decimal("14.50"), from_day=NOW, actor="a", set_at=NOW)
    period = people.PayPeriod.objects.create(
        campaign=campaign,
        first_day=NOW,
        last_day=NOW,
        currency="SGD",
        idle_s=120,
        time_zone="UTC",
        starts_at=NOW,
        ends_at=NOW + timedelta(days=1),
        closed_at=NOW,
        actor="admin",
    )
    people.PayLine.objects.create(
        period=period, annotator=member, hourly_rate=Decimal("14.50"), active_s=3, amount=Decimal("0.01"), scores=4
    )
    study = people.Study.objects.create(campaign=campaign, number=1, seed=-5, created_at=NOW)
    study.people.add(member)
    people.StudyPair.objects.create(study=study, pair=pair, drawn="top")
    people.Seat.objects.create(
        campaign=campaign,
        pair=pair,
        study=study,
        purpose="study",
        round=1,
        number=1,
        state="open",
    )
    pilot = people.Pilot.objects.create(campaign=campaign, number=1, top=10, created_at=NOW)
    pilot.people.add(member)
    people.PilotPair.objects.create(pilot=pilot, pair=pair)
    people.Seat.objects.create(
        campaign=campaign,
        pair=pair,
        pilot=pilot,
        purpose="pilot",
        round=1,
        number=1,
        state="open",
    )
    people.Problem.objects.create(pair=pair, seat=seat, annotator=member, kind="question", reported_at=NOW)
    people.WorkEvent.objects.create(annotator=member, kind="problem", key=str(uuid.uuid4()), worked_at=NOW)
    people.PersonWarning.objects.create(member=member, kind="pace", detail="fast", raised_at=NOW)


def forget(campaign: Campaign) -> None:
    """Take every row of the campaign away, past the guards, and the accounts of its members."""
    users = list(campaign.members.values_list("user", flat=True))
    lift_guards(connection, GUARDS)
    for table in reversed(TABLES):
        keys = list(table.rows(campaign).values_list("pk", flat=True))
        table.model._default_manager.filter(pk__in=keys)._raw_delete(using="default")
    corpus.Job.objects.filter(campaign=campaign.pk)._raw_delete(using="default")
    people.ApiToken.objects.filter(user__in=users).delete()
    people.User.objects.filter(pk__in=users).delete()
    lay_guards(connection, GUARDS)


def forged(file: Path, change: Callable[[Entries, dict[str, Any]], object], how: int = zipfile.ZIP_STORED) -> Path:
    """The archive with other entries, and a manifest that vouches for them."""
    with zipfile.ZipFile(file) as packed:
        entries = {info.filename: packed.read(info) for info in packed.infolist()}
    manifest = json.loads(entries.pop("manifest.json"))
    before = dict(entries)
    change(entries, manifest)
    for name, content in entries.items():
        if before.get(name) != content:
            sums = {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
            manifest["entries"][name] = manifest["entries"].get(name, {}) | sums
    out = file.with_name("forged")
    with zipfile.ZipFile(out, "w", how) as packed:
        for name, content in {**entries, "manifest.json": json.dumps(manifest).encode()}.items():
            packed.writestr(name, content)
    return out


def lines(*rows: object) -> bytes:
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)
