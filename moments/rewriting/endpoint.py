"""Asks an OpenAI-compatible chat endpoint; whatever comes back is an answer with its tokens, or a fault with a name."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import httpx2
import openai

from moments.base.outgoing import OutgoingFailed, OutgoingRefused, Way, allowed_addresses
from moments.rewriting.faults import EndpointAnswer, Fault, one_line
from moments.rewriting.prompt import messages_for

LARGEST_BODY = 256 * 1024
STATUSES = {401: "refused-key", 403: "refused-key", 404: "not-found", 408: "timeout", 429: "rate-limited"}


class TooLargeError(httpx2.RequestError):
    """A body over the bound."""


class _BoundedStream(httpx2.SyncByteStream):
    """A body that ends in an error where it is too large or takes too long in all."""

    def __init__(self, stream: Any, deadline: float) -> None:
        self._stream = stream
        self._deadline = deadline

    def __iter__(self) -> Iterator[bytes]:
        size = 0
        for part in self._stream:
            size += len(part)
            if size > LARGEST_BODY:
                raise TooLargeError(f"more than {LARGEST_BODY // 1024} kB")
            if time.monotonic() > self._deadline:
                raise httpx2.ReadTimeout("the body took too long")
            yield part

    def close(self) -> None:
        """Close what it reads from."""
        self._stream.close()


class BoundedTransport(httpx2.HTTPTransport):
    """HTTP on one way out, whose answers are plain, at most 256 kB, and whole within `seconds`."""

    def __init__(self, way: Way, seconds: float) -> None:
        super().__init__(retries=0)
        self._way = way
        self._seconds = seconds

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """The answer, with its body bounded, from an address that was looked at, whatever the name means by then."""
        deadline = time.monotonic() + self._seconds
        try:
            addresses = allowed_addresses(str(request.url), self._way)
        except (OutgoingRefused, OutgoingFailed) as problem:
            raise httpx2.ConnectError(str(problem)) from problem
        request.extensions = {**request.extensions, "sni_hostname": request.url.host}
        answer = self._first_answer(request, addresses)
        if answer.headers.get("content-encoding", "identity").lower() != "identity":
            answer.close()
            raise TooLargeError("compressed, although that was not requested")
        stream = _BoundedStream(answer.stream, deadline)
        return httpx2.Response(answer.status_code, headers=answer.headers, stream=stream, extensions=answer.extensions)

    def _first_answer(self, request: httpx2.Request, addresses: list[str]) -> httpx2.Response:
        """The answer of the first address that can be connected to."""
        named = request.url
        for address in addresses[:-1]:
            request.url = named.copy_with(host=address)
            with suppress(httpx2.ConnectError):
                return super().handle_request(request)
        request.url = named.copy_with(host=addresses[-1])
        return super().handle_request(request)


@dataclass(slots=True)
class ChatEndpoint:
    """One endpoint and model. No redirect is followed and no proxy of the environment asked.

    Only with `private` may its address be plain HTTP or one of a private network.
    """

    base_url: str
    api_key: str = field(repr=False)
    model: str
    timeout_s: float = 60.0
    private: bool = False
    _client: openai.OpenAI = field(init=False, repr=False)

    def __post_init__(self) -> None:
        parts = urlsplit(self.base_url)
        hosts = {parts.hostname or "", f"{parts.hostname}:{parts.port}"}
        way = Way(frozenset(hosts), private=self.private)
        http = httpx2.Client(
            transport=BoundedTransport(way, self.timeout_s),
            timeout=self.timeout_s,
            follow_redirects=False,
            trust_env=False,
            headers={"Accept-Encoding": "identity"},
        )
        self._client = openai.OpenAI(
            base_url=self.base_url,
            api_key=self.api_key or "none",
            max_retries=0,
            timeout=self.timeout_s,
            http_client=http,
        )

    def ask(self, description: str, temperature: float) -> EndpointAnswer:
        """What the model makes of the description; never raises for what the endpoint does."""
        return self.complete(messages_for(description), temperature, most_tokens=200 + len(description) // 2)

    def complete(
        self, messages: Sequence[Mapping[str, object]], temperature: float, *, most_tokens: int
    ) -> EndpointAnswer:
        """The model's answer to a chat; never raises for what the endpoint does."""
        try:
            raw = self._client.chat.completions.with_raw_response.create(
                model=self.model,
                messages=messages,  # type: ignore[arg-type]
                temperature=temperature,
                max_tokens=most_tokens,
            )
            return read_completion(raw.content)
        except openai.APITimeoutError:
            return EndpointAnswer("", fault=Fault("timeout", f"after {self.timeout_s:g} s"))
        except openai.APIStatusError as error:
            return EndpointAnswer("", fault=_status_fault(error))
        except openai.APIConnectionError as error:
            return EndpointAnswer("", fault=_connection_fault(error.__cause__ or error))
        except openai.OpenAIError as error:
            return EndpointAnswer("", fault=Fault("malformed", one_line(str(error), 160)))

    def close(self) -> None:
        """Close its connections."""
        self._client.close()


def read_completion(body: bytes) -> EndpointAnswer:
    """The answer in a chat completion's JSON; one that is none, or is unfit, says so."""
    try:
        completion = json.loads(body)
    except (ValueError, RecursionError):
        start = one_line(body[:80].decode("utf-8", "replace"), 60)
        detail = f"not JSON, starts with {start!r}" if start else "an empty body"
        return EndpointAnswer("", fault=Fault("malformed", detail))
    usage = _part(completion, "usage")
    cost = {"tokens_in": _count(usage, "prompt_tokens"), "tokens_out": _count(usage, "completion_tokens")}
    choices = _part(completion, "choices")
    if not isinstance(choices, list) or not choices:
        message = _part(_part(completion, "error"), "message")
        return EndpointAnswer("", **cost, fault=Fault("malformed", one_line(str(message or "no choices"), 160)))
    message = _part(choices[0], "message")
    text = _part(message, "content")
    fault = _unfit(choices[0], message, text)
    return EndpointAnswer(text.strip() if isinstance(text, str) else "", **cost, fault=fault)


def _unfit(choice: Any, message: Any, text: Any) -> Fault | None:
    reason, refusal = _part(choice, "finish_reason"), _part(message, "refusal")
    if refusal or reason == "content_filter":
        return Fault("refusal", one_line(str(refusal or "content filter"), 160))
    if reason == "length":
        return Fault("truncated")
    if text is not None and not isinstance(text, str):
        return Fault("malformed", "the content is not text")
    return None if text and text.strip() else Fault("empty")


def _status_fault(error: openai.APIStatusError) -> Fault:
    status = error.status_code
    kind = STATUSES.get(status) or ("server-error" if status >= 500 else "bad-request")
    message = _part(error.body, "message") or (error.body if isinstance(error.body, str) else "")
    detail = f"{status} {one_line(str(message), 120)}".strip()
    return Fault(kind, detail, _retry_after(error.response.headers.get("retry-after", "")))


def _connection_fault(cause: BaseException) -> Fault:
    if isinstance(cause, TooLargeError):
        return Fault("too-large", str(cause))
    return Fault("unreachable", one_line(str(cause) or type(cause).__name__, 160))


def _retry_after(value: str) -> float | None:
    """The seconds that a Retry-After header names; a date in it is left to the usual waits."""
    return float(value) if value.isascii() and value.isdigit() and len(value) < 7 else None


def _part(value: Any, key: str) -> Any:
    return value.get(key) if isinstance(value, dict) else None


def _count(usage: Any, key: str) -> int:
    count = _part(usage, key)
    return count if isinstance(count, int) and not isinstance(count, bool) and 0 <= count < 2**31 else 0
