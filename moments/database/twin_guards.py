"""Triggers that hold twins together: one is forward, the other backward, both of one stretch of one video."""

from __future__ import annotations

from moments.database.guards import Guard, Upkeep

# Guards that name the column `direction` go with it where a database is taken back to an earlier migration.
_OTHER = (
    "SELECT backward_id FROM moments_twin WHERE forward_id = NEW.id "
    "UNION ALL SELECT forward_id FROM moments_twin WHERE backward_id = NEW.id"
)

TWIN_GUARDS = (
    Guard(
        "twin_of_one_stretch",
        "moments_twin",
        ("INSERT", "UPDATE"),
        "twins are a forward and a backward moment of one stretch of one video",
        "NOT EXISTS (SELECT 1 FROM moments_moment f JOIN moments_moment b ON b.campaign_id = f.campaign_id "
        "AND b.video_id = f.video_id AND b.start_s = f.start_s AND b.end_s = f.end_s "
        "WHERE f.id = NEW.forward_id AND b.id = NEW.backward_id "
        "AND f.direction = 'forward' AND b.direction = 'backward' AND NOT f.whole)",
    ),
    Guard(
        "moment_backward_of_twins",
        "moments_moment",
        ("INSERT",),
        "only a twins campaign has backward moments",
        "NOT EXISTS (SELECT 1 FROM moments_campaign c WHERE c.id = NEW.campaign_id AND c.kind = 'twin')",
        only="NEW.direction = 'backward'",
    ),
    Guard(
        "moment_direction_fixed",
        "moments_moment",
        ("UPDATE OF direction",),
        "the direction of a moment never changes",
        only="NEW.direction <> OLD.direction",
    ),
    Guard(
        "moment_twin_stays",
        "moments_moment",
        ("UPDATE OF campaign_id, video_id, direction",),
        "a moment with a twin stays in its video",
        "EXISTS (SELECT 1 FROM moments_twin t WHERE t.forward_id = NEW.id OR t.backward_id = NEW.id)",
        only="NEW.campaign_id <> OLD.campaign_id OR NEW.video_id <> OLD.video_id",
    ),
)

# The other twin's own change finds nothing left to do.
TWIN_UPKEEP = (
    Upkeep(
        "twin_stretch",
        "moments_moment",
        ("UPDATE OF start_s, end_s, direction",),
        f"UPDATE moments_moment SET start_s = NEW.start_s, end_s = NEW.end_s WHERE id IN ({_OTHER}) "
        "AND (start_s <> NEW.start_s OR end_s <> NEW.end_s)",
        "NEW.start_s <> OLD.start_s OR NEW.end_s <> OLD.end_s",
    ),
)
