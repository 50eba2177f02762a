import pytest
from django.db import IntegrityError, transaction

from consensus.listing.filters import PairView
from consensus.listing.services import saved_views as service
from consensus.models import SavedView
from moments.base.errors import BadInput
from tests.factories import NOW, make_campaign

pytestmark = pytest.mark.django_db
HARD = PairView(verdict="discarded", sort="-similarity")


def save(campaign, name="Hard ones", *, actor="lead-1", open_to_leads=False):
    return service.save_view(campaign=campaign, name=name, view=HARD, open_to_leads=open_to_leads, actor=actor, now=NOW)


def change(saved, *, name="Hard ones", actor="lead-1", view=HARD, open_to_leads=False, seen_version=1):
    service.change_view(
        saved=saved, name=name, view=view, open_to_leads=open_to_leads, actor=actor, now=NOW, seen_version=seen_version
    )


def test_a_view_is_a_row_with_a_number_of_its_campaign():
    campaign = make_campaign()
    first, second = save(campaign, "  Hard   ones "), save(campaign, "سهل")
    assert [(one.number, one.name, one.address) for one in (first, second)] == [
        (1, "Hard ones", "verdict=discarded&sort=-similarity"),
        (2, "سهل", "verdict=discarded&sort=-similarity"),
    ]
    assert save(make_campaign("other")).number == 1
    with pytest.raises(IntegrityError), transaction.atomic():
        SavedView.objects.filter(pk=second.pk).update(name="Hard ones")


def test_only_the_owner_an_admin_or_whoever_it_is_open_to_changes_a_view():
    saved = save(make_campaign())
    with pytest.raises(service.SavedByAnother, match="belongs to lead-1"):
        change(saved, actor="lead-2")
    with pytest.raises(service.SavedByAnother):
        service.remove_view(saved=saved, actor="lead-2")
    change(saved, actor="admin", view=PairView(level="0"), open_to_leads=True)
    saved.refresh_from_db()
    assert (saved.version, saved.address, saved.open_to_leads) == (2, "level=0", False)
    change(saved, open_to_leads=True, seen_version=2)
    change(saved, name="Ours", actor="lead-2", seen_version=3)
    saved.refresh_from_db()
    assert (saved.name, saved.owner, saved.open_to_leads) == ("Ours", "lead-1", True)
    service.remove_view(saved=saved, actor="lead-2")
    with pytest.raises(BadInput, match="“Ours” was removed in the meantime"):
        change(saved)


def test_the_second_of_two_changes_is_refused():
    saved = save(make_campaign())
    change(saved, view=PairView(level="4"))
    with pytest.raises(BadInput, match="was changed in the meantime"):
        change(saved)
    assert SavedView.objects.get().address == "level=4"


@pytest.mark.parametrize(
    ("name", "problem"),
    [("", "name: expected 1 to 80"), ("x" * 81, "name: expected 1 to 80"), ("Taken", "name: lead-2 has already")],
)
def test_names_that_cannot_be_taken_are_refused(name, problem, monkeypatch):
    campaign = make_campaign()
    save(campaign, "Taken", actor="lead-2")
    with pytest.raises(BadInput, match=problem):
        save(campaign, name)
    other = save(campaign, "Mine")
    if name == "Taken":
        with pytest.raises(BadInput, match="another view has this name"):
            change(other, name=name)
    monkeypatch.setattr(service, "MOST_VIEWS", 2)
    with pytest.raises(BadInput, match="already 2 views"):
        save(campaign, "One more")
