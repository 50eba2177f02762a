"""Campaigns with labels, and runs against them."""

from __future__ import annotations

import gzip
import json
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

from benchmark.models import Run
from benchmark.runs.services.scoring import score_due_runs
from benchmark.runs.services.uploading import SentFile, upload_run
from moments.models import Campaign
from moments.protocol import Protocol
from tests.built_once import built_once
from tests.factories import NOW, opened_campaign, score_all, settle


@built_once
def labelled_campaign(slug: str = "films", *, queries: int = 2, pairs: int = 4) -> Campaign:
    """Every pair agreed; the relevance falls from 3 by one a rank, in each query alike."""
    protocol = Protocol(batch_size=pairs, window=1)
    campaign, members = opened_campaign(slug, queries=queries, pairs=pairs, protocol=protocol)
    score_all(members, lambda pair, member: max(0, 4 - pair.rank))
    settle(campaign)
    return campaign


def run_document(campaign: Campaign, *, backwards: bool = False, queries: int | None = None) -> dict[str, Any]:
    """The campaign's pairs of its first queries as a run, by rank or the other way round."""
    document: dict[str, Any] = {}
    for query in campaign.queries.order_by("query_id")[:queries]:
        pairs = list(query.pairs.select_related("moment__video").order_by("-rank" if backwards else "rank"))
        document[str(query.query_id)] = [
            {
                "video_name": pair.moment.video.name,
                "timestamp": [pair.moment.start_s, pair.moment.end_s],
                "score": 1 / place,
            }
            for place, pair in enumerate(pairs, start=1)
        ]
    return document


def as_bytes(document: Any, *, packed: bool = False) -> bytes:
    content = document if isinstance(document, bytes) else json.dumps(document).encode()
    return gzip.compress(content) if packed else content


def sent(document: Any, name: str = "run.json") -> SentFile:
    """The document as the service takes it, in small parts."""
    content = as_bytes(document)
    return SentFile(name, [content[at : at + 7] for at in range(0, len(content), 7)])


def a_file(document: Any, name: str = "run.json") -> SimpleUploadedFile:
    """The document as a browser sends it."""
    return SimpleUploadedFile(name, as_bytes(document), content_type="application/json")


def uploaded(campaign: Campaign, name: str = "mine", document: Any = None, **fields: Any) -> Run:
    """A run that waits."""
    document = run_document(campaign) if document is None else document
    given = {"corpus": None, "actor": "admin", "now": NOW, **fields}
    return upload_run(campaign=campaign, name=name, file=sent(document), **given)


def scored(campaign: Campaign, names: tuple[str, ...] = ("mine",), *, now: Any = NOW) -> list[Run]:
    """Runs of these names, every second one backwards, and the references, all scored."""
    runs = [
        uploaded(campaign, name, run_document(campaign, backwards=bool(place % 2))) for place, name in enumerate(names)
    ]
    score_due_runs(now=now)
    for run in runs:
        run.refresh_from_db()
    return runs


@built_once
def campaign_with_two_runs() -> Campaign:
    """Six queries of which every pair is agreed, with two uploaded runs beside the references, all scored."""
    campaign = labelled_campaign(queries=6)
    scored(campaign, ("mine", "other"))
    return campaign


def made_runs(campaign: Campaign) -> int:
    """An uploaded run beside the references, all scored; its number, which is 1."""
    (run,) = scored(campaign)
    return run.number
