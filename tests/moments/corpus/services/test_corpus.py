"""Importing moments and queries, sampling, ranking: all or nothing, and nothing twice."""

import json
from pathlib import Path

import pytest

from moments.base.errors import BadInput
from moments.corpus.files.moment_file import read_moments
from moments.corpus.files.query_file import read_candidates, read_queries
from moments.corpus.services import CHUNK, import_moments, import_queries, sample_queries
from moments.encoders import encoder_named
from moments.models import Moment, Pair, Query
from moments.ranking.services.ranking import import_candidates, rank_candidates
from tests.factories import NOW, make_campaign, make_moments, make_query, opened_campaign

pytestmark = pytest.mark.django_db


def moment(number: int, **fields) -> dict[str, object]:
    return {
        "vid_name": f"film-{number // 10}",
        "duration": 100,
        "ts": [number % 10, number % 10 + 2],
        "desc": f"Scene {number}.",
        "type": "v" if number % 2 else "t",
        "desc_id": number,
        **fields,
    }


def rows(tmp_path: Path, *moments: dict[str, object]):
    path = tmp_path / "moments.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in moments), encoding="utf-8")
    return read_moments(path)


def test_moments_are_imported_with_their_videos(tmp_path: Path) -> None:
    campaign = make_campaign()
    imported = import_moments(campaign=campaign, rows=rows(tmp_path, *map(moment, range(25))))
    assert (imported.added, campaign.moments.count(), campaign.videos.count()) == (25, 25, 3)
    assert Moment.objects.get(desc_id=7).caption == "Scene 7."


def test_a_moment_is_stored_as_the_file_says(tmp_path: Path) -> None:
    campaign = make_campaign()
    text = "100 % \"fun\"; it's %s \\ 猫 🎬 '); DROP TABLE moments_moment; --"
    fields = {"ts": [1.25, 2.0625], "desc": text, "type": "vt", "desc_id": 2**53}
    import_moments(campaign=campaign, rows=rows(tmp_path, moment(1, **fields)))
    stored = Moment.objects.select_related("video").get(campaign=campaign)
    assert (stored.start_s, stored.end_s, stored.kind, stored.desc_id) == (1.25, 2.0625, "vt", 2**53)
    assert (stored.description, stored.caption, stored.video.name) == (text, text, "film-0")


def test_a_long_file_is_imported_whole(tmp_path: Path) -> None:
    campaign = make_campaign()
    imported = import_moments(campaign=campaign, rows=rows(tmp_path, *map(moment, range(2 * CHUNK + 1))))
    assert (imported.added, campaign.moments.count()) == (2 * CHUNK + 1, 2 * CHUNK + 1)


def test_a_second_import_adds_what_is_new(tmp_path: Path) -> None:
    campaign = make_campaign()
    import_moments(campaign=campaign, rows=rows(tmp_path, *map(moment, range(5))))
    imported = import_moments(campaign=campaign, rows=rows(tmp_path, *map(moment, range(8))))
    assert (imported.added, imported.known) == (3, 5)


def test_only_the_types_asked_for_are_imported(tmp_path: Path) -> None:
    campaign = make_campaign()
    imported = import_moments(campaign=campaign, rows=rows(tmp_path, *map(moment, range(10))), kinds=["v"])
    assert (imported.added, imported.left_out) == (5, 5)


@pytest.mark.parametrize("change", [{"desc": "Other."}, {"ts": [0, 1]}, {"type": "vt"}])
def test_a_known_moment_with_other_content_is_refused_and_nothing_added(tmp_path: Path, change) -> None:
    campaign = make_campaign()
    import_moments(campaign=campaign, rows=rows(tmp_path, moment(1)))
    with pytest.raises(BadInput, match="line 2: desc_id 1 is already in the campaign with different content"):
        import_moments(campaign=campaign, rows=rows(tmp_path, moment(2), moment(1, **change)))
    assert campaign.moments.count() == 1


def test_a_video_with_another_duration_is_refused(tmp_path: Path) -> None:
    campaign = make_campaign()
    import_moments(campaign=campaign, rows=rows(tmp_path, moment(1)))
    with pytest.raises(BadInput, match="line 1: duration: 90, but the campaign has 100"):
        import_moments(campaign=campaign, rows=rows(tmp_path, moment(2, duration=90)))


def queries(tmp_path: Path, text: str):
    path = tmp_path / "queries.csv"
    path.write_text("query_id,query,split,desc_id\n" + text, encoding="utf-8")
    return read_queries(path)


def test_queries_are_imported_once(tmp_path: Path) -> None:
    campaign = make_campaign()
    desc_id = make_moments(campaign, 1)[0].desc_id
    given = queries(tmp_path, f"5,A dog.,val,{desc_id}\n6,A cat.,test,\n")
    assert [import_queries(campaign=campaign, rows=given).added for _ in range(2)] == [2, 0]
    assert Query.objects.get(query_id=5).own_moment.desc_id == desc_id


def test_a_query_of_an_unknown_moment_is_refused_and_none_added(tmp_path: Path) -> None:
    campaign = make_campaign()
    with pytest.raises(BadInput, match="line 3: desc_id 77 is not a moment of the campaign"):
        import_queries(campaign=campaign, rows=queries(tmp_path, "5,A dog.,val,\n6,A cat.,val,77\n"))
    assert not Query.objects.exists()


def test_splits_do_not_share_a_text() -> None:
    campaign = make_campaign()
    make_moments(campaign, 10)
    val = sample_queries(campaign=campaign, split="val", count=6, seed=1, now=NOW, actor="test")
    test = sample_queries(campaign=campaign, split="test", count=4, seed=1, now=NOW, actor="test")
    assert not {query.text for query in val} & {query.text for query in test}
    assert [query.query_id for query in val + test] == list(range(1, 11))


@pytest.mark.parametrize("count", [0, -1, 11])
def test_a_sample_that_cannot_be_is_refused(count: int) -> None:
    campaign = make_campaign()
    make_moments(campaign, 10)
    with pytest.raises(BadInput, match="count: "):
        sample_queries(campaign=campaign, split="val", count=count, seed=1, now=NOW, actor="test")


def rank(campaign, top=40):
    encoder = encoder_named("lexical")
    return rank_candidates(
        campaign=campaign, encoder=encoder, name="lexical", top=top, now=NOW, advance=lambda done: None
    )


def test_ranking_makes_pairs_with_the_own_moment_first() -> None:
    campaign = make_campaign()
    make_moments(campaign, 30)
    sample_queries(campaign=campaign, split="val", count=3, seed=1, now=NOW, actor="test")
    assert rank(campaign, top=5).pairs == 15
    for query in campaign.queries.all():
        pairs = list(query.pairs.order_by("rank"))
        assert (pairs[0].moment, pairs[0].similarity) == (query.own_moment, 1.0)
        assert [pair.rank for pair in pairs] == [1, 2, 3, 4, 5]
    assert sorted(Pair.objects.values_list("number", flat=True)) == list(range(1, 16))


def test_ranking_again_replaces_until_the_query_is_open() -> None:
    campaign = make_campaign()
    make_moments(campaign, 30)
    sample_queries(campaign=campaign, split="val", count=1, seed=1, now=NOW, actor="test")
    rank(campaign, top=5)
    rank(campaign, top=7)
    assert campaign.pairs.count() == 7


def test_ranking_leaves_open_queries_alone() -> None:
    campaign, _ = opened_campaign(pairs=3)
    before = list(Pair.objects.values_list("pk", flat=True))
    with pytest.raises(BadInput, match="every query of 'films' is open"):
        rank(campaign)
    sample_queries(campaign=campaign, split="val", count=1, seed=1, now=NOW, actor="test")
    assert rank(campaign).left_alone == 1
    assert list(Pair.objects.filter(batch__isnull=False).values_list("pk", flat=True)) == before


@pytest.mark.parametrize("top", [0, 1001])
def test_a_depth_out_of_range_is_refused(top: int) -> None:
    with pytest.raises(BadInput, match="^top: expected 1 to 1000"):
        rank(make_campaign(), top=top)


def candidates(tmp_path: Path, text: str):
    path = tmp_path / "candidates.csv"
    path.write_text("query_id,desc_id,rank,similarity\n" + text, encoding="utf-8")
    return read_candidates(path)


def test_candidates_of_another_system_take_the_place_of_ours(tmp_path: Path) -> None:
    campaign = make_campaign()
    query = make_query(campaign, pairs=5)
    ids = list(campaign.moments.order_by("desc_id").values_list("desc_id", flat=True))
    given = candidates(tmp_path, f"1,{ids[3]},1,0.9\n1,{ids[0]},2,0.8\n")
    import_candidates(campaign=campaign, rows=given, now=NOW)
    found = query.pairs.order_by("rank").values_list("moment__desc_id", "rank", "similarity")
    assert list(found) == [(ids[3], 1, 0.9), (ids[0], 2, 0.8)]


@pytest.mark.parametrize(
    ("row", "message"),
    [("9,{id},1,0.9", "line 2: query_id 9 is not a query"), ("1,99,1,0.9", "line 2: desc_id 99 is not a moment")],
)
def test_candidates_of_nothing_known_are_refused(tmp_path: Path, row: str, message: str) -> None:
    campaign = make_campaign()
    make_query(campaign, pairs=2)
    desc_id = campaign.moments.first().desc_id
    with pytest.raises(BadInput, match=message):
        import_candidates(campaign=campaign, rows=candidates(tmp_path, row.format(id=desc_id)), now=NOW)
    assert campaign.pairs.count() == 2


def test_candidates_for_an_open_query_are_refused(tmp_path: Path) -> None:
    campaign, _ = opened_campaign(pairs=2)
    desc_id = campaign.moments.first().desc_id
    with pytest.raises(BadInput, match="line 2: query 1 is open, so its candidates can no longer change"):
        import_candidates(campaign=campaign, rows=candidates(tmp_path, f"1,{desc_id},1,0.9"), now=NOW)
