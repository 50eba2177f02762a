"""What the review page shows of a caption: words that changed, every attempt with its values, what is proposed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from moments.models import RewriteAttempt, Rewriting
from moments.rewriting.checks import LEAST_SIMILARITY
from moments.rewriting.faults import EDITED, OUTCOMES, PASSED
from moments.rewriting.selectors.progress import newest_attempt
from moments.rewriting.tagging.tagger import Found, named
from moments.rewriting.wording import Piece, changes


@dataclass(frozen=True, slots=True)
class AttemptShown:
    """One attempt: its text in pieces, and what its checks say."""

    attempt: RewriteAttempt
    pieces: list[Piece]
    outcome: str
    similar: bool | None
    names: list[str]
    named: bool

    @property
    def fits(self) -> bool:
        """Whether nothing speaks against it."""
        return self.attempt.outcome in (PASSED, EDITED)


@dataclass(frozen=True, slots=True)
class RewritingCard:
    """One description with everything that was made of it; `proposal` is what pressing accept takes."""

    rewriting: Rewriting
    original: list[Piece]
    attempts: list[AttemptShown]
    proposal: RewriteAttempt | None

    @property
    def text(self) -> str:
        """What editing begins with."""
        if self.rewriting.text:
            return self.rewriting.text
        return self.proposal.text if self.proposal else self.rewriting.moment.description


def rewriting_cards(rewritings: Iterable[Rewriting]) -> list[RewritingCard]:
    """The cards of rewritings that were read with their moments and attempts."""
    return [_card(rewriting) for rewriting in rewritings]


def _card(rewriting: Rewriting) -> RewritingCard:
    proposal = newest_attempt(rewriting)
    description = rewriting.moment.description
    after = rewriting.text or (proposal.text if proposal else description)
    attempts = sorted(rewriting.attempts.all(), key=lambda attempt: attempt.number)
    shown = [_shown(description, attempt) for attempt in attempts]
    return RewritingCard(rewriting, changes(description, after).before, shown, proposal)


def _shown(description: str, attempt: RewriteAttempt) -> AttemptShown:
    found = [Found(text, score) for text, score in attempt.names]
    similar = None if attempt.similarity is None else attempt.similarity >= LEAST_SIMILARITY
    outcome = OUTCOMES.get(attempt.outcome, attempt.outcome)
    names = [one.with_score for one in found]
    return AttemptShown(attempt, changes(description, attempt.text).after, outcome, similar, names, bool(named(found)))
