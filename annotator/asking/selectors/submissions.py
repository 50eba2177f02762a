"""What an author submitted under a key, as it was answered then."""

from __future__ import annotations

from annotator.models import Ask, AskState, Membership, Score
from annotator.scoring.selectors.answers import stored_answers
from moments.base.errors import BadInput
from moments.models import QueryVersion


def submitted_under(member: Membership, number: int, key: str) -> Ask | None:
    """The question as it was when it was submitted under that key; not to be saved. None for a new key.

    Whatever became of it since, an author learns nothing by sending a key again. Raises BadInput if the key belongs to
    something else.
    """
    score = Score.objects.filter(annotator=member, key=key).select_related("seat__pair__ask", "seat__pair__query")
    found = score.first()
    if found is None:
        return None
    ask: Ask | None = getattr(found.seat.pair, "ask", None)
    if ask is None or ask.number != number or ask.author_id != member.pk:
        raise BadInput("is already the key of something else", field="key")
    return _as_submitted(ask, found, member)


def _as_submitted(ask: Ask, score: Score, author: Membership) -> Ask:
    """Each time that it came back, the author wrote another version; leads may have written others since."""
    query = score.seat.pair.query
    versions = QueryVersion.objects.filter(query=query).order_by("version")
    stood = versions.filter(replaced_at__gt=score.saved_at).first() or query
    ask.state, ask.reason, ask.changed_at = AskState.SUBMITTED, "", score.saved_at
    ask.text, ask.version = stood.text, stood.version
    ask.returns = versions.filter(replaced_at__lte=score.saved_at, actor=author.pseudonym).count()
    ask.segments = [[one.start_ms, one.end_ms] for one in stored_answers([score.pk])[score.pk].segments]
    return ask
