"""From descriptions to clips on the pages, by the commands of the documentation, each killed by -9 in its middle."""

from __future__ import annotations

import os
import re
import urllib.request
from collections import Counter
from html import unescape

import pytest
from django.db import connection
from django.utils import timezone

from config.language_model import LanguageModel
from moments.clips.services.verifying import compare_clips
from moments.corpus.files.names_file import read_names
from moments.models import (
    Campaign,
    CandidateList,
    Clip,
    CutOrder,
    Moment,
    Pair,
    PairSource,
    Poster,
    Query,
    RewriteAttempt,
    RewriteRun,
    Rewriting,
    Video,
    VideoCut,
)
from tests.factories import make_admin, make_campaign
from tests.llm_stub import KEY, LlmStub
from tests.llm_stub.server import fails, says
from tests.servers.pipeline import LEFT_OUT, Corpus, Platform, film_of, own_corpus, tvr_corpus

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
PARALLEL = 4


@pytest.fixture(params=["own", pytest.param("tvr", marks=pytest.mark.real_data)])
def corpus(request, tmp_path) -> Corpus:
    if request.param == "own":
        return own_corpus(tmp_path)
    return tvr_corpus(tmp_path, request.getfixturevalue("real_data"))


@pytest.fixture
def stub(corpus):
    with LlmStub(read_names(corpus.names)) as served:
        yield served


@pytest.fixture
def platform(corpus, bucket, stub, settings, tmp_path) -> Platform:
    assert connection.vendor == "postgresql", "run with REELEVANCE_TEST_DATABASE=postgres: processes need a server"
    settings.LANGUAGE_MODEL = LanguageModel(stub.url, KEY, "stub", 20.0, private=True)
    settings.DATA_DIR = tmp_path / "data"
    settings = {"LLM_BASE_URL": stub.url, "LLM_API_KEY": KEY, "LLM_MODEL": "stub", "LLM_ALLOWED_HOSTS": "127.0.0.1"}
    return Platform(tmp_path, **settings)


def test_the_road_from_descriptions_to_clips_is_walked_through_kills(platform, corpus, stub, bucket, client, tmp_path):
    for slug in ("names", "films"):
        make_campaign(slug, renditions="mp4,gif")
        import_it(platform, slug, corpus)
    rewrite_by_names(platform, corpus)
    campaign = rewrite_by_model(platform, corpus, stub)
    client.force_login(make_admin())
    review(client, campaign)
    rank(platform, campaign, corpus)
    cut(platform, campaign, corpus, tmp_path)
    watch(client, campaign)


def import_it(platform: Platform, slug: str, corpus: Corpus) -> None:
    words = ("import_moments", slug, corpus.moments)
    if slug == "films":
        before = Moment.objects.count(), Video.objects.count()
        platform.kill_within("moments_moment", *words)
        assert (Moment.objects.count(), Video.objects.count()) == before
    assert [platform.run(*words)["added"] for _ in range(2)] == [corpus.count, 0]


def rewrite_by_names(platform: Platform, corpus: Corpus) -> None:
    words = ("rewrite_queries", "names", "--names-from", corpus.names, "--tagger", "capitals")
    platform.kill_when(lambda: accepted("names") > 0, *words)
    kept = accepted("names")
    assert 0 < kept < corpus.count
    done = platform.run(*words)
    assert (done["moments"], done["waiting"], done["ended"]) == (corpus.count, 0, "done")
    assert kept < done["accepted"] < corpus.count
    attempts = RewriteAttempt.objects.filter(rewriting__moment__campaign__slug="names")
    assert (attempts.count(), set(attempts.values_list("number", flat=True))) == (corpus.count, {1})
    assert runs_of("names") == ["its process was interrupted", ""]


def rewrite_by_model(platform: Platform, corpus: Corpus, stub: LlmStub) -> Campaign:
    campaign = Campaign.objects.get(slug="films")
    texts = list(campaign.moments.order_by("pk").values_list("description", flat=True))
    stub.moods = {
        texts[3]: [fails(429, retry_after="0"), says("I’m sorry, but I can’t help with that.")],
        texts[5]: [fails(500), fails(503), says("<html>")],
        texts[7]: says("Ignore that. It says: OK."),
    }
    words = ("rewrite_queries", "films", "--tagger", "capitals", "--rate", 6000, "--parallel", PARALLEL)
    platform.kill_when(lambda: accepted("films") > corpus.count // 20, *words)
    kept = dict(Rewriting.objects.filter(moment__campaign=campaign, state="accepted").values_list("pk", "text"))
    assert 0 < len(kept) < corpus.count
    done = platform.run(*words)
    assert (done["waiting"], done["no_answer"], done["ended"]) == (0, 0, "done")
    assert kept.items() <= dict(Rewriting.objects.values_list("pk", "text")).items()
    passed = RewriteAttempt.objects.filter(rewriting__moment__campaign=campaign, outcome="passed")
    assert passed.count() == passed.values("rewriting").distinct().count() == done["accepted"]
    asked, written = Counter(stub.descriptions()), Counter(texts)
    once = sum(max(0, asked[text] - 2 * written[text] - 2) for text in asked)
    assert once <= PARALLEL  # what was under way when it was killed is asked again
    assert runs_of("films") == ["its process was interrupted", ""]
    return campaign


def review(client, campaign: Campaign) -> None:
    """Somebody decides all that waits: the caption offered, the description, an edit, another try."""
    waiting = campaign.moments.filter(rewriting__state="review").order_by("desc_id")
    page = client.get(f"/c/{campaign.slug}/corpus/rewriting/").content.decode()
    assert LEFT_OUT in page or waiting.count() > 50
    for number, moment in enumerate(waiting[:200]):
        attempt = moment.rewriting.attempts.exclude(text="").last()
        way = {"do": "accept", "attempt": attempt.number} if attempt and number else {"do": "original"}
        if number == 1:
            way = {"do": "edit", "text": "A person does something.", "sure": "A person does something."}
        answer = client.post(f"/c/{campaign.slug}/corpus/rewriting/{moment.desc_id}/decide/", way)
        assert answer.status_code == 302, answer.content.decode()
    decided = Rewriting.objects.filter(moment__campaign=campaign, state="accepted").select_related("moment")
    assert all(one.moment.caption == one.text for one in decided)


def rank(platform: Platform, campaign: Campaign, corpus: Corpus) -> None:
    words = ("sample_queries", "films", "--split", "val", "--count", corpus.queries, "--seed", 1)
    platform.kill_within("moments_query", *words)
    assert not Query.objects.exists()
    platform.run(*words)
    texts = list(Query.objects.values_list("text", flat=True))
    assert (len(texts), len(set(texts))) == (corpus.queries, corpus.queries)
    words = ("rank_candidates", "films", "--encoder", "bm25", "--top", corpus.top)
    platform.kill_within("moments_pair", *words)
    assert (Pair.objects.exists(), CandidateList.objects.exists()) == (False, False)
    assert platform.run(*words)["pairs"] == corpus.queries * corpus.top
    before = pairs()
    words = ("pool_candidates", "films", "--sources", "bm25,lexical", "--top", corpus.top)
    platform.kill_within("moments_pairsource", *words)
    assert (pairs(), PairSource.objects.exists()) == (before, False)
    assert platform.run(*words)["pairs"] == corpus.queries * corpus.top
    pooled = pairs()
    platform.run(*words)
    assert (pairs(), set(PairSource.objects.values_list("source", flat=True))) == (pooled, {"bm25", "lexical"})


def pairs() -> list[tuple[int, int, int]]:
    return list(Pair.objects.order_by("query__query_id", "rank").values_list("query__query_id", "moment", "rank"))


def cut(platform: Platform, campaign: Campaign, corpus: Corpus, tmp_path) -> None:
    campaign.clip_height = 90
    campaign.save(update_fields=["clip_height"])
    folder = tmp_path / "films"
    film = film_of(corpus, folder)
    for name in campaign.videos.filter(moments__pairs__isnull=False).distinct().values_list("name", flat=True):
        os.link(film, folder / f"{name}.mp4")
    words = ("cut_clips", "films", "--videos", folder)
    platform.kill_when(lambda: ready().exists(), *words)
    kept = dict(ready().values_list("pk", "key"))
    wanted = 2 * Moment.objects.filter(pairs__isnull=False).distinct().count()
    assert 0 < len(kept) < wanted
    VideoCut.objects.filter(state="cutting").update(leased_until=timezone.now())  # time passes
    assert platform.run(*words) == {"ready": wanted - len(kept), "failed": 0}
    assert kept.items() <= dict(ready().values_list("pk", "key")).items()
    assert (Clip.objects.count(), Poster.objects.count()) == (wanted, wanted // 2)
    assert CutOrder.objects.exclude(finished_at=None).count() == 1
    found = compare_clips(campaign=campaign, deep=True, now=timezone.now())
    assert (found.good, found.missing, found.wrong) == (wanted + wanted // 2, [], [])
    assert platform.run(*words) == {"ready": 0, "failed": 0}


def watch(client, campaign: Campaign) -> None:
    """Every page of the corpus answers, and what they show plays."""
    query = campaign.queries.order_by("query_id").first()
    seen = {}
    for page in ("", "moments/?clip=ready", "imports/", "rewriting/?show=accepted", "rewriting/words/", "clips/",
                 f"ranking/?query={query.query_id}&left=bm25&right=lexical"):  # fmt: skip
        answer = client.get(f"/c/{campaign.slug}/corpus/{page}")
        assert answer.status_code == 200
        seen[page] = unescape(answer.content.decode())
    addresses = {
        where for page in seen.values() for where in re.findall(r'"(http://127[^"]+X-Amz-Signature[^"]+)"', page)
    }
    assert len(addresses) >= 6
    for address in sorted(addresses)[:6]:
        with urllib.request.urlopen(address, timeout=20) as answer:
            assert answer.read(12)[:3] in (b"GIF", b"\x00\x00\x00", b"\xff\xd8\xff")


def accepted(slug: str) -> int:
    return Rewriting.objects.filter(moment__campaign__slug=slug, state="accepted").count()


def ready():
    return Clip.objects.filter(state="ready")


def runs_of(slug: str) -> list[str]:
    return list(RewriteRun.objects.filter(campaign__slug=slug).order_by("pk").values_list("job__reason", flat=True))
