"""Every kind of decision that a ledger holds, by name, from the subjects that declare them."""

from __future__ import annotations

from types import ModuleType

from annotator.asking import ledger_kinds as asking
from annotator.checks import ledger_kinds as checks
from annotator.exam import ledger_kinds as exam
from annotator.guideline import ledger_kinds as guideline
from annotator.joining import ledger_kinds as joining
from annotator.pay import ledger_kinds as pay
from annotator.people import ledger_kinds as people
from annotator.pilots import ledger_kinds as pilots
from annotator.seats import ledger_kinds as seats
from annotator.studies import ledger_kinds as studies
from annotator.tutorial import ledger_kinds as tutorial
from consensus.decisions import ledger_kinds as decisions
from consensus.marking import ledger_kinds as marking
from consensus.twins import ledger_kinds as twins
from consensus.twins.rewrites import ledger_kinds as rewrites
from consensus.twins.splits import ledger_kinds as splits
from moments.campaign import ledger_kinds as campaign
from moments.clips import ledger_kinds as clips
from moments.corpus import ledger_kinds as corpus
from moments.illustrations import ledger_kinds as illustrations
from moments.ledger.kinds import LedgerKind
from moments.material import ledger_kinds as material
from moments.ranking import ledger_kinds as ranking
from moments.rewriting import ledger_kinds as rewriting
from moments.scales import ledger_kinds as scales
from moments.staging import ledger_kinds as staging

DECLARED: tuple[ModuleType, ...] = (
    *(campaign, scales, corpus, ranking, rewriting, clips, staging, material, illustrations),
    *(people, seats, guideline, tutorial, exam, studies, pilots, checks, pay, joining, asking),
    *(decisions, marking, twins, splits, rewrites),
)
KINDS = {one.name: one for module in DECLARED for one in vars(module).values() if isinstance(one, LedgerKind)}


def kind_named(name: str) -> LedgerKind:
    """The kind of that name; one with no words of its own where an old archive holds what nobody declares."""
    return KINDS.get(name) or LedgerKind(name, "campaign")
