"""A campaign from its first sign-in to its archive, over TLS through the proxy, as people and programs would."""

from __future__ import annotations

import hashlib
import io
import json
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.images.campaign import PAIRS, SLUG, Inside, Login, make_campaign
from tests.images.visitor import SiteAnswer, Visitor
from tests.rig.ports import wait_until

FILMS = "/films"
API = "/api/v1"
SIGN_IN_EVERY_S = 0.6  # slower than any limit that a proxy sets
WITHIN_S = 240.0
LARGER_THAN_A_PAGE = 3 * 1024 * 1024
MAGIC = {"image/gif": b"GIF8", "video/mp4": b"ftyp"}

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Site:
    """A running platform: a new visitor, commands in its web container, and where to tell what was seen."""

    visitor: Callable[[], Visitor]
    inside: Inside
    say: Say


def walk(site: Site) -> None:
    """All of it; raises AssertionError or CommandFailed at the first thing that is not as it should be."""
    login, people = make_campaign(site.inside)
    site.say(f"campaign of {PAIRS} pairs made by commands in the web container")
    admin = signed_in(site, login)
    cut(site, admin)
    site.inside("python", "manage.py", "open_campaign", SLUG)
    scored = sum(score_everything(signed_in(site, person)) for person in people)
    assert scored == 2 * PAIRS, f"{scored} scores of {2 * PAIRS} were given"
    site.say(f"{len(people)} annotators signed in, claimed and scored {scored} seats")
    wait_for("verdicts from beat and worker-settle", lambda: is_finished(admin))
    site.say("beat and worker-settle settled every pair")
    score_a_run(site, admin, export(site, admin))
    archive(site)


def wait_for(what: str, claim: Callable[[], bool]) -> None:
    """Until it is so; workers take some seconds to come up, and many on a busy machine."""
    wait_until(what, claim, within_s=WITHIN_S, every_s=0.5)


def signed_in(site: Site, person: Login) -> Visitor:
    """Somebody with a session; not many a second."""
    time.sleep(SIGN_IN_EVERY_S)
    visitor = site.visitor()
    visitor.sign_in(person.worker_id, person.password)
    return visitor


def cut(site: Site, admin: Visitor) -> None:
    """The admin orders clips by page; worker-cut makes them."""
    page = f"/c/{SLUG}/corpus/clips/"
    answer = admin.post_form(page, f"{page}order/", {"source": FILMS, "kind": "needed"})
    assert answer.status == 302, f"clips were not ordered: {answer.status}"
    going = f"{page}going/"
    wait_for("clips", lambda: is_cut(admin.get(going)))
    site.say("worker-cut cut the clips that a page ordered")


def is_cut(answer: SiteAnswer) -> bool:
    """The page asks its browser to stop waiting."""
    assert answer.status == 200, answer.status
    return answer.headers.get("HX-Refresh") == "true"


def score_everything(person: Visitor) -> int:
    """Claim and score until nothing is left; how many."""
    scored = 0
    seats = person.post_json(f"{API}/seats/claim/", {"count": 3, "campaign": SLUG}).json()["seats"]
    while seats:
        seat = seats[0]
        if not scored:
            play(person, seat["clip"])
        entry = {"seat": seat["id"], "relevance": level_of(seat), "key": f"walk-{scored}", "shown_ms": 900}
        answer = person.post_json(f"{API}/scores/", {"scores": [entry], "claim": 3, "campaign": SLUG})
        assert answer.status == 200, answer.text
        (result,) = answer.json()["results"]
        assert result["status"] == "saved", result
        scored, seats = scored + 1, answer.json()["seats"]
    return scored


def level_of(seat: dict[str, Any]) -> int:
    """The same level for everybody who is asked the same query."""
    return 1 + len(str(seat["query"])) % 3


def play(person: Visitor, clip: dict[str, Any]) -> None:
    """The clip comes with its own type and bytes."""
    answer = person.get(clip["url"])
    kind = answer.headers.get_content_type()
    begins = answer.body[:12]
    assert (answer.status, kind in MAGIC and MAGIC[kind] in begins) == (200, True), (answer.status, kind, begins)


def is_finished(admin: Visitor) -> bool:
    """The page of exports lacks its warning."""
    page = admin.get(f"/c/{SLUG}/exports/")
    assert page.status == 200, page.status
    return "The campaign is unfinished" not in page.text


def export(site: Site, admin: Visitor) -> bytes:
    """Ordered by page, made by worker-cut, downloaded, with a label for every pair; the run that lies in it."""
    page = f"/c/{SLUG}/exports/"
    assert admin.post_form(page, f"{page}order/", {"formats": ["tvr", "raw", "qrels"]}).status == 302
    listed = f"{API}/campaigns/{SLUG}/exports/"
    wait_for("the export", lambda: first_of(admin, listed)["state"] != "making")
    made = first_of(admin, listed)
    assert made["state"] == "ready", made
    answer = admin.get(f"{page}{made['number']}/download/")
    assert hashlib.sha256(answer.body).hexdigest() == made["sha256"], "the download is not what was made"
    with zipfile.ZipFile(io.BytesIO(answer.body)) as packed:
        labels, run = (packed.read(file_ending(packed, name)) for name in ("/val.json", "/similarity/val.json"))
    found = len(json.loads(labels))
    assert found == PAIRS, f"{found} labels of {PAIRS} pairs were exported"
    site.say(f"export of {len(answer.body):,} bytes with {found} labels ordered and downloaded")
    return run


def file_ending(packed: zipfile.ZipFile, name: str) -> str:
    """The shortest path in the archive with that end."""
    return min((path for path in packed.namelist() if f"/{path}".endswith(name)), key=len)


def first_of(admin: Visitor, path: str) -> dict[str, Any]:
    """The newest export."""
    return dict(admin.get(path).json()["exports"][0])


def score_a_run(site: Site, admin: Visitor, run: bytes) -> None:
    """A run longer than a page may be goes through the proxy, and worker-rank scores it."""
    refused = admin.post_json(f"{API}/seats/claim/", {"padding": " " * LARGER_THAN_A_PAGE})
    assert refused.status == 413, f"the proxy let a page of {LARGER_THAN_A_PAGE:,} bytes through: {refused.status}"
    path = f"{API}/campaigns/{SLUG}/runs/"
    answer = admin.post_file(path, {"name": "walk"}, "run.json", run.ljust(LARGER_THAN_A_PAGE))
    assert answer.status == 201, answer.text
    one = f"{path}{answer.json()['number']}/"
    wait_for("the run", lambda: admin.get(one).json()["state"] in ("scored", "failed"))
    scored = admin.get(one).json()
    assert scored["state"] == "scored", scored
    site.say(f"worker-rank scored a run of {LARGER_THAN_A_PAGE:,} bytes")


def archive(site: Site) -> None:
    """The campaign becomes a file in the container, goes out as a stream, and keeps its promises."""
    output = site.inside("python", "manage.py", "archive_campaign", SLUG, "--out", f"var/{SLUG}.reelevance", "--json")
    packed = json.loads(output.splitlines()[-1])
    assert packed["missing"] == 0, packed
    size = int(site.inside("sh", "-c", f"wc -c < var/{SLUG}.reelevance"))
    assert size == packed["bytes"], (size, packed)
    site.inside("rm", f"var/{SLUG}.reelevance")
    verified = json.loads(site.inside("python", "manage.py", "verify_campaign", SLUG, "--json").splitlines()[-1])
    assert verified["breaches"] == [], verified
    site.say(f"archive of {size:,} bytes made, {packed['rows']} rows and {packed['files']} files; no breach found")
