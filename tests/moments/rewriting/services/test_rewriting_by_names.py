from functools import partial

import pytest

from moments.base.errors import BadInput
from moments.corpus.services import sample_queries
from moments.jobs.services.doing import Stopped
from moments.models import RewriteAttempt
from moments.rewriting.checker import CaptionChecker
from moments.rewriting.selectors.progress import identical_captions, reasons, word_figures
from moments.rewriting.services.by_names import names_mark, rewrite_by_names
from moments.rewriting.services.runs import Manner
from tests.factories import NOW
from tests.moments.rewriting.scenes import NAMES, captions, checker_of, described, done_by, outcomes, run_of, state_of

pytestmark = pytest.mark.django_db


def rewritten_by(campaign, names, checker: CaptionChecker | None = None, *, watch=None) -> str:
    manner = Manner("names", "names.csv", names_mark(names), "lexical", "capitals")
    run = run_of(campaign, manner)
    checker = checker or checker_of(campaign)
    return done_by(run, partial(rewrite_by_names, run=run, names=names, checker=checker), watch=watch).reason


def test_a_list_of_names_needs_no_endpoint():
    campaign = described()
    assert rewritten_by(campaign, NAMES) == ""
    assert captions(campaign)[2] == "Two people sit on the couch and laugh."
    one = state_of(campaign)
    (attempt,) = one.attempts.all()
    assert (one.state, one.source) == ("accepted", "names")
    assert (attempt.model, attempt.prompt, attempt.temperature) == ("names.csv", names_mark(NAMES), None)


def test_a_name_that_the_list_lacks_goes_to_a_person_and_a_longer_list_takes_it_up():
    campaign = described("Ross walks to the red door.", "At the red door Ross meets Joey.")
    checker = checker_of(campaign)
    rewritten_by(campaign, {"Ross": "man"}, checker)
    assert (state_of(campaign, 2).state, outcomes(state_of(campaign, 2))) == ("review", ["name"])
    assert reasons(campaign).names_left == [("Joey", 1)]
    rewritten_by(campaign, {"Ross": "man"}, checker)
    assert RewriteAttempt.objects.count() == 2
    rewritten_by(campaign, NAMES, checker)
    assert outcomes(state_of(campaign, 2)) == ["name", "passed"]
    assert captions(campaign)[1] == "At the red door a man meets another man."


def test_a_stop_leaves_whole_moments_and_the_rest_for_the_next_run(monkeypatch):
    monkeypatch.setattr("moments.rewriting.services.by_names.AT_ONCE", 2)
    campaign = described()

    def stop(more: int) -> None:
        raise Stopped("stopped")

    assert rewritten_by(campaign, NAMES, watch=stop) == "stopped"
    assert [state_of(campaign, number).state for number in (1, 2, 3, 4)] == ["accepted"] * 2 + ["waiting"] * 2
    rewritten_by(campaign, NAMES)
    assert [state_of(campaign, number).state for number in (1, 2, 3, 4)] == ["accepted"] * 4
    assert RewriteAttempt.objects.count() == 4


def test_the_words_that_replaced_names_are_counted_by_gender():
    campaign = described()
    rewritten_by(campaign, NAMES)
    figures = word_figures(campaign)
    assert (figures.captions, figures.changed, figures.replaced) == (4, 3, 5)
    assert {(row.word, row.gender, row.count) for row in figures.put_in} == {
        ("man", "man", 1),
        ("woman", "woman", 1),
        ("two", "person", 1),
        ("people", "person", 1),
    }


def test_captions_that_became_alike_are_found_and_asked_once():
    campaign = described("Ross opens the door.", "Joey opens the door.", "The dog barks at the door.")
    rewritten_by(campaign, NAMES)
    assert identical_captions(campaign) == (1, 2, [("A man opens the door.", 2)])
    queries = sample_queries(campaign=campaign, split="val", count=2, seed=1, now=NOW, actor="test")
    assert sorted(query.text for query in queries) == ["A man opens the door.", "The dog barks at the door."]


def test_what_waits_for_a_person_is_not_sampled():
    campaign = described("Ross walks to the red door.", "At the red door Ross meets Joey.", "The dog barks.")
    rewritten_by(campaign, {"Ross": "man"})
    with pytest.raises(BadInput, match="3 queries were requested, but only 2 captions are left"):
        sample_queries(campaign=campaign, split="val", count=3, seed=1, now=NOW, actor="test")
    sampled = sample_queries(campaign=campaign, split="val", count=2, seed=1, now=NOW, actor="test")
    assert sorted(query.text for query in sampled) == ["A man walks to the red door.", "The dog barks."]
