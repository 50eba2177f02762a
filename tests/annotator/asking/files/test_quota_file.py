"""Quotas are read from CSV; every error names file, line and field."""

from __future__ import annotations

import pytest

from annotator.asking.files.quota_file import read_quotas
from moments.base.errors import BadLine


def test_quotas_are_read_with_and_without_a_domain(tmp_path):
    path = tmp_path / "quotas.csv"
    path.write_text("domain,task,wanted\nsports,ms,120\n sports ,ims,0\n,ms,7\n")
    assert [(row.domain, row.task, row.wanted) for row in read_quotas(path)] == [
        ("sports", "ms", 120),
        ("sports", "ims", 0),
        ("", "ms", 7),
    ]


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("sports,ca,3", "task: expected one of ms, ims, got 'ca'"),
        ("sports,ims,many", "wanted: expected a whole number of at least 0, got 'many'"),
        ("sports,ims,-3", "wanted: expected a whole number of at least 0, got '-3'"),
        ("sports,ims,1000001", "wanted: expected at most 1000000, got 1000001"),
        (f"{'x' * 61},ims,1", "domain: expected at most 60 characters, got 61"),
        ("sports,ms,3", "ms of domain 'sports' is already on line 2"),
    ],
)
def test_a_bad_line_is_named_with_its_field(tmp_path, row, problem):
    path = tmp_path / "quotas.csv"
    path.write_text(f"domain,task,wanted\nsports,ms,1\n{row}\n")
    with pytest.raises(BadLine) as caught:
        read_quotas(path)
    assert str(caught.value) == f"{path} line 3: {problem}"
