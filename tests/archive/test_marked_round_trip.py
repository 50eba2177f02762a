"""A marking campaign, archived and restored, exports the same bytes: the same questions, truths and pools."""

from pathlib import Path

import pytest

from annotator.checks.services.staffing import StaffingTerms, set_staffing
from annotator.exam.selectors.references import known_answers, known_questions
from annotator.exam.services.making import create_exam
from annotator.exam.settings import Bar
from annotator.models import DerivedAsk, Exam, Gold, Staffing
from archive.restoring.services.restoring import restore_campaign
from archive.writing.services import archive_campaign
from consensus.derived.services.making import draw_windows
from consensus.truths.services.copying import copy_decided
from moments.models import Campaign
from tests.archive.scenes import forget
from tests.consensus.derived.scenes import decided_campaign
from tests.consensus.export.marking.scenes import export, marked_campaign
from tests.consensus.export.scenes import bytes_of
from tests.factories import NOW

pytestmark = pytest.mark.django_db


def test_what_is_restored_exports_the_same_bytes(tmp_path: Path) -> None:
    campaign = marked_campaign()
    export(campaign, tmp_path / "one")
    archive_campaign(campaign=campaign, out=tmp_path / "file")
    forget(campaign)
    restored = restore_campaign(path=tmp_path / "file").campaign
    export(restored, tmp_path / "two")
    assert bytes_of(tmp_path / "one") == bytes_of(tmp_path / "two")


def test_exams_gold_and_what_was_made_from_questions_come_back(tmp_path: Path) -> None:
    campaign = decided_campaign()
    draw_windows(campaign=campaign, now=NOW, actor="admin")
    copies = copy_decided(campaign=campaign, numbers=[1, 2], now=NOW, actor="L1")
    gold, examined = copies
    # Gold and an exam that was opened, as services leave them; no clip is stored here.
    Gold.objects.create(campaign=campaign, pair=gold, created_at=NOW)
    exam = create_exam(campaign=campaign, pairs=[examined.number], bar=Bar(least_iou=0.5), now=NOW, actor="L1")
    Exam.objects.filter(pk=exam.pk).update(state="frozen", opened_at=NOW, frozen_at=NOW)
    set_staffing(campaign=campaign, terms=StaffingTerms(0.1, 0, 0.25, None, False, 0.8, 0.5), now=NOW, actor="admin")
    before = told(campaign)
    archive_campaign(campaign=campaign, out=tmp_path / "file")
    restored = restore_campaign(path=tmp_path / "file", slug="copy").campaign
    assert told(restored) == before
    truth = [(1_000, 4_000), (30_000, 34_000)]
    assert before["answers"] == [(gold.number, truth), (examined.number, truth)]


def told(campaign: Campaign) -> dict[str, object]:
    """What an archive has to bring back of known answers and of what was made."""
    known = known_questions(campaign)
    answers = known_answers(one.pair_id for one in known)
    made = DerivedAsk.objects.filter(ask__campaign=campaign).order_by("ask__number")
    bars = Staffing.objects.filter(campaign=campaign).values_list("gold_rate", "found_bar", "iou_bar")
    exam = campaign.exams.get()
    return {
        "answers": [
            (one.pair.number, [(cut.start_ms, cut.end_ms) for cut in answers[one.pair_id].segments]) for one in known
        ],
        "sources": [one.source and one.source.number for one in known],
        "gold": list(campaign.golds.values_list("pair__number", "relevance")),
        "exam": (exam.state, exam.least_iou, exam.protocol and exam.protocol.version),
        "bars": list(bars),
        "made": list(made.values_list("ask__number", "task", "start_ms", "end_ms", "state")),
    }
