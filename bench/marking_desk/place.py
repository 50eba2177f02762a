"""Makes a marking campaign in REELEVANCE_DATA_DIR, by the road that people take, and says who may sign in.

    python -m bench.marking_desk.place FILMS QUESTIONS

FILMS is a folder of video files. They are imported and cut; the author asks QUESTIONS questions about the video that
they get first, and finishes it. A folder in which this was done already is taken as it is.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:
    from annotator.models import Membership

SLUG = "long"
PASSWORD = "the password of the bench"


def main(films: Path, questions: int) -> None:
    """Make everything and print the accounts of author and marker as JSON."""
    django.setup()
    from django.core.management import call_command

    call_command("collectstatic", interactive=False, verbosity=0)
    kept = Path(os.environ["REELEVANCE_DATA_DIR"]) / "made.json"
    if not kept.exists():
        made = json.dumps(made_campaign(films, questions))
        kept.write_text(made)
    print(kept.read_text())


def made_campaign(films: Path, questions: int) -> dict[str, object]:
    """The campaign open, with its questions and its people."""
    from django.core.management import call_command
    from django.utils import timezone

    from annotator.models import Role, Standing, User
    from annotator.people.services.people import join_campaign
    from consensus.opening.services import open_campaign
    from moments.models import Campaign

    quiet = Path(os.environ["REELEVANCE_DATA_DIR"]) / "commands.log"
    with quiet.open("w") as log:
        call_command("migrate", verbosity=0)
        call_command("create_campaign", SLUG, "--kind", "mark", stdout=log)
        call_command("import_videos", SLUG, listed(films), stdout=log)
        call_command("cut_clips", SLUG, "--videos", str(films), stdout=log)
    campaign = Campaign.objects.get(slug=SLUG)
    now = timezone.now()
    people = {}
    for name in ("author", "marker"):
        user = User.objects.create_user(name, PASSWORD)
        people[name] = join_campaign(
            user=user, campaign=campaign, role=Role.ANNOTATOR, standing=Standing.QUALIFIED, now=now, actor="bench"
        )
    open_campaign(campaign=campaign, allow_missing_clips=False, now=now, actor="bench")
    ask(people["author"], questions)
    accounts = {name: {"worker_id": name, "password": PASSWORD} for name in people}
    return {**accounts, "campaign": SLUG}


def listed(films: Path) -> str:
    """A file that names the videos of the folder, with their lengths."""
    from moments.clips.cutting.probing import probe_video

    rows = [
        {"vid_name": film.stem, "duration": probe_video(film).duration_s, "domain": "drawn"}
        for film in sorted(films.iterdir())
    ]
    target = Path(os.environ["REELEVANCE_DATA_DIR"]) / "videos.jsonl"
    target.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return str(target)


def ask(author: Membership, questions: int) -> None:
    """So many questions about one video, spread over it, each with a segment of 10 s or what there is room for."""
    from django.utils import timezone

    from annotator.asking.services.beginning import begin_writing
    from annotator.asking.services.drafts import create_draft, save_draft
    from annotator.asking.services.finishing import finish_video
    from annotator.asking.services.submitting import Sent, submit_ask

    now = timezone.now()
    viewing = begin_writing(member=author, now=now)
    assert viewing is not None
    assert viewing.share.batch.video is not None
    each_ms = round(1000 * viewing.share.batch.video.duration_s) // questions
    for number in range(questions):
        draft = create_draft(member=author, task="ms", now=now)
        start = number * each_ms
        segment = [start, start + min(10_000, each_ms // 2)]
        fields = {"text": f"When does the thing number {number + 1} happen?", "segments": [segment]}
        save_draft(member=author, number=draft.number, fields=fields, now=now)
        submit_ask(member=author, number=draft.number, sent=Sent(f"bench-{number}"), now=now)
    finish_video(member=author, now=now)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    main(Path(sys.argv[1]), int(sys.argv[2]))
