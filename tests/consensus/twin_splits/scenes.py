"""Twins campaigns whose captions are accepted, for tests of splits and exports."""

from __future__ import annotations

from datetime import datetime, timedelta

from annotator.models import Membership, Seat
from annotator.scoring.selectors.twins import twin_questions
from annotator.twins.answers import Unreal, shown_unreal
from annotator.twins.order import as_shown
from annotator.twins.tasks import TwinTask, task_of
from consensus.opening.services import open_campaign
from consensus.sweep.services import settle_campaign
from moments.models import Campaign
from tests.factories import NOW, make_twins
from tests.twins import answer, ask, twin_campaign

VERBS = ("opens", "closes", "lifts", "drops", "pushes", "pulls", "fills", "empties", "lights", "folds")
LATER = timedelta(minutes=2)


def described(
    *, twins: int = 4, singles: int = 0, people: int = 6, alike: int = 1
) -> tuple[Campaign, list[Membership], datetime]:
    """A campaign in which every clip has its captions, each clip of another video.

    The first `singles` clips have a reverse that looks unreal, and the first `alike` clips have the same captions.
    """
    campaign, members = twin_campaign(people=people, twins=0, opened=False)
    for _ in range(twins):
        make_twins(campaign, 1)
    open_campaign(campaign=campaign, allow_missing_clips=False, now=NOW, actor="test")
    return campaign, members, work_on(campaign, members, NOW, singles=singles, alike=alike)


def work_on(
    campaign: Campaign, members: list[Membership], now: datetime, *, singles: int = 0, alike: int = 1
) -> datetime:
    """Everybody does what waits for them until every clip has its captions; the time afterwards.

    That is when nobody has had anything to do, even after a sweep that followed such a round.
    """
    idle = 0
    while idle < 2:
        work = [(member, seat) for member in members for seat in ask(member, now=now, count=20)]
        idle = 0 if work else idle + 1
        for member, seat in work:
            _work(member, seat, singles, alike, now)
        now += LATER
        settle_campaign(campaign=campaign, now=now)
    return now


def _work(member: Membership, seat: Seat, singles: int, alike: int, now: datetime) -> None:
    question = twin_questions([seat.pk])[seat.pk]
    number = (seat.pair.number - 1) // 4
    if task_of(seat.pair.query.query_id) is TwinTask.JUDGE:
        unreal = Unreal.BACKWARD if number < singles else Unreal.NEITHER
        shown = shown_unreal(unreal, forward_first=question.forward_first).value
        answer(member, seat, judgement={"temporal": True, "criterion": "state", "unreal": shown}, now=now)
    elif task_of(seat.pair.query.query_id) is TwinTask.CAPTION:
        number = max(number, alike - 1)
        forward = f"Somebody {VERBS[number % 10]} box {number} on the table"
        backward = f"Then the box {number} is as it was before all this" if question.captions.both else None
        texts = as_shown(forward, backward, forward_first=question.forward_first)
        answer(member, seat, captions=list(texts), now=now)
    else:
        answer(member, seat, assignment={"chosen": question.clips.index(seat.pair.moment_id) + 1}, now=now)
