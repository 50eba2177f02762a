"""What anybody sees of a platform behind its proxy before they sign in: health, redirects, headers, static files."""

from __future__ import annotations

import re
from pathlib import Path

from tests.images.visitor import SiteAnswer, Visitor

LINKED = re.compile(r'(?:href|src)="(/static/[^"]+)"')
HASHED = re.compile(r"/static/.+\.[0-9a-f]{12}\.\w+")
YEAR_S = 365 * 24 * 3600
SECRET = "a-secret-that-nobody-may-read-in-a-log"


def look(visitor: Visitor, plain: str, logs: Path) -> list[str]:
    """Each thing that is not as it should be; `plain` is the proxy's address without TLS."""
    page = visitor.get("/sign-in/")
    return [*health(visitor, plain), *redirects(visitor, plain), *headers(page), *cookies(visitor),
            *static_files(visitor, page), *secrets_logged(visitor, logs)]  # fmt: skip


def health(visitor: Visitor, plain: str) -> list[str]:
    """All that may be asked answers, the figures of the machinery do not."""
    wanted = {"/healthz": 200, "/readyz": 200, f"{plain}/proxy-healthz": 200, "/metrics": 404, "/api/schema/": 200}
    found = {path: visitor.get(path).status for path in wanted}
    return [f"{path} answers {found[path]}, not {status}" for path, status in wanted.items() if found[path] != status]


def redirects(visitor: Visitor, plain: str) -> list[str]:
    """Plain HTTP leads to the same page by TLS."""
    answer = visitor.get(f"{plain}/c/films/score/?a=b")
    wanted = (308, "https://localhost/c/films/score/?a=b")
    found = (answer.status, answer.headers["Location"])
    return [] if found == wanted else [f"plain HTTP is answered with {found}, not {wanted}"]


def headers(page: SiteAnswer) -> list[str]:
    """What protects a page in a browser."""
    policy = page.headers.get("Content-Security-Policy", "")
    hsts = re.match(r"max-age=(\d+)", page.headers.get("Strict-Transport-Security", ""))
    kept = {
        "Content-Security-Policy": "default-src 'self'" in policy and "frame-ancestors 'none'" in policy,
        "Strict-Transport-Security": bool(hsts and int(hsts[1]) >= YEAR_S),
        "X-Frame-Options": page.headers["X-Frame-Options"] == "DENY",
        "X-Content-Type-Options": page.headers["X-Content-Type-Options"] == "nosniff",
        "Referrer-Policy": page.headers["Referrer-Policy"] == "same-origin",
        "Cache-Control": "no-store" in page.headers.get("Cache-Control", ""),
        "X-Request-ID": bool(page.headers["X-Request-ID"]),
        "Server": not re.search(r"\d", page.headers.get("Server", "")),
    }
    return [f"the header {name} is {page.headers[name]!r}" for name, holds in kept.items() if not holds]


def cookies(visitor: Visitor) -> list[str]:
    """None goes out without TLS."""
    found = list(visitor.cookies)
    return [f"the cookie {cookie.name} is not secure" for cookie in found if not cookie.secure] + (
        [] if found else ["no cookie was set"]
    )


def static_files(visitor: Visitor, page: SiteAnswer) -> list[str]:
    """What the page loads has its content in its name, is there, and may be kept for good."""
    linked = sorted(set(LINKED.findall(page.text)))
    wrong = [] if linked else ["the page links no static file"]
    for path in linked:
        answer = visitor.get(path)
        found = (bool(HASHED.fullmatch(path)), answer.status, "immutable" in answer.headers.get("Cache-Control", ""))
        wrong += [] if found == (True, 200, True) else [f"{path}: hashed, status, kept: {found}"]
    return wrong


def secrets_logged(visitor: Visitor, logs: Path) -> list[str]:
    """The proxy logs requests, and not those whose address is a secret."""
    visitor.get(f"/join/{SECRET}/")
    text = "".join(path.read_text(errors="replace") for path in logs.glob("*.log"))
    return [*([] if "GET /sign-in/" in text else ["the proxy logs no request"]),
            *(["the proxy logs the secret of an invite"] if SECRET in text else [])]  # fmt: skip
