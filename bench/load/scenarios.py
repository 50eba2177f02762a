"""The scenarios of the load benchmark; each prints its figures and ends with an error where it finds a breach."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from bench.load.claims import ROUNDS, SIZES, compare_claims
from bench.load.clients import Manners
from bench.load.label import label
from bench.load.marking import marking
from bench.load.paired import SECONDS, TURNS, compare_checkouts
from bench.load.replay import play_published
from bench.load.served import Team, breaches, crowd_at_work, team
from bench.load.stale import LABELS, compare_statistics
from tests.rig.web import end, placed, python

BAD_LUCK = {"resent": 0.10, "second_tab": 0.05, "cut": 0.02}
CLIENTS = (1, 8, 23, 64)


def prove(served: Team, name: str) -> None:
    """Zero breaches, or the end."""
    found = breaches(served, served.folder / "journal", wait_s=1.0)
    print(f"{name}: {len(found)} breaches", flush=True)
    if found:
        raise SystemExit("\n".join(found[:20]))


def loop(seconds: float | None) -> None:
    """Claim and score without thinking at 1, 8, 23 and 64 clients; at 23 also by desks, and 20 scores a request."""
    with team() as served:
        made = placed(served.env, queries=1600, people=max(CLIENTS))
        served.tidy()
        kinds = [(f"{clients} programs", clients, Manners()) for clients in CLIENTS]
        kinds.append(("23 desks", 23, Manners(session=True)))
        kinds.append(("23 programs, 20 a time", 23, Manners(together=20)))
        for name, clients, manners in kinds:
            run = crowd_at_work(served, made["people"][:clients], manners, seconds or 20, served.folder / "journal")
            print(run.line(name), flush=True)
        prove(served, "loop")


def steady(seconds: float | None) -> None:
    """100 annotators who come within 20 s and think for 1 to 3 s, on 10,000 pairs."""
    with team() as served:
        made = placed(served.env, queries=500, people=100)
        served.tidy()
        manners = Manners(think_s=(1, 3), session=True, arrive_s=20, **BAD_LUCK)
        run = crowd_at_work(served, made["people"], manners, seconds or 120, served.folder / "journal")
        print(run.line("steady"), flush=True)
        if os.environ.get("STATEMENTS"):
            print("\n".join(served.statements()), flush=True)
        prove(served, "steady")


def burst(seconds: float | None) -> None:
    """300 programs without thinking on few pairs, which are opened as they are used up."""
    with team() as served:
        made = placed(served.env, queries=10, people=300)
        supplier = python(served.env, "-m", "tests.rig.place", "supply", "400")
        try:
            manners = Manners(**BAD_LUCK)
            run = crowd_at_work(served, made["people"], manners, seconds or 120, served.folder / "journal")
        finally:
            end(supplier)
        print(run.line("burst"), flush=True)
        prove(served, "burst")


def embedded(seconds: float | None) -> None:
    """10 programs at full speed on SQLite, 3,000 scores."""
    with team(embedded=True) as served:
        made = placed(served.env, queries=75, people=10, grace_s=0)
        run = crowd_at_work(
            served, made["people"], Manners(stop_when_dry=True), seconds or 300, served.folder / "journal"
        )
        print(run.line("embedded"), flush=True)
        prove(served, "embedded")


def published(seconds: float | None) -> None:
    """The published campaign in full from opening to export; a part of it with PAIRS, or so many seconds of it."""
    with team() as served:
        play_published(served, seconds)
        prove(served, "published")


def claims(seconds: float | None) -> None:
    """Each step of a claim in campaigns of 1,000, 100,000 and 1,000,000 pairs, or of up to PAIRS."""
    most = int(os.environ.get("PAIRS") or max(SIZES))
    compare_claims([pairs for pairs in SIZES if pairs <= most], ROUNDS)


def stale(seconds: float | None) -> None:
    """60,000 labels, or LABELS, without ANALYZE after the opening, in turns with a server that is analysed."""
    verdict = compare_statistics(int(os.environ.get("LABELS") or LABELS), longest_s=seconds, prove=prove)
    if verdict:
        raise SystemExit(verdict)


def paired(seconds: float | None) -> None:
    """CPU a label at 23 clients beside that of the checkout OLD, in TURNS (7) turns of 10 s each."""
    if "OLD" not in os.environ:
        raise SystemExit("paired: OLD=path names the checkout to compare with")
    turns = int(os.environ.get("TURNS") or TURNS)
    compare_checkouts(Path(os.environ["OLD"]).resolve(), turns=turns, seconds=seconds or SECONDS, prove=prove)


SCENARIOS: dict[str, Callable[[float | None], None]] = {
    "label": label,
    "marking": marking,
    "loop": loop,
    "steady": steady,
    "burst": burst,
    "embedded": embedded,
    "published": published,
    "claims": claims,
    "stale": stale,
}
# Needs a second checkout.
COMPARED: dict[str, Callable[[float | None], None]] = {"paired": paired}
