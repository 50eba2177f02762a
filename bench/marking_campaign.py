"""Plays campaigns of the published size that mark, from drafts to a scored run, and measures each step.

    make bench-marking-campaign     (QUESTIONS=1800, VIDEOS=268, PEOPLE=23; RULES=outer for the first protocol only)

In embedded mode, each campaign in a database of its own. The 268 videos have the published lengths and no files; every
question is written, marked, settled and exported through the services that people use. Seconds are of the processor,
children included, with the load of the machine beside them; a command's start is part of its time.
"""

from __future__ import annotations

import json
import os
import random
import resource
import secrets
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

VIDEOS, QUESTIONS = int(os.environ.get("VIDEOS", "268")), int(os.environ.get("QUESTIONS", "1800"))
PEOPLE, SEED = os.environ.get("PEOPLE", "23"), 18
DOMAINS = ("sports", "egocentric", "movies", "cartoons", "anomalies")
PROTOCOLS: dict[str, dict[str, object]] = {
    "outer": {"extent": "outer"},
    "mean": {"extent": "mean"},
    "mean_of_all": {"extent": "mean_of_all"},
    "exact": {"extent": "outer", "edge_tolerance_ms": 1000, "min_iou": 0.0, "sure_iou": 1.0},
}
WANTED_S = 600
SHOWN = ("recall", "precision", "edge_median_s", "edge_p90_s", "mean_iou")


def main() -> None:
    """A campaign under each protocol; its steps, and what the rules come to."""
    chosen = os.environ.get("RULES", " ".join(PROTOCOLS)).split()
    for name in chosen:
        with tempfile.TemporaryDirectory(prefix="reelevance-bench-") as scratch:
            figures = play(Path(scratch), PROTOCOLS[name])
        show(name, figures)


def play(scratch: Path, protocol: dict[str, object]) -> dict[str, Any]:
    """Every step from an empty database to a scored run; prints what each took, returns what was simulated."""
    env = {
        **{key: value for key, value in os.environ.items() if key != "DATABASE_URL"},
        "REELEVANCE_DATA_DIR": str(scratch / "data"),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "SECRET_KEY": secrets.token_hex(32),
    }
    (scratch / "data").mkdir()
    (scratch / "protocol.json").write_text(json.dumps(protocol))
    out = f"{scratch}/out"
    manage = [sys.executable, "manage.py"]
    create = ["create_campaign", "bench", "--kind", "mark", "--seed", str(SEED)]
    run(env, *manage, "migrate", "-v", "0")
    run(env, *manage, *create, "--protocol", f"{scratch}/protocol.json")
    run(env, sys.executable, __file__, "fill")
    run(env, *manage, "open_campaign", "bench")
    people = ("--annotators", PEOPLE, "--seed", "1", "--questions", str(QUESTIONS), "--json")
    played, simulated_s = run(env, *manage, "simulate_annotators", "bench", *people)
    _, exported_s = run(env, *manage, "export_labels", "bench", "--out", out)
    runs = [scratch / name for name in ("perfect.json", "shuffled.json")]
    write_runs(Path(out) / "momentseeker/test", *runs)
    scored = [score(env, out, one) for one in runs]
    _, verified_s = run(env, *manage, "verify_campaign", "bench")
    load = os.getloadavg()[0]
    total_s = simulated_s + exported_s
    print(f"\nsimulated {simulated_s:.0f} s, exported {exported_s:.1f} s: {total_s:.0f} s (wanted: {WANTED_S}); "
          f"verified without a breach {verified_s:.1f} s; load {load:.1f}")  # fmt: skip
    for name, overall in zip(("perfect", "shuffled"), scored, strict=True):
        print(f"{name} run: R@1 {overall['measures']['R@1']:.3f}, chance {overall['chance']['R@1']:.3f}")
    found: dict[str, Any] = json.loads(played)
    return found


def run(env: dict[str, str], *command: str) -> tuple[str, float]:
    """What the command printed, and the processor's seconds; ends this script if it failed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: {done.stderr}")
    return done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def write_runs(labels: Path, perfect: Path, shuffled: Path) -> None:
    """A run that ranks each question's true clips first, and one in which chance orders the whole pool."""
    draw, best, any_order = random.Random(1), {}, {}
    for path in sorted(labels.glob("*.json")):
        for one in json.loads(path.read_text()):
            names = [clip["output_path"] for clip in one["candidate_video_list"]]
            best[one["question_id"]] = [{"clip": names[place], "score": 1.0} for place in one["gt_indices"]]
            any_order[one["question_id"]] = [{"clip": name, "score": draw.random()} for name in names]
    perfect.write_text(json.dumps(best))
    shuffled.write_text(json.dumps(any_order))


def score(env: dict[str, str], out: str, path: Path) -> dict[str, Any]:
    """The overall figures of a run."""
    labels = ("--labels", f"{out}/momentseeker/test")
    printed, _ = run(env, sys.executable, "-m", "evaluation", "segments", *labels, "--run", str(path), "--json")
    overall: dict[str, Any] = json.loads(printed)["overall"]
    return overall


def show(name: str, figures: dict[str, Any]) -> None:
    """What the protocol came to, and the single author beside it."""
    counts = ("written", "accepted", "rejected", "returns", "pieces", "adjudicated")
    print(f"{name}: " + ", ".join(f"{count} {figures[count]}" for count in counts))
    hours = sum(figures[f"{role}_hours"] for role in ("author", "marker", "third", "lead"))
    ratio = hours / figures["video_hours"]
    print(f"  third annotators {figures['third_share']:.1%} of hours, {ratio:.2f} person-hours a video hour")
    for label, prefix in ((name, ""), ("single author", "authors_")):
        print(f"  {label}: " + ", ".join(f"{one} {figures[prefix + one]:.3f}" for one in SHOWN), flush=True)


def fill() -> None:
    """The videos, without files, in a process that finds the database by its environment."""
    import django

    django.setup()
    from django.db import transaction

    from consensus.simulation.marking.world import draw_duration_ms
    from moments.models import Campaign
    from tests.marking import make_whole_video

    campaign, draw = Campaign.objects.get(slug="bench"), random.Random(SEED)
    with transaction.atomic():
        for number in range(VIDEOS):
            duration_s, domain = draw_duration_ms(draw) / 1000, DOMAINS[number % len(DOMAINS)]
            make_whole_video(campaign, f"video_{number + 1:04}", duration_s=duration_s, domain=domain)


if __name__ == "__main__":
    fill() if sys.argv[1:] == ["fill"] else main()
