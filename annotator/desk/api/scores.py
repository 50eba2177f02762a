"""`POST seats/claim/` gives the next pairs, `POST scores/` stores scores, `GET scores/` looks back at them."""

from __future__ import annotations

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.desk.api.mark_shapes import past_markings
from annotator.desk.api.requests import asked_count, asked_plays, asked_seats, asked_wants
from annotator.desk.api.score_shapes import HistoryAnswer, ScoresAnswer, ScoresRequest, results_body
from annotator.desk.api.shapes import ClaimRequest, ClaimShape, claim_body, lesson_part
from annotator.desk.api.twin_shapes import past_twins
from annotator.desk.selectors.history import last_scores
from annotator.desk.services.claiming import claim_seats
from annotator.desk.services.working import score_and_claim
from annotator.exam.selectors.lessons import lessons_of
from annotator.people.forms.asking import asking_annotator
from annotator.people.forms.rest import ErrorAnswer, asked_object
from annotator.people.selectors.news import news_count
from annotator.player.forms.clips import clip_body
from annotator.scoring.services.scoring import submit_scores
from moments.clips.selectors.clips import ready_clips
from moments.models import CampaignKind

DEFAULT_COUNT = 3
MOST_ENTRIES = 200
MOST_PAST = 200
ERRORS = {400: ErrorAnswer, 401: ErrorAnswer, 403: ErrorAnswer, 404: ErrorAnswer}


class ClaimView(APIView):
    """Claims seats."""

    @extend_schema(
        operation_id="claim_seats",
        request=ClaimRequest,
        responses={200: ClaimShape, **ERRORS},
    )
    def post(self, request: Request) -> Response:
        """My held unscored seats in order, topped up to count; repeating it claims nothing more."""
        member = asking_annotator(request)
        body = asked_object(request)
        count = asked_count(body.get("count", DEFAULT_COUNT), "count")
        wants, shown = asked_wants(body), asked_seats(body, "shown")
        claim = claim_seats(member=member, count=count, now=timezone.now(), shown=shown)
        return Response(claim_body(claim, wants, kind=member.campaign.kind, news=news_count(member)))


class ScoresView(APIView):
    """Stores scores and looks back at them."""

    @extend_schema(operation_id="submit_scores", request=ScoresRequest, responses={200: ScoresAnswer, **ERRORS})
    def post(self, request: Request) -> Response:
        """Store scores; with `claim`, answer what seats/claim/ would, so that a label costs one request."""
        member = asking_annotator(request)
        body = asked_object(request)
        entries = body.get("scores")
        if not isinstance(entries, list) or len(entries) > MOST_ENTRIES:
            raise ValidationError({"scores": [f"expected a list of at most {MOST_ENTRIES} scores"]})
        count = asked_count(body["claim"], "claim") if "claim" in body else None
        wants, shown, now = asked_wants(body), asked_seats(body, "shown"), timezone.now()
        if count is None:
            return Response(results_body(submit_scores(member=member, entries=entries, now=now, shown=shown)))
        results, claim = score_and_claim(member=member, entries=entries, count=count, now=now, shown=shown)
        claimed = claim_body(claim, wants, kind=member.campaign.kind, news=news_count(member))
        return Response(results_body(results) | claimed)

    @extend_schema(
        operation_id="last_scores",
        parameters=[
            OpenApiParameter("last", int, description=f"how many, 1 to {MOST_PAST}; 20 if left out"),
            OpenApiParameter("plays", str, description="media types that the program can play, comma-separated"),
            OpenApiParameter("campaign", str),
        ],
        responses={200: HistoryAnswer, **ERRORS},
    )
    def get(self, request: Request) -> Response:
        """My last scores, newest first, with what may still be changed."""
        member = asking_annotator(request)
        scores = list(last_scores(member, _last(request.query_params.get("last", "20"))))
        if member.campaign.kind == CampaignKind.MARK:
            return Response(past_markings(scores, now=timezone.now()))
        plays = asked_plays(request.query_params.get("plays"))
        if member.campaign.is_twin:
            return Response(past_twins(scores, plays, now=timezone.now()))
        lessons = lessons_of(score.seat for score in scores)
        clips = ready_clips((score.seat.pair.moment_id for score in scores), plays)
        now = timezone.now()
        return Response(
            {
                "scores": [
                    {
                        "seat": str(score.seat.public_id),
                        "query": score.seat.pair.query.text,
                        "clip": clip_body(clips.get(score.seat.pair.moment_id)),
                        "relevance": score.relevance,
                        "key": score.key,
                        "saved_at": score.saved_at,
                        "changeable_until": score.changeable_until,
                        "changeable": now < score.changeable_until,
                        **lesson_part(lessons.get(score.seat_id)),
                    }
                    for score in scores
                ]
            }
        )


def _last(value: str) -> int:
    if not (value.isascii() and value.isdigit() and 1 <= len(value) <= 4 and 1 <= int(value) <= MOST_PAST):
        raise ValidationError({"last": [f"expected an integer from 1 to {MOST_PAST}"]})
    return int(value)
