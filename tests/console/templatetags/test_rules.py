"""Numbers of rules on pages lead to what the rule says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.template.loader import render_to_string

from console.templatetags.rules import link_rules
from tests.console.scenes import sign_in_lead
from tests.factories import make_campaign

PAGE = "/c/camp/staffing/"


@pytest.mark.parametrize(
    ("text", "linked"),
    [
        ("1, 2: R3 → 2", f'1, 2: <a href="{PAGE}#R3">R3</a> → 2'),
        ("R4 → R13", f'<a href="{PAGE}#R4">R4</a> → <a href="{PAGE}#R13">R13</a>'),
        ("<b>R14, R0, AR3", "&lt;b&gt;R14, R0, AR3"),
    ],
)
def test_each_number_of_a_rule_is_a_link_and_the_rest_is_escaped(text: str, linked: str) -> None:
    assert link_rules(text, "camp") == linked


def test_the_page_explains_every_rule_of_the_docs() -> None:
    headings = re.findall(r"^## (R\d+) ", Path("docs/rules.md").read_text(), re.MULTILINE)
    shown = re.findall(r'<div id="(R\d+)"><dt>(R\d+) ', render_to_string("console/checks/_rules.html"))
    assert shown == [(name, name) for name in headings]


@pytest.mark.django_db
def test_leads_read_the_rules_beside_the_rates(client) -> None:
    sign_in_lead(client, make_campaign("camp"))
    assert '<div id="R13"><dt>R13 Lease</dt>' in client.get(PAGE).content.decode()
