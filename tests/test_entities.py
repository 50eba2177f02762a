"""The page of entities shows the models as they are."""

from docs.draw_entities import PAGE, entities_page


def test_the_page_of_entities_is_up_to_date():
    assert PAGE.read_text() == entities_page(), "docs/entities.md is out of date: run make entities"
