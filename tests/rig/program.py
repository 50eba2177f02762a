"""An annotator's program that calls the API and journals what it sent and what came back; one call at a time."""

from __future__ import annotations

import http.client
import json
import threading
from typing import Any

from tests.rig.journal import Journal


class Program:
    """Works for one person with a token; `score` answers the status, None where no answer came."""

    def __init__(
        self, port: int, who: str, token: str, journal: Journal, *, campaign: str, patience_s: float = 60.0
    ) -> None:
        self.port, self.who, self.token, self.journal, self.patience_s = port, who, token, journal, patience_s
        self.campaign = campaign

    def claim(self, count: int = 3) -> list[dict[str, Any]]:
        """The seats held."""
        status, body = self.post("seats/claim/", {"count": count})
        assert status == 200, (status, body)
        return list(body["seats"])

    def score(self, seat: dict[str, Any], relevance: int, key: str, *, claim: int = 3, **more: Any) -> str | None:
        """Send one score; journaled before and after."""
        name = seat["id"].replace("-", "")
        self.journal.sent(self.who, name, key, relevance)
        entry = {"seat": seat["id"], "relevance": relevance, "key": key, "shown_ms": 900, **more}
        try:
            status, body = self.post("scores/", {"scores": [entry], "claim": claim, "campaign": self.campaign})
        except (OSError, http.client.HTTPException, ValueError):
            status, body = 0, {}
        if status != 200:
            self.journal.unknown(self.who, name, key)
            return None
        (result,) = body["results"]
        self.journal.answered(self.who, name, key, result["status"], result["relevance"])
        return str(result["status"])

    def in_background(self, *arguments: Any, **more: Any) -> Background:
        """The same, by a thread."""
        return Background(self, arguments, more)

    def post(self, path: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """Status and JSON body."""
        return self.send("POST", path, body)

    def send(self, verb: str, path: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """The same by any verb."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.patience_s)
        headers = {"Authorization": f"Token {self.token}", "Content-Type": "application/json"}
        try:
            connection.request(verb, f"/api/v1/{path}", json.dumps(body), headers)
            answer = connection.getresponse()
            text = answer.read()
            return answer.status, json.loads(text) if answer.status < 500 else {}
        finally:
            connection.close()


class Background:
    """A score that is on its way."""

    def __init__(self, program: Program, arguments: tuple[Any, ...], more: dict[str, Any]) -> None:
        self.status: str | None = "on its way"

        def run() -> None:
            self.status = program.score(*arguments, **more)

        self._thread = threading.Thread(target=run)
        self._thread.start()

    def wait(self) -> str | None:
        """What became of it."""
        self._thread.join(90)
        assert not self._thread.is_alive()
        return self.status
