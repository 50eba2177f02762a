"""Opens pages in a browser and says what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from playwright.sync_api import ConsoleMessage, Page, Request, Response

from tests.browser.at_desk import begin_session
from tests.browser.axe import on_screen_and_phone
from tests.browser.pages.world import Found, World, found_in, unfilled

LEFT_BEHIND = "net::ERR_ABORTED"  # by a page that is left while something of it still loads
OPEN = "document.querySelectorAll('main details').forEach((one) => { one.open = true; })"


def faults_in(new_page: Callable[..., Page], server, world: World, beneath: str = "/") -> tuple[list[str], set[str]]:
    """What is wrong with the world's pages whose addresses lie beneath that one; and the routes that are not filled."""
    found = list(found_in(world))
    pages = [one for one in found if one.is_page and one.address.startswith(beneath)]
    return list(_faults_of(new_page, server, world, pages)), unfilled(found)


def _faults_of(new_page: Callable[..., Page], server, world: World, pages: Iterable[Found]) -> Iterator[str]:
    """What axe finds, what is wider than its window, what did not load and what the console says, on each page."""
    tabs: dict[str, tuple[Page, list[str]]] = {}
    for found in pages:
        if found.person not in tabs:
            tabs[found.person] = _tab(new_page, server, world, found.person)
        page, heard = tabs[found.person]
        page.goto(server.url + found.address)
        page.evaluate(OPEN)
        yield from (f"as {found.person}: {fault}" for fault in on_screen_and_phone(page))
        yield from (f"{found.address}, as {found.person}: {line}" for line in heard)
        heard.clear()


def _tab(new_page: Callable[..., Page], server, world: World, person: str) -> tuple[Page, list[str]]:
    """The person's tab, signed in, and what goes wrong in it from now on."""
    page, heard = new_page(reduced_motion="reduce"), []
    if user := world.people[person]:
        begin_session(page, server, user)

    def refused(answer: Response) -> None:
        if answer.status >= 400:
            heard.append(f"{answer.status} {answer.url}")

    def failed(request: Request) -> None:
        if request.failure != LEFT_BEHIND:
            heard.append(f"{request.failure} {request.url}")

    def said(line: ConsoleMessage) -> None:
        if line.type == "error":
            heard.append(f"console: {line.text}")

    page.on("response", refused)
    page.on("requestfailed", failed)
    page.on("console", said)
    return page, heard
