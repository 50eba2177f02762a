"""Sets how many questions are wanted, by domain and task: all quotas at once, from rows or from a file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from django.db import transaction

from annotator.asking.files.quota_file import GivenQuota, read_quotas
from annotator.asking.ledger_kinds import QUOTAS_SET
from annotator.asking.selectors.asks import require_writing
from annotator.asking.selectors.quotas import quotas_mark, stored_quotas
from annotator.models import AskQuota
from moments.base.errors import BadInput, BadLine
from moments.campaign.services import hold_campaign
from moments.ledger.services import record_decision
from moments.models import Campaign

LARGEST_BYTES = 1024 * 1024
LONGEST_NAME = 100


@transaction.atomic
def set_quotas(
    *, campaign: Campaign, rows: Sequence[GivenQuota], now: datetime, actor: str, seen: str | None = None
) -> int:
    """Let these quotas take the place of all earlier ones; how many questions they want.

    The same quotas again change nothing. With `seen`, the mark of the quotas that the person changed, raises BadInput
    if somebody else has changed them since.
    """
    require_writing(campaign)
    hold_campaign(campaign)
    if seen is not None and seen != quotas_mark(campaign):
        raise BadInput("somebody else has changed the quotas since you opened the page; look at them and try again")
    wanted = sum(row.wanted for row in rows)
    quotas = [(row.domain, row.task, row.wanted) for row in rows]
    if sorted(quotas) == stored_quotas(campaign):
        return wanted
    AskQuota.objects.filter(campaign=campaign).delete()
    AskQuota.objects.bulk_create(
        AskQuota(campaign=campaign, domain=domain, task=task, wanted=number) for domain, task, number in quotas
    )
    payload = {"wanted": wanted, "quotas": [list(quota) for quota in quotas]}
    record_decision(campaign=campaign, kind=QUOTAS_SET, actor=actor, payload=payload, now=now)
    return wanted


def upload_quotas(
    *, campaign: Campaign, given_name: str, parts: Iterable[bytes], now: datetime, actor: str
) -> tuple[int, int]:
    """The quotas of an uploaded CSV file take the place of all earlier ones; how many quotas, how many questions.

    Raises BadInput, with nothing changed, naming the file as its owner knows it and the line.
    """
    name = "".join(letter for letter in Path(given_name).name if letter.isprintable())[:LONGEST_NAME] or "the file"
    with TemporaryDirectory() as folder:
        path = Path(folder) / "quotas.csv"
        path.write_bytes(_limited(parts, name))
        try:
            rows = read_quotas(path)
        except BadLine as fault:
            raise BadLine(name, fault.line, fault.problem) from fault
        except BadInput as fault:
            raise BadInput(fault.message.replace(str(path), name)) from fault
    return len(rows), set_quotas(campaign=campaign, rows=rows, now=now, actor=actor)


def _limited(parts: Iterable[bytes], name: str) -> bytes:
    found = bytearray()
    for part in parts:
        found += part
        if len(found) > LARGEST_BYTES:
            raise BadInput(f"{name}: is larger than 1 MiB")
    return bytes(found)
