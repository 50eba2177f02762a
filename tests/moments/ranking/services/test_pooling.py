"""Pairs out of several sources, lists without pairs, and what is refused."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from consensus.opening.services import open_campaign
from moments.base.errors import BadInput
from moments.corpus.files.query_file import read_candidates
from moments.encoders import encoder_named
from moments.models import Campaign, CandidateList, LedgerEntry, Moment, Pair, PairSource, Query, Video
from moments.ranking.exact import all_similarities
from moments.ranking.services.candidate_lists import import_list
from moments.ranking.services.pooling import PoolOrder, pool_candidates
from moments.ranking.services.ranking import import_candidates, list_candidates, rank_candidates
from tests.factories import NOW, make_campaign

pytestmark = pytest.mark.django_db

CAPTIONS = [
    "A man opens a door.",
    "A man opens the door of a car.",
    "The door is red.",
    "Two women dance.",
    "A woman dances with a man.",
    "Somebody opens a bottle.",
]


@pytest.fixture
def campaign() -> Campaign:
    """Six moments, desc_ids 10 to 60, and one query whose own moment is 30."""
    campaign = make_campaign()
    video = Video.objects.create(campaign=campaign, name="film", duration_s=100)
    for place, caption in enumerate(CAPTIONS):
        Moment.objects.create(
            campaign=campaign,
            video=video,
            desc_id=10 * (place + 1),
            start_s=place,
            end_s=place + 1,
            description=caption,
            caption=caption,
            kind="v",
        )
    own = Moment.objects.get(desc_id=30)
    Query.objects.create(campaign=campaign, query_id=1, split="val", text="a man opens a door", own_moment=own)
    return campaign


def candidates(tmp_path: Path, *rows: str) -> list:
    path = tmp_path / "candidates.csv"
    path.write_text("query_id,desc_id,rank,similarity\n" + "".join(f"{row}\n" for row in rows))
    return read_candidates(path)


def pool(campaign: Campaign, *sources: str, depth: int = 4, top: int = 4, similarity: str = ""):
    return pool_candidates(campaign=campaign, order=PoolOrder(sources, depth, top, similarity), now=NOW)


def ranking(campaign: Campaign) -> list[tuple[int, int]]:
    return list(campaign.pairs.order_by("rank").values_list("moment__desc_id", "rank"))


def test_sources_are_interleaved_with_the_own_moment_first(campaign: Campaign, tmp_path: Path) -> None:
    import_list(campaign=campaign, rows=candidates(tmp_path, "1,40,1,0.5", "1,50,2,0.4"), source="theirs", now=NOW)
    made = pool(campaign, "lexical", "theirs")
    lexical = CandidateList.objects.get(source="lexical").desc_ids
    assert lexical[0] == 30
    assert ranking(campaign) == [(30, 1), (lexical[1], 2), (40, 3), (lexical[2], 4)]
    assert (made.queries, made.pairs, made.lacking) == (1, 4, {"lexical": 0, "theirs": 0})
    assert made.alone["theirs"] + made.alone["lexical"] <= 4


def test_each_pair_remembers_who_found_it_at_which_rank(campaign: Campaign, tmp_path: Path) -> None:
    import_list(campaign=campaign, rows=candidates(tmp_path, "1,40,1,0.5", "1,10,2,0.4"), source="theirs", now=NOW)
    pool(campaign, "lexical", "theirs")
    rows = PairSource.objects.filter(pair__moment__desc_id=10).order_by("source").values_list("source", "rank")
    lexical = CandidateList.objects.get(source="lexical").desc_ids
    assert list(rows) == [("lexical", lexical.index(10) + 1), ("theirs", 2)]
    assert PairSource.objects.get(source="theirs", rank=1).similarity == 0.5


def test_every_pair_has_the_similarity_of_one_encoder(campaign: Campaign, tmp_path: Path) -> None:
    import_list(campaign=campaign, rows=candidates(tmp_path, "1,40,1,0.5"), source="theirs", now=NOW)
    pool(campaign, "theirs", "bm25", similarity="lexical")
    encoder = encoder_named("lexical")
    encoder.fit(CAPTIONS)
    expected = all_similarities(encoder.encode_queries(["a man opens a door"]), encoder.encode(CAPTIONS)).tolist()
    stored = dict(campaign.pairs.values_list("moment__desc_id", "similarity"))
    assert stored == {desc_id: expected[desc_id // 10 - 1] for desc_id in stored}
    campaign.refresh_from_db()
    assert campaign.encoder == "lexical"


def test_one_encoder_pooled_alone_gives_what_ranking_gives(campaign: Campaign) -> None:
    pool(campaign, "lexical")
    fields = ("moment", "rank", "similarity", "number")
    alone = list(campaign.pairs.order_by("rank").values_list(*fields))
    rank_candidates(campaign=campaign, encoder=encoder_named("lexical"), name="lexical", top=4, now=NOW)
    assert list(campaign.pairs.order_by("rank").values_list(*fields)) == alone
    assert not PairSource.objects.exists()


def test_pooling_again_gives_the_same(campaign: Campaign) -> None:
    def stored() -> list:
        rows = PairSource.objects.order_by("pair__rank", "source")
        return list(rows.values_list("pair__moment", "pair__rank", "pair__number", "source", "rank", "similarity"))

    pool(campaign, "lexical", "bm25")
    first = stored()
    pool(campaign, "lexical", "bm25")
    assert stored() == first
    assert CandidateList.objects.count() == 2


def test_the_ledger_says_what_was_pooled(campaign: Campaign) -> None:
    pool(campaign, "lexical", "bm25")
    entry = LedgerEntry.objects.get(kind="candidates_ranked")
    assert json.loads(entry.payload) == {
        "queries": 1, "pairs": 4, "encoder": "lexical", "top": 4, "sources": ["lexical", "bm25"], "depth": 4,
    }  # fmt: skip


def test_open_queries_keep_their_pool_and_may_still_be_listed(campaign: Campaign, tmp_path: Path) -> None:
    pool(campaign, "lexical", "bm25")
    open_campaign(campaign=campaign, allow_missing_clips=True, now=NOW, actor="test")
    before = ranking(campaign)
    with pytest.raises(BadInput, match="every query of 'films' is open or in use"):
        pool(campaign, "lexical")
    listed = list_candidates(campaign=campaign, encoder=encoder_named("bm25"), name="bm25", top=6, now=NOW)
    import_list(campaign=campaign, rows=candidates(tmp_path, "1,40,1,0.5"), source="theirs", now=NOW)
    assert (listed.queries, listed.candidates) == (1, 6)
    assert ranking(campaign) == before


def test_a_query_without_a_list_is_pooled_from_the_others(campaign: Campaign, tmp_path: Path) -> None:
    import_list(campaign=campaign, rows=candidates(tmp_path, "1,40,1,0.5"), source="theirs", now=NOW)
    Query.objects.create(campaign=campaign, query_id=2, split="val", text="two women")
    made = pool(campaign, "theirs", "lexical", top=2)
    assert made.lacking == {"theirs": 1, "lexical": 0}
    assert campaign.pairs.filter(query__query_id=2).count() == 2


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"sources": ["theirs"]}, "sources: 'theirs' is not an encoder, and no list of that name was imported (none)"),
        ({"sources": []}, "sources: name at least one"),
        ({"sources": ["lexical", "lexical"]}, "sources: 'lexical' is listed twice"),
        ({"depth": 0}, "depth: expected 1 to 1000, got 0"),
        ({"top": 1001}, "top: expected 1 to 1000, got 1001"),
        ({"similarity": "theirs"}, "similarity: no encoder 'theirs'"),
    ],
)
def test_an_order_that_cannot_be_is_refused(campaign: Campaign, fields: dict, problem: str) -> None:
    order = PoolOrder(**{"sources": ["lexical"], "depth": 4, "top": 4, **fields})
    with pytest.raises(BadInput) as refused:
        pool_candidates(campaign=campaign, order=order, now=NOW)
    assert str(refused.value) == problem
    assert not Pair.objects.exists()


def test_a_query_edited_while_ranking_is_not_given_stale_pairs(campaign: Campaign) -> None:
    def edit(done: int) -> None:
        Query.objects.update(text="another text")

    with pytest.raises(BadInput, match="queries of 'films' were opened or changed in the meantime; run it again"):
        rank_candidates(
            campaign=campaign, encoder=encoder_named("lexical"), name="lexical", top=4, now=NOW, advance=edit
        )
    assert not Pair.objects.exists()
    assert not CandidateList.objects.exists()


@pytest.mark.parametrize(
    ("source", "row", "problem"),
    [
        ("lexical", "1,10,1,0.5", "source: 'lexical' is the name of an encoder"),
        ("sentence-transformers:x", "1,10,1,0.5", "source: 'sentence-transformers:x' is the name of an encoder"),
        ("a,b", "1,10,1,0.5", "source: use 1 to 60 of .* not 'a,b'"),
        ("theirs", "9,10,1,0.5", "line 2: query_id 9 is not a query of the campaign"),
        ("theirs", "1,99,1,0.5", "line 2: desc_id 99 is not a moment of the campaign"),
    ],
)
def test_a_list_that_cannot_be_is_refused(
    campaign: Campaign, tmp_path: Path, source: str, row: str, problem: str
) -> None:
    with pytest.raises(BadInput, match=problem):
        import_list(campaign=campaign, rows=candidates(tmp_path, row), source=source, now=NOW)
    assert not CandidateList.objects.exists()


def test_importing_pairs_no_longer_names_the_encoder_of_those_that_are_gone(campaign: Campaign, tmp_path: Path) -> None:
    Query.objects.create(campaign=campaign, query_id=2, split="val", text="two women")
    pool(campaign, "lexical")
    import_candidates(campaign=campaign, rows=candidates(tmp_path, "1,40,1,0.5"), now=NOW)
    assert Campaign.objects.get().encoder == "lexical and imported"
    rows = candidates(tmp_path, "1,40,1,0.5", "2,40,1,0.5")
    import_candidates(campaign=Campaign.objects.get(), rows=rows, now=NOW)
    assert Campaign.objects.get().encoder == ""


def test_the_commands_pool_and_report(campaign: Campaign, tmp_path: Path) -> None:
    candidates(tmp_path, "1,40,1,0.5")
    output = StringIO()
    file = str(tmp_path / "candidates.csv")
    call_command("import_candidates", "films", file, "--source", "theirs", "--json", stdout=output)
    call_command("rank_candidates", "films", "--encoder", "bm25", "--list-only", "--json", stdout=output)
    call_command("pool_candidates", "films", "--sources", "lexical, theirs", "--top", "3", "--json", stdout=output)
    reports = [json.loads(line) for line in output.getvalue().splitlines()]
    assert reports[:2] == [{"queries": 1, "candidates_listed": 1}, {"queries": 1, "candidates_listed": 6}]
    assert reports[2]["pairs"] == 3
    assert reports[2]["similarity_by"] == "lexical"
    assert reports[2]["found_by"]["theirs"] == 1
    with pytest.raises(CommandError, match="no list of that name was imported"):
        call_command("pool_candidates", "films", "--sources", "nobody")
