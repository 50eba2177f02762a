"""Every page of a twins campaign on a wide screen and on a phone, in light and dark."""

from __future__ import annotations

import pytest

from tests.browser.pages.opening import faults_in
from tests.browser.pages.twins import twin_world

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.django_db(transaction=True)]

# Routes that only a twins campaign has; those that give pages are opened here.
ONLY_TWINS = {"twins", "twin-rules", "twin-splits", "exam-samples", "corpus-rewrites", "corpus-rewrites-review"}


def test_no_page_has_a_fault_and_those_of_twins_are_filled(new_page, live_server, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    faults, without = faults_in(new_page, live_server, twin_world(), beneath="/c/")
    assert faults == []
    assert without & ONLY_TWINS == set()
