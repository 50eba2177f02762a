"""A corpus to walk the pipeline with, small and drawn or TVR's own, and commands that are killed in their middle."""

from __future__ import annotations

import io
import itertools
import json
import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import imageio_ffmpeg
from django.core.management import call_command

from config.environment import BASE_DIR
from tests.faults.conftest import direct_url, end_backends, held_up, waiting_backends
from tests.rig.ports import wait_until
from tests.rig.web import die_with_parent

MEN, WOMEN = ("Ross", "Joey", "Chandler"), ("Rachel", "Monica", "Phoebe")
LEFT_OUT = "Gunther"  # a name that the list lacks, so that a person has to decide
DONE = ("opens", "closes", "drops", "paints", "carries", "kicks", "hides", "washes", "points at", "sits on")
THINGS = ("the red door", "a blue box", "the old table", "her coat", "a glass of water", "the green lamp", "his guitar",
          "a heavy book", "the kitchen chair", "a paper bag")  # fmt: skip
FILM_S = 100.0


@dataclass(frozen=True, slots=True)
class Corpus:
    """Files to begin with: moments, a list of names, and how much of it is ranked and cut."""

    moments: Path
    names: Path
    count: int
    queries: int
    top: int
    film: Path | None  # the real one


def own_corpus(folder: Path) -> Corpus:
    """Five hundred descriptions of twenty films; a name begins no sentence, so that `capitals` sees it."""
    people = itertools.cycle((*MEN, *WOMEN, *MEN, *WOMEN, *MEN, *WOMEN, LEFT_OUT))
    texts = [f"Then {who} {what} {thing}." for what in DONE for thing in THINGS for who in itertools.islice(people, 5)]
    rows = (
        {"vid_name": f"film_{n // 25}", "duration": FILM_S, "ts": [n % 25 * 3.0, n % 25 * 3.0 + 2], "desc": text,
         "type": "v", "desc_id": n + 1}
        for n, text in enumerate(texts)
    )  # fmt: skip
    moments = folder / "moments.jsonl"
    moments.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return Corpus(moments, listed(folder, MEN, WOMEN), len(texts), 3, 6, None)


def tvr_corpus(folder: Path, real_data: Path) -> Corpus:
    """TVR's validation file, the names that it uses most, and a real film under the name of every video."""
    moments = real_data / "tvr/tvr_val_release.jsonl"
    texts = [json.loads(line)["desc"] for line in moments.open(encoding="utf-8")]
    found = Counter(word for text in texts for word in re.findall(r"(?<=[a-z] )[A-Z][a-z]{2,}", text))
    small = Counter(word for text in texts for word in re.findall(r"[a-z]+", text))
    names = [word for word, count in found.most_common(150) if 3 * small[word.lower()] < count]
    names_file = listed(folder, [name for name in names if name not in WOMEN], WOMEN)
    return Corpus(moments, names_file, len(texts), 10, 20, real_data / "video/bigbuckbunny.mp4")


def listed(folder: Path, men: Iterator[str] | tuple[str, ...] | list[str], women: tuple[str, ...]) -> Path:
    """The file of names."""
    path = folder / "names.csv"
    rows = [(name, "man") for name in men] + [(name, "woman") for name in women]
    path.write_text("name,gender\n" + "".join(f"{name},{gender}\n" for name, gender in rows))
    return path


def film_of(corpus: Corpus, folder: Path) -> Path:
    """A film long enough for every moment: the real one again and again, or a drawn one."""
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / "whole.mp4"
    picture = ["-f", "lavfi", "-i", f"testsrc=size=160x90:rate=5:duration={FILM_S:g}", "-preset", "ultrafast"]
    again = ["-stream_loop", "-1", "-i", str(corpus.film), "-an", "-c", "copy", "-t", "330"]
    words = again if corpus.film else picture
    subprocess.run([imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", *words, str(target)], check=True)
    return target


class Platform:
    """Commands on the test's database, bucket and folder; those that are to be killed as processes of their own."""

    def __init__(self, folder: Path, **more: str) -> None:
        self.log = folder / "commands.log"
        self.env = os.environ | {"DATABASE_URL": direct_url(), "REELEVANCE_DATA_DIR": str(folder / "data")} | more

    def run(self, *words: object) -> dict[str, Any]:
        """What the command reports; it runs in this process, whose settings are the same."""
        out = io.StringIO()
        call_command(*map(str, words), "--json", stdout=out)
        report: dict[str, Any] = json.loads(out.getvalue().splitlines()[-1])
        return report

    def kill_within(self, table: str, *words: object) -> None:
        """Kill the command while its transaction waits to write into that table."""
        with self._begun(words, held_up(f"LOCK TABLE {table} IN SHARE MODE")):
            wait_until(f"{words[0]} at {table}", lambda: bool(waiting_backends()), within_s=120)
        end_backends()

    def kill_when(self, is_midway: Callable[[], bool], *words: object) -> None:
        """Kill the command as soon as that is so."""
        with self._begun(words, nullcontext()):
            wait_until(f"the middle of {words[0]}", is_midway, within_s=300, every_s=0.01)
        end_backends()

    @contextmanager
    def _begun(self, words: tuple[object, ...], meanwhile: object) -> Iterator[None]:
        with meanwhile, self.log.open("ab") as log:  # type: ignore[attr-defined]
            child = subprocess.Popen(
                self._command(words), cwd=BASE_DIR, env=self.env, stdout=log, stderr=log, start_new_session=True,
                preexec_fn=die_with_parent,
            )  # fmt: skip
            try:
                yield
                assert child.poll() is None, self.log.read_text()[-2000:]
            finally:
                os.killpg(child.pid, signal.SIGKILL)
                child.wait()

    @staticmethod
    def _command(words: tuple[object, ...]) -> list[str]:
        return [sys.executable, "manage.py", *map(str, words), "--json"]
