"""What the first screen weighs before any clip: the page as it is, its files packed as the server sends them."""

import gzip

import pytest

from tests.browser.at_desk import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MOST_BYTES = 110_000  # of the 150,000 that the desk may weigh
MOST_REQUESTS = 40


def weight(answer) -> int:
    body = answer.body()
    return len(gzip.compress(body)) if "/static/" in answer.url else len(body)


def test_the_first_screen_is_light(new_page, live_server, member):
    page = new_page(extra_http_headers={"Accept-Encoding": "identity"})
    sign_in(page, live_server, member)
    page.wait_for_selector("body[data-mode=ready]")
    requests = []
    open_again = page.context.new_page()
    open_again.on("request", lambda request: requests.append(request))
    open_again.goto(f"{live_server.url}/c/films/score/")
    open_again.wait_for_selector("body[data-mode=ready]")
    open_again.wait_for_load_state("networkidle")
    claim = next(place for place, request in enumerate(requests) if request.url.endswith("/seats/claim/"))
    first = [request.response() for request in requests[: claim + 1]]  # what comes later may overtake the first clip
    weights = {answer.url: weight(answer) for answer in first if answer.status == 200}
    assert sum(weights.values()) <= MOST_BYTES, sorted(weights.items(), key=lambda item: -item[1])
    assert len(first) <= MOST_REQUESTS
