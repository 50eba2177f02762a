"""Makes the campaign of the desk's benchmark in REELEVANCE_DATA_DIR, and says who may sign in.

    python -m bench.desk.place PAIRS CLIP_BYTES

Every clip is an H.264 MP4 of about CLIP_BYTES bytes at 480p and 3 frames a second, of moving noise; eight contents
are drawn and stored under a key for each pair, so that the browser fetches each anew.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import django
import imageio_ffmpeg

CONTENTS, SECONDS, FPS, WIDTH, HEIGHT = 8, 9, 3, 854, 480
PAIRS_A_QUERY = 20
PASSWORD = "the password of the bench"


def drawn_clip(number: int, target: Path, bits_a_second: int) -> None:
    """An MP4 of noise over a colour of its own."""
    source = f"testsrc2=s={WIDTH}x{HEIGHT}:r={FPS}:d={SECONDS},hue=h={number * 45},noise=alls=40:allf=t"
    rate = str(bits_a_second)
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-f", "lavfi", "-i", source, "-c:v", "libx264"]
    command += ["-pix_fmt", "yuv420p", "-b:v", rate, "-minrate", rate, "-maxrate", rate, "-bufsize", rate, "-g", "3"]
    subprocess.run([*command, "-movflags", "+faststart", "-y", str(target)], check=True)


def main(pairs: int, clip_bytes: int) -> None:
    """Make everything and print the sign-in as JSON."""
    django.setup()
    from django.core.management import call_command
    from django.utils import timezone

    from annotator.models import Membership, User
    from consensus.opening.services import open_campaign
    from moments.campaign.services import create_campaign
    from moments.models import Campaign
    from moments.protocol import Protocol

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    now = timezone.now()
    campaign: Campaign = create_campaign(slug="bench", protocol=Protocol(), now=now, actor="bench", seed=1)
    Campaign.objects.filter(pk=campaign.pk).update(renditions="mp4", early_press="off")
    with tempfile.TemporaryDirectory() as scratch:
        contents = [Path(scratch) / f"{number}.mp4" for number in range(CONTENTS)]
        for number, content in enumerate(contents):
            drawn_clip(number, content, clip_bytes * 8 // SECONDS)
        make_corpus(campaign, pairs, [content.read_bytes() for content in contents])
    from annotator.models import Role, Standing
    from annotator.people.services.people import join_campaign

    user = User.objects.create_user("bench", PASSWORD)
    member: Membership = join_campaign(
        user=user, campaign=campaign, role=Role.ANNOTATOR, standing=Standing.QUALIFIED, now=now, actor="bench"
    )
    open_campaign(campaign=campaign, allow_missing_clips=False, now=now, actor="bench")
    print(json.dumps({"worker_id": member.user.username, "password": PASSWORD, "campaign": campaign.slug}))


def make_corpus(campaign: object, pairs: int, contents: list[bytes]) -> None:
    """A video, a moment a pair with its clip, a query for every 20 of them."""
    from django.core.files.base import ContentFile
    from django.core.files.storage import storages

    from moments.models import Clip, ClipState, Moment, Pair, Query, Video

    video = Video.objects.create(campaign=campaign, name="film", duration_s=10.0 * pairs)
    moments = Moment.objects.bulk_create(
        Moment(
            campaign=campaign,
            video=video,
            desc_id=number,
            start_s=10.0 * number,
            end_s=10.0 * number + SECONDS,
            description=f"Something {number} happens.",
            caption=f"Something {number} happens.",
            kind="v",
        )
        for number in range(pairs)
    )
    queries = Query.objects.bulk_create(
        Query(campaign=campaign, query_id=number + 1, split="val", text=f"Somebody does the thing number {number}.")
        for number in range(-(-pairs // PAIRS_A_QUERY))
    )
    Pair.objects.bulk_create(
        Pair(
            campaign=campaign,
            query=queries[number // PAIRS_A_QUERY],
            moment=moment,
            number=number + 1,
            rank=number % PAIRS_A_QUERY + 1,
            similarity=0.5,
        )
        for number, moment in enumerate(moments)
    )
    clips = []
    for number, moment in enumerate(moments):
        content = contents[number % len(contents)]
        clip = Clip(moment=moment, rendition="mp4", state=ClipState.READY, width=WIDTH, height=HEIGHT)
        clip.frames, clip.seconds, clip.size = SECONDS * FPS, SECONDS, len(content)
        clip.sha256 = hashlib.sha256(content).hexdigest()
        storages["clips"].save(clip.name, ContentFile(content))
        clips.append(clip)
    Clip.objects.bulk_create(clips)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    main(int(sys.argv[1]), int(sys.argv[2]))
