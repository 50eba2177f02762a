"""The sample files of the import pages are what the readers take, and the pages offer all of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from annotator.asking.files.question_file import read_questions
from annotator.asking.files.quota_file import read_quotas
from archive.restoring.people_file import accounts_in
from config.environment import BASE_DIR
from consensus.imported.files import GivenFile, read_archive
from consensus.imported.label_studio import TaskTerms
from moments.corpus.files.moment_file import GivenMoment, read_moments
from moments.corpus.files.query_file import read_candidates, read_queries
from moments.corpus.files.values import Place
from moments.corpus.files.video_file import read_videos

FOLDER = BASE_DIR / "static" / "console" / "corpus" / "samples"


def scores_in(*names: str) -> int:
    archive = read_archive([GivenFile(FOLDER / name, name) for name in names], terms=TaskTerms())
    return sum(map(len, archive.scores.values()))


class AnyGaps:
    """Every video is an hour long."""

    def duration_s(self, place: Place, video_name: str) -> float:
        return 3600.0

    def desc_id(self, moment: GivenMoment) -> int:
        return moment.place.line


READERS: dict[str, tuple[int, Callable[[Path], int]]] = {
    "moments.csv": (3, lambda path: len(read_moments(path))),
    "moments_short.csv": (3, lambda path: len(read_moments(path, gaps=AnyGaps()))),
    "twins.csv": (3, lambda path: len(read_moments(path))),
    "moments.jsonl": (3, lambda path: len(read_moments(path))),
    "videos.csv": (3, lambda path: len(read_videos(path))),
    "questions.csv": (3, lambda path: len(read_questions(path))),
    "questions.jsonl": (2, lambda path: len(read_questions(path))),
    "queries.csv": (2, lambda path: len(read_queries(path))),
    "candidates.csv": (3, lambda path: len(read_candidates(path))),
    "val.json": (4, lambda path: scores_in("val.json", "raw_annotation.csv")),
    "raw_annotation.csv": (4, lambda path: scores_in("val.json", "raw_annotation.csv")),
    "label_studio.json": (2, lambda path: scores_in("label_studio.json")),
    "quotas.csv": (3, lambda path: len(read_quotas(path))),
    "accounts.csv": (1, lambda path: len(accounts_in(path))),
}


@pytest.mark.parametrize("name", READERS)
def test_a_sample_is_read_without_a_fault_and_some_page_offers_it(name: str) -> None:
    rows, read = READERS[name]
    assert read(FOLDER / name) == rows
    assert finders.find(f"console/corpus/samples/{name}")
    pages = "".join(path.read_text() for path in (BASE_DIR / "templates" / "console").rglob("*.html"))
    assert f'download="{name}"' in pages


def test_no_sample_is_forgotten_here() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(READERS)


def test_moments_queries_and_candidates_of_the_samples_fit_each_other() -> None:
    moments = {row.desc_id for row in read_moments(FOLDER / "moments.csv")}
    queries = read_queries(FOLDER / "queries.csv")
    assert {row.desc_id for row in queries if row.desc_id is not None} <= moments
    candidates = read_candidates(FOLDER / "candidates.csv")
    assert {row.desc_id for row in candidates} <= moments
    assert {row.query_id for row in candidates} == {row.query_id for row in queries}
