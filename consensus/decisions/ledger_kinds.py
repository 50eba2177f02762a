"""Kinds of decisions on labels: on queries, batches and pairs, and on the people and campaigns that they come from."""

from __future__ import annotations

from consensus.decisions.explaining import worked
from moments.base.plurals import counted
from moments.ledger.kinds import LedgerKind, Payload


def _ruled(payload: Payload) -> str:
    scores = [score for _, _, score in payload["scores"]]
    by = ", ".join(f"{score} by {worker} in round {number}" for number, worker, score in payload["scores"])
    outcome = {
        "agreed": f"Agreed with relevance {payload['relevance']}",
        "discarded": "Discarded by the rule",
        "escalated": "The two scores disagree, so a second round follows",
    }[payload["outcome"]]
    arithmetic = worked(scores, tolerance=payload["tolerance"])
    return f"{outcome}. {arithmetic}. Scores of attempt {payload['attempt']}: {by}. Protocol {payload['protocol']}"


def _opened(payload: Payload) -> str:
    if "videos" in payload:
        videos = counted(payload["videos"], "video")
        return f"The campaign opened for questions about {videos} with protocol {payload['protocol']}"
    if "twins" in payload:
        return f"{counted(payload['twins'], 'pair')} of twins opened with protocol {payload['protocol']}"
    queries = counted(payload["queries"], "query", "queries")
    return f"The campaign opened the first batches of {queries} with protocol {payload['protocol']}"


def _batch(payload: Payload) -> str:
    done = {"extend": "extended", "close": "closed"}[payload["decision"]]
    note = f" “{payload['note']}”" if payload.get("note") else ""
    return f"Batch {payload['batch']} was {done}; the suggestion was: {payload['reason']}{note}"


def _reopened(payload: Payload) -> str:
    was = payload["before"] if payload.get("relevance") is None else f"{payload['before']}, {payload['relevance']}"
    return (
        f"Reopened as attempt {payload['attempt']}, so other people score it again; it was {was}, and "
        f"{counted(payload['scores'], 'score no longer counts', 'scores no longer count')}. "
        f"Reason: {payload['reason']}"
    )


def _cut_again(payload: Payload) -> str:
    clips = counted(len(payload["moments"]), "clip")
    what = f"all clips of its video, {clips}," if payload["whole_video"] else "its clip"
    return f"A lead had {what} cut again, because the pair was reported"


def _adjudicated(payload: Payload) -> str:
    blind = ", before the page showed the others’ scores" if payload.get("blind") else ""
    return (
        f"Adjudicated: a lead gave it relevance {payload['relevance']}, separately from the consensus labels{blind}. "
        f"Reason: {payload['reason']}"
    )


def _is_of_batch(payload: Payload, pair: int, batch: int) -> bool:
    """Whether it is the decision on the pair's batch, or the extension that opened it."""
    return bool(payload["batch"] == batch or (payload["decision"] == "extend" and payload["batch"] == batch - 1))


def _names_pair(payload: Payload, pair: int, batch: int) -> bool:
    return pair in payload["pairs"]


def _is_of_query(payload: Payload, pair: int, batch: int) -> bool:
    return True


CAMPAIGN_OPENED = LedgerKind("campaign_opened", "campaign", _opened)
ARCHIVE_IMPORTED = LedgerKind("archive_imported", "campaign")
QUERIES_PRIORITISED = LedgerKind("queries_prioritised", "campaign")
DATASET_CARD_SET = LedgerKind("dataset_card_set", "campaign")
PERSON_WARNED = LedgerKind("person_warned", "person")
WARNING_ANSWERED = LedgerKind("warning_answered", "person")
PERSON_LEFT = LedgerKind("person_left", "person")
PERSON_VOIDED = LedgerKind("person_voided", "person")
PAIR_ESCALATED = LedgerKind("pair_escalated", "pair", _ruled, shown=("outcome", "relevance"))
PAIR_VERDICT = LedgerKind("pair_verdict", "pair", _ruled, shown=("outcome", "relevance"), makes_verdict=True)
PAIR_REOPENED = LedgerKind("pair_reopened", "pair", _reopened, "pair reopened {pair}", shown=("relevance",))
PAIR_WITHDRAWN = LedgerKind(
    "pair_withdrawn",
    "pair",
    "Withdrawn, unjudged. Reason: {reason}".format_map,
    "pair withdrawn {pair}",
    makes_verdict=True,
)
PAIR_PUT_BACK = LedgerKind(
    "pair_put_back",
    "pair",
    lambda payload: f"Put back into the queues. Reason: {payload['reason'] or 'none given'}",
    "pair put back {pair}",
)
CONTRADICTION_KEPT = LedgerKind(
    "contradiction_kept",
    "pair",
    "A lead let it stand although pair {other}, which overlaps it, was judged differently. Reason: {reason}".format_map,
    "contradiction kept of pair {pair}",
)
CONTRADICTION_RAISED = LedgerKind(
    "contradiction_raised",
    "pair",
    "The decision that it may stand beside pair {other} was undone".format_map,
    "contradiction raised again of pair {pair}",
)
MOMENTS_WITHDRAWN = LedgerKind("moments_withdrawn", "campaign")
MOMENTS_RETURNED = LedgerKind("moments_returned", "campaign")
CLIPS_CUT_AGAIN = LedgerKind(
    "clips_cut_again", "pair", _cut_again, "clip of pair {pair} cut again", shown=("whole_video",)
)
PAIR_HELD = LedgerKind(
    "pair_held",
    "pair",
    "On hold again: putting it back was undone".format_map,
    "putting back undone of pair {pair}",
)
PAIR_ADJUDICATED = LedgerKind(
    "pair_adjudicated",
    "pair",
    _adjudicated,
    "lead’s verdict on pair {pair} as {relevance}",
    shown=("relevance",),
)
ADJUDICATION_EXPLAINED = LedgerKind(
    "adjudication_explained",
    "pair",
    "The lead changed the reason of the adjudication as {relevance} to: {reason}".format_map,
    "reason of the lead’s verdict changed on pair {pair}",
    shown=("relevance",),
)
ADJUDICATION_WITHDRAWN = LedgerKind(
    "adjudication_withdrawn",
    "pair",
    ("The adjudication as {relevance} by {by} was withdrawn; the pair is discarded again. Reason: {reason}").format_map,
    "adjudication taken back of pair {pair}",
    shown=("relevance",),
)
QUESTION_ANSWERED = LedgerKind("question_answered", "pair", history="question answered on pair {pair}")
BATCH_DECIDED = LedgerKind(
    "batch_decided",
    "batch",
    _batch,
    "batch decided: {decision} batch {batch}",
    explains=_is_of_batch,
    shown=("decision",),
)
BATCH_UNDONE = LedgerKind(
    "batch_undone",
    "batch",
    "The decision on its batch was undone".format_map,
    "decision on batch undone",
    explains=_is_of_query,
)
QUERY_EDITED = LedgerKind(
    "query_edited",
    "query",
    "The query's text was edited to version {version}, and its pairs are scored again. Reason: {reason}".format_map,
    "query edited",
    explains=_names_pair,
    shown=("version",),
)
QUERY_CORRECTED = LedgerKind(
    "query_corrected",
    "query",
    "The query's wording was corrected to version {version}. Its meaning is the same, so its scores still count. "
    "Reason: {reason}".format_map,
    "wording of the query corrected",
    explains=_is_of_query,
    shown=("version",),
)
QUERY_RETIRED = LedgerKind(
    "query_retired",
    "query",
    "The query was retired. Reason: {reason}".format_map,
    "query retired",
    explains=_is_of_query,
)
SCORES_VOIDED = LedgerKind(
    "scores_voided",
    "query",
    "The scores of {person} no longer count, and other people score these pairs. Reason: {reason}".format_map,
    "somebody’s scores voided",
    explains=_names_pair,
)
