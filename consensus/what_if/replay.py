"""What a campaign's scores would have led to under another protocol (R3, R4, R5, R7); nothing is guessed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, NamedTuple

from consensus.rules.extension import Advice, suggest_extension
from consensus.rules.ruling import ROUND_SIZE, Outcome, rule_on
from evaluation.scale import WIDEST
from moments.protocol import Protocol

End = int | str  # how a pair stands: its relevance where it agreed, else one of the words below
DISCARDED, WITHDRAWN = "discarded", "withdrawn"
WAITING, OPEN, UNOPENED = "second round wanted", "first round open", "not opened"
ENDS: tuple[End, ...] = (*WIDEST.levels, DISCARDED, WAITING, OPEN, WITHDRAWN, UNOPENED)
UNKNOWN = "cannot be told"
ADVICES = (Advice.EXTEND.value, Advice.CLOSE.value, Advice.NONE.value, UNKNOWN)
CHANGEABLE = ("tolerance", "threshold", "statistic", "window")


class PastPair(NamedTuple):
    """How a pair stands, and the scores ruled on: none, two of round 1, or these and two of round 2.

    Of scores given elsewhere nobody knows which of four came first: then `in_rounds` is False, and they are ruled on
    all at once.
    """

    end: End
    scores: tuple[int, ...] = ()
    in_rounds: bool = True


class PastBatch(NamedTuple):
    """An opened batch with its pairs by rank.

    `advice` and `decision` are those of its review, empty before it; `spare` is how many pairs the query's next
    batch would hold, 0 if there is none to open.
    """

    query: int
    number: int
    protocol: Protocol
    advice: str
    decision: str
    spare: int
    pairs: Sequence[PastPair]

    @property
    def decidable(self) -> bool:
        """Whether the batch is in review or decided, with another one to open or opened."""
        return bool(self.advice) and (self.spare > 0 or self.decision == Advice.EXTEND)


@dataclass(slots=True)
class Replay:
    """What the other protocol changes.

    `moves` counts pairs by how they stand and would stand; `suggestions` counts reviewed batches with another one
    to open by R7's suggestion, as it was and as it would be. `extended`, `closed` and `unknown` are queries that would
    be extended, would be closed after batch 1, and whose suggestion rests on scores that were never collected.
    `needed` and `spared` count scores; of batches that would be opened only the first rounds count.
    """

    moves: Counter[tuple[End, End]] = field(default_factory=Counter)
    suggestions: Counter[tuple[str, str]] = field(default_factory=Counter)
    extended: list[int] = field(default_factory=list)
    closed: list[int] = field(default_factory=list)
    unknown: list[int] = field(default_factory=list)
    needed: int = 0
    spared: int = 0

    @property
    def pairs(self) -> int:
        """The pairs of opened batches."""
        return self.moves.total()

    @property
    def moved(self) -> int:
        """Pairs that would have another outcome."""
        return sum(pairs for (was, would), pairs in self.moves.items() if was != would)

    @property
    def relevances_moved(self) -> int:
        """Pairs that agreed and would agree on another relevance."""
        both = ((was, would, pairs) for (was, would), pairs in self.moves.items())
        return sum(n for was, would, n in both if isinstance(was, int) and isinstance(would, int) and was != would)

    @property
    def wanting(self) -> int:
        """Pairs whose second round would be wanted and was never asked for."""
        return sum(pairs for (was, would), pairs in self.moves.items() if would == WAITING != was)

    @property
    def changes_nothing(self) -> bool:
        """Whether nothing would change."""
        return not self.moved and all(was == would for was, would in self.suggestions)

    def standing(self, *, after: bool) -> Counter[End]:
        """Pairs by how they stand, or would stand `after` the change."""
        counts: Counter[End] = Counter()
        for move, pairs in self.moves.items():
            counts[move[after]] += pairs
        return counts


def replay(batches: Iterable[PastBatch], changes: Mapping[str, Any]) -> Replay:
    """Rule on the stored scores again, each batch under its own protocol with the keys of `changes` replaced.

    Batches come by query and number. A pair whose second round was never collected is counted as waiting for it.
    Where R7's suggestion changes, the decision is taken to follow it; where it does not, or becomes none or cannot
    be told, the decision stands. A batch that awaits one is taken to be decided as suggested.
    Raises ProtocolError for a key or value that a batch's protocol cannot have.
    """
    changed = cache(lambda protocol: replace(protocol, **changes))
    found, gone = Replay(), set[int]()
    for batch in batches:
        protocol = changed(batch.protocol)
        if batch.query in gone:
            _count(found, batch, [(UNOPENED, 0)] * len(batch.pairs))
            continue
        fates = [_fate(pair, protocol.tolerance) for pair in batch.pairs]
        _count(found, batch, fates)
        if batch.decidable and _closes(found, batch, _advice([end for end, _ in fates], protocol)):
            gone.add(batch.query)
    return found


def _fate(pair: PastPair, tolerance: int) -> tuple[End, int]:
    """The outcome that the pair would have, and how many scores it would take."""
    if pair.end == WITHDRAWN or not pair.scores:
        return pair.end, _scores_taken(pair)
    if not pair.in_rounds:
        return _ruled_at_once(pair.end, pair.scores, tolerance)
    return _ruled(pair.scores, tolerance)


@cache
def _ruled(scores: tuple[int, ...], tolerance: int) -> tuple[End, int]:
    ruling = rule_on(scores[:ROUND_SIZE], tolerance=tolerance)
    if ruling.relevance is not None:
        return ruling.relevance, ROUND_SIZE
    if len(scores) == ROUND_SIZE:
        return WAITING, 2 * ROUND_SIZE
    ruling = rule_on(scores, tolerance=tolerance)
    return DISCARDED if ruling.outcome is Outcome.DISCARDED else ruling.relevance or 0, len(scores)


@cache
def _ruled_at_once(end: End, scores: tuple[int, ...], tolerance: int) -> tuple[End, int]:
    """R3 on two, R5 on four; two that disagreed before stay discarded, others that would want a second round."""
    ruling = rule_on(scores, tolerance=tolerance)
    if ruling.relevance is not None:
        return ruling.relevance, len(scores)
    if len(scores) == ROUND_SIZE and end != DISCARDED:
        return WAITING, 2 * ROUND_SIZE
    return DISCARDED, len(scores)


def _scores_taken(pair: PastPair) -> int:
    """The scores of the rounds that the pair has gone or is in; a withdrawn pair wants none."""
    if pair.end == WITHDRAWN:
        return 0
    return 2 * ROUND_SIZE if pair.end == WAITING else max(len(pair.scores), ROUND_SIZE)


def _count(found: Replay, batch: PastBatch, fates: Sequence[tuple[End, int]]) -> None:
    for pair, (end, scores) in zip(batch.pairs, fates, strict=True):
        found.moves[pair.end, end] += 1
        more = scores - _scores_taken(pair)
        if more > 0:
            found.needed += more
        else:
            found.spared -= more


def _advice(ends: Sequence[End], protocol: Protocol) -> str:
    """R7's suggestion, or that it rests on scores which are not there."""
    if len(ends) >= protocol.batch_size and any(end in (WAITING, OPEN) for end in ends[-protocol.window :]):
        return UNKNOWN
    relevances = [end if isinstance(end, int) else None for end in ends]
    return suggest_extension(relevances, protocol=protocol).advice.value


def _closes(found: Replay, batch: PastBatch, advice: str) -> bool:
    """Count the suggestion and what would follow from it; whether the batch opened after this one would not be."""
    found.suggestions[batch.advice, advice] += 1
    if advice == UNKNOWN:
        found.unknown.append(batch.query)
    if advice == batch.advice:
        return False
    was = batch.decision or batch.advice
    if advice == Advice.EXTEND and was != Advice.EXTEND:
        found.extended.append(batch.query)
        found.needed += ROUND_SIZE * batch.spare
    if advice == Advice.CLOSE and was == Advice.EXTEND:
        found.closed.append(batch.query)
        found.spared += 0 if batch.decision else ROUND_SIZE * batch.spare  # else its pairs are counted one by one
        return True
    return False
