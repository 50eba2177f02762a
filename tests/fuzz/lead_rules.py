"""What leads and leavers do to a campaign at random, for the state machine."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import TypeVar

from hypothesis import strategies as st
from hypothesis.stateful import rule

from annotator.checks.services.golds import set_gold, stop_gold
from annotator.joining.services.admitting import resume_person, suspend_person
from annotator.joining.services.leaving_policy import set_leaving
from annotator.models import Leaving, Membership, Problem, ProblemKind, Seat, Standing
from annotator.problems.services.reporting import report_problem
from annotator.seats.services.reassigning import reassign_seats, release_seats
from consensus.models import BatchReview, Decision, Verdict, VerdictKind
from consensus.pairs.services.adjudicating import adjudicate_pair, withdraw_adjudication
from consensus.pairs.services.reopening import reopen_pair
from consensus.pairs.services.withdrawing import put_back_pair, withdraw_pair, withdraw_parked
from consensus.people.services.leaving import leave_study
from consensus.people.services.voiding import void_person
from consensus.problems.services import answer_problem
from consensus.queries.services.editing import edit_query, retire_query
from consensus.review.services.following import follow_suggestions
from consensus.review.services.reviewing import decide_batch
from consensus.review.services.undoing import undo_decision
from moments.base.errors import BadInput
from moments.campaign.services import pause_campaign, resume_campaign, set_protocol
from moments.models import Campaign, Pair, Query
from moments.protocol import Protocol

PEOPLE = 5
person = st.integers(0, PEOPLE - 1)
level = st.integers(0, 4)
pick = st.integers(0, 99)
often = st.integers(0, 9).map(bool)  # nine times in ten
T = TypeVar("T")


def one_of(rows: Sequence[T], which: int) -> T | None:
    """One of the rows, None of none."""
    return rows[which % len(rows)] if rows else None


class LeadRules:
    """Rules that a machine with `campaign`, `now` and `member` takes over; each refusal is a BadInput."""

    campaign: Campaign
    now: datetime

    def member(self, number: int) -> Membership:
        """The person as the database has them."""
        raise NotImplementedError

    def query_of(self, which: int) -> Query:
        """A query of the campaign."""
        return list(self.campaign.queries.order_by("query_id"))[which % self.campaign.queries.count()]

    def a_pair(self, which: int, **fields: object) -> Pair | None:
        """A pair of an open batch."""
        return one_of(list(self.campaign.pairs.filter(batch__isnull=False, **fields).order_by("pk")), which)

    def a_verdict(self, which: int, **fields: object) -> Verdict | None:
        """A verdict that stands."""
        standing = Verdict.objects.filter(pair__campaign=self.campaign, superseded=False, **fields)
        return one_of(list(standing.order_by("pk")), which)

    def a_review(self, which: int) -> BatchReview | None:
        """A review that stands."""
        return one_of(list(self.campaign.reviews.filter(superseded=False).order_by("pk")), which)

    @rule(which=pick, decision=st.sampled_from([Decision.EXTEND, Decision.CLOSE]))
    def decide(self, which: int, decision: Decision) -> None:
        """The lead extends or closes a decided batch."""
        if review := self.a_review(which):
            with suppress(BadInput):
                decide_batch(review=review, decision=decision, actor="lead", note="", now=self.now)

    @rule(which=pick)
    def undo(self, which: int) -> None:
        """The lead takes a decision on a batch back."""
        if review := self.a_review(which):
            with suppress(BadInput):
                undo_decision(review=review, actor="lead", now=self.now)

    @rule()
    def follow(self) -> None:
        """The lead decides all batches as suggested."""
        reviews = list(self.campaign.reviews.filter(superseded=False).values_list("pk", flat=True))
        follow_suggestions(campaign=self.campaign, reviews=reviews, actor="lead", note="", now=self.now)

    @rule(who=person)
    def suspend_or_resume(self, who: int) -> None:
        """The lead suspends somebody, or takes them back; not who has left."""
        member = self.member(who)
        move = resume_person if member.standing == Standing.SUSPENDED else suspend_person
        with suppress(BadInput):
            move(member=member, reason="fuzz", now=self.now, actor="lead")
        assert member.user.is_active or self.member(who).standing == Standing.SUSPENDED

    @rule(who=person)
    def void(self, who: int) -> None:
        """The lead voids all that a person scored."""
        void_person(member=self.member(who), now=self.now, actor="lead", reason="fuzz")

    @rule(who=person, leaving=st.sampled_from(Leaving.values), really=st.integers(0, 2))
    def leave(self, who: int, leaving: str, really: int) -> None:
        """Somebody leaves the study, with their scores or without them."""
        set_leaving(campaign=self.campaign, leaving=leaving, now=self.now, actor="lead")
        if really == 0:
            with suppress(BadInput):
                leave_study(user=self.member(who).user, now=self.now)
            assert not self.member(who).user.is_active

    @rule(who=person, to=person, which=st.none() | pick)
    def reassign(self, who: int, to: int, which: int | None) -> None:
        """The lead gives what waits for one to another."""
        query = None if which is None else self.query_of(which)
        with suppress(BadInput):
            reassign_seats(
                member=self.member(who), to=self.member(to), query=query, reason="fuzz", now=self.now, actor="lead"
            )

    @rule(who=person, which=st.none() | pick)
    def release(self, who: int, which: int | None) -> None:
        """The lead gives what waits for one to everybody."""
        query = None if which is None else self.query_of(which)
        with suppress(BadInput):
            release_seats(member=self.member(who), query=query, reason="fuzz", now=self.now, actor="lead")

    @rule(which=pick)
    def reopen(self, which: int) -> None:
        """The lead opens a decided pair again."""
        if verdict := self.a_verdict(which):
            with suppress(BadInput):
                reopen_pair(pair=verdict.pair, actor="lead", reason="fuzz", now=self.now)

    @rule(which=pick, value=level)
    def adjudicate(self, which: int, value: int) -> None:
        """The lead gives a discarded pair a relevance."""
        if verdict := self.a_verdict(which, kind=VerdictKind.DISCARDED):
            adjudicate_pair(pair=verdict.pair, relevance=value, actor="lead", reason="fuzz", now=self.now)

    @rule(which=pick)
    def take_back(self, which: int) -> None:
        """The lead takes an adjudication back."""
        if verdict := self.a_verdict(which, kind=VerdictKind.ADJUDICATED):
            withdraw_adjudication(pair=verdict.pair, actor="lead", reason="fuzz", now=self.now)

    @rule(which=pick)
    def withdraw(self, which: int) -> None:
        """The lead withdraws a pair."""
        if pair := self.a_pair(which):
            with suppress(BadInput):
                withdraw_pair(pair=pair, actor="lead", reason="fuzz", now=self.now)

    @rule(who=person, kind=st.sampled_from(ProblemKind.values), which=pick)
    def report(self, who: int, kind: str, which: int) -> None:
        """An annotator reports what they hold."""
        held = Seat.objects.filter(annotator=self.member(who), state="held", superseded=False).order_by("pk")
        if (seat := one_of(list(held), which)) and self.member(who).standing != Standing.SUSPENDED:
            report_problem(
                member=self.member(who), seat=seat.public_id, kind=ProblemKind(kind), note="fuzz", now=self.now
            )

    @rule(which=pick, back=often)
    def look_at_reports(self, which: int, back: bool) -> None:
        """The lead puts a parked pair back, or withdraws all of its query; and answers a question."""
        if pair := self.a_pair(which, parked=True):
            with suppress(BadInput):
                if back:
                    put_back_pair(pair=pair, actor="lead", reason="fuzz", now=self.now)
                else:
                    withdraw_parked(query=pair.query, actor="lead", reason="fuzz", now=self.now)
        asked = Problem.objects.filter(pair__campaign=self.campaign, kind="question", resolved_at=None).order_by("pk")
        if question := one_of(list(asked), which):
            answer_problem(problem=question, answer="as a 2", actor="lead", now=self.now)

    @rule(which=pick, number=st.integers(0, 10**6), retire=st.integers(0, 2))
    def change_query(self, which: int, number: int, retire: int) -> None:
        """The lead writes a query anew, or withdraws it."""
        query = self.query_of(which)
        with suppress(BadInput):
            if retire == 0:
                retire_query(query=query, actor="lead", reason="fuzz", now=self.now)
            else:
                edit_query(query=query, text=f"text {number}", actor="lead", reason="fuzz", now=self.now)

    @rule()
    def pause_or_resume(self) -> None:
        """The lead pauses the campaign, or lets it go on."""
        for move in (resume_campaign, pause_campaign):
            if move(campaign=self.campaign, now=self.now, actor="lead", reason="fuzz"):
                break
        self.campaign.refresh_from_db()

    @rule(tolerance=st.integers(0, 2), grace_s=st.sampled_from([0, 60, 300]))
    def change_protocol(self, tolerance: int, grace_s: int) -> None:
        """The admin changes the protocol; what is open settles under the old one."""
        protocol = Protocol(
            batch_size=3, window=2, batches=2, grace_s=grace_s, lease_s=600, tolerance=tolerance, threshold=1.0
        )
        set_protocol(campaign=self.campaign, protocol=protocol, now=self.now, actor="admin")

    @rule(which=pick, value=level, stop=st.booleans())
    def change_gold(self, which: int, value: int, stop: bool) -> None:
        """The lead makes a pair of no batch a hidden check, or stops one."""
        pair = one_of(list(self.campaign.pairs.filter(batch=None).order_by("pk")), which)
        with suppress(BadInput):
            if pair and not stop:
                set_gold(pair=pair, relevance=value, now=self.now, actor="lead")
            elif gold := one_of(list(self.campaign.golds.order_by("pk")), which):
                stop_gold(gold=gold, now=self.now, actor="lead")
