"""An exam of a twins campaign comes back from an archive, and copies have its bank."""

from pathlib import Path

import pytest

from annotator.exam.services.samples import grade_sample
from annotator.models import Exam, ExamItem, SampleGrade, Seat, WritingPermit
from archive.copying.services.copying import copy_campaign
from archive.restoring.services.restoring import restore_campaign
from archive.writing.services import archive_campaign
from consensus.verify.selectors.invariants import breaches
from moments.models import Campaign, Clip
from tests.annotator.exam.twin_scenes import passed_judging, twin_exam, write_sample
from tests.factories import NOW

pytestmark = pytest.mark.django_db


def taken_exam() -> Campaign:
    """An exam with one sample that passed, and one that did not and waits to be written again."""
    exam = twin_exam(writes=1)
    for passed in (True, False):
        member, now = passed_judging(exam)
        score = write_sample(member, now=now)
        remark = "" if passed else "Say who."
        grade_sample(campaign=exam.campaign, score=score.pk, passed=passed, remark=remark, now=now, actor="lead")
    Clip.objects.filter(moment__campaign=exam.campaign).delete()  # they have no bytes
    return exam.campaign


def told(campaign: Campaign) -> dict[str, object]:
    """What an archive has to bring back of an exam."""
    bank = ExamItem.objects.filter(exam__campaign=campaign).order_by("pair__number")
    grades = SampleGrade.objects.filter(score__seat__campaign=campaign).order_by("pk")
    waiting = Seat.objects.filter(campaign=campaign, purpose="exam", state="reserved")
    return {
        "bank": list(bank.values_list("pair__number", "known_case", "writes", "explanation")),
        "grades": list(grades.values_list("score__annotator__pseudonym", "passed", "remark")),
        "permits": list(WritingPermit.objects.filter(member__campaign=campaign).values_list("member__pseudonym")),
        "waiting": list(waiting.values_list("annotator__pseudonym", "attempt", "pair__number")),
        "breaches": list(breaches(campaign, now=NOW, sweep_s=5)),
    }


def test_an_exam_comes_back_with_samples_grades_and_permits(tmp_path: Path) -> None:
    campaign = taken_exam()
    before = told(campaign)
    archive_campaign(campaign=campaign, out=tmp_path / "file")
    assert told(restore_campaign(path=tmp_path / "file", slug="copy").campaign) == before
    assert (len(before["bank"]), before["breaches"]) == (4, [])
    assert [grade[1] for grade in before["grades"]] == [True, False]
    assert [seat[1] for seat in before["waiting"]] == [2]


def test_a_copy_has_the_bank_as_a_draft() -> None:
    campaign = taken_exam()
    copy = copy_campaign(source=campaign, slug="again", title="", with_corpus=True, now=NOW, actor="admin")
    exam = Exam.objects.get(campaign=copy)
    items = exam.items.order_by("pair__moment__desc_id", "writes")
    cases = [(item.known_case, item.writes, item.explanation) for item in items]
    assert exam.state == "draft"
    assert cases == [
        ("twins", False, "It is twins."),
        ("", True, ""),
        ("single", False, "It is single."),
        ("dropped", False, "It is dropped."),
    ]


def test_a_copy_of_the_settings_has_no_exam() -> None:
    copy = copy_campaign(source=taken_exam(), slug="again", title="", with_corpus=False, now=NOW, actor="admin")
    assert not copy.exams.exists()
