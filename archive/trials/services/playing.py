"""Plays a trial with synthetic annotators, as campaigns of its kind are played."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from annotator.models import Membership
from consensus.simulation.marking.people import published_person
from consensus.simulation.model import published_model
from consensus.simulation.services.driver import Simulation
from consensus.simulation.services.marked_world import drawn_world
from consensus.simulation.services.marking_driver import MarkingSimulation
from consensus.simulation.services.twin_driver import TwinSimulation
from moments.base.plurals import counted
from moments.jobs.services.doing import Go
from moments.models import Campaign, CampaignKind

Play = Callable[[Campaign, Sequence[Membership], int, int, Go], str]


def play(trial: Campaign, people: Sequence[Membership], *, share: int, seed: int, go: Go) -> str:
    """Play up to `share` percent and say how far that is, in words."""
    return PLAYS[CampaignKind(trial.kind)](trial, people, share, seed, go)


def _play_scoring(trial: Campaign, people: Sequence[Membership], share: int, seed: int, go: Go) -> str:
    simulation = Simulation(
        campaign=trial,
        people=people,
        model=published_model(),
        seed=seed,
        until=_until(share),
        now=go.now(),
    )
    go.begin(max(1, simulation.expected * share // 100))
    return counted(simulation.play(go.add).scores, "score")


def _play_marking(trial: Campaign, people: Sequence[Membership], share: int, seed: int, go: Go) -> str:
    world = drawn_world(trial)
    simulation = MarkingSimulation(
        campaign=trial,
        people=people,
        world=world,
        person=published_person(),
        seed=seed,
        until=_until(share),
        now=go.now(),
    )
    go.begin(max(1, world.size * share // 100))
    return counted(simulation.play(go.add).decided, "decided question")


def _play_twins(trial: Campaign, people: Sequence[Membership], share: int, seed: int, go: Go) -> str:
    simulation = TwinSimulation(campaign=trial, people=people, seed=seed, until=_until(share), now=go.now())
    go.begin(max(1, len(simulation.world) * share // 100))
    return counted(simulation.play(go.add).finished, "finished clip")


def _until(share: int) -> float | None:
    """The share as simulations take it: None to the end, with a lead who decides."""
    return None if share == 100 else share / 100


PLAYS: dict[CampaignKind, Play] = {
    CampaignKind.GRADE: _play_scoring,
    CampaignKind.MARK: _play_marking,
    CampaignKind.TWIN: _play_twins,
}
