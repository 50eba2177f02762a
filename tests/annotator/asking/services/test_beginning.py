"""Authors get videos: one at a time, each their own, and what was left behind first."""

from __future__ import annotations

from datetime import timedelta

import pytest

from annotator.asking.services.beginning import begin_writing
from annotator.asking.services.drafts import delete_draft
from annotator.asking.services.finishing import finish_silent, finish_video
from annotator.asking.services.viewing import note_viewing
from annotator.models import Ask, AskQuota, Membership, Share, Standing, Viewing, WorkEvent
from moments.base.errors import BadInput
from moments.models import Batch, Campaign, Clip, ClipState
from tests.annotator.asking.scenes import begun, drafted, key_of, submitted
from tests.factories import NOW, make_member, opened_campaign
from tests.marking import make_whole_video, marking_campaign

pytestmark = pytest.mark.django_db
SILENT = NOW + timedelta(hours=2)


def ready_question(campaign: Campaign, number: int = 99) -> Ask:
    """A question from a file, which nobody has."""
    return Ask.objects.create(
        campaign=campaign,
        number=number,
        video=campaign.videos.order_by("-pk")[0],
        task="ms",
        text="from a file",
        created_at=NOW - timedelta(days=1),
        changed_at=NOW - timedelta(days=1),
    )


def test_an_author_gets_a_batch_of_a_video_with_share_and_viewing():
    campaign, (author, *_) = marking_campaign()
    viewing = begun(author)
    batch = Batch.objects.get()
    assert (batch.video, batch.query, batch.number) == (campaign.videos.get(), None, 1)
    assert batch.protocol == campaign.protocols.latest("version")
    share = Share.objects.get()
    assert (share.batch, share.number, share.annotator) == (batch, 1, author)
    assert (viewing.share, viewing.began_at, viewing.ended_at) == (share, NOW, None)
    author.refresh_from_db()
    assert author.last_request_at == NOW
    assert WorkEvent.objects.get().kind == "viewing"


def test_asking_again_gives_the_video_that_the_author_has():
    _, (author, *_) = marking_campaign(videos=3)
    assert begun(author) == begun(author, now=NOW + timedelta(minutes=1))
    assert Batch.objects.count() == 1


def test_people_get_videos_of_their_own_while_there_are_any():
    campaign, people = marking_campaign(people=4, videos=3)
    videos = [begun(author).share.batch.video for author in people]
    assert {video.pk for video in videos[:3]} == set(campaign.videos.values_list("pk", flat=True))
    assert sorted(Batch.objects.filter(video=videos[3]).values_list("number", flat=True)) == [1, 2]


def test_a_video_without_a_proxy_waits():
    campaign, (author, *_) = marking_campaign(videos=2)
    Clip.objects.filter(moment__video__name="video-1").update(state=ClipState.FAILED)
    assert begun(author).share.batch.video.name == "video-2"
    Viewing.objects.update(ended_at=NOW)
    assert begin_writing(member=author, now=NOW) is None
    assert campaign.videos.count() == 2


def test_the_domain_that_lacks_most_goes_first():
    campaign, (author, *_) = marking_campaign(videos=0, opened=False)
    make_whole_video(campaign, "a", domain="sports")
    make_whole_video(campaign, "b", domain="movies")
    Campaign.objects.update(status="open")
    author.campaign.refresh_from_db()
    AskQuota.objects.create(campaign=campaign, domain="movies", task="ms", wanted=1)
    AskQuota.objects.create(campaign=campaign, domain="sports", task="ms", wanted=0)
    assert begun(author).share.batch.video.domain == "movies"
    submitted(author)
    finish_video(member=author, now=NOW)
    assert begin_writing(member=author, now=NOW) is None


@pytest.mark.parametrize("standing", [Standing.TRAINING, Standing.EXAM, Standing.SUSPENDED])
def test_only_the_qualified_write(standing):
    campaign, _ = marking_campaign()
    assert begin_writing(member=make_member(campaign, standing=standing), now=NOW) is None
    assert Batch.objects.count() == 0


def test_nobody_begins_while_the_campaign_is_paused():
    campaign, (author, *_) = marking_campaign()
    Campaign.objects.update(status="paused")
    author.campaign.refresh_from_db()
    assert begin_writing(member=author, now=NOW) is None
    assert campaign.batches.count() == 0


def test_nobody_writes_where_pairs_are_graded():
    _, (member, _) = opened_campaign(pairs=1)
    with pytest.raises(BadInput, match="campaign: nobody writes questions"):
        begin_writing(member=member, now=NOW)


def test_ready_questions_go_to_the_author_of_their_video():
    campaign, (author, other, _) = marking_campaign(videos=2)
    ready = ready_question(campaign)
    viewing = begun(author)
    ready.refresh_from_db()
    assert (viewing.share.batch.video, ready.author, ready.batch) == (ready.video, author, viewing.share.batch)
    assert begun(other).share.batch.video != ready.video


def silent(author: Membership) -> None:
    finish_silent(campaign=author.campaign, now=SILENT)


def test_a_video_comes_back_with_its_drafts():
    _, (author, *_) = marking_campaign(videos=2)
    viewing = begun(author)
    draft = drafted(author)
    silent(author)
    again = begun(author, now=SILENT)
    draft.refresh_from_db()
    assert (again, again.ended_at, draft.batch) == (viewing, None, viewing.share.batch)


def test_a_video_comes_back_with_its_bookmarks():
    _, (author, *_) = marking_campaign(videos=2)
    viewing = begun(author)
    key = key_of(viewing.share.batch.video)
    note_viewing(member=author, key=key, watched=[[0, 900]], bookmarks=[500], now=NOW)
    silent(author)
    again = begun(author, now=SILENT)
    assert (again.pk, again.bookmarks, again.watched) == (viewing.pk, [500], [[0, 900]])


def test_drafts_go_on_in_a_batch_of_their_own_once_others_have_the_rest():
    _, (author, *_) = marking_campaign(videos=2)
    first = begun(author)
    submitted(author)
    draft = drafted(author)
    silent(author)
    again = begun(author, now=SILENT)
    draft.refresh_from_db()
    assert again.share.batch != first.share.batch
    assert (again.share.batch.video, again.share.batch.number) == (first.share.batch.video, 2)
    assert draft.batch == again.share.batch
    assert submitted(author, draft, now=SILENT).pair.batch == again.share.batch


def test_nothing_left_means_that_the_person_may_get_the_video_again():
    _, (author, *_) = marking_campaign()
    begun(author)
    draft = drafted(author)
    delete_draft(member=author, number=draft.number, now=NOW)
    silent(author)
    assert (Batch.objects.count(), Share.objects.count(), Viewing.objects.count()) == (0, 0, 0)
    assert begun(author, now=SILENT).share.batch.number == 1


def test_a_video_that_was_finished_empty_goes_to_others_only():
    _, (author, other, _) = marking_campaign()
    begun(author)
    finish_video(member=author, now=NOW)
    assert begin_writing(member=author, now=NOW) is None
    assert begun(other).share.batch.number == 2
