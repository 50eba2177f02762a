"""A campaign that went on for long since its tables were analysed: made, opened and worked on by bulk SQL.

Of its people, `half` scored round 2 of every second pair that is done and has nothing else, `whole` and `other` did
round 1 of all that is done. Left are single seats on the last pairs that were done, and every batch behind.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db import connection

from annotator.models import Membership
from moments.models import Batch, Campaign, CampaignStatus, Video
from tests.rig.place import make_place

PAIRS = 20
LEFT = 10  # batches that nobody ever touches
TABLES = ("annotator_share", "annotator_seat", "annotator_score", "moments_pair", "consensus_verdict")

# Triggers and foreign keys are for people, not for made-up rows, and autovacuum would analyse what it should not.
BEGIN = "SET session_replication_role = replica;" + "".join(
    f"ALTER TABLE {table} SET (autovacuum_enabled = false);" for table in TABLES
)
END = "SET session_replication_role = DEFAULT;"
RESET = "".join(f"ALTER TABLE {table} RESET (autovacuum_enabled);" for table in TABLES)
OPEN = """
INSERT INTO moments_moment (campaign_id, video_id, desc_id, start_s, end_s, description, caption, kind)
    SELECT {campaign}, (SELECT min(id) FROM moments_video), 1000 + i, i, i + 9, 'Something.', 'something.', 'v'
    FROM generate_series(0, {pairs} - 1) i;
INSERT INTO moments_clip (moment_id, rendition, state, reason, key, width, height, frames, seconds, size, sha256)
    SELECT id, 'gif', 'ready', '', md5(id::text), 854, 480, 27, 9, 300000, '' FROM moments_moment;
INSERT INTO moments_query (campaign_id, query_id, split, text, version, priority)
    SELECT {campaign}, 1000 + i, 'val', 'Somebody does the thing ' || i, 1, 0
    FROM generate_series(0, {pairs} / 20 - 1) i;
INSERT INTO moments_batch (campaign_id, query_id, number, protocol_id, opened_at)
    SELECT {campaign}, id, 1, (SELECT min(id) FROM moments_protocolversion), now() FROM moments_query ORDER BY id;
INSERT INTO moments_pair (campaign_id, query_id, moment_id, number, rank, similarity, batch_id, attempt, parked,
                          study_only)
    SELECT {campaign}, b.query_id, m.id, m.desc_id, (m.desc_id - 1000) % 20 + 1, 0.5, b.id, 1, false, false
    FROM moments_moment m JOIN moments_query q ON q.query_id = 1000 + (m.desc_id - 1000) / 20
    JOIN moments_batch b ON b.query_id = q.id ORDER BY m.id;
INSERT INTO annotator_share (campaign_id, batch_id, number)
    SELECT {campaign}, b.id, n FROM moments_batch b, generate_series(1, 2) n ORDER BY b.id, n;
INSERT INTO annotator_seat (campaign_id, pair_id, share_id, public_id, purpose, attempt, round, number, state,
                            superseded, position)
    SELECT {campaign}, p.id, s.id, gen_random_uuid(), 'campaign', 1, 1, s.number, 'open', false, 0
    FROM moments_pair p JOIN annotator_share s ON s.batch_id = p.batch_id ORDER BY p.id, s.number;
ANALYZE;
"""
# `reach` is the id of the last batch that is done.
WORK = """
DELETE FROM annotator_seat WHERE state = 'open' AND share_id IS NULL;
UPDATE annotator_seat SET state = 'settled' WHERE state = 'scored';
UPDATE annotator_score SET final = true WHERE NOT final;
UPDATE annotator_share s SET annotator_id = CASE s.number WHEN 1 THEN {whole} ELSE {other} END,
    beside_id = CASE s.number WHEN 1 THEN {other} ELSE {whole} END
    WHERE s.batch_id <= {reach} AND s.annotator_id IS NULL;
UPDATE annotator_seat e SET annotator_id = s.annotator_id, state = 'settled', position = e.id,
    reserved_at = now() - interval '2 hours', held_at = now() - interval '2 hours'
    FROM annotator_share s WHERE s.id = e.share_id AND e.state = 'open' AND s.batch_id <= {reach};
INSERT INTO annotator_seat (campaign_id, pair_id, public_id, purpose, attempt, round, number, state, superseded,
                            annotator_id, position, reserved_at, held_at)
    SELECT p.campaign_id, p.id, gen_random_uuid(), 'campaign', 1, 2, n, 'settled', false,
           CASE n WHEN 1 THEN {half} ELSE {fourth} END, p.id, now() - interval '2 hours', now() - interval '2 hours'
    FROM moments_pair p, generate_series(1, 2) n WHERE p.batch_id <= {reach} AND p.rank % 2 = 0
    AND NOT EXISTS (SELECT 1 FROM annotator_seat e WHERE e.pair_id = p.id AND e.round = 2);
INSERT INTO annotator_score (seat_id, annotator_id, key, relevance, saved_at, worked_at, changeable_until, current,
                             final)
    SELECT e.id, e.annotator_id, e.id, 2, now() - interval '2 hours', now() - interval '2 hours',
           now() - interval '1 hour', true, true
    FROM annotator_seat e WHERE e.state = 'settled'
    AND NOT EXISTS (SELECT 1 FROM annotator_score s WHERE s.seat_id = e.id);
INSERT INTO consensus_verdict (pair_id, attempt, kind, relevance, round, protocol_id, actor, reason, decided_at,
                               superseded)
    SELECT p.id, 1, 'agreed', 2, 1, b.protocol_id, 'rule', '', now(), false
    FROM moments_pair p JOIN moments_batch b ON b.id = p.batch_id WHERE b.id <= {reach}
    AND NOT EXISTS (SELECT 1 FROM consensus_verdict v WHERE v.pair_id = p.id);
"""
# Round 1 of the batch before the last that is done waits to be ruled on, and half of it is still to be made final.
DUE = """
UPDATE annotator_seat SET state = 'scored' WHERE round = 1 AND pair_id IN
    (SELECT id FROM moments_pair WHERE batch_id = {reach} - 1);
UPDATE annotator_score SET final = false WHERE seat_id IN
    (SELECT id FROM annotator_seat WHERE state = 'scored' AND number = 1);
DELETE FROM consensus_verdict WHERE pair_id IN (SELECT id FROM moments_pair WHERE batch_id = {reach} - 1);
"""
SINGLES = """
INSERT INTO annotator_seat (campaign_id, pair_id, public_id, purpose, attempt, round, number, state, superseded,
                            position)
    SELECT p.campaign_id, p.id, gen_random_uuid(), 'campaign', 1, 2, n, 'open', false, 0
    FROM moments_pair p, generate_series(1, 2) n WHERE p.batch_id = {reach} AND p.rank % 2 = 1;
"""


@dataclass(frozen=True, slots=True)
class StaleCampaign:
    """The campaign, one of its people, `half`, and the keys of people and batches."""

    campaign: Campaign
    member: Membership
    people: dict[str, int]
    batches: list[int]

    def work(self, done: int) -> None:
        """Do the first `done` batches. Nothing is analysed."""
        run(BEGIN, WORK, DUE, SINGLES, END, reach=self.batches[done - 1], **self.people)


def run(*parts: str, **values: int) -> None:
    """The SQL with those values."""
    with connection.cursor() as cursor:
        for part in parts:
            cursor.execute(part.format(**values))


def opened(batches: int) -> StaleCampaign:
    """A campaign of which nothing is done; its tables are analysed for the last time.

    Their files begin empty: of pages that deleted rows left behind, ANALYZE concludes that pages hold no rows.
    """
    run(f"TRUNCATE {', '.join(TABLES)} CASCADE")
    make_place({"queries": 0, "people": 4, "open": False})
    campaign = Campaign.objects.get()
    Campaign.objects.update(status=CampaignStatus.OPEN)
    Video.objects.get_or_create(campaign=campaign, name="film", duration_s=10.0)
    run(BEGIN, OPEN, END, campaign=campaign.pk, pairs=PAIRS * (batches + LEFT))
    people = list(Membership.objects.order_by("pk").select_related("campaign"))
    names = dict(zip(("whole", "other", "half", "fourth"), (person.pk for person in people), strict=True))
    return StaleCampaign(campaign, people[2], names, list(Batch.objects.order_by("pk").values_list("pk", flat=True)))
