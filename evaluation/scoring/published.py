"""Published results on TVR-Ranking, shown beside a run on request; no test expects a system to reach them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from evaluation.metrics.ndcg import NDCG

BENCHMARK = "TVR-Ranking"
SOURCE = (
    "README of github.com/Ranking-VMR/TVR-Ranking at commit 0b9cf42, for Liang and others, TVR-Ranking: A Dataset for "
    "Ranked Video Moment Retrieval with Imprecise Queries, arXiv 2407.06597, 2024"
)
NOTES = (
    "The figures hold for the labels of that benchmark only. Its authors' code matches with an IoU above the "
    "threshold, not equal to it.",
    "An earlier README (commit 24a8cab) prints lower figures, for example 0.3479 instead of 0.4418 for ReLoCLNet, top "
    "40, NDCG@20 at IoU 0.3 on val.",
    "The README has NDCG@20 of all three systems, and NDCG@10 and NDCG@40 of ReLoCLNet only.",
)
SPLITS = ("val", "test")


class PublishedRow(NamedTuple):
    """A system trained on the `top` captions most similar to each query, with its NDCG at a cut-off and a threshold."""

    system: str
    top: int
    k: int
    iou: float
    val: float
    test: float

    @property
    def measure(self) -> str:
        """The measure's full name."""
        return NDCG.named(self.k, self.iou)


class PublishedSystem(NamedTuple):
    """A line of the published table: val and test at IoU 0.3, 0.5 and 0.7."""

    system: str
    top: int
    k: int
    figures: tuple[float, float, float, float, float, float]


TABLE = (
    PublishedSystem("XML", 1, 20, (0.1010, 0.0923, 0.0737, 0.0662, 0.0258, 0.0269)),
    PublishedSystem("XML", 20, 20, (0.2331, 0.2243, 0.1700, 0.1650, 0.0627, 0.0664)),
    PublishedSystem("XML", 40, 20, (0.2114, 0.2167, 0.1530, 0.1590, 0.0583, 0.0635)),
    PublishedSystem("CONQUER", 1, 20, (0.0952, 0.0835, 0.0808, 0.0687, 0.0526, 0.0484)),
    PublishedSystem("CONQUER", 20, 20, (0.2130, 0.1995, 0.1976, 0.1867, 0.1527, 0.1368)),
    PublishedSystem("CONQUER", 40, 20, (0.2183, 0.1968, 0.2022, 0.1851, 0.1524, 0.1365)),
    PublishedSystem("ReLoCLNet", 1, 10, (0.1575, 0.1525, 0.1358, 0.1349, 0.0908, 0.0916)),
    PublishedSystem("ReLoCLNet", 20, 10, (0.3751, 0.3751, 0.3407, 0.3397, 0.2316, 0.2338)),
    PublishedSystem("ReLoCLNet", 40, 10, (0.4339, 0.4353, 0.3984, 0.3986, 0.2693, 0.2807)),
    PublishedSystem("ReLoCLNet", 1, 20, (0.1504, 0.1439, 0.1303, 0.1269, 0.0866, 0.0849)),
    PublishedSystem("ReLoCLNet", 20, 20, (0.3815, 0.3792, 0.3462, 0.3427, 0.2381, 0.2386)),
    PublishedSystem("ReLoCLNet", 40, 20, (0.4418, 0.4439, 0.4060, 0.4059, 0.2787, 0.2877)),
    PublishedSystem("ReLoCLNet", 1, 40, (0.1533, 0.1489, 0.1321, 0.1304, 0.0878, 0.0869)),
    PublishedSystem("ReLoCLNet", 20, 40, (0.4039, 0.4031, 0.3656, 0.3648, 0.2542, 0.2567)),
    PublishedSystem("ReLoCLNet", 40, 40, (0.4725, 0.4735, 0.4337, 0.4337, 0.3015, 0.3079)),
)
IOUS = (0.3, 0.5, 0.7)
PUBLISHED = tuple(
    PublishedRow(line.system, line.top, line.k, iou, *line.figures[2 * place : 2 * place + 2])
    for line in TABLE
    for place, iou in enumerate(IOUS)
)

# NDCG of the similarity order, judged by the labels, by cut-off; printed alike for every threshold.
SIMILARITY_ORDER = {10: 0.785, 20: 0.838, 40: 0.905}
SIMILARITY_SOURCE = (
    "Table 6 of Liang and others, arXiv 2407.06597. Another version prints 0.759, 0.808 and 0.891. We could not verify "
    "which version is right, or that the three figures belong to K = 10, 20 and 40. Use them for comparison only."
)


def published_at(k: int, iou: float) -> list[PublishedRow]:
    """The published rows of a cut-off and a threshold, in the order of the table."""
    return [row for row in PUBLISHED if (row.k, row.iou) == (k, iou)]


def published_figures() -> dict[str, Any]:
    """Rows, similarity order, sources and notes, as a report holds them."""
    return {
        "benchmark": BENCHMARK,
        "rows": [
            {"system": row.system, "top": row.top, "measure": row.measure, "val": row.val, "test": row.test}
            for row in PUBLISHED
        ],
        "source": SOURCE,
        "similarity_order": {f"{NDCG.name}@{k}": value for k, value in SIMILARITY_ORDER.items()},
        "similarity_order_source": SIMILARITY_SOURCE,
        "notes": list(NOTES),
    }


def published_lines(published: dict[str, Any], measures: list[str]) -> Iterator[str]:
    """What a report says of those of the published rows whose measures it has."""
    rows = [row for row in published["rows"] if row["measure"] in measures]
    yield f"published on {published['benchmark']}: system, trained on top, val, test"
    width = max((len(row["measure"]) for row in rows), default=0)
    for row in rows:
        yield f"{row['measure']:<{width}}  {row['system']:<9}  {row['top']:>2}  {row['val']:.4f}  {row['test']:.4f}"
    bound = ", ".join(f"{name} {value}" for name, value in published["similarity_order"].items())
    yield f"similarity order as printed: {bound}"
    yield f"source: {published['source']}"
    yield f"source of the similarity order: {published['similarity_order_source']}"
    yield from published["notes"]
