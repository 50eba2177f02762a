"""Which video an author gets next, as a pure function."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from annotator.seats.planning import seeded_order


@dataclass(frozen=True, slots=True)
class Wish:
    """How many questions of a task are wanted on videos of a domain, and how many there are."""

    domain: str
    task: str
    wanted: int
    have: int

    @property
    def missing(self) -> int:
        """How many are still to be written."""
        return max(0, self.wanted - self.have)


@dataclass(frozen=True, slots=True)
class Choice:
    """A video that a person may get: who writes about it now, its questions, and those that wait for an author."""

    video: int
    domain: str
    writers: int = 0
    questions: int = 0
    waiting: int = 0


def chosen_video(choices: Iterable[Choice], wishes: Iterable[Wish], *, seed: int) -> int | None:
    """The video to write about next; None if there is none, or if nothing is wanted any more.

    Where quotas are set, videos of domains whose quotas are met are left out, unless ready questions wait there. The
    domain goes first whose quotas are furthest from met; in it, the video about which the fewest people are writing,
    then the one with ready questions, then the one with the fewest questions. The seed orders what is left.
    """
    gaps = domain_gaps(wishes)
    wanted = [choice for choice in choices if not gaps or choice.waiting or gaps.get(choice.domain, 0) > 0]
    place = {video: at for at, video in enumerate(seeded_order(sorted(choice.video for choice in wanted), seed))}

    def order(choice: Choice) -> tuple[float, int, bool, int, int]:
        gap = gaps.get(choice.domain, 0)
        return -gap, choice.writers, not choice.waiting, choice.questions, place[choice.video]

    first = min(wanted, key=order, default=None)
    return None if first is None else first.video


def domain_gaps(wishes: Iterable[Wish]) -> Mapping[str, float]:
    """The share of the wanted questions that each domain still lacks, 0 to 1, over its tasks."""
    wanted: dict[str, int] = {}
    missing: dict[str, int] = {}
    for wish in wishes:
        wanted[wish.domain] = wanted.get(wish.domain, 0) + wish.wanted
        missing[wish.domain] = missing.get(wish.domain, 0) + wish.missing
    return {domain: missing[domain] / number if number else 0.0 for domain, number in wanted.items()}
