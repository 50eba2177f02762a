"""Exports of twins campaigns, from accepted captions to files."""

import json

import pyarrow.parquet as pq
import pytest
from django.db import connection

from annotator.models import TwinCaption
from consensus.export.formats.registry import TWIN_FORMATS
from consensus.export.selectors.contents import UnfinishedError
from consensus.export.services.exporting import export_labels
from consensus.opening.services import open_campaign
from consensus.twin_rewrites.services.reviewing import draw_sample, review_rewrite
from consensus.twin_splits.services import draw_campaign_splits
from consensus.twins.splits.placing import SplitSizes
from evaluation.twins.reading.labels import read_twin_labels
from moments.base.errors import BadInput
from moments.database.guards import lay_guards, lift_guards
from tests.consensus.twin_rewrites.scenes import kept, place, placed_campaign, rewording, rewritten
from tests.consensus.twin_splits.scenes import described
from tests.factories import NOW, make_twins
from tests.llm_stub import LlmStub
from tests.rig.guards import GUARDS

pytestmark = pytest.mark.django_db


def draw(campaign, val=2, test=4):
    draw_campaign_splits(campaign=campaign, sizes=SplitSizes(val, test), seed=1, actor="test", now=NOW)


def export(campaign, out, **options):
    return export_labels(campaign=campaign, out=out, formats=list(TWIN_FORMATS), **({"partial": False} | options))


def test_an_export_holds_every_clip_once_with_its_twin(tmp_path):
    campaign, _, _ = described(twins=4, singles=1)
    draw(campaign, 2, 4)
    made = export(campaign, tmp_path / "out")
    clips = [
        one
        for split in ("train", "val", "test")
        for one in json.loads((tmp_path / f"out/rtime/{split}.json").read_text())
    ]
    assert sorted(int(one["vid"]) for one in clips if one["direction"] == "forward") == sorted(
        campaign.moments.filter(direction="forward").values_list("desc_id", flat=True)
    )
    assert made.manifest["clips"] == {"train": 1, "val": 2, "test": 4}
    assert (made.manifest["twins"], made.manifest["singles"], made.manifest["criteria"]) == (3, 1, {"state": 4})
    labels = read_twin_labels(tmp_path / "out/rtime/test.json", split="test")
    assert (labels.counts["videos"], labels.counts["twins"]) == (4, 2)
    judgements = (tmp_path / "out/judgements.jsonl").read_text().splitlines()
    assignments = [json.loads(line) for line in (tmp_path / "out/assignments.jsonl").read_text().splitlines()]
    assert (len(judgements), len(assignments)) == (8, 12)
    assert {one["answer"] for one in assignments} == {"right"}


def test_the_same_data_makes_the_same_bytes(tmp_path):
    campaign, _, _ = described(twins=3)
    draw(campaign, 2, 2)
    one, two = export(campaign, tmp_path / "one"), export(campaign, tmp_path / "two")
    assert one.manifest == two.manifest


def test_the_card_says_how_it_was_made_and_how_judges_agreed(tmp_path):
    campaign, _, _ = described(twins=3)
    draw(campaign, 2, 2)
    export(campaign, tmp_path / "out")
    card = (tmp_path / "out/README.md").read_text()
    assert "The dataset has 6 clips of 3 videos: 3 pairs of twins and 0 clips without a twin." in card
    assert "| whether time matters, share of equal answers | 1.000 [0.439, 1.000] | 3 |" in card
    assert "## Human ceiling" in card
    assert "| human ceiling of Binary, first assignments | 1.000 [0.610, 1.000] | 6 |" in card
    manifest = json.loads((tmp_path / "out/manifest.json").read_text())
    (ceiling, strict) = manifest["human_ceiling"]
    assert (ceiling["captions"], ceiling["value"], ceiling["low"], ceiling["high"]) == (6, 1.0, 0.6097, 1.0)
    assert strict["measure"] == "the same with cannot tell as wrong"


def test_without_splits_there_is_nothing_to_export(tmp_path):
    campaign, _, _ = described(twins=2)
    with pytest.raises(BadInput, match="has no splits yet; there is nothing to export"):
        export(campaign, tmp_path / "out")


def test_an_unfinished_campaign_is_exported_only_partially(tmp_path):
    campaign, _, _ = described(twins=2)
    draw(campaign, 2, 2)
    make_twins(campaign, 1)
    open_campaign(campaign=campaign, allow_missing_clips=False, now=NOW, actor="test")
    with pytest.raises(UnfinishedError, match="1 moment that is not judged yet"):
        export(campaign, tmp_path / "out")
    made = export(campaign, tmp_path / "out", partial=True)
    assert made.manifest["unfinished"] == {"moment that is not judged yet": 1}


def test_equal_captions_in_the_test_split_are_refused(tmp_path):
    campaign, _, _ = described(twins=3)
    draw(campaign, 0, 6)
    lift_guards(connection, GUARDS)
    TwinCaption.objects.update(forward_text="A man sits down")
    lay_guards(connection, GUARDS)
    with pytest.raises(BadInput, match="no caption twice outside training: .* have the same caption"):
        export(campaign, tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.fixture
def campaign_with_rewrites(settings):
    campaign = placed_campaign()
    with LlmStub({}) as stub:
        rewording(settings, stub)
        rewritten(campaign)
    return campaign


def clips_of(out):
    found = {split: json.loads((out / f"rtime/{split}.json").read_text()) for split in ("train", "val", "test")}
    return {split: [one["rewrites"] for one in clips] for split, clips in found.items()}


def test_every_format_carries_the_rewrites_of_training_and_no_others(campaign_with_rewrites, tmp_path):
    texts = [text for _, text in kept(campaign_with_rewrites)]
    made = export(campaign_with_rewrites, tmp_path / "out")
    assert clips_of(tmp_path / "out") == {"train": [texts[:3], texts[3:]], "val": [[], []], "test": [[], []]}
    sentences = json.loads((tmp_path / "out/msrvtt/videodatainfo.json").read_text())["sentences"]
    assert set(texts) <= {one["caption"] for one in sentences}
    assert len(sentences) == 6 + 6
    tables = {split: pq.read_table(tmp_path / f"out/parquet/{split}.parquet") for split in ("train", "test")}
    rows = {split: table["rewrites"].to_pylist() for split, table in tables.items()}
    assert rows == {"train": [texts[:3], texts[3:]], "test": [[], []]}
    assert made.manifest["rewrites"] == 6
    assert made.manifest["rewriting"]["models"] == ["stub"]
    assert made.manifest["rewriting"]["rate"] is None
    card = (tmp_path / "out/README.md").read_text()
    assert "Captions of training have 6 rewrites in other words, 3.0 for each on average" in card
    assert "Nobody has reviewed the rewrites" in card


def test_what_people_called_wrong_is_in_no_export_and_the_card_says_how_much_was(campaign_with_rewrites, tmp_path):
    campaign = campaign_with_rewrites
    sample = draw_sample(campaign=campaign, seed=1, size=4, actor="L1", now=NOW)
    for number, one in enumerate(sample.sampled.order_by("place").select_related("rewrite")):
        verdict = "right" if number else "wrong"
        review_rewrite(campaign=campaign, rewrite=one.rewrite_id, verdict=verdict, actor="L1", now=NOW)
    wrong = sample.sampled.get(place=1).rewrite.text
    made = export(campaign, tmp_path / "out")
    files = [path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file()]
    assert not any(wrong.encode() in file for file in files)
    assert made.manifest["rewriting"]["rate"]["value"] == 0.25
    card = (tmp_path / "out/README.md").read_text()
    assert "People reviewed a random sample of 4 of 6 rewrites. Of these, 25.0% were wrong (95% interval from" in card
    again = export(campaign, tmp_path / "again")
    assert again.manifest == made.manifest


def test_a_video_that_left_training_takes_its_rewrites_out_of_the_export(campaign_with_rewrites, tmp_path):
    place(campaign_with_rewrites, 0, 6)
    made = export(campaign_with_rewrites, tmp_path / "out")
    assert made.manifest["rewrites"] == 0
    assert "rewrites in other words" not in (tmp_path / "out/README.md").read_text()
