"""Firefox without a window, and what the tests do in its tabs: load pages, press keys, cut the line."""

from __future__ import annotations

import json
import os
import re
import subprocess
import time
from pathlib import Path
from typing import Any

from tests.browser.firefox.bidi import Refused, Session

WITHIN_S = 60.0
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "ArrowLeft": "\ue012", "ArrowRight": "\ue014", "Space": " "}


class Firefox:
    """One Firefox with a profile of its own."""

    def __init__(self, binary: str, folder: Path) -> None:
        command = [binary, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
        self._log = folder / "firefox.log"
        with self._log.open("wb") as log:
            env = {**os.environ, "HOME": str(folder)}
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=env)
        try:
            self.session = Session(self._address())
        except BaseException:
            self._process.kill()
            raise
        self.session.ask("session.subscribe", events=["log.entryAdded"])

    def new_tab(self) -> Tab:
        """A tab that shares no cookies with the others."""
        user = self.session.ask("browser.createUserContext")["userContext"]
        context = self.session.ask("browsingContext.create", type="tab", userContext=user)["context"]
        self.session.ask("browsingContext.setViewport", context=context, viewport={"width": 1280, "height": 800})
        return Tab(self.session, context)

    def close(self) -> None:
        """End the process."""
        try:
            self.session.close()
            self._process.wait(WITHIN_S)
        finally:
            self._process.kill()
            self._process.wait()

    def _address(self) -> str:
        deadline = time.monotonic() + WITHIN_S
        while time.monotonic() < deadline and self._process.poll() is None:
            if found := re.search(r"BiDi listening on (ws://\S+)", self._log.read_text(errors="replace")):
                return found[1]
            time.sleep(0.1)
        raise AssertionError(f"Firefox did not start: {self._log.read_text(errors='replace')[-2000:]}")


class Tab:
    """One tab, driven as a person with a keyboard would."""

    def __init__(self, session: Session, context: str) -> None:
        self._session, self._context = session, context
        self._events_before = len(session.events)

    def close(self) -> None:
        """Close the tab."""
        self._session.ask("browsingContext.close", context=self._context)

    def open(self, address: str) -> None:
        """Load a page, whole."""
        self._session.ask("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def run(self, expression: str) -> Any:
        """What a JavaScript expression gives, by way of JSON."""
        code = f"JSON.stringify(({expression}) ?? null)"
        where = {"context": self._context}
        done = self._session.ask("script.evaluate", expression=code, target=where, awaitPromise=True)
        assert done["type"] == "success", done
        return json.loads(done["result"]["value"])

    def wait_for(self, expression: str) -> Any:
        """The expression's value, once it is true; a page that only begins has no body yet."""
        deadline = time.monotonic() + WITHIN_S
        while time.monotonic() < deadline:
            try:
                if value := self.run(f"document.body && ({expression})"):
                    return value
            except Refused:
                pass  # the page was just being left
            time.sleep(0.05)
        raise AssertionError(f"never true: {expression}; the page says: {self.text('body')[:1500]}")

    def has(self, selector: str, words: str = "") -> None:
        """Wait until what the selector finds is there and holds the words."""
        self.wait_for(f"document.querySelector({json.dumps(selector)})?.innerText.includes({json.dumps(words)})")

    def text(self, selector: str) -> str:
        """What a person reads there."""
        return self.run(f"document.querySelector({json.dumps(selector)}).innerText")

    def count(self, selector: str) -> int:
        """How many there are."""
        return self.run(f"document.querySelectorAll({json.dumps(selector)}).length")

    def focus(self, selector: str) -> None:
        """Set the focus on an element, once it is there."""
        self.has(selector)
        self.run(f"document.querySelector({json.dumps(selector)}).focus()")

    def press(self, *keys: str) -> None:
        """Press keys one after another, by name or as one character."""
        actions = [{"type": kind, "value": KEYS.get(key, key)} for key in keys for kind in ("keyDown", "keyUp")]
        keyboard = {"type": "key", "id": "keyboard", "actions": actions}
        self._session.ask("input.performActions", context=self._context, actions=[keyboard])

    def type_into(self, selector: str, words: str) -> None:
        """Type into a field."""
        self.focus(selector)
        self.press(*words)

    def set_offline(self, offline: bool) -> None:
        """Cut the line of this tab, or mend it."""
        conditions = {"type": "offline"} if offline else None
        self._session.ask("emulation.setNetworkConditions", networkConditions=conditions, contexts=[self._context])

    def errors(self) -> list[str]:
        """What scripts and the console called errors since this tab was opened."""
        entries = [event["params"] for event in self._session.events[self._events_before :]]
        return [entry["text"] for entry in entries if entry["level"] == "error"]
