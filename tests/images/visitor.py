"""A browser without a screen: keeps cookies, trusts one certificate, sends forms and JSON as pages do."""

from __future__ import annotations

import json
import re
import secrets
import ssl
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPMessage
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
PATIENCE_S = 30.0


class _StayThere(urllib.request.HTTPRedirectHandler):
    """Redirects are answers, too."""

    def redirect_request(self, *arguments: Any, **more: Any) -> None:
        return None


@dataclass(frozen=True, slots=True)
class SiteAnswer:
    """What came back."""

    status: int
    headers: HTTPMessage
    body: bytes

    @property
    def text(self) -> str:
        """The body of a page."""
        return self.body.decode()

    def json(self) -> dict[str, Any]:
        """The body of an answer of the API."""
        return dict(json.loads(self.body))


class Visitor:
    """Somebody at `https://localhost:PORT`."""

    def __init__(self, port: int, certificate: Path) -> None:
        self.origin = f"https://localhost:{port}"
        self.cookies = CookieJar()
        trusted = ssl.create_default_context(cafile=certificate)
        self._opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}),
            urllib.request.HTTPSHandler(context=trusted),
            urllib.request.HTTPCookieProcessor(self.cookies),
            _StayThere(),
        )

    def get(self, path: str) -> SiteAnswer:
        """A page or file."""
        return self._ask(path if "://" in path else self.origin + path, None, {})

    def post_form(self, page: str, path: str, fields: Mapping[str, Any]) -> SiteAnswer:
        """Press a button on that page: its form's token goes with the fields."""
        found = TOKEN.search(self.get(page).text)
        assert found, f"no form on {page}"
        body = urlencode({"csrfmiddlewaretoken": found[1], **fields}, doseq=True).encode()
        return self._ask(self.origin + path, body, {"Content-Type": "application/x-www-form-urlencoded"})

    def post_json(self, path: str, document: Any) -> SiteAnswer:
        """A call of the API on this session."""
        return self._call(path, json.dumps(document).encode(), "application/json")

    def post_file(self, path: str, fields: Mapping[str, str], name: str, content: bytes) -> SiteAnswer:
        """A call of the API with a file."""
        edge = secrets.token_hex(16)
        head = "".join(
            f'--{edge}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'
            for key, value in fields.items()
        )
        head += f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
        body = head.encode() + content + f"\r\n--{edge}--\r\n".encode()
        return self._call(path, body, f"multipart/form-data; boundary={edge}")

    def sign_in(self, worker_id: str, password: str) -> None:
        """Through the page."""
        answer = self.post_form("/sign-in/", "/sign-in/", {"username": worker_id, "password": password})
        assert answer.status == 302, f"{worker_id} was not let in: {answer.status}"

    def _call(self, path: str, body: bytes, kind: str) -> SiteAnswer:
        (token,) = [cookie.value for cookie in self.cookies if cookie.name == "csrftoken"]
        return self._ask(self.origin + path, body, {"Content-Type": kind, "X-CSRFToken": str(token)})

    def _ask(self, url: str, body: bytes | None, headers: dict[str, str]) -> SiteAnswer:
        request = urllib.request.Request(url, body, {"Referer": f"{self.origin}/", **headers})
        try:
            with self._opener.open(request, timeout=PATIENCE_S) as answer:
                return SiteAnswer(answer.status, answer.headers, answer.read())
        except HTTPError as answer:
            with answer:
                return SiteAnswer(answer.code, answer.headers, answer.read())
