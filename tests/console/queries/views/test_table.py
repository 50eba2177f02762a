import csv
import io
import json

import pytest
from django.urls import reverse

from annotator.models import Gold
from consensus.models import SavedView
from moments.models import LedgerEntry, Moment, Query
from tests.consensus.listing.scenes import mixed_scene, opened
from tests.console.scenes import REFUSED, refusals, reviewed_scene, sign_in_admin, sign_in_lead

pytestmark = pytest.mark.django_db
TABLE, ACT, SAVE = (reverse(name, args=["camp"]) for name in ("pairs", "pairs-act", "pairs-view-save"))


@pytest.fixture
def campaign(client):
    campaign = mixed_scene()
    sign_in_lead(client, campaign)
    return campaign


def shown(response) -> list[int]:
    return [row.pair.number for row in response.context["rows"]]


def text_of(response) -> str:
    return " ".join(response.content.decode().split())


def test_the_table_shows_what_its_address_asks_for_in_its_order_and_columns(client, campaign):
    a, b, c, d, e, f = [pair.number for pair in opened(campaign)]
    answer = client.get(
        TABLE, {"verdict": "agreed", "level": ["3", "4"], "sort": "-level", "columns": ["rank", "split"]}
    )
    assert shown(answer) == [c, f, b]
    page = text_of(answer)
    assert '<th scope="col" class="cell-rank number">Rank</th>' in page
    assert 'aria-sort="descending"' not in page  # by the level, whose column is hidden
    assert '<td class="cell-split">validation</td>' in page
    assert "cell-caption" not in page
    page = text_of(client.get(TABLE, {"sort": "-level", "level": "3"}))
    assert 'cell-verdict" aria-sort="descending"><a class="sort" href="?level=3&amp;sort=level">Verdict' in page
    assert shown(client.get(TABLE, {"query": "2"}))[:3] == [d, e, f]
    assert shown(client.get(TABLE, {"flag": "hold"})) == [a]
    assert "No pair matches." in text_of(client.get(TABLE, {"text": "zebra"}))
    assert client.get(reverse("pairs-count", args=["camp"]), {"verdict": "agreed"}).content == b"4"


@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        ({"level": "9"}, "level: expected one of"),
        ({"after": "x"}, "this page does not exist"),
        ({"most": "x"}, "most:"),
    ],
)
def test_an_address_of_no_view_names_what_is_wrong_and_keeps_what_was_typed(client, campaign, asked, problem):
    answer = client.get(TABLE, {**asked, "query": "somebody runs"})
    assert (answer.status_code, shown(answer)) == (400, [])
    assert f"The pairs cannot be shown: {problem}" in text_of(answer)
    assert 'value="somebody runs"' in text_of(answer)
    for name in ("pairs-csv", "pairs-count"):
        assert client.get(reverse(name, args=["camp"]), asked).status_code == (200 if "after" in asked else 400)


@pytest.mark.parametrize("pairs", [2, 6])
def test_the_number_of_queries_does_not_grow_with_pairs(client, pairs, django_assert_num_queries):
    sign_in_lead(client, reviewed_scene(pairs=pairs))
    with django_assert_num_queries(19):
        assert len(shown(client.get(TABLE))) == pairs


def test_outsiders_are_refused(client, campaign):
    assert refusals(client, campaign, TABLE) == REFUSED


def test_a_csv_holds_the_view_and_no_formulas(client, campaign, monkeypatch):
    monkeypatch.setattr("console.queries.selectors.table.CHUNK", 2)
    third = opened(campaign)[2]
    Moment.objects.filter(pk=third.moment_id).update(caption='=HYPERLINK("x")')
    every = ["query", "rank", "similarity", "clip", "caption", "video", "split", "scores", "verdict", "decided"]
    asked = {"verdict": "decided", "sort": "-level", "columns": [*every, "attempt", "priority"]}
    answer = client.get(reverse("pairs-csv", args=["camp"]), asked)
    assert (answer.streaming, answer["Content-Type"]) == (True, "text/csv; charset=utf-8")
    assert answer["Content-Disposition"] == 'attachment; filename="camp-pairs.csv"'
    rows = list(csv.DictReader(io.StringIO(b"".join(answer).decode())))
    assert [int(row["pair"]) for row in rows] == shown(client.get(TABLE, asked))
    first = rows[0]
    assert (first["caption"], first["relevance"], first["outcome"], first["flags"]) == (
        '\'=HYPERLINK("x")',
        "4",
        "agreed",
        "",
    )
    assert (float(first["similarity"]), first["split"]) == (pytest.approx(third.similarity, abs=1e-6), "val")
    assert "by" in first["scores"]
    assert rows[-1]["outcome"] == "withdrawn"
    assert rows[-1]["flags"] == "attempt 2"


def test_a_pair_has_a_page_and_a_panel_with_what_can_be_done_about_it(client, campaign):
    a, _, _, d, _, _ = opened(campaign)
    address = reverse("pair", args=["camp", a.number])
    page, panel = client.get(address), client.get(address, headers={"HX-Request": "true"})
    assert ("<html" in page.content.decode(), "<html" in panel.content.decode()) == (True, False)
    assert "HX-Request" in page["Vary"]
    for answer in (page, panel):
        assert a.moment.caption in answer.content.decode()
        assert 'id="reopen"' in answer.content.decode()
        assert 'id="withdraw"' not in answer.content.decode()
    assert 'id="withdraw"' in client.get(reverse("pair", args=["camp", d.number])).content.decode()
    Query.objects.filter(pk=a.query_id).update(retired_at=a.batch.opened_at)
    assert 'id="reopen"' not in client.get(address).content.decode()
    assert client.get(reverse("pair", args=["camp", 999])).status_code == 404


def test_a_decision_leads_back_to_the_table_where_it_was_made(client, campaign):
    pair = opened(campaign)[3]
    body = {"reason": "x", "back": "pairs", "view": "verdict=undecided&sort=-level&evil=\r\n//example.org"}
    answer = client.post(reverse("withdraw-pair", args=["camp", pair.number]), body)
    assert answer.url == f"{TABLE}?verdict=undecided&sort=-level&evil=%0D%0A%2F%2Fexample.org"


def test_an_order_is_previewed_and_then_done_as_shown(client, campaign):
    pairs = opened(campaign)
    body = {"action": "reopen", "pair": [pairs[0].number, pairs[3].number], "view": "verdict=opened"}
    preview = client.post(ACT, body)
    page = text_of(preview)
    assert "<strong>1 pair will change</strong>" in page
    assert "1 pair, because each is not decided: it is being scored, attempt 2." in page
    assert not LedgerEntry.objects.filter(kind="pair_reopened", pair_number=pairs[0].number).exists()
    body |= {"seen": preview.context["preview"].mark}
    refused = client.post(ACT, body)
    assert (refused.status_code, "No changes were made: give a reason." in text_of(refused)) == (409, True)
    done = client.post(ACT, {**body, "reason": "a new guideline"}, follow=True)
    assert done.redirect_chain == [(f"{TABLE}?verdict=opened", 302)]
    assert "1 pair is open again." in text_of(done)
    assert "Not changed: 1 pair, because each is not decided" in text_of(done)
    again = client.post(ACT, {**body, "reason": "a new guideline"})
    assert "the pairs have changed since the preview" in text_of(again)
    assert LedgerEntry.objects.filter(kind="pair_reopened", pair_number=pairs[0].number).count() == 1


def test_all_pairs_of_a_view_can_be_ordered_about(client, campaign):
    body = {"action": "gold", "all": "1", "view": "verdict=unopened"}
    preview = client.post(ACT, body)
    assert len(preview.context["preview"].allowed) == 6
    body |= {"seen": preview.context["preview"].mark}
    assert "level: choose one" in text_of(client.post(ACT, body))
    assert "6 pairs are gold." in text_of(client.post(ACT, {**body, "level": "2"}, follow=True))
    assert Gold.objects.filter(relevance=2, active=True).count() == 6
    body = {"action": "priority", "all": "1", "view": "verdict=unopened"}
    body |= {"seen": client.post(ACT, body).context["preview"].mark, "priority": "-3"}
    assert "6 pairs are given this priority with their queries." in text_of(client.post(ACT, body, follow=True))
    entry = LedgerEntry.objects.get(kind="queries_prioritised")
    assert json.loads(entry.payload) == {"priority": -3, "queries": [1, 2]}


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({"action": "explode", "pair": "1"}, "action: expected one of withdraw, reopen"),
        ({"action": "withdraw"}, "pairs: choose at least one"),
        ({"action": "withdraw", "pair": "x"}, "pairs: expected the numbers of pairs"),
        ({"action": "withdraw", "pair": "999"}, "pairs: the campaign has no pair 999"),
        ({"action": "withdraw", "all": "1", "view": "level=x"}, "level: expected one of"),
    ],
)
def test_an_order_that_makes_no_sense_changes_nothing(client, campaign, body, problem):
    assert f"No changes were made: {problem}" in text_of(client.post(ACT, body, follow=True))


def test_a_view_is_saved_opened_changed_and_removed(client, campaign):
    saved = client.post(SAVE, {"name": "Hard", "view": "verdict=agreed&sort=-level"}, follow=True)
    assert saved.redirect_chain == [(f"{TABLE}?verdict=agreed&sort=-level&view=1", 302)]
    assert "The view “Hard” is saved." in text_of(saved)
    opened_view = client.get(reverse("pairs-view", args=["camp", 1]))
    assert opened_view.url == f"{TABLE}?verdict=agreed&sort=-level&view=1"
    change = {"name": "Harder", "view": "level=0", "saved": "1", "seen_version": "1"}
    assert "The view “Harder” is saved." in text_of(client.post(SAVE, change, follow=True))
    assert "was changed in the meantime" in text_of(client.post(SAVE, change, follow=True))
    assert "level: expected one of" in text_of(client.post(SAVE, {"name": "x", "view": "level=8"}, follow=True))
    assert client.get(reverse("pairs-view", args=["camp", 9])).status_code == 404
    sign_in_lead(client, campaign)
    page = text_of(client.get(TABLE, {"view": "1"}))
    assert "only they and admins can change it" in page
    assert "Harder" in page
    remove = reverse("pairs-view-remove", args=["camp", 1])
    assert "belongs to" in text_of(client.post(remove, follow=True))
    sign_in_admin(client)
    assert "The view “Harder” is removed." in text_of(client.post(remove, follow=True))
    assert not SavedView.objects.exists()
