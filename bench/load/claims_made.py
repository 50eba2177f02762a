"""SQL that makes a campaign of any size in the database of `tests.rig.place`, and moves it on in its life.

`opened`: nobody has begun. `half`: half of the batches are done, one pair in twenty of them waits for its second round,
one in ten of the others is begun beside a partner, and somebody silent has two shares. `end`: all is done but what lies
beside person 0's own shares, so that person 0 finds nothing. Persons 1 to 20 did the work, 21 is silent, 22 and 23 did
nothing.
"""

from __future__ import annotations

BATCH = 20

# The triggers and foreign keys are for people, not for made-up rows: a million of these would take them half an hour.
WITHOUT_TRIGGERS = "SET session_replication_role = replica;"
CORPUS = """
INSERT INTO moments_moment (campaign_id, video_id, desc_id, start_s, end_s, description, caption, kind)
    SELECT 1, (SELECT min(id) FROM moments_video), 1000 + i, i, i + 9, 'Something.', 'something.', 'v'
    FROM generate_series(1, {pairs}) i;
INSERT INTO moments_clip (moment_id, rendition, state, reason, key, width, height, frames, seconds, size, sha256)
    SELECT id, 'gif', 'ready', '', md5(id::text), 854, 480, 27, 9, 300000, '' FROM moments_moment
    WHERE desc_id > 1000;
INSERT INTO moments_query (campaign_id, query_id, split, text, version, priority)
    SELECT 1, 1000 + i, 'val', 'Somebody does the thing ' || i, 1, 0 FROM generate_series(1, {pairs} / 20) i;
INSERT INTO moments_batch (campaign_id, query_id, number, protocol_id, opened_at)
    SELECT 1, id, 1, (SELECT min(id) FROM moments_protocolversion), now() FROM moments_query WHERE query_id > 1000
    ORDER BY id;
INSERT INTO moments_pair (campaign_id, query_id, moment_id, number, rank, similarity, batch_id, attempt, parked,
                          study_only)
    SELECT 1, b.query_id, m.id, m.desc_id, (m.desc_id - 1001) % 20 + 1, 0.5, b.id, 1, false, false
    FROM moments_moment m JOIN moments_query q ON q.query_id = 1001 + (m.desc_id - 1001) / 20
    JOIN moments_batch b ON b.query_id = q.id WHERE m.desc_id > 1000 ORDER BY m.id;
INSERT INTO annotator_share (campaign_id, batch_id, number)
    SELECT 1, b.id, n FROM moments_batch b, generate_series(1, 2) n WHERE b.id > 1 ORDER BY b.id, n;
INSERT INTO annotator_seat (campaign_id, pair_id, share_id, public_id, purpose, attempt, round, number, state,
                            superseded, position)
    SELECT 1, p.id, s.id, gen_random_uuid(), 'campaign', 1, 1, s.number, 'open', false, 0
    FROM moments_pair p JOIN annotator_share s ON s.batch_id = p.batch_id WHERE p.batch_id > 1 ORDER BY p.id, s.number;
"""

# What a trigger does otherwise.
BESIDE = """
UPDATE annotator_share s SET beside_id = o.annotator_id FROM annotator_share o
    WHERE o.batch_id = s.batch_id AND o.id <> s.id AND s.beside_id IS DISTINCT FROM o.annotator_id;
"""
PERSON = "(SELECT min(id) FROM annotator_membership) + "
TAKE = """
UPDATE annotator_share SET annotator_id = {who} WHERE annotator_id IS NULL AND {shares};
UPDATE annotator_seat e SET annotator_id = s.annotator_id, state = '{state}', position = e.id, {more}
    FROM annotator_share s WHERE s.id = e.share_id AND e.state = 'open' AND s.annotator_id IS NOT NULL;
"""
MIDDLE = "(SELECT (min(id) + max(id)) / 2 FROM moments_batch)"
LET_GO = f"batch_id % 10 = 4 AND batch_id BETWEEN {MIDDLE} AND {MIDDLE} + 20"
TWO_HOURS_AGO = "reserved_at = now() - interval '2 hours'"
ANY_TWO = f"{PERSON} 1 + (batch_id % 10) + 10 * (number - 1)"
SINGLES = f"""
INSERT INTO annotator_seat (campaign_id, pair_id, public_id, purpose, attempt, round, number, state, superseded,
                            position)
    SELECT 1, p.id, gen_random_uuid(), 'campaign', 1, 2, n, 'open', false, 0
    FROM moments_pair p, generate_series(1, 2) n WHERE p.id % 20 = 7 AND p.batch_id < {MIDDLE};
"""
REST = f"""
UPDATE annotator_share SET annotator_id = {PERSON} 22
    WHERE number = 2 AND batch_id = (SELECT max(batch_id) FROM annotator_share);
UPDATE annotator_seat e SET annotator_id = s.annotator_id, state = 'settled', {TWO_HOURS_AGO}
    FROM annotator_share s WHERE s.id = e.share_id AND s.annotator_id = {PERSON} 22;
UPDATE annotator_seat SET annotator_id = {PERSON} 1, state = 'settled', {TWO_HOURS_AGO}
    WHERE (id / 2) % 4 > 0 AND share_id = (SELECT max(id) FROM annotator_share WHERE number = 1);
"""


def _take(who: str, shares: str, *, state: str = "settled") -> str:
    return TAKE.format(who=who, shares=shares, state=state, more=TWO_HOURS_AGO)


STAGES = {
    "opened": CORPUS,
    "half": (
        _take(ANY_TWO, f"batch_id < {MIDDLE}")
        + SINGLES
        + _take(f"{PERSON} 1 + batch_id % 20", f"number = 1 AND batch_id % 10 = 3 AND batch_id > {MIDDLE}")
        + _take(ANY_TWO, f"number = 2 AND {LET_GO}")
        + _take(f"{PERSON} 21", f"number = 1 AND {LET_GO}", state="reserved")
        + REST
    ),
    "end": (
        "DELETE FROM annotator_seat WHERE round = 2;"
        "UPDATE annotator_seat SET state = 'settled' WHERE state = 'reserved';"
        f"UPDATE annotator_seat SET state = 'settled', annotator_id = {PERSON} 1"
        f" WHERE state = 'open' AND share_id = (SELECT max(id) FROM annotator_share WHERE number = 1);"
        f"UPDATE annotator_share SET annotator_id = {PERSON} 1"
        f" WHERE number = 1 AND batch_id = (SELECT max(batch_id) FROM annotator_share);"
        + _take(f"{PERSON} 0", f"number = 1 AND batch_id > {MIDDLE}")
        + _take(f"{PERSON} 1 + (batch_id + 7) % 20", f"number = 2 AND (batch_id % 4 > 0 OR batch_id < {MIDDLE})")
        + _take(f"{PERSON} 1 + (batch_id + 3) % 20", "number = 1")
    ),
}


def stage_sql(stage: str, pairs: int) -> str:
    """The statements that bring the campaign to the stage from the one before; the tables want a VACUUM after."""
    return WITHOUT_TRIGGERS + STAGES[stage].replace("{pairs}", str(pairs)) + BESIDE
