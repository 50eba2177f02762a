"""The people of the road: each joins by a link in a browser of their own, learns, passes the exam and scores."""

from __future__ import annotations

from collections import Counter
from typing import Any

from playwright.sync_api import Page, expect

SOON_MS = 60_000  # for what a server or a worker does, on a machine that is busy
PASSWORD = "plum quarry lantern seven"
# What the first, second, third and fourth person give a pair: the rule discards the first of all pairs, a second
# round settles the second, and two people agree on the others.
DISPUTED, ESCALATED, AGREED = (0, 4, 2, 4), (1, 3, 3, 3), (3, 3, 3, 3)

CALL = """async ([path, body]) => {
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  const headers = {"Content-Type": "application/json", "X-CSRFToken": token};
  const answer = await fetch(`/api/v1/${path}`, {method: "POST", headers, body: JSON.stringify(body)});
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json();
}"""


class Opinions:
    """Says what the next person gives a pair, by how many scored it before."""

    def __init__(self) -> None:
        self.given: Counter[tuple[str, str]] = Counter()

    def next(self, pair: tuple[str, str]) -> int:
        """The next relevance of the pair."""
        place = self.given[pair]
        self.given[pair] += 1
        kinds = (DISPUTED, ESCALATED)
        kind = list(self.given).index(pair)
        return (kinds[kind] if kind < len(kinds) else AGREED)[place]


def call(page: Page, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """What the REST API answers the person who is signed in on the page."""
    answer: dict[str, Any] = page.evaluate(CALL, [path, body])
    return answer


def pair_of(seat: dict[str, Any]) -> tuple[str, str]:
    """A pair as an annotator can know it: its query and its clip."""
    return seat["query"], seat["clip"]["url"].split("?")[0]


def agree(page: Page, link: str) -> None:
    """Agree, choose a password and note the worker ID."""
    page.goto(link)
    page.get_by_label("I have read this and agree to it.").check()
    page.fill("[name=new_password1]", PASSWORD)
    page.fill("[name=new_password2]", PASSWORD)
    page.get_by_role("button", name="Join").click()
    expect(page.locator("[data-worker-id]")).not_to_be_empty(timeout=SOON_MS)
    page.get_by_role("link", name="I have written it down").click()


def join(page: Page, link: str) -> None:
    """Agree, and go through the tutorial with its practice pair."""
    agree(page, link)
    page.get_by_role("link", name="Open the tutorial").click()
    page.get_by_role("link", name="Start practising").click()
    page.wait_for_selector("body[data-started=yes]")
    page.keyboard.press("3")
    page.get_by_role("button", name="Finish the tutorial").click()
    page.get_by_role("button", name="Start the exam").click()


def score_all(page: Page, opinions: Opinions) -> None:
    """Score by the REST API what the person gets, until there is nothing."""
    answer = call(page, "seats/claim/", {"count": 20})
    while answer["seats"]:
        scores = [
            {"seat": seat["id"], "relevance": opinions.next(pair_of(seat)), "key": seat["id"], "shown_ms": 900}
            for seat in answer["seats"]
        ]
        answer = call(page, "scores/", {"scores": scores, "claim": 20})
        assert {result["status"] for result in answer["results"]} == {"saved"}


def answer_exam(page: Page, url: str) -> None:
    """Answer the exam as its lead would, and wait until the sweep has qualified the person."""
    answer = call(page, "seats/claim/", {"count": 20})
    scores = [{"seat": seat["id"], "relevance": 3, "key": seat["id"], "shown_ms": 900} for seat in answer["seats"]]
    call(page, "scores/", {"scores": scores})
    page.goto(f"{url}/c/films/start/")
    for _ in range(240):
        if page.get_by_role("link", name="Start scoring").count():
            return
        page.wait_for_timeout(250)
        page.reload()
    raise AssertionError(page.locator("main").inner_text())
