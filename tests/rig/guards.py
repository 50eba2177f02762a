"""Every guard of the database, for tests that empty tables or plant what no guard would let in."""

from annotator.guards import (
    CHECK_GUARDS,
    EXAMPLE_GUARDS,
    MARKING_GUARDS,
    MESSAGE_GUARDS,
    PAY_GUARDS,
    QUESTION_GUARDS,
    REFERENCE_GUARDS,
    SEAT_GUARDS,
    TRAINING_GUARDS,
)
from annotator.guards import SCALE_GUARDS as SCALE_OF_PEOPLE
from consensus.guards import SCALE_GUARDS as SCALE_OF_VERDICTS
from consensus.guards import VERDICT_GUARDS
from moments.database.guards import CAMPAIGN_GUARDS, CLIP_GUARDS, LEDGER_GUARDS, SCALE_GUARDS
from moments.database.twin_guards import TWIN_GUARDS, TWIN_UPKEEP

GUARDS = (
    *(*CAMPAIGN_GUARDS, *CLIP_GUARDS, *LEDGER_GUARDS, *TWIN_GUARDS, *TWIN_UPKEEP),
    *(*SEAT_GUARDS, *EXAMPLE_GUARDS, *TRAINING_GUARDS, *MARKING_GUARDS, *REFERENCE_GUARDS, *CHECK_GUARDS, *PAY_GUARDS),
    *(*QUESTION_GUARDS, *MESSAGE_GUARDS, *VERDICT_GUARDS, *SCALE_GUARDS, *SCALE_OF_PEOPLE, *SCALE_OF_VERDICTS),
)
