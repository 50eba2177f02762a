"""Copies of campaigns: settings, corpus, and nothing that anybody did."""

from __future__ import annotations

import io

import pytest

from annotator.guideline.selectors.reading import newest_guideline
from annotator.guideline.services import save_guideline
from annotator.joining.services.consents import save_consent
from annotator.people.selectors.consents import newest_consent
from archive.copying.services.copying import copy_campaign
from consensus.verify.selectors.whole import all_breaches
from moments.base.errors import BadInput
from moments.campaign.selectors import newest_protocol
from moments.clips.storage import clip_file, store_bytes
from moments.models import Campaign, Illustration, LedgerEntry, Query
from moments.protocol import Protocol
from tests.factories import NOW, make_campaign, opened_campaign, score_all, settle
from tests.marking import marking_campaign

pytestmark = pytest.mark.django_db
TEXT = "# Watch\n\n![](picture:3)"


def copied(source: Campaign, *, slug: str = "again", with_corpus: bool = True, title: str = "") -> Campaign:
    return copy_campaign(source=source, slug=slug, title=title, with_corpus=with_corpus, now=NOW, actor="admin")


def worked_campaign() -> Campaign:
    campaign, members = opened_campaign(queries=2, pairs=3, protocol=Protocol(batch_size=3, window=2, tolerance=0))
    score_all(members, 3)
    settle(campaign)
    Campaign.objects.filter(pk=campaign.pk).update(clip_height=360, early_press="off", encoder="lexical")
    shown = Illustration.objects.create(
        campaign=campaign, number=3, suffix="png", description="A field", actor="lead",
        width=4, height=3, size=7, sha256="0" * 64, created_at=NOW,
    )  # fmt: skip
    store_bytes(shown, io.BytesIO(b"picture"))
    save_guideline(
        campaign=campaign, text=TEXT, principles="Look.", renewed=True, actor="lead", now=NOW, seen_version=None
    )
    save_consent(campaign=campaign, text="I agree.", seen_version=None, actor="lead", now=NOW)
    campaign.refresh_from_db()
    return campaign


def test_a_copy_has_the_settings_and_texts_and_a_ledger_of_its_own() -> None:
    copy = copied(worked_campaign(), with_corpus=False)
    assert (copy.status, copy.title, copy.clip_height, copy.early_press) == ("draft", "again", 360, "off")
    assert newest_protocol(copy).protocol == Protocol(batch_size=3, window=2, tolerance=0)
    assert (newest_guideline(copy).text, newest_consent(copy).text) == (TEXT, "I agree.")
    assert newest_guideline(copy).principles == "Look."
    picture = copy.illustrations.get()
    with clip_file(picture.name) as file:
        assert (picture.number, picture.description, file.read()) == (3, "A field", b"picture")
    assert (copy.moments.count(), copy.members.count(), copy.is_trial) == (0, 0, False)
    entry = LedgerEntry.objects.filter(campaign=copy).latest("number")
    assert (entry.kind, '"source":"films"' in entry.payload.replace(" ", "")) == ("campaign_copied", True)


def test_a_copy_with_corpus_has_queries_and_candidates_and_nothing_that_anybody_did() -> None:
    source = worked_campaign()
    Query.objects.filter(campaign=source, query_id=2).update(retired_at=NOW)
    copy = copied(source)
    assert (copy.queries.get().query_id, copy.queries.get().own_moment.campaign) == (1, copy)
    assert list(copy.pairs.order_by("rank").values_list("rank", "similarity", "batch", "moment__campaign")) == [
        (rank, similarity, None, copy.pk)
        for rank, similarity in source.pairs.filter(query__query_id=1)
        .order_by("rank")
        .values_list("rank", "similarity")
    ]
    assert copy.moments.count() == source.moments.count()
    assert (copy.batches.count(), copy.seats.count(), copy.encoder) == (0, 0, "lexical")
    assert source.queries.count() == 2
    assert list(all_breaches(copy, now=NOW, sweep_s=5)) == []


def test_where_segments_are_marked_the_videos_are_copied() -> None:
    source, _ = marking_campaign(videos=2)
    copy = copied(source)
    assert (copy.kind, copy.videos.count(), copy.moments.filter(whole=True).count()) == ("mark", 2, 2)
    assert newest_protocol(copy).marking.protocol == newest_protocol(source).marking.protocol


@pytest.mark.parametrize(
    ("slug", "title", "problem"),
    [("films", "", "already exists"), ("A b", "", "slug"), ("again", "x" * 201, "title"), ("again", "a\nb", "title")],
)
def test_a_copy_that_cannot_be_leaves_nothing(slug: str, title: str, problem: str) -> None:
    source = make_campaign()
    with pytest.raises(BadInput, match=problem):
        copied(source, slug=slug, title=title)
    assert Campaign.objects.count() == 1
