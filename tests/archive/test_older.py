"""What a platform wrote that knew less than this one."""

import json

import pytest
from django.utils.dateparse import parse_datetime

from annotator.models import Seat, SeatState, Share
from archive.restoring.services.restoring import restore_campaign
from archive.writing.services import archive_campaign
from consensus.verify.selectors.invariants import breaches
from tests.archive.scenes import forged, lines
from tests.benchmark.scenes import uploaded
from tests.factories import NOW, made_export, opened_campaign
from tests.moments.rewriting.scenes import described, run_of

pytestmark = pytest.mark.django_db


def test_open_seats_that_nobody_would_be_given_leave_their_share(tmp_path, settings):
    """Half of a share was let go and taken by somebody else; the other share kept its seats on what was scored."""
    settings.DATA_DIR = tmp_path
    campaign, (one, two) = opened_campaign(people=2, pairs=2)
    seats = Seat.objects.filter(share__number=1)
    seats.filter(pair__rank=1).update(annotator=one, state=SeatState.HELD)
    seats.filter(pair__rank=2).update(annotator=two, state=SeatState.HELD)
    Share.objects.filter(number=1).update(annotator=two)
    assert len([line for line in breaches(campaign, now=NOW, sweep_s=5) if line.startswith("I5")]) == 1
    archive_campaign(campaign=campaign, out=tmp_path / "old", clips=False)

    restored = restore_campaign(path=tmp_path / "old", slug="new").campaign
    assert list(breaches(restored, now=NOW, sweep_s=5)) == []
    left = Seat.objects.filter(campaign=restored, state=SeatState.OPEN).order_by("pair__rank")
    assert list(left.values_list("pair__rank", "share__number")) == [(1, None), (2, 2)]


# As an export stood in archives before there were jobs; the columns between are the same.
EXPORT = ["campaign", "number", "formats", "partial", "actor", "made_at", "state", "taken_at", "attempts", "ready_at"]
EXPORT += ["failure", "manifest", "ledger_length", "ledger_hash", "size", "sha256"]


def test_exports_of_an_archive_without_jobs_get_theirs(tmp_path, settings):
    settings.DATA_DIR = tmp_path / "data"
    campaign, _ = opened_campaign(pairs=1)
    made_export(campaign, partial=True)
    out = tmp_path / "old"
    archive_campaign(campaign=campaign, out=out, clips=False)
    at, later = "2026-01-05T09:00:00+00:00", "2026-01-05T09:05:00+00:00"
    stated = {
        1: [at, "ready", at, 1, later, ""],
        2: [at, "ready", at, 1, later, ""],  # its bytes are not in the archive
        3: [at, "failed", at, 3, None, "no space left on device"],
        4: [at, "making", at, 2, None, ""],
    }

    def older(entries, manifest):
        name = "tables/consensus.export.jsonl"
        columns, row = (json.loads(line) for line in entries[name].splitlines())
        now = dict(zip(columns, row, strict=True))
        rows = []
        for number, (made_at, state, taken_at, attempts, ready_at, failure) in stated.items():
            then = {"made_at": made_at, "state": state, "taken_at": taken_at, "attempts": attempts}
            then |= {"actor": "admin", "ready_at": ready_at, "failure": failure, "number": number}
            rows.append([(now | then)[column] for column in EXPORT])
        entries[name] = lines(EXPORT, *rows)
        manifest["entries"][name]["rows"] = len(rows)

    restored = restore_campaign(path=forged(out, older), slug="new").campaign
    fields = ("state", "actor", "tries", "ordered_at", "finished_at", "reason")
    jobs = [[getattr(export.job, name) for name in fields] for export in restored.exports.order_by("number")]
    ordered, finished = parse_datetime(at), parse_datetime(later)
    assert jobs == [
        ["done", "admin", 0, ordered, finished, ""],
        ["failed", "admin", 0, ordered, finished, "its bytes were not in the archive"],
        ["failed", "admin", 0, ordered, ordered, "no space left on device"],
        ["waiting", "admin", 0, ordered, None, ""],
    ]
    assert [bool(export.path) for export in restored.exports.order_by("number")] == [True, False, False, False]


# As a run stood in archives before there were jobs.
RUN = ["campaign", "number", "name", "kind", "state", "reason", "tries", "since", "file_name", "has_corpus", "sha256"]
RUN += ["size", "uploaded_by", "uploaded_at"]


def test_runs_of_an_archive_without_jobs_get_theirs(tmp_path, settings):
    settings.DATA_DIR = tmp_path / "data"
    campaign, _ = opened_campaign(pairs=1)
    uploaded(campaign)
    out = tmp_path / "old"
    archive_campaign(campaign=campaign, out=out, clips=False)
    since = "2026-01-05T09:05:00+00:00"
    states = ["waiting", "scoring", "scored", "failed"]

    def older(entries, manifest):
        name = "tables/evaluation.run.jsonl"
        columns, row = (json.loads(line) for line in entries[name].splitlines())
        now = dict(zip(columns, row, strict=True))
        rows = []
        for number, state in enumerate(states, start=1):
            then = {"number": number, "name": state, "state": state, "tries": 1, "since": since}
            then |= {"reason": "too large" if state == "failed" else "", "uploaded_by": "L1"}
            rows.append([(now | then)[column] for column in RUN])
        entries[name] = lines(RUN, *rows)
        manifest["entries"][name]["rows"] = len(rows)

    restored = restore_campaign(path=forged(out, older), slug="new").campaign
    fields = ("number", "state", "actor", "ordered_at", "finished_at", "reason")
    at = parse_datetime(since)
    assert [[getattr(run.job, name) for name in fields] for run in restored.runs.order_by("number")] == [
        [1, "waiting", "L1", at, None, ""],
        [2, "waiting", "L1", at, None, ""],
        [3, "done", "L1", at, at, ""],
        [4, "failed", "L1", at, at, "too large"],
    ]
    assert len({run.stored for run in restored.runs.all()}) == 4


# As a rewriting run was kept in archives before there were jobs.
REWRITE_RUN = ["campaign", "method", "model", "prompt", "encoder", "tagger", "parallel", "rate", "actor", "ordered_at"]
REWRITE_RUN += ["holder", "leased_until", "stop_asked", "ended_at", "reason", "tokens_in", "tokens_out"]


def test_rewriting_runs_of_an_archive_without_jobs_get_theirs(tmp_path, settings):
    settings.DATA_DIR = tmp_path / "data"
    campaign = described()
    run = run_of(campaign)
    out = tmp_path / "old"
    archive_campaign(campaign=campaign, out=out, clips=False)
    at, later = "2026-01-05T09:00:00+00:00", "2026-01-05T09:05:00+00:00"
    ended = [[None, ""], [later, ""], [later, "stopped by an admin"]]

    def older(entries, manifest):
        name = "tables/moments.rewriterun.jsonl"
        columns, row = (json.loads(line) for line in entries[name].splitlines())
        now = dict(zip(columns, row, strict=True))
        then = now | {"actor": "admin", "ordered_at": at, "holder": "there:1:abc", "leased_until": later}
        then |= {"stop_asked": False, "tokens_in": 9}
        rows = [then | {"ended_at": ended_at, "reason": reason} for ended_at, reason in ended]
        entries[name] = lines(REWRITE_RUN, *([row[column] for column in REWRITE_RUN] for row in rows))
        manifest["entries"][name]["rows"] = len(rows)

    restored = restore_campaign(path=forged(out, older), slug="new").campaign
    fields = ("kind", "state", "actor", "ordered_at", "finished_at", "reason", "holder")
    first, last = parse_datetime(at), parse_datetime(later)
    runs = restored.rewrite_runs.order_by("pk")
    assert [[getattr(run.job, name) for name in fields] for run in runs] == [
        ["rewriting", "waiting", "admin", first, None, "", ""],
        ["rewriting", "done", "admin", first, last, "", ""],
        ["rewriting", "failed", "admin", first, last, "stopped by an admin", ""],
    ]
    assert [(one.model, one.tokens_in) for one in runs] == [(run.model, 9)] * 3
