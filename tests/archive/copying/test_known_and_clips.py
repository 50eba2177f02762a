"""What a copy with its corpus has besides: clips that are shared, exams as drafts, practice pairs, gold."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from annotator.checks.selectors import gold_explanations, staffing_of
from annotator.checks.services.golds import set_gold, stop_gold
from annotator.checks.services.staffing import StaffingTerms, set_staffing
from annotator.exam.selectors.references import known_answers
from annotator.exam.services.exams import close_exam, open_exam
from annotator.exam.services.making import create_exam, set_truth
from annotator.exam.settings import Bar
from annotator.marking.segments import Marking, Segment
from annotator.models import AskQuota
from annotator.tutorial.selectors import newest_tutorial, practices_of
from archive.copying.services.copying import copy_campaign, files_to_share
from consensus.pairs.services.moments import withdraw_moments
from consensus.verify.selectors.whole import all_breaches
from moments.base.errors import BadInput
from moments.clips.selectors.whole_videos import whole_video_of
from moments.clips.storage import clip_file, delete_clip, store_bytes
from moments.models import Campaign, Clip, ClipPart
from tests.annotator.exam.marked_scenes import HERE, known
from tests.factories import NOW, make_campaign, make_query, make_tutorial
from tests.marking import asked, marking_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def clips(settings, tmp_path) -> Path:
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    backend = "django.core.files.storage.FileSystemStorage"
    stored = {"BACKEND": backend, "OPTIONS": {"location": str(tmp_path / "clips")}}
    settings.STORAGES = {**settings.STORAGES, "clips": stored}
    return tmp_path / "clips"


def store_clips(campaign: Campaign) -> None:
    """Bytes for all rows of the campaign's clips and their parts."""
    parts = ClipPart.objects.filter(clip__moment__campaign=campaign)
    for row in (*Clip.objects.filter(moment__campaign=campaign), *parts):
        store_bytes(row, io.BytesIO(f"{row} {row.pk}".encode()))


def copied(source: Campaign, **fields: object) -> Campaign:
    wanted = {"slug": "again", "title": "", "with_corpus": True, "actor": "admin", "now": NOW, **fields}
    return copy_campaign(source=source, **wanted)


@pytest.fixture
def source() -> Campaign:
    """A campaign with a tutorial of one practice pair, an exam of three pairs in draft, and gold of two."""
    campaign = make_campaign()
    make_tutorial(campaign)
    exam = make_query(campaign, pairs=3, split="exam").pairs.order_by("rank")
    gold = make_query(campaign, pairs=2).pairs.order_by("rank")
    store_clips(campaign)
    made = create_exam(
        campaign=campaign,
        pairs=[pair.number for pair in exam],
        truth_kind="gold",
        items_a_sitting=2,
        sittings_allowed=3,
        bar=Bar(0.2),
        now=NOW,
        actor="lead",
    )
    for item, truth in zip(made.items.order_by("pk"), (4, 0, 2), strict=True):
        set_truth(item=item, truth=truth, explanation=f"It is {truth}.", doubtful=truth == 0, now=NOW, actor="lead")
    for pair, relevance in zip(gold, (3, 1), strict=True):
        set_gold(pair=pair, relevance=relevance, explanation=f"Clearly {relevance}", now=NOW, actor="lead")
    terms = StaffingTerms(gold_rate=0.1, repeat_rate=0.05, pace_bar=0.3, kappa_bar=0.2, pause_by_rule=True)
    set_staffing(campaign=campaign, terms=terms, now=NOW, actor="lead")
    return campaign


def test_a_copy_has_exam_practice_pairs_gold_and_the_terms_of_hidden_checks(source: Campaign) -> None:
    open_exam(exam=source.exams.get(), now=NOW, actor="lead")
    stop_gold(gold=source.golds.order_by("pk").last(), now=NOW, actor="lead")
    copy = copied(source)
    exam = copy.exams.get()
    assert (exam.state, exam.truth_kind, exam.items_a_sitting, exam.sittings_allowed) == ("draft", "gold", 2, 3)
    assert (exam.most_misalignment, exam.tolerance) == (0.2, 1)
    assert list(exam.items.order_by("pair__number").values_list("truth", "explanation", "doubtful")) == [
        (4, "It is 4.", False),
        (0, "It is 0.", True),
        (2, "It is 2.", False),
    ]
    assert not exam.items.exclude(pair__campaign=copy).exists()
    practice = practices_of(newest_tutorial(copy))
    assert [(one.relevance, one.explanation, one.pair.campaign) for one in practice] == [(2, "half of it", copy)]
    gold = copy.golds.get()
    assert (gold.relevance, gold.pair.campaign, gold_explanations(copy)) == (3, copy, {gold.pair.number: "Clearly 3"})
    assert (staffing_of(copy).gold_rate, staffing_of(copy).kappa_bar) == (0.1, 0.2)
    assert list(all_breaches(copy, now=NOW, sweep_s=5)) == []
    open_exam(exam=exam, now=NOW, actor="lead")


def test_settings_come_without_pairs(source: Campaign) -> None:
    copy = copied(source, with_corpus=False)
    assert (newest_tutorial(copy).text, practices_of(newest_tutorial(copy))) == ("Watch it whole.", [])
    assert (copy.exams.count(), copy.golds.count(), staffing_of(copy).pause_by_rule) == (0, 0, True)
    trial = copied(source, slug="tried", is_trial=True)
    assert (trial.exams.count(), trial.golds.count(), newest_tutorial(trial)) == (0, 0, None)


def test_only_a_closed_exam_comes_if_there_is_no_other_and_without_what_was_withdrawn(source: Campaign) -> None:
    exam = source.exams.get()
    open_exam(exam=exam, now=NOW, actor="lead")
    moment = exam.items.order_by("pk")[0].pair.moment
    withdraw_moments(campaign=source, moments=[moment], actor="lead", reason="must not be shown", now=NOW)
    close_exam(exam=exam, now=NOW, actor="lead")
    copy = copied(source)
    again = copy.exams.get()
    assert list(again.items.order_by("pair__number").values_list("truth", flat=True)) == [0, 2]
    gone = copy.moments.get(desc_id=moment.desc_id)
    assert (gone.withdrawn.reason, gone.clips.count()) == ("must not be shown", 0)


def test_clips_are_shared_and_each_campaign_deletes_only_its_own(source: Campaign, clips: Path) -> None:
    ready = list(Clip.objects.filter(moment__campaign=source).order_by("pk"))
    delete_clip(ready[0].name)
    Clip.objects.filter(pk=ready[1].pk).update(state="failed", reason="broken", frames=0, size=0)
    done: list[int] = []
    copy = copied(source, advance=done.append)
    own = {clip.moment.desc_id: clip for clip in Clip.objects.filter(moment__campaign=copy).select_related("moment")}
    assert (len(own), sum(done), files_to_share(source)) == (len(ready) - 2, len(ready) - 1, len(ready) - 1)
    for clip in ready[2:]:
        other = own[clip.moment.desc_id]
        assert (other.state, other.frames, other.key == clip.key) == ("ready", 3, False)
        assert (clips / other.name).stat().st_ino == (clips / clip.name).stat().st_ino
    delete_clip(ready[2].name)
    with clip_file(own[ready[2].moment.desc_id].name) as file:
        assert file.read() == f"{ready[2]} {ready[2].pk}".encode()


def test_a_copy_that_fails_leaves_no_file(source: Campaign, clips: Path, monkeypatch) -> None:
    before = sorted(clips.iterdir())

    def refuse(*args: object, **fields: object) -> None:
        raise BadInput("the texts cannot be copied")

    monkeypatch.setattr("archive.copying.services.copying.copy_texts", refuse)
    with pytest.raises(BadInput, match="texts"):
        copied(source)
    assert (sorted(clips.iterdir()), Campaign.objects.count()) == (before, 1)


def test_where_the_file_system_has_no_links_clips_are_copied(source: Campaign, clips: Path, monkeypatch) -> None:
    def refuse(*args: object) -> None:
        raise PermissionError("no links here")

    monkeypatch.setattr("os.link", refuse)
    copy = copied(source)
    clip = Clip.objects.filter(moment__campaign=copy).earliest("pk")
    assert (clips / clip.name).stat().st_nlink == 1
    assert (clips / clip.name).read_bytes().startswith(b"gif of")


def test_where_segments_are_marked_known_questions_come_and_those_of_people_do_not() -> None:
    source, (author, *_) = marking_campaign(videos=2)
    store_clips(source)
    first, second = known(source, (HERE, ()))
    asked(author)
    AskQuota.objects.create(campaign=source, domain="", task="ms", wanted=7)
    create_exam(campaign=source, pairs=[first.number], bar=Bar(least_iou=0.5), now=NOW, actor="lead")
    set_gold(pair=second, relevance=None, explanation="It never happens", now=NOW, actor="lead")
    copy = copied(source)
    wholes = copy.moments.filter(whole=True)
    assert len(whole_video_of(wholes.values_list("pk", flat=True))) == 2
    pairs = list(copy.pairs.order_by("number"))
    assert [answer for _, answer in sorted(known_answers(pair.pk for pair in pairs).items())] == [
        Marking((Segment(10_000, 20_000),)),
        Marking(),
    ]
    assert (copy.queries.count(), copy.asks.count(), copy.quotas.get().wanted) == (2, 0, 7)
    exam, gold = copy.exams.get(), copy.golds.get()
    assert (exam.state, exam.least_iou, exam.items.get().pair) == ("draft", 0.5, pairs[0])
    assert (gold.pair, gold_explanations(copy)) == (pairs[1], {pairs[1].number: "It never happens"})
    assert list(all_breaches(copy, now=NOW, sweep_s=5)) == []
    open_exam(exam=exam, now=NOW, actor="lead")


def test_an_open_cohort_is_asked_again() -> None:
    source = make_campaign()
    pairs = make_query(source, pairs=2, split="exam").pairs.order_by("rank")
    store_clips(source)
    exam = create_exam(campaign=source, pairs=[pair.number for pair in pairs], now=NOW, actor="lead")
    open_exam(exam=exam, now=NOW, actor="lead")
    again = copied(source).exams.get()
    assert (again.state, again.truth_kind, again.items.filter(truth=None).count()) == ("draft", "cohort", 2)
