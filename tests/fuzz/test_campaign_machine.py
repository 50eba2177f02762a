"""People, sweeps and a lead act in any order that Hypothesis thinks of; after each step the invariants hold."""

from __future__ import annotations

import os
import tempfile
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.db import transaction
from django.db.models import Exists
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule, run_state_machine_as_test

from annotator.desk.services.working import score_and_claim
from annotator.models import Membership, Score, Seat, Staffing, Standing
from annotator.scoring.services.scoring import submit_scores
from archive.restoring.services.restoring import restore_campaign
from archive.writing.services import archive_campaign
from consensus.decisions.selectors.verdicts import unscorable_pairs, verdict_of_pair
from consensus.export.services.exporting import export_labels
from consensus.sweep.services import settle_campaign
from consensus.verify.selectors.invariants import breaches
from moments.models import CampaignStatus
from moments.protocol import Protocol
from tests.factories import NOW, opened_campaign
from tests.fuzz.lead_rules import PEOPLE, LeadRules, level, person, pick
from tests.fuzz.own_world import OwnWorld

pytestmark = pytest.mark.long

EXAMPLES = int(os.environ.get("REELEVANCE_FUZZ_EXAMPLES", "2"))
STEPS = int(os.environ.get("REELEVANCE_FUZZ_STEPS", "25"))
PROTOCOL = Protocol(batch_size=3, window=2, batches=2, grace_s=60, lease_s=600)


class CampaignMachine(LeadRules, OwnWorld):
    """A campaign of a few pairs, and the answers that everybody got to their scores."""

    def begin(self) -> None:
        """The campaign, and nothing sent yet."""
        self.campaign, self.members = opened_campaign(
            people=PEOPLE, queries=2, pairs=5, protocol=PROTOCOL, follow_suggestions=False
        )
        Staffing.objects.create(campaign=self.campaign, gold_rate=0.3)
        self.now: datetime = NOW
        self.sent: list[tuple[int, dict[str, object]]] = []
        self.acknowledged: dict[tuple[int, str], int] = {}

    def member(self, number: int) -> Membership:
        """The person as the database has them."""
        return Membership.objects.select_related("campaign", "user").get(pk=self.members[number].pk)

    @rule(who=person, value=level, count=st.integers(0, 4))
    def score_what_is_held_and_claim(self, who: int, value: int, count: int) -> None:
        """The desk's call: what is held is scored, more is claimed."""
        member = self.member(who)
        if member.standing == Standing.SUSPENDED:
            return
        entries = []
        for seat in Seat.objects.filter(annotator=member, state="held", superseded=False).order_by("position"):
            entries.append({"seat": str(seat.public_id), "relevance": value, "key": f"k{len(self.sent)}"})
            self.sent.append((who, entries[-1]))
        results, claim = score_and_claim(member=member, entries=entries, count=count, now=self.now)
        self.hear(who, entries, results)
        held = Seat.objects.filter(annotator=member, state="held", superseded=False)
        assert len(set(held.values_list("pair"))) == held.count() >= len(claim.seats)

    @rule(who=person, value=level, count=st.integers(1, 4))
    def label_one(self, who: int, value: int, count: int) -> None:
        """The same of the first that is held alone, as most labels are made."""
        member = self.member(who)
        seat = Seat.objects.filter(annotator=member, state="held", superseded=False).order_by("position").first()
        if seat is None or member.standing == Standing.SUSPENDED:
            return
        entry: dict[str, object] = {"seat": str(seat.public_id), "relevance": value, "key": f"k{len(self.sent)}"}
        self.sent.append((who, entry))
        results, _ = score_and_claim(member=member, entries=[entry], count=count, now=self.now)
        self.hear(who, [entry], results)

    @rule(values=st.lists(level, min_size=PEOPLE, max_size=PEOPLE))
    def everybody_works(self, values: list[int]) -> None:
        """Everybody scores what they hold and what they get."""
        for who, value in enumerate(values):
            self.score_what_is_held_and_claim(who, value, 4)
            self.score_what_is_held_and_claim(who, value, 0)

    @precondition(lambda self: self.sent)
    @rule(which=pick)
    def send_again(self, which: int) -> None:
        """A resend: the same key, the same answer."""
        who, entry = self.sent[which % len(self.sent)]
        results = submit_scores(member=self.member(who), entries=[entry], now=self.now)
        before = self.acknowledged.get((who, str(entry["key"])))
        if before is not None:
            assert (results[0].status, results[0].relevance) == ("duplicate", before)
        self.hear(who, [entry], results)

    @precondition(lambda self: self.sent)
    @rule(which=pick, value=level)
    def change(self, which: int, value: int) -> None:
        """A change that names the key before; taken within the grace or refused as final."""
        who, entry = self.sent[which % len(self.sent)]
        changed = {**entry, "relevance": value, "key": f"c{len(self.sent)}", "replaces": entry["key"]}
        self.sent.append((who, changed))
        self.hear(who, [changed], submit_scores(member=self.member(who), entries=[changed], now=self.now))

    def hear(self, who: int, entries: list[dict[str, object]], results: list) -> None:
        """Remember what was acknowledged under its own key."""
        for entry, result in zip(entries, results, strict=True):
            if result.status in ("saved", "changed"):
                self.acknowledged[who, str(entry["key"])] = int(result.relevance)

    @rule(seconds=st.sampled_from([1, 30, 61, 601, 7200]))
    def time_passes(self, seconds: int) -> None:
        """Grace and leases run out."""
        self.now += timedelta(seconds=seconds)

    @rule()
    def sweep(self) -> None:
        """Settle; a second sweep at once finds nothing."""
        settle_campaign(campaign=self.campaign, now=self.now)
        again = settle_campaign(campaign=self.campaign, now=self.now)
        assert (again.agreed, again.discarded, again.escalated, again.reviewed) == (0, 0, 0, 0)

    @rule(values=st.lists(level, min_size=PEOPLE, max_size=PEOPLE))
    def nobody_waits_for_ever(self, values: list[int]) -> None:
        """I5: where everybody works on, each pair is decided, waits for a lead, or is reported to the lead."""
        for _ in range(8):
            before = Score.objects.count()
            self.everybody_works(values)
            self.now += timedelta(seconds=7200)
            settle_campaign(campaign=self.campaign, now=self.now)
            if Score.objects.count() == before:
                break
        undecided = self.campaign.pairs.filter(~Exists(verdict_of_pair()), batch__isnull=False, parked=False)
        if self.campaign.status == CampaignStatus.OPEN:
            assert not undecided.exclude(pk__in=unscorable_pairs(self.campaign).values("pk")).exists()

    @rule()
    def export_twice(self) -> None:
        """I7: two exports of unchanged data are the same bytes."""
        with tempfile.TemporaryDirectory() as folder:
            made = []
            for name in ("one", "two"):
                out = Path(folder) / name
                export_labels(campaign=self.campaign, out=out, formats=["tvr", "raw"], partial=True)
                made.append({path.name: path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()})
            assert made[0] == made[1] != {}

    @rule()
    def archive_and_restore(self) -> None:
        """What is restored from an archive breaches nothing, and exports the same."""
        with tempfile.TemporaryDirectory() as folder, transaction.atomic():
            archive_campaign(campaign=self.campaign, out=Path(folder) / "films.zip")
            copy = restore_campaign(path=Path(folder) / "films.zip", slug="copy").campaign
            assert list(breaches(copy, now=self.now, sweep_s=10**9)) == []
            raws = []
            for campaign in (self.campaign, copy):
                out = Path(folder) / campaign.slug
                export_labels(campaign=campaign, out=out, formats=["tvr", "raw"], partial=True)
                raws.append((out / "raw_annotation.csv").read_bytes())
            assert raws[0] == raws[1]
            transaction.set_rollback(True)

    @invariant()
    def nothing_is_breached(self) -> None:
        """I1 as acknowledged, and I1–I5 and I8 as stored."""
        scores = Score.objects.filter(seat__campaign=self.campaign)
        rows = scores.values_list("annotator", "key", "relevance")
        stored = {(key, owner): value for owner, key, value in rows}
        for (who, key), value in self.acknowledged.items():
            assert stored.get((key, self.members[who].pk)) == value, key
        found = breaches(self.campaign, now=self.now, sweep_s=10**9)  # when the last sweep was is up to Hypothesis
        assert list(found) == []


@pytest.mark.django_db
def test_no_order_of_actions_breaks_an_invariant() -> None:
    run_state_machine_as_test(
        CampaignMachine,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            deadline=None,
            database=None,
            print_blob=True,
            derandomize="REELEVANCE_FUZZ_EXAMPLES" not in os.environ,
            phases=[Phase.generate] if EXAMPLES <= 3 else [Phase.generate, Phase.shrink],
            suppress_health_check=list(HealthCheck),
        ),
    )
