"""Every page of a campaign that marks on a wide screen and on a phone, in light and dark."""

from __future__ import annotations

import pytest

from tests.browser.pages.marked import marked_world
from tests.browser.pages.opening import faults_in

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.django_db(transaction=True)]

# Routes that only a marking campaign has; those that give pages are opened here.
ONLY_MARKED = {
    *("mark", "write", "questions", "questions-csv", "question", "question-review", "videos", "video"),
    *("quotas", "quotas-csv", "marking-rules", "captions", "captions-progress", "judge-captions"),
}


def test_no_page_has_a_fault_and_those_of_marking_are_filled(new_page, live_server, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    faults, without = faults_in(new_page, live_server, marked_world(), beneath="/c/")
    assert faults == []
    assert without & ONLY_MARKED == set()
