"""Twins campaigns with accepted captions, and runs against them."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from django.core.files.uploadedfile import SimpleUploadedFile

from annotator.twins.tasks import TwinTask
from benchmark.models import Run
from benchmark.runs.services.scoring import score_due_runs
from benchmark.runs.services.uploading import SentFile, upload_run
from consensus.models import TwinOutcome, TwinTruth, Verdict, VerdictKind
from moments.models import Campaign, Moment, Pair, Twin
from tests.built_once import built_once
from tests.factories import NOW
from tests.twins import twin_campaign


@built_once
def accepted_campaign(slug: str = "arrow", *, twins: int = 6, accepted: int = 6) -> Campaign:
    """A campaign whose first twins have accepted captions, by verdicts alone."""
    campaign, _ = twin_campaign(slug, twins=twins)
    for twin in Twin.objects.filter(forward__campaign=campaign).order_by("forward__desc_id")[:accepted]:
        judge(twin)
        rule(twin.forward, TwinTask.CAPTION)
    return campaign


def judge(twin: Twin, outcome: TwinOutcome = TwinOutcome.TWINS) -> None:
    """What the judges of the twin made of it."""
    unreal = {TwinOutcome.TWINS: "neither", TwinOutcome.SINGLE: "backward"}[outcome]
    fields = {"outcome": outcome, "temporal": True, "criterion": "activity", "unreal": unreal}
    TwinTruth.objects.create(verdict=rule(twin.forward, TwinTask.JUDGE), **fields)


def rule(moment: Moment, task: TwinTask, kind: str = VerdictKind.AGREED, **fields: Any) -> Verdict:
    """A verdict on the moment's pair of the task."""
    pair = Pair.objects.get(moment=moment, query__query_id=task.query_id)
    protocol = moment.campaign.protocols.get()
    given = {
        "attempt": pair.attempt,
        "kind": kind,
        "round": 1,
        "protocol": protocol,
        "actor": "rule",
        "decided_at": NOW,
    }
    return Verdict.objects.create(pair=pair, **given | fields)


def names_of(campaign: Campaign, twins: int = 6) -> list[str]:
    """The names of the first twins' videos."""
    found = Twin.objects.filter(forward__campaign=campaign).order_by("forward__desc_id")[:twins]
    return [str(moment.desc_id) for twin in found for moment in (twin.forward, twin.backward)]


def matrix(names: list[str], *, seed: int = 1, right: float = 0.5) -> bytes:
    """A run of random scores; `right` is what each video has more with its own caption."""
    scores = np.random.default_rng(seed).random((len(names), len(names)), dtype=np.float32)
    scores[np.diag_indices(len(names))] += right
    stream = io.BytesIO()
    np.savez(stream, scores=scores, texts=np.array(names), videos=np.array(names))
    return stream.getvalue()


def sent_matrix(content: bytes, name: str = "run.npz") -> SimpleUploadedFile:
    """The run as a browser sends it."""
    return SimpleUploadedFile(name, content)


def uploaded_twins(campaign: Campaign, name: str = "mine", content: bytes | None = None, **fields: Any) -> Run:
    """A run that waits."""
    content = matrix(names_of(campaign)) if content is None else content
    file = SentFile("run.npz", [content[at : at + 999] for at in range(0, len(content), 999)])
    return upload_run(campaign=campaign, name=name, file=file, corpus=None, **{"actor": "admin", "now": NOW, **fields})


@built_once
def campaign_with_twin_runs(slug: str = "arrow") -> Campaign:
    """Six twins with two uploaded runs beside the references, all scored; the first run is the better one."""
    campaign = accepted_campaign(slug)
    uploaded_twins(campaign, "mine", matrix(names_of(campaign), right=0.9))
    uploaded_twins(campaign, "other", matrix(names_of(campaign), seed=2, right=0.1))
    score_due_runs(now=NOW)
    return campaign
