"""Every guard of the database, for tests that empty tables or plant what no guard would let in."""

from annotator.guards import (
    CHECK_GUARDS,
    EXAMPLE_GUARDS,
    MARKING_GUARDS,
    PAY_GUARDS,
    REFERENCE_GUARDS,
    SEAT_GUARDS,
    TRAINING_GUARDS,
)
from consensus.guards import VERDICT_GUARDS
from moments.database.guards import CAMPAIGN_GUARDS, CLIP_GUARDS, LEDGER_GUARDS

GUARDS = (
    *(*CAMPAIGN_GUARDS, *CLIP_GUARDS, *LEDGER_GUARDS),
    *(*SEAT_GUARDS, *EXAMPLE_GUARDS, *TRAINING_GUARDS, *MARKING_GUARDS, *REFERENCE_GUARDS, *CHECK_GUARDS, *PAY_GUARDS),
    *VERDICT_GUARDS,
)
