"""Keeps drafts of questions: unfinished is fine, wrong is refused with the field's name."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from django.db import transaction

from annotator.asking.entries import (
    read_answer_segments,
    read_condition,
    read_task,
    read_text,
    refuse_condition_inside,
)
from annotator.asking.selectors.asks import EDITABLE, current_viewing, own_asks, require_writing
from annotator.asking.selectors.videos import known_whole, whole_moment
from annotator.asking.services.working import note_work
from annotator.exam.selectors.numbers import next_number
from annotator.models import Ask, AskState, AskTask, Membership
from moments.base.errors import BadInput
from moments.campaign.selectors import newest_protocol
from moments.campaign.services import hold_campaign
from moments.marking_protocol import MarkingProtocol

MOST_DRAFTS = 200
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class UnknownAsk(BadInput):
    """The person has no question of that number."""


@transaction.atomic
def create_draft(*, member: Membership, task: object, now: datetime) -> Ask:
    """An empty question about the video that the author writes about; raises BadInput if there is no such video."""
    require_writing(member.campaign)
    hold_campaign(member.campaign)  # numbers follow each other
    note_work(member=member, now=now)
    viewing = current_viewing(member)
    batch = viewing.share.batch if viewing else None
    if batch is None or batch.video is None:
        raise BadInput("you have no video to write about; begin one first", field="video")
    if batch.asks.filter(state=AskState.DRAFT).count() >= MOST_DRAFTS:
        raise BadInput(f"there are already {MOST_DRAFTS} drafts; submit or delete some", field="task")
    return Ask.objects.create(
        campaign=member.campaign,
        number=next_number(member.campaign),
        video=batch.video,
        task=read_task(task),
        author=member,
        batch=batch,
        created_at=now,
        changed_at=now,
    )


@transaction.atomic
def save_draft(*, member: Membership, number: int, fields: Mapping[str, object], now: datetime) -> Ask:
    """Save what `fields` name of a draft or a returned question; what they leave out stays.

    With `revision` among them, nothing is saved over what the program has not seen. Raises UnknownAsk for a question
    that is not the author's, and BadInput naming the field that is wrong.
    """
    note_work(member=member, now=now)
    ask = editable_ask(member, number)
    if fields.get("revision", revision_of(ask)) != revision_of(ask):
        raise BadInput("the question was changed in another window or on another device", field="revision")
    if "task" in fields:
        ask.task = AskTask(read_task(fields["task"]))
    if "text" in fields:
        ask.text = read_text(fields["text"])
        _refuse_emptied(ask)
    if "condition" in fields:
        _set_condition(ask, member, fields["condition"])
    if "segments" in fields:
        duration_ms = whole_moment(ask.video_id).end_ms
        ask.segments = read_answer_segments(fields["segments"], duration_ms=duration_ms, protocol=protocol_of(ask))
    check_condition(ask)
    ask.changed_at = now
    ask.save(update_fields=["task", "text", "condition_video", "condition_ms", "segments", "changed_at"])
    return ask


def revision_of(ask: Ask) -> int:
    """What tells one stored form of a question from the next: when it was changed, in microseconds."""
    return (ask.changed_at - EPOCH) // timedelta(microseconds=1)


@transaction.atomic
def delete_draft(*, member: Membership, number: int, now: datetime) -> None:
    """Delete a question that was never submitted; raises BadInput for any other."""
    note_work(member=member, now=now)
    ask = editable_ask(member, number)
    if ask.state != AskState.DRAFT:
        raise BadInput("a question that has been submitted cannot be deleted", field="state")
    ask.delete()


def editable_ask(member: Membership, number: int) -> Ask:
    """The author's draft or returned question of that number, locked; raises UnknownAsk, or BadInput if it is neither.

    The caller has renewed the author's lease, by which the author's requests follow each other.
    """
    mine = own_asks(member).select_related("batch__protocol__marking", "campaign", "video", "pair__query")
    ask = mine.select_for_update(of=("self",)).filter(number=number).first()
    if ask is None:
        raise UnknownAsk(f"you have no question {number}", field="number")
    if ask.state not in EDITABLE:
        raise BadInput(f"question {number} has been submitted and can no longer change", field="state")
    return ask


def check_condition(ask: Ask) -> None:
    """Raise BadInput if the question's task has no condition, or if the condition shows one of its own answers."""
    if ask.condition_video_id is None or ask.condition_ms is None:
        return
    if ask.task != AskTask.IMS:
        raise BadInput("only a question of task ims has a picture", field="condition")
    if ask.condition_video_id == ask.video_id:
        refuse_condition_inside(ask.segments, ask.condition_ms)


def protocol_of(ask: Ask) -> MarkingProtocol:
    """The parameters under which the question's segments are read: its batch's, else the newest."""
    version = ask.batch.protocol if ask.batch else newest_protocol(ask.campaign)
    return version.marking.protocol


def _set_condition(ask: Ask, member: Membership, value: object) -> None:
    given = read_condition(value)
    if given is None:
        ask.condition_video, ask.condition_ms = None, None
        return
    whole = known_whole(member, given.key)
    if whole is None:
        raise BadInput("key: there is no such video, or it is no longer available", field="condition")
    if given.at_ms >= whole.end_ms:
        raise BadInput(f"at_ms: the video ends at {whole.end_ms} ms", field="condition")
    ask.condition_video, ask.condition_ms = whole.video, given.at_ms


def _refuse_emptied(ask: Ask) -> None:
    if ask.state != AskState.DRAFT and not ask.text.strip():
        raise BadInput("is empty", field="text")
