"""R9 and I6 where people mark: nothing hidden stands in any byte that an author or a marker is sent, on any route."""

from __future__ import annotations

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.utils import timezone

from annotator.asking.services.finishing import finish_video
from annotator.asking.services.viewing import note_viewing
from annotator.models import Ask, AskState, Membership, Score, User
from moments.models import Clip, ClipPart, Moment, Video
from tests.annotator.asking.scenes import begun, drafted, key_of, submitted
from tests.canary_routes import addresses
from tests.canary_search import WORD, Watch, WatchedClient
from tests.canary_world import METHODS, ask, everything_but_the_administration
from tests.factories import claim
from tests.marking import mark, marking_campaign

pytestmark = pytest.mark.django_db
BYTES = b"bytes of a whole video"


def world() -> list[Membership]:
    """Four people: one wrote and finished, one marked that, one writes, and one walks; what is theirs has a mark."""
    now = timezone.now()
    campaign, people = marking_campaign(people=4, videos=3)
    writer, marker, other, walker = people
    video = begun(writer, now=now).share.batch.video
    submitted(writer, now=now)
    submitted(writer, now=now)
    note_viewing(member=writer, key=key_of(video), watched=[[0, 31_700]], bookmarks=[31_701], now=now)
    finish_video(member=writer, now=now)
    seat = claim(marker, 1, now=now)[0]
    assert mark(marker, seat, note=f"{WORD} note of a marker", complete=False, now=now).status == "saved"
    begun(other, now=now)
    drafted(other, now=now, text=f"{WORD} draft of another author", segments=[[31_702, 31_950]])
    mark_everything(walker)
    return [*people, walker]


def mark_everything(walker: Membership) -> None:
    """Marks on names of videos and people, keys of scores, reasons, and domains."""
    for video in Video.objects.all():
        Video.objects.filter(pk=video.pk).update(name=f"{WORD}-{video.pk}", domain=f"{WORD} domain")
    Moment.objects.update(description=f"{WORD} description", caption=f"{WORD} caption")
    for member in Membership.objects.exclude(pk=walker.pk):
        User.objects.filter(pk=member.user_id).update(username=f"{WORD}-{member.pk}")
        Membership.objects.filter(pk=member.pk).update(pseudonym=f"{WORD}-{member.pk}"[:12])
    for score in Score.objects.all():
        Score.objects.filter(pk=score.pk).update(key=f"{WORD}-{score.pk}")
    Ask.objects.exclude(state=AskState.DRAFT).update(reason=f"{WORD} reason")
    Clip.objects.update(reason=f"{WORD} reason of a clip", sha256=WORD * 10)
    for row in (*Clip.objects.all(), *ClipPart.objects.all()):
        storages["clips"].save(row.name, ContentFile(BYTES))


def walk(walker: Membership) -> Watch:
    """Every address by every method, as the walker; a PUT for what authors save."""
    watch = Watch()
    client = WatchedClient(watch)
    client.force_login(walker.user)
    others = Membership.objects.exclude(pk=walker.pk)
    words: dict[str, list[object]] = {
        "slug": [walker.campaign.slug],
        "int": [1, 2, 3],
        "name": [row.name for row in (*Clip.objects.all(), *ClipPart.objects.all())],
        "str": ["nothing", others[0].user.username],
        "token": ["nothing"],
        "pseudonym": ["nothing", others[0].pseudonym],
        "path": ["1"],
        "uuid": ["00000000-0000-0000-0000-000000000000"],
    }
    for route in everything_but_the_administration():
        for address in addresses(route, words):
            for method in (*METHODS, *(["put"] if "/asks/" in address else [])):
                ask(client, method, address, walker.campaign.slug)
            if address == "/sign-out/":
                client.force_login(walker.user)
    return watch


def reached(watch: Watch) -> set[str]:
    return {seen.asked for seen in watch.seen if seen.status in (200, 201)}


def test_an_author_learns_nothing_of_others() -> None:
    *_, walker = world()
    begun(walker, now=timezone.now())
    drafted(walker, now=timezone.now())
    watch = walk(walker)
    assert watch.leaks() == []
    assert [seen.asked for seen in watch.seen if seen.status >= 500] == []
    assert {"GET /api/v1/asks/", "POST /api/v1/asks/begin/"} <= reached(watch)
    assert any(asked.startswith("GET /clip-parts/") for asked in reached(watch))


def test_a_marker_learns_nothing_of_the_author() -> None:
    *_, walker = world()
    watch = walk(walker)
    assert watch.leaks() == []
    assert [seen.asked for seen in watch.seen if seen.status >= 500] == []
    assert {"POST /api/v1/seats/claim/", "POST /api/v1/asks/begin/"} <= reached(watch)
