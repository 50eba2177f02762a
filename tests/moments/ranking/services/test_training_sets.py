"""Training sets by similarity."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from moments.base.errors import BadInput
from moments.encoders import encoder_named
from moments.models import Campaign, Moment, Query, Video
from moments.ranking.services.training_sets import make_training_sets
from moments.ranking.training_sets import pseudo_relevance, training_file
from tests.factories import make_campaign
from tests.moments.ranking.services.test_pooling import pool

CAPTIONS = ["A man runs.", "A man walks.", "a man  runs", "Two women dance.", "A dog “barks”."]


@pytest.fixture
def campaign(db: None) -> Campaign:
    """Five moments, desc_ids 10 to 50."""
    campaign = make_campaign()
    video = Video.objects.create(campaign=campaign, name="film", duration_s=100)
    for place, caption in enumerate(CAPTIONS):
        Moment.objects.create(
            campaign=campaign,
            video=video,
            desc_id=10 * (place + 1),
            start_s=place,
            end_s=place + 1.5,
            description=f"original {place}",
            caption=caption,
            kind="v",
        )
    return campaign


def made(campaign: Campaign, folder: Path, *tops: int):
    return make_training_sets(campaign=campaign, encoder=encoder_named("lexical"), tops=tops, folder=folder)


def rows(folder: Path, top: int) -> list[dict]:
    return json.loads((folder / training_file(top)).read_text(encoding="utf-8"))


def test_every_caption_is_a_query_with_its_own_moment_first(campaign: Campaign, tmp_path: Path) -> None:
    sets = made(campaign, tmp_path, 3, 1)
    assert (sets.queries, sets.left_out) == (5, 0)
    assert sets.rows == {"train_top01.json": 5, "train_top03.json": 15}
    assert [row["query_id"] for row in rows(tmp_path, 1)] == [10, 20, 30, 40, 50]
    assert rows(tmp_path, 1)[4] == {
        "pair_id": 5, "query_id": 50, "query": "A dog “barks”.", "video_name": "film", "timestamp": [4.0, 5.5],
        "duration": 100.0, "caption": "A dog “barks”.", "similarity": 1.0, "relevance": 4,
    }  # fmt: skip
    assert [row["pair_id"] for row in rows(tmp_path, 3)] == list(range(1, 16))
    assert [row["relevance"] for row in rows(tmp_path, 3)[:3]] == [4, 3, 3]


def test_texts_that_val_or_test_ask_are_left_out_and_counted(campaign: Campaign, tmp_path: Path) -> None:
    Query.objects.create(campaign=campaign, query_id=1, split="val", text="A MAN RUNS")
    Query.objects.create(campaign=campaign, query_id=2, split="test", text="Two women dance.")
    Query.objects.create(campaign=campaign, query_id=3, split="exam", text="A man walks.")
    sets = made(campaign, tmp_path, 1)
    assert (sets.queries, sets.left_out) == (2, 3)
    assert [row["query_id"] for row in rows(tmp_path, 1)] == [20, 50]


def test_a_depth_beyond_the_corpus_gives_all_moments(campaign: Campaign, tmp_path: Path) -> None:
    assert made(campaign, tmp_path, 100).rows == {"train_top100.json": 25}


def test_where_everything_is_asked_the_set_is_empty(campaign: Campaign, tmp_path: Path) -> None:
    for number, caption in enumerate(CAPTIONS):
        Query.objects.create(campaign=campaign, query_id=number, split="val", text=caption)
    assert made(campaign, tmp_path, 1).rows == {"train_top01.json": 0}
    assert rows(tmp_path, 1) == []


def test_the_same_captions_give_the_same_bytes(campaign: Campaign, tmp_path: Path) -> None:
    made(campaign, tmp_path / "a", 2)
    made(campaign, tmp_path / "b", 2)
    assert (tmp_path / "a/train_top02.json").read_bytes() == (tmp_path / "b/train_top02.json").read_bytes()


def test_a_run_that_fails_leaves_the_files_before_and_no_half(campaign: Campaign, tmp_path: Path) -> None:
    made(campaign, tmp_path, 1)
    before = (tmp_path / "train_top01.json").read_bytes()

    def stop(done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make_training_sets(
            campaign=campaign, encoder=encoder_named("lexical"), tops=[1, 2], folder=tmp_path, advance=stop
        )
    assert [path.name for path in tmp_path.iterdir()] == ["train_top01.json"]
    assert (tmp_path / "train_top01.json").read_bytes() == before


@pytest.mark.parametrize(("tops", "problem"), [((), "top: name"), ((0,), "got 0"), ((1001,), "got 1001")])
def test_depths_that_cannot_be_are_refused(campaign: Campaign, tmp_path: Path, tops: tuple, problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        made(campaign, tmp_path, *tops)


def test_an_unusable_folder_is_named(campaign: Campaign, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="file: File exists; no training set was written"):
        made(campaign, tmp_path / "file", 1)


def test_ranks_stand_for_relevance() -> None:
    assert [pseudo_relevance(rank) for rank in (1, 2, 3, 4, 40, 41)] == [4, 3, 3, 2, 2, 1]


def test_the_command_takes_the_campaigns_encoder_and_reports(campaign: Campaign, tmp_path: Path) -> None:
    Query.objects.create(campaign=campaign, query_id=1, split="val", text="A man runs.")
    pool(campaign, "bm25")
    output = StringIO()
    call_command("pseudo_train", "films", "--top", "1", "2", "--out", str(tmp_path), "--json", stdout=output)
    assert json.loads(output.getvalue()) == {
        "encoder": "bm25", "queries": 3, "left_out_for_val_or_test": 2, "train_top01.json": 3, "train_top02.json": 6,
    }  # fmt: skip
    with pytest.raises(CommandError, match="no encoder 'x'"):
        call_command("pseudo_train", "films", "--top", "1", "--out", str(tmp_path), "--encoder", "x")
