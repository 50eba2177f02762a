"""The queues of twins campaigns: judgements and captions that the rules left to a lead, reports, stuck clips."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from annotator.people.selectors.access import Lead
from annotator.player.selectors import PlayableClip, playable_clips
from annotator.scoring.selectors.twins import twins_of_moments
from annotator.twins.answers import Criterion
from annotator.twins.tasks import TwinTask, task_of
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.models import VerdictKind
from consensus.twin_truths.selectors.complete import given_answers, waiting_captions, waiting_judgements
from consensus.twin_truths.selectors.history import caption_histories
from consensus.twin_truths.services.judging import judgement_words
from consensus.twins.judging import criterion_by_majority, rule_on_judgements
from console.decisions.choices import Choice
from console.decisions.selectors.exits import SHOWN_LATELY
from console.decisions.selectors.items import Card, Done, Queue
from console.decisions.selectors.reported import REPORTED_PAIRS
from console.decisions.selectors.stuck import STUCK_PAIRS
from console.decisions.twin_queues import (
    CAPTION_REASONS,
    CAPTIONS,
    CLIP_REASONS,
    JUDGEMENT_REASONS,
    JUDGEMENTS,
    REPORTED_CLIPS,
    STUCK_CLIPS,
)
from moments.models import Pair, WithdrawnMoment

EVERYWHERE = "everywhere-"
CRITERIA = {
    Criterion.ACTIVITY: "an activity with a direction",
    Criterion.SEQUENCE: "different activities in order",
    Criterion.STATE: "a change of state",
    Criterion.POSITION: "a change of place",
}
OUTCOMES = {"twins": "twins, two captions are written", "single": "single, one caption is written"}
JUDGE = (
    Choice("t", "neither", "Both look real", "somebody writes a caption for each", "judged as twins", True),
    Choice("b", "backward", "Only backward looks unreal", "the forward clip gets a caption", "judged as single", True),
    Choice("o", "forward", "Forward looks unreal", "the clip is dropped", "dropped", True, True),
    Choice("w", "both", "Both look unreal", "the clip is dropped", "dropped", True, True),
    Choice("x", "no", "Time does not matter", "the clip is dropped", "dropped", True, True),
)
CHECK = (
    Choice("i", "accept", "Accept it", "the caption counts as it is", "accepted", True),
    Choice(
        "b",
        "return",
        "Send it back",
        "its writer reads your reason. Do not say in it which clip plays forwards",
        "sent back",
        True,
    ),
    Choice("x", "drop", "Drop the captions", "nobody works on the clip any longer", "dropped", True, True),
)
BACK = Choice("b", "back", "Put back", "people get the task again, and its reports are closed", "put back")
RECUT = Choice("t", "again", "Cut both clips again", "a worker cuts both directions", "is being cut again")
WITHDRAW = Choice(
    "w", "withdraw", "Withdraw the clip", "both directions, everywhere", "withdrawn everywhere", True, True
)
HEADINGS = {
    TwinTask.JUDGE: "Two clips to judge",
    TwinTask.CAPTION: "Two clips to describe",
    TwinTask.ASSIGN: "A caption to match",
}
DONE = {VerdictKind.ADJUDICATED: "accepted", VerdictKind.RETURNED: "sent back", VerdictKind.WITHDRAWN: "dropped"}


def both_clips(pairs: Iterable[Pair]) -> dict[int, dict[str, PlayableClip | None]]:
    """What a card shows of the clip of each pair, by moment (by primary key): both directions, with their names."""
    twins = twins_of_moments(pair.moment_id for pair in pairs)
    clips = playable_clips(key for twin in twins.values() for key in (twin.forward_id, twin.backward_id))
    return {
        moment: {"forward": clips.get(twin.forward_id), "backward": clips.get(twin.backward_id)}
        for moment, twin in twins.items()
    }


def _judgement_cards(lead: Lead, pairs: Sequence[Pair]) -> list[Card]:
    clips, given = both_clips(pairs), given_answers(pairs)
    cards = []
    for pair in pairs:
        answers = [one.judgement for one in given[pair.pk]]
        about = {
            "clips": clips[pair.moment_id],
            "given": [(one.worker, judgement_words(one.judgement)) for one in given[pair.pk]],
            "why": rule_on_judgements(answers).reason,
            "criteria": list(CRITERIA.items()),
            "criterion": criterion_by_majority(answers) or Criterion.ACTIVITY,
        }
        cards.append(_card(pair, about=about))
    return cards


def _caption_cards(lead: Lead, pairs: Sequence[Pair]) -> list[Card]:
    clips, histories = both_clips(pairs), caption_histories(pair.moment_id for pair in pairs)
    cards = []
    for pair in pairs:
        captions = histories[pair.moment_id]
        own = captions.backward if pair.moment.is_backward else captions.forward
        asks = (not pair.moment.is_backward, pair.moment.is_backward)
        about = {"clips": clips[pair.moment_id], "captions": captions, "asks": asks}
        cards.append(_card(pair, about=about, heading=own[-1].text if own else ""))
    return cards


def _card(pair: Pair, *, about: dict[str, Any], heading: str = "") -> Card:
    about = {**about, "names": _names(pair)}
    return Card(item=pair.number, what=f"Pair {pair.number}", pair=pair, clip=None, heading=heading, about=about)


def _names(pair: Pair) -> dict[str, str]:
    """What the clips of a card are called, by direction."""
    return {"forward": f"pair {pair.number} as filmed", "backward": f"pair {pair.number} in reverse"}


def _decided(lead: Lead, task: TwinTask, item: int | None) -> list[Done]:
    """What leads decided on pairs of that task, the newest first."""
    verdicts = current_verdicts().filter(pair__campaign=lead.campaign, pair__query__query_id=task.query_id)
    verdicts = verdicts.filter(kind__in=DONE).exclude(actor="rule")
    rows = verdicts.filter(pair__number=item) if item is not None else verdicts
    rows = rows.exclude(pair__moment__withdrawn__isnull=False).select_related("pair__query", "twin_truth")
    return [
        Done(
            item=row.pair.number,
            what=f"Pair {row.pair.number}",
            pair=row.pair,
            outcome=_outcome(row),
            actor=row.actor,
            at=row.decided_at,
            reason=row.reason,
            seen=str(row.pk),
            undo="Undo",
        )
        for row in rows.order_by("-decided_at", "-pk")[:SHOWN_LATELY]
    ]


def _outcome(row: Any) -> str:
    truth = getattr(row, "twin_truth", None)
    return OUTCOMES.get(truth.outcome, "dropped") if truth else DONE[VerdictKind(row.kind)]


def _judged(lead: Lead, item: int | None) -> list[Done]:
    return _decided(lead, TwinTask.JUDGE, item)


def _checked(lead: Lead, item: int | None) -> list[Done]:
    return _decided(lead, TwinTask.ASSIGN, item)


def _with_both(cards: Sequence[Card]) -> list[Card]:
    """The cards with both clips, and what is asked in the pair."""
    pairs = [card.pair for card in cards if card.pair]
    found, texts = both_clips(pairs), _texts_to_match(pairs)
    return [
        _of_both(card, pair, found[pair.moment_id], texts.get(pair.pk, "")) for card in cards if (pair := card.pair)
    ]


def _of_both(card: Card, pair: Pair, clips: Mapping[str, PlayableClip | None], text: str) -> Card:
    task = task_of(pair.query.query_id)
    about = {
        **card.about,
        "video": None,
        "moment": None,
        "clips": clips,
        "names": _names(pair),
        "failure": _failure(clips),
        "task": "a caption to match" if text else "",
    }
    return replace(card, clip=None, heading=text or HEADINGS[task], about=about)


def _texts_to_match(pairs: Sequence[Pair]) -> dict[int, str]:
    """The newest caption of each pair of assigning, by the pair's primary key."""
    assigned = [pair for pair in pairs if task_of(pair.query.query_id) is TwinTask.ASSIGN]
    if not assigned:
        return {}
    histories = caption_histories(pair.moment_id for pair in assigned)
    found = {}
    for pair in assigned:
        captions = histories[pair.moment_id]
        own = captions.backward if pair.moment.is_backward else captions.forward
        found[pair.pk] = own[-1].text if own else ""
    return found


def _failure(clips: Mapping[str, PlayableClip | None]) -> str:
    """Why one of the two could not be cut, or nothing."""
    return next((clip.failure for clip in clips.values() if clip and clip.failure), "")


def _reported(lead: Lead, pairs: Sequence[Pair]) -> list[Card]:
    return _with_both(REPORTED_PAIRS.cards(lead, pairs))


def _stuck(lead: Lead, pairs: Sequence[Pair]) -> list[Card]:
    """A clip is cut again only if one of the two could not be cut."""
    cards = _with_both(STUCK_PAIRS.cards(lead, pairs))
    return [
        replace(card, refused={} if card.about["failure"] else {RECUT.value: "both clips are there"}) for card in cards
    ]


def _exits(lead: Lead, item: int | None) -> list[Done]:
    """Clips that were withdrawn everywhere, and pairs that were put back."""
    back = [done for done in REPORTED_PAIRS.lately(lead, item) if done.outcome == "put back"]
    rows = WithdrawnMoment.objects.filter(moment__campaign=lead.campaign, moment__as_forward__isnull=False)
    pairs = lead.campaign.pairs.select_related("query").order_by("number")
    if item is not None:
        asked = pairs.filter(number=item).first()
        moments = [] if asked is None else [twins_of_moments([asked.moment_id])[asked.moment_id].forward_id]
        rows = rows.filter(moment__in=moments)
    newest = list(rows.order_by("-pk")[:SHOWN_LATELY])
    of_moment = {pair.moment_id: pair for pair in pairs.filter(moment__in=[row.moment_id for row in newest])[::-1]}
    gone = [
        Done(
            item=of_moment[row.moment_id].number if item is None else item,
            what=f"Pair {of_moment[row.moment_id].number if item is None else item}",
            pair=of_moment[row.moment_id],
            outcome="withdrawn everywhere",
            actor=row.actor,
            at=row.withdrawn_at,
            reason=row.reason,
            seen=f"{EVERYWHERE}{row.pk}",
            undo="Use again",
        )
        for row in newest
        if row.moment_id in of_moment
    ]
    return sorted([*back, *gone], key=lambda done: done.at, reverse=True)[:SHOWN_LATELY]


TWIN_QUEUES = (
    Queue(
        "judgements",
        JUDGEMENTS,
        lambda lead: waiting_judgements(lead.campaign),
        _judgement_cards,
        _judged,
        lambda campaign: JUDGE,
        JUDGEMENT_REASONS,
    ),
    Queue(
        "captions",
        CAPTIONS,
        lambda lead: waiting_captions(lead.campaign),
        _caption_cards,
        _checked,
        lambda campaign: CHECK,
        CAPTION_REASONS,
    ),
    Queue(
        "reported",
        REPORTED_CLIPS,
        REPORTED_PAIRS.found,
        _reported,
        _exits,
        lambda campaign: (BACK, RECUT, WITHDRAW),
        CLIP_REASONS,
    ),
    Queue(
        "stuck",
        STUCK_CLIPS,
        STUCK_PAIRS.found,
        _stuck,
        _exits,
        lambda campaign: (RECUT, WITHDRAW),
        CLIP_REASONS,
    ),
)
