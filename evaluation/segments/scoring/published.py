"""Figures of the paper that proposed the benchmark, shown beside a run on request; no test expects them."""

from __future__ import annotations

from typing import NamedTuple

SOURCE = (
    "Yuan and others, MomentSeeker: A Comprehensive Benchmark and A Strong Baseline For Moment Retrieval Within Long "
    "Videos, arXiv 2502.12558, 2025"
)
MEASURE = "R@1"
NOTES = (
    "The figures hold for the labels of that benchmark only, and clips that cover a truth counted as misses there.",
    "The paper's tables contradict each other in places: CA of E5V is printed as 37.5, its rows give 43.9.",
)


class PublishedRow(NamedTuple):
    """One system's overall value of MEASURE, in percent as printed."""

    system: str
    overall: float


PUBLISHED = (
    PublishedRow("V-Embedder", 23.3),
    PublishedRow("CoVR", 17.1),
    PublishedRow("InternVideo2", 16.9),
    PublishedRow("MM-Ret", 14.9),
    PublishedRow("LanguageBind", 14.8),
    PublishedRow("E5V", 13.5),
    PublishedRow("UniIR", 10.9),
    PublishedRow("MLLM2VEC", 4.7),
    PublishedRow("MagicLens", 4.4),
)


def published_figures() -> dict[str, object]:
    """The rows with their source and notes, as a report holds them."""
    return {
        "measure": MEASURE,
        "overall_percent": {row.system: row.overall for row in PUBLISHED},
        "source": SOURCE,
        "notes": list(NOTES),
    }
