from types import SimpleNamespace
from typing import Any

from consensus.studies.figures import SimilarityBin
from console.studies.charts import similarity_bars
from tests.rig.shapes import shapes, words


def similarities(*starts: float) -> Any:
    """Figures with a bar for each start, a second one of the others where it is named again."""
    bins = [
        SimilarityBin(start=start, mean=1.0, scored=1, is_top=start not in starts[:place])
        for place, start in enumerate(starts)
    ]
    return SimpleNamespace(bins=bins)


def test_each_stretch_is_named_once():
    chart = similarity_bars(similarities(0.0, 0.05, 0.05, 0.1))
    assert words(chart, "chart-text")[5:] == ["0.00", "0.05", "0.10"]
    assert len(shapes(chart, "chart-bar")) == 4


def test_where_bars_are_narrow_a_label_follows_as_soon_as_there_is_room():
    starts = [0.0, 0.05, 0.05, 0.1, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65]
    chart = similarity_bars(similarities(*starts))
    assert words(chart, "chart-text")[5:] == ["0.00", "0.10", "0.15", "0.25", "0.35", "0.45", "0.55", "0.65"]
