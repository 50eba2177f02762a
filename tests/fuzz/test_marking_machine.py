"""Authors, markers, third annotators, sweeps and a lead act in any order; after each step I1–I8 and M1–M5 hold."""

from __future__ import annotations

import tempfile
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.db.models import Exists
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule, run_state_machine_as_test

from annotator.asking.selectors.asks import asks_about, current_viewing, returned_asks
from annotator.asking.selectors.videos import whole_moment
from annotator.asking.services.beginning import begin_writing
from annotator.asking.services.drafts import create_draft, delete_draft, save_draft
from annotator.asking.services.finishing import finish_video
from annotator.asking.services.submitting import Sent, submit_ask
from annotator.asking.services.viewing import note_viewing
from annotator.desk.selectors.questions import questions_of
from annotator.desk.services.claiming import claim_seats
from annotator.joining.services.admitting import resume_person, suspend_person
from annotator.marking.answers import answer_body
from annotator.models import Ask, AskState, Membership, Score, Standing
from annotator.scoring.selectors.answers import stored_answers
from annotator.scoring.services.scoring import submit_scores
from annotator.seats.services.seating import release_person
from archive.restoring.services.restoring import restore_campaign
from archive.writing.services import archive_campaign
from consensus.decisions.selectors.verdicts import unscorable_pairs, verdict_of_pair
from consensus.export.services.exporting import export_labels
from consensus.pairs.services.withdrawing import withdraw_pair
from consensus.sweep.services import settle_campaign
from consensus.truths.selectors.complete import questions_for_lead
from consensus.truths.services.deciding import decide_question, reject_question, return_question
from consensus.truths.services.undoing import take_back_question
from consensus.verify.selectors.invariants import breaches
from moments.base.errors import BadInput
from moments.campaign.services import pause_campaign, resume_campaign
from moments.clips.selectors.whole_videos import video_key
from moments.models import CampaignStatus, Clip, Pair, Video
from tests.factories import NOW
from tests.fuzz.lead_rules import one_of, pick
from tests.fuzz.own_world import OwnWorld
from tests.fuzz.test_campaign_machine import EXAMPLES, STEPS
from tests.marking import marking_campaign

PEOPLE = 5
person = st.integers(0, PEOPLE - 1)
# What people find on a video of a minute; the last ones no author may submit, and none of them is lost.
FOUND = (
    [[10_000, 20_000]],
    [[10_400, 19_000]],
    [[14_000, 26_000]],
    [[10_000, 20_000], [40_000, 50_000]],
    [[40_000, 45_000]],
    [],
)
BAD = ([[20_000, 10_000]], [[0, 60_001]], [[0, 100]], [[10_000, 20_000], [15_000, 30_000]], [[float("nan"), 5]], "x")
found = st.sampled_from(FOUND)
finds = st.lists(found, min_size=PEOPLE, max_size=PEOPLE)
WORDS = ("yes", "no", "undecided")


class MarkingMachine(OwnWorld):
    """A campaign of two videos, and what was acknowledged to everybody."""

    def begin(self) -> None:
        """The campaign, and nothing sent yet."""
        self.campaign, self.members = marking_campaign("marks", people=PEOPLE, videos=2)
        self.now: datetime = NOW
        self.sent: list[tuple[int, dict[str, Any]]] = []
        self.acknowledged: dict[tuple[int, str], str] = {}
        self.submitted: set[int] = set()
        for segments, with_image in ((FOUND[0], False), (FOUND[3], True)):
            self.write_and_submit(0, segments, with_image)
        self.finish(0)

    def member(self, number: int) -> Membership:
        """The person as the database has them."""
        return Membership.objects.select_related("campaign", "user").get(pk=self.members[number].pk)

    def may_work(self, member: Membership) -> bool:
        """Whether requests of the person reach the services."""
        return member.standing == Standing.QUALIFIED

    @rule(who=person, segments=found, with_image=st.booleans())
    def write_and_submit(self, who: int, segments: list, with_image: bool) -> None:
        """A question on the person's video, which is begun if there is none."""
        member = self.member(who)
        if not self.may_work(member) or begin_writing(member=member, now=self.now) is None:
            return
        ask = create_draft(member=member, task="ims" if with_image else "ms", now=self.now)
        key = video_key(whole_moment(ask.video).pk)
        fields: dict[str, Any] = {"text": f"What is {ask.number}?", "segments": segments}
        if with_image:
            fields["condition"] = {"key": key, "at_ms": 55_000}
        save_draft(member=member, number=ask.number, fields=fields, now=self.now)
        for bad in BAD:
            with pytest.raises(BadInput):
                save_draft(member=member, number=ask.number, fields={"segments": bad}, now=self.now)
        note_viewing(member=member, key=key, watched=[[0, 30_000]], bookmarks=[5], now=self.now)
        self.submit(who, ask.number)
        assert Ask.objects.get(pk=ask.pk).segments == segments

    def submit(self, who: int, number: int) -> None:
        """Sent twice under one key, as a program does that heard no answer."""
        ask = Ask.objects.get(campaign=self.campaign, number=number)
        sent = Sent(key=f"ask-{number}-{ask.version}-{ask.returns}")
        for _ in range(2):
            with suppress(BadInput):
                done = submit_ask(member=self.member(who), number=number, sent=sent, now=self.now)
                self.submitted.add(done.pk)

    @rule(who=person, segments=found)
    def write_again(self, who: int, segments: list) -> None:
        """What came back is changed and submitted again."""
        member = self.member(who)
        ask = returned_asks(member).first()
        if ask is None or not self.may_work(member):
            return
        fields = {"segments": segments, "text": f"{ask.text} Again?"}
        save_draft(member=member, number=ask.number, fields=fields, now=self.now)
        self.submit(who, ask.number)

    @rule(who=person)
    def finish(self, who: int) -> None:
        """The person ends the video; drafts that could not be submitted are deleted."""
        member = self.member(who)
        viewing = current_viewing(member)
        if viewing is None or not self.may_work(member):
            return
        for ask in list(asks_about(viewing).filter(state=AskState.DRAFT)):
            delete_draft(member=member, number=ask.number, now=self.now)
        finish_video(member=member, now=self.now)

    @rule(who=person, segments=found, word=st.sampled_from(WORDS), content=st.sampled_from([True, True, True, False]))
    def mark_what_is_held(self, who: int, segments: list, word: str, content: bool) -> None:
        """The person claims, and answers all that they hold."""
        member = self.member(who)
        if not self.may_work(member):
            return
        seats = claim_seats(member=member, count=5, now=self.now).seats
        asked = questions_of(seats)
        for seat in seats:
            answer: dict[str, Any] = {"segments": segments, "specific": content, "complete": True}
            answer |= {"condition_needed": True, "note": "so it seems"}
            if asked[seat.pk].pieces:
                answer = {"pieces": [_reply(span, kind, word, segments) for span, kind in asked[seat.pk].pieces]}
            self.send(who, {"seat": str(seat.public_id), "key": f"k{len(self.sent)}", **answer})

    def send(self, who: int, entry: dict[str, Any]) -> None:
        """Submit, and remember what was acknowledged under its own key."""
        self.sent.append((who, entry))
        (result,) = submit_scores(member=self.member(who), entries=[entry], now=self.now)
        if result.status in ("saved", "changed"):
            self.acknowledged[who, entry["key"]] = str(result.answer)

    @precondition(lambda self: self.sent)
    @rule(which=pick)
    def send_again(self, which: int) -> None:
        """The same key gets the same answer."""
        who, entry = self.sent[which % len(self.sent)]
        (result,) = submit_scores(member=self.member(who), entries=[entry], now=self.now)
        before = self.acknowledged.get((who, entry["key"]))
        if before is not None:
            assert (result.status, str(result.answer)) == ("duplicate", before)
        elif result.status in ("saved", "changed"):
            self.acknowledged[who, entry["key"]] = str(result.answer)

    @precondition(lambda self: self.sent)
    @rule(which=pick, segments=found)
    def change(self, which: int, segments: list) -> None:
        """Taken within the grace, else refused as final; a third annotator's answer needs pieces and is refused."""
        who, entry = self.sent[which % len(self.sent)]
        self.send(who, {**entry, "segments": segments, "key": f"c{len(self.sent)}", "replaces": entry["key"]})

    @precondition(lambda self: self.sent)
    @rule(which=pick, bad=st.sampled_from(BAD))
    def send_something_bad(self, which: int, bad: object) -> None:
        """Refused with a reason, whatever the seat's state is."""
        who, entry = self.sent[which % len(self.sent)]
        broken = {**entry, "segments": bad, "pieces": bad, "key": f"b{len(self.sent)}"}
        (result,) = submit_scores(member=self.member(who), entries=[broken], now=self.now)
        assert result.status == "refused"
        assert result.detail

    @rule(seconds=st.sampled_from([1, 61, 3601, 7200]))
    def time_passes(self, seconds: int) -> None:
        """Grace and leases run out."""
        self.now += timedelta(seconds=seconds)

    @rule()
    def sweep(self) -> None:
        """Settle; a second sweep at once finds nothing."""
        settle_campaign(campaign=self.campaign, now=self.now)
        again = settle_campaign(campaign=self.campaign, now=self.now)
        assert (again.agreed, again.discarded, again.escalated, again.for_lead) == (0, 0, 0, 0)

    @rule(which=pick, how=st.sampled_from(["decide", "decide", "return", "reject", "take back", "withdraw"]))
    def lead_acts(self, which: int, how: str) -> None:
        """The lead decides what waits for them, takes a decision back, or withdraws a question."""
        pairs = (
            self.campaign.pairs.order_by("pk")
            if how in ("take back", "withdraw")
            else questions_for_lead(self.campaign)
        )
        pair = one_of(list(pairs.select_related("campaign", "moment", "batch__protocol__marking", "query")), which)
        if pair is None:
            return
        given: dict[str, Any] = {"pair": pair, "now": self.now, "actor": "lead"}
        with suppress(BadInput):
            if how == "decide":
                decide_question(segments=[[11_000, 21_000]], reason="seen", **given)
            elif how == "return":
                return_question(reason="unclear", **given)
            elif how == "reject":
                reject_question(reason="no question", **given)
            elif how == "take back":
                take_back_question(reason="an oversight", **given)
            else:
                withdraw_pair(reason="not wanted", **given)

    @rule(who=person, how=st.sampled_from(["suspend", "resume", "release"]))
    def people_come_and_go(self, who: int, how: str) -> None:
        """The lead suspends, resumes, or gives a person's work to others."""
        member = self.member(who)
        with suppress(BadInput):
            if how == "suspend":
                suspend_person(member=member, now=self.now, actor="lead", reason="away")
            elif how == "resume":
                resume_person(member=member, now=self.now, actor="lead", reason="back")
            else:
                release_person(member=member)

    @rule(paused=st.booleans())
    def pause_and_resume(self, paused: bool) -> None:
        """The campaign is paused for a while."""
        with suppress(BadInput):
            act = pause_campaign if paused else resume_campaign
            act(campaign=self.campaign, now=self.now, actor="lead")
        self.campaign.refresh_from_db()

    @rule(which=pick)
    def a_proxy_fails_and_comes_back(self, which: int) -> None:
        """Re-cut, the proxy has a new key; questions wait meanwhile."""
        video = one_of(list(Video.objects.filter(campaign=self.campaign).order_by("pk")), which)
        proxy = Clip.objects.get(moment__video=video, moment__whole=True)
        Clip.objects.filter(pk=proxy.pk).update(state="failed" if proxy.state == "ready" else "ready")

    @rule(finds=finds, word=st.sampled_from(WORDS))
    def everybody_works(self, finds: list[list], word: str) -> None:
        """Everybody ends their video and answers what they get, differently; past the grace it is ruled on."""
        for who, segments in enumerate(finds):
            self.finish(who)
            self.mark_what_is_held(who, segments, word, True)
        self.now += timedelta(seconds=61)
        settle_campaign(campaign=self.campaign, now=self.now)

    @rule(finds=finds, word=st.sampled_from(WORDS))
    def nobody_waits_for_ever(self, finds: list[list], word: str) -> None:
        """I5: where everybody works on, each question has a verdict, or waits for its lead.

        Who ends a video last ends it behind the others' claims, so only a second round without an answer is the end.
        """
        Clip.objects.filter(moment__campaign=self.campaign).update(state="ready")
        quiet = 0
        for _ in range(10):
            before = Score.objects.count()
            self.everybody_works(finds, word)
            self.now += timedelta(seconds=7200)
            settle_campaign(campaign=self.campaign, now=self.now)
            quiet = quiet + 1 if Score.objects.count() == before else 0
            if quiet == 2:
                break
        waiting = self.campaign.pairs.filter(~Exists(verdict_of_pair()), batch__isnull=False, parked=False)
        if self.campaign.status == CampaignStatus.OPEN:
            lead = questions_for_lead(self.campaign).values("pk")
            stuck = unscorable_pairs(self.campaign).values("pk")
            assert not waiting.exclude(pk__in=lead).exclude(pk__in=stuck).exists()

    @rule()
    def archive_restore_and_export(self) -> None:
        """I7: what is restored breaches nothing, and exports the same bytes twice."""
        with tempfile.TemporaryDirectory() as folder, transaction.atomic():
            archive_campaign(campaign=self.campaign, out=Path(folder) / "marks.zip")
            copy = restore_campaign(path=Path(folder) / "marks.zip", slug="copy").campaign
            assert list(breaches(copy, now=self.now, sweep_s=10**9)) == []
            if Pair.objects.filter(campaign=copy, ask__state=AskState.ACCEPTED).exists():
                made = []
                for campaign in (self.campaign, copy):
                    out = Path(folder) / campaign.slug
                    export_labels(campaign=campaign, out=out, formats=["raw", "qvhighlights"], partial=True)
                    made.append({path.name: path.read_bytes() for path in sorted(out.rglob("*.jsonl"))})
                assert made[0] == made[1] != {}
            transaction.set_rollback(True)

    @invariant()
    def nothing_is_breached(self) -> None:
        """What was acknowledged is stored as it was, and `verify_campaign` finds no breach."""
        rows = Score.objects.filter(seat__campaign=self.campaign).values_list("annotator", "key", "pk")
        stored = {(annotator, key): pk for annotator, key, pk in rows}
        answers = stored_answers(stored.values())
        for (who, key), answer in self.acknowledged.items():
            assert str(answer_body(answers[stored[self.members[who].pk, key]])) == answer
        assert Ask.objects.filter(pk__in=self.submitted, pair=None).count() == 0
        assert list(breaches(self.campaign, now=self.now, sweep_s=10**9)) == []


def _reply(span: tuple[int, int], kind: str, word: str, segments: list) -> dict[str, object]:
    if word == "undecided" or kind == "segment":
        return {"span": [*span], "word": word}
    return {"span": [*span], "word": "edges", "segments": segments}


@pytest.mark.django_db
def test_no_order_of_actions_breaks_an_invariant_or_a_rule_of_marking() -> None:
    run_state_machine_as_test(
        MarkingMachine,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            deadline=None,
            database=None,
            print_blob=True,
            derandomize=EXAMPLES <= 3,
            phases=[Phase.generate] if EXAMPLES <= 3 else [Phase.generate, Phase.shrink],
            suppress_health_check=list(HealthCheck),
        ),
    )
