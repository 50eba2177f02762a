"""The published raw scores, read and ruled on as an archive's."""

from collections import Counter
from pathlib import Path

import pytest

from consensus.imported.contents import Archive
from consensus.imported.planning import planned, ruled
from consensus.imported.published import read_raw
from moments.base.errors import BadLine


@pytest.mark.real_data
def test_the_published_scores_give_the_published_verdicts(real_data: Path) -> None:
    archive = Archive()
    read_raw(real_data / "tvr_ranking" / "raw_annotation.csv", archive)
    assert (archive.rows, len(archive.scores)) == (227_808, 96_483)
    outcomes = Counter(ruled(given, tolerance=1).outcome.value for given in archive.scores.values())
    assert outcomes == {"agreed": 94_442, "discarded": 2_041}
    plan = planned(archive, batch_size=20, split="val", stand_ins=True)
    assert (plan.stand_ins, max(len(query.pairs) for query in plan.queries)) == (96_483, 20)


def test_a_timestamp_nested_too_deep_is_a_fault_of_its_line(tmp_path: Path) -> None:
    columns = "pair_id,worker,relevance,query_id,query,video_name,timestamp,duration,caption,similarity"
    (tmp_path / "raw.csv").write_text(f"{columns}\n1,W1,2,1,who,film,{'[' * 50_000},9,she,0.5\n", encoding="utf-8")
    with pytest.raises(BadLine, match="line 2: timestamp: expected"):
        read_raw(tmp_path / "raw.csv", Archive())
