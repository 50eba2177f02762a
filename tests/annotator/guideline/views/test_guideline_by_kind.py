import pytest

from annotator.guideline.sections import SECTIONS
from tests.annotator.desk.views.test_marking import marking_member
from tests.factories import make_campaign, make_member

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("page", ["guideline", "guideline/drawer"])
def test_where_segments_are_marked_the_guideline_speaks_of_questions_and_segments(client, page):
    client.force_login(marking_member().user)
    words = client.get(f"/c/films/{page}/").content.decode()
    assert all(section.title in words for section in SECTIONS)
    assert "How to write and mark" in words
    assert "How well does the clip match the query?" not in words


@pytest.mark.parametrize("page", ["guideline", "guideline/drawer"])
def test_where_relevance_is_graded_it_speaks_of_levels(client, page):
    client.force_login(make_member(make_campaign()).user)
    words = client.get(f"/c/films/{page}/").content.decode()
    assert "How well does the clip match the query?" in words
    assert SECTIONS[0].points[0] not in words
