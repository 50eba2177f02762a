"""Makes twins campaigns, for tests: clips in both directions, and people who judge, write and check."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, TypeVar

from annotator.desk.services.claiming import claim_seats
from annotator.models import Membership, Seat
from annotator.scoring.selectors.twins import twin_questions
from annotator.scoring.services.scoring import submit_scores
from annotator.scoring.submitted import Submitted
from annotator.seats.services.seating import release_person
from annotator.twins.answers import Unreal, shown_unreal
from annotator.twins.order import as_shown
from annotator.twins.tasks import TwinTask, task_of
from consensus.opening.services import open_campaign
from consensus.sweep.services import settle_campaign
from consensus.verify.selectors.invariants import breaches
from moments.models import Campaign, Pair
from moments.twin_protocol import TwinProtocol
from tests.built_once import built_once
from tests.factories import NOW, make_campaign, make_member, make_twins

FORWARD, BACKWARD = "A man opens the green door", "A man closes the green door and leaves"
_keys = itertools.count(1)


def twin_campaign(
    slug: str = "arrow", *, people: int = 5, twins: int = 1, opened: bool = True, **twin: Any
) -> tuple[Campaign, list[Membership]]:
    """A twins campaign, with qualified people and twins whose clips are ready (without bytes).

    No caption is checked among look-alikes unless `twin`, which holds parameters of the protocol, says otherwise.
    """
    campaign = _twins(slug=slug, people=people, twins=twins, opened=opened, **twin)
    return campaign, _people_of(campaign)


def _people_of(campaign: Campaign) -> list[Membership]:
    members = list(campaign.members.select_related("user").order_by("pk"))
    for member in members:
        member.campaign = campaign
    return members


@built_once
def _twins(*, slug: str, people: int, twins: int, opened: bool, **twin: Any) -> Campaign:
    campaign = make_campaign(slug, twin=TwinProtocol(**{"lookalike_share": 0.0, **twin}))
    make_twins(campaign, twins)
    for _ in range(people):
        make_member(campaign)
    if opened:
        open_campaign(campaign=campaign, allow_missing_clips=False, now=NOW, actor="test")
    return campaign


def ask(member: Membership, *, now: datetime = NOW, count: int = 20) -> list[Seat]:
    """The seats that the person holds after asking for some."""
    return claim_seats(member=member, count=count, now=now).seats


def seat_of(member: Membership, task: str, *, backward: bool = False, now: datetime = NOW) -> Seat:
    """The person's first seat of that task, after asking for work; of assigning, for the caption of that clip."""
    asked = TwinTask("assign" if task == "lookalikes" else task)
    held = Seat.objects.filter(pk__in=[seat.pk for seat in ask(member, now=now)])
    for found in held.select_related("pair__query", "pair__moment").order_by("pair__number"):
        if task_of(found.pair.query.query_id) is asked and found.pair.moment.is_backward == backward:
            return found
    raise AssertionError(f"{member} has no seat of {task}")


def answer(member: Membership, seat: Seat, *, now: datetime = NOW, **fields: Any) -> Submitted:
    """What becomes of the person's answer."""
    key = fields.pop("key", "") or f"{seat.public_id}-{next(_keys)}"
    (result,) = submit_scores(member=member, entries=[{"seat": str(seat.public_id), "key": key, **fields}], now=now)
    return result


def judge(
    member: Membership, *, unreal: str = "neither", temporal: bool = True, now: datetime = NOW, **fields: Any
) -> Submitted:
    """The person judges a clip; `unreal` is by direction."""
    seat = seat_of(member, "judge", now=now)
    first = twin_questions([seat.pk])[seat.pk].forward_first
    shown = shown_unreal(Unreal(unreal), forward_first=first).value
    given = {"temporal": temporal, "criterion": "state", "unreal": shown}
    if not temporal:
        given = {"temporal": False, "criterion": None, "unreal": None}
    return answer(member, seat, judgement=given, now=now, **fields)


def write(
    member: Membership, forward: str | None = FORWARD, backward: str | None = BACKWARD, *, now: datetime = NOW
) -> Submitted:
    """The person writes the captions that they are asked for."""
    seat = seat_of(member, "caption", now=now)
    first = twin_questions([seat.pk])[seat.pk].forward_first
    return answer(member, seat, captions=list(as_shown(forward, backward, forward_first=first)), now=now)


def assign(
    member: Membership, *, backward: bool = False, right: bool | None = True, now: datetime = NOW, task: str = "assign"
) -> Submitted:
    """The person assigns the caption of that clip, rightly or not; None is "cannot tell"."""
    seat = seat_of(member, task, backward=backward, now=now)
    clips = twin_questions([seat.pk])[seat.pk].clips
    own = clips.index(seat.pair.moment_id) + 1
    other = 1 if own > 1 else 2
    chosen = None if right is None else own if right else other
    return answer(member, seat, assignment={"chosen": chosen}, now=now)


Step = tuple[str, tuple[Any, ...], dict[str, Any]]
Took = TypeVar("Took", bound=Callable[..., None])


def noted(take: Took) -> Callable[..., Road]:
    """A step of a road: taken at once where somebody has seen the campaign, else only noted."""

    @functools.wraps(take)
    def step(self: Road, *args: Any, **kwargs: Any) -> Road:
        if self.is_seen:
            take(self, *args, **kwargs)
        else:
            self.ahead.append((take.__name__, args, kwargs))
        return self

    return step


class Road:
    """A campaign of one clip on its way, with a clock: each step is followed by a sweep after the grace period.

    A beginning that many tests have is walked once a process; the others get its rows. So nothing is in the database
    until a test asks for the campaign, its people or the clock; `seen` is for tests that look at rows first.
    """

    def __init__(self, **scene: Any) -> None:
        self.scene = {"slug": "arrow", "people": 6, "twins": 1, **scene}
        self.ahead: list[Step] = []
        self.is_seen = False

    def seen(self) -> Road:
        """The same, with its rows in the database."""
        if not self.is_seen:
            self.is_seen = True
            self.campaign, now = _walked(tuple(self.ahead), **self.scene)
            self.__dict__.setdefault("now", now)  # a test may have set the clock already
            self.people = _people_of(self.campaign)
        return self

    def __getattr__(self, name: str) -> Any:
        """The campaign, the people or the clock, when somebody asks for the first of them."""
        if name not in {"campaign", "people", "now"} or self.is_seen:
            raise AttributeError(name)
        return getattr(self.seen(), name)

    def sweep(self) -> None:
        """Let the grace period pass, and sweep; a second sweep finds nothing."""
        self.now += timedelta(minutes=2)
        settle_campaign(campaign=self.campaign, now=self.now)
        again = settle_campaign(campaign=self.campaign, now=self.now)
        assert (again.agreed, again.escalated, again.discarded, again.for_lead) == (0, 0, 0, 0)
        assert self.breaches() == []

    @noted
    def judged(self, *unreal: str) -> None:
        """Two people judge, or three."""
        for person, word in zip(self.people, unreal or ("neither", "neither"), strict=False):
            saved = judge(person, unreal="neither" if word == "no" else word, temporal=word != "no", now=self.now)
            assert saved.status == "saved", saved
            if person is self.people[1]:
                self.sweep()
        if len(unreal) > 2:
            self.sweep()

    @noted
    def written(self, forward: str | None = FORWARD, backward: str | None = BACKWARD) -> None:
        """The first person writes the captions."""
        saved = write(self.people[0], forward, backward, now=self.now)
        assert saved.status == "saved", saved
        self.sweep()

    @noted
    def assigned(self, person: int, *, backward: bool = False, right: bool | None = True, task: str = "assign") -> None:
        """That person assigns the caption of that clip."""
        self.freed()
        saved = assign(self.people[person], backward=backward, right=right, now=self.now, task=task)
        assert saved.status == "saved", saved
        self.sweep()

    def freed(self) -> None:
        """Nobody has a check in their queue any longer."""
        self.seen()
        checks = Seat.objects.filter(pair__query__query_id=TwinTask.ASSIGN.query_id, state__in=["reserved", "held"])
        for seat in checks.select_related("annotator"):
            release_person(member=seat.annotator)

    def breaches(self) -> list[str]:
        """What `verify_campaign` finds."""
        return list(breaches(self.campaign, now=self.now, sweep_s=5))

    def pair(self, task: str, *, backward: bool = False) -> Pair:
        """The pair of that task of the first clip."""
        direction = "backward" if backward else "forward"
        pairs = self.campaign.pairs.filter(query__query_id=TwinTask(task).query_id, moment__direction=direction)
        return pairs.order_by("number")[0]

    def verdicts(self, task: str, *, backward: bool = False) -> list[tuple[int, str, str]]:
        """Attempt, kind and reason of each standing verdict on that pair."""
        found = self.pair(task, backward=backward).verdicts.filter(superseded=False).order_by("attempt")
        return [(verdict.attempt, verdict.kind, verdict.reason) for verdict in found]


@built_once
def _walked(steps: tuple[Step, ...], **scene: Any) -> tuple[Campaign, datetime]:
    if not steps:
        return _twins(opened=True, **scene), NOW
    *earlier, (name, args, kwargs) = steps
    road = Road(**scene)
    road.ahead = earlier
    getattr(road.seen(), name)(*args, **kwargs)
    return road.campaign, road.now
