"""A small campaign made from nothing by the commands that docs/deploy.md has an admin type into the web container."""

from __future__ import annotations

import csv
import io
import json
import secrets
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import imageio_ffmpeg

SLUG = "films"
VIDEOS, FILM_S, MOMENTS_EACH = 2, 20, 5
QUERIES, DEPTH, PEOPLE = 2, 4, 3
PAIRS = QUERIES * DEPTH
PROTOCOL = {"batch_size": DEPTH, "batches": 1, "window": 1, "grace_s": 2}
DONE = ("opens the door", "paints the wall", "drops a glass", "washes the car", "hides a letter")
WHO = ("a woman", "a man")
ADMIN = "admin"

Inside = Callable[..., str]


@dataclass(frozen=True, slots=True)
class Login:
    """Who may sign in."""

    worker_id: str
    password: str


def write_films(folder: Path) -> None:
    """Videos that everybody may read, as a mounted folder must be."""
    folder.mkdir(mode=0o755)
    for name in range(VIDEOS):
        picture = f"testsrc=size=160x90:rate=5:duration={FILM_S}"
        words = ["-v", "error", "-f", "lavfi", "-i", picture, str(folder / f"film_{name}.mp4")]
        subprocess.run([imageio_ffmpeg.get_ffmpeg_exe(), *words], check=True)
        (folder / f"film_{name}.mp4").chmod(0o644)


def moments_file() -> bytes:
    """TVR's JSON Lines: each film's moments."""
    rows = [
        {"vid_name": f"film_{film}", "duration": FILM_S, "ts": [3.0 * place, 3.0 * place + 2], "type": "v",
         "desc": f"{WHO[film].capitalize()} {DONE[place]}.", "desc_id": film * MOMENTS_EACH + place + 1}
        for film in range(VIDEOS) for place in range(MOMENTS_EACH)
    ]  # fmt: skip
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def make_campaign(inside: Inside) -> tuple[Login, list[Login]]:
    """The campaign in draft, ranked, without clips; its admin and its annotators. `inside` runs words in web."""
    admin = Login(ADMIN, secrets.token_hex(12))
    manage = ("python", "manage.py")
    put(inside, "moments.jsonl", moments_file())
    put(inside, "protocol.json", json.dumps(PROTOCOL).encode())
    create = f"DJANGO_SUPERUSER_PASSWORD={admin.password} python manage.py createsuperuser --noinput --username {ADMIN}"
    inside("sh", "-c", create)
    made = ("--protocol", "var/protocol.json", "--renditions", "mp4,gif", "--follow-suggestions", "--seed", "1")
    inside(*manage, "create_campaign", SLUG, "--title", "Films", *made)
    inside(*manage, "import_moments", SLUG, "var/moments.jsonl")
    inside(*manage, "sample_queries", SLUG, "--split", "val", "--count", str(QUERIES), "--seed", "1")
    inside(*manage, "rank_candidates", SLUG, "--top", str(DEPTH))
    inside(*manage, "create_annotators", SLUG, "--count", str(PEOPLE), "--qualified", "--out", "var/people.csv")
    people = list(csv.DictReader(io.StringIO(inside("cat", "var/people.csv"))))
    inside("rm", "var/people.csv", "var/moments.jsonl", "var/protocol.json")
    return admin, [Login(person["worker_id"], person["password"]) for person in people]


def put(inside: Inside, name: str, content: bytes) -> None:
    """A file goes into the volume as a stream."""
    inside("sh", "-c", f"umask 077 && cat > var/{name}", given=content)
