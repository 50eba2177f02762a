"""The table of parameters on the page of the rules of twins."""

from __future__ import annotations

import json

from moments.twin_protocol import TwinProtocol
from tests.rule_tables import worked_table


def test_the_page_names_every_parameter_with_its_default() -> None:
    rows = worked_table("T protocol")
    assert {key: json.loads(default) for key, default, _, _ in rows} == TwinProtocol().as_dict()
