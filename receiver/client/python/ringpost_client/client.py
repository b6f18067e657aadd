"""A client of the API of Ringpost, on the standard library alone (Python 3.9 or newer).

A method for each operation of the OpenAPI document, `each_...` for all records of a list, errors as
classes. Reads, and POST requests by an Idempotency-Key that stays the same, are tried again.
No redirect is followed: it would hand the key to the address that it names.
"""
from __future__ import annotations

import json
import time
import uuid
from email.utils import parsedate_to_datetime
from typing import Any, Callable, Iterator, Optional
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

from .api_error import ApiError, ConnectionFailed
from .generated import ERROR_CLASSES, Operations

_AGAIN = {408, 425, 429, 500, 502, 503, 504}
_AGAIN_CODES = {"IDEMPOTENCY_KEY_RUNNING"}
#: Longer waits than this are not waited, whatever the service asks.
_MAX_WAIT = 60.0
_MAX_BYTES = 64 * 1024 * 1024
_MAX_ERROR_BYTES = 1024 * 1024


class _NoRedirect(HTTPRedirectHandler):
    """A redirect is an error as any other status that is not 2xx."""

    def redirect_request(self, *_: Any) -> None:
        return None


_open = build_opener(_NoRedirect).open


class Client(Operations):
    """`url` such as https://ringpost.example; `tries` of one request, the first included.

    `max_bytes` of one answer; an answer that is read as a stream has no bound.
    """

    def __init__(
        self,
        url: str,
        key: str,
        *,
        tries: int = 4,
        timeout: float = 75.0,
        max_bytes: int = _MAX_BYTES,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._url = url.rstrip("/")
        self._key = key
        self._tries = tries
        self._timeout = timeout
        self._max_bytes = max_bytes
        self._sleep = sleep

    def _call(
        self,
        operation: dict[str, Any],
        *,
        path: dict[str, Any],
        query: dict[str, Any],
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        headers = {"authorization": f"Bearer {self._key}"}
        if operation["keyed"]:
            headers["idempotency-key"] = idempotency_key or str(uuid.uuid4())
        data = None
        if body is not None and operation["body"] == "form":
            data = urlencode(body).encode()
        elif body is not None:
            data = json.dumps(body).encode()
            headers["content-type"] = "application/json"
        address = self._url + _address(operation["path"], path, query)
        may_repeat = operation["method"] != "POST" or operation["keyed"]
        for tried in range(1, self._tries + 1):
            is_last = tried == self._tries or not may_repeat
            wait = min(0.25 * 2 ** (tried - 1), 10.0)
            request = Request(address, data=data, headers=headers, method=operation["method"])
            try:
                response = _open(request, timeout=self._timeout)
            except HTTPError as refused:
                error = _error_of(refused)
                if tried > 1 and operation["method"] == "DELETE" and error.status == 404:
                    # An earlier try removed it and its answer was lost.
                    return None
                again = error.status in _AGAIN or error.code in _AGAIN_CODES
                if is_last or not again:
                    raise error from None
                wait = max(wait, _asked_wait(refused.headers.get("retry-after")))
            except (URLError, OSError) as failure:
                if is_last:
                    raise ConnectionFailed(f"{self._url} does not answer: {failure}") from failure
            else:
                if operation["answer"] == "stream":
                    return response
                with response:
                    return _answer_of(operation, self._read(response))
            self._sleep(wait)
        raise AssertionError("the last try returns or raises")

    def _read(self, response: Any) -> bytes:
        data = response.read(self._max_bytes + 1)
        if len(data) > self._max_bytes:
            raise ConnectionFailed(
                f"{self._url} answered with more than {self._max_bytes} bytes; ask for less at"
                " once, or give the client a larger max_bytes"
            )
        return data

    def _pages(self, operation: dict[str, Any], **parts: Any) -> Iterator[Any]:
        query = dict(parts.pop("query"))
        while True:
            page = self._call(operation, query=query, **parts)
            yield from page["data"]
            if page["nextCursor"] is None:
                return
            query["cursor"] = page["nextCursor"]


def _asked_wait(header: Optional[str]) -> float:
    """Seconds that `Retry-After` asks for: a number or a date (RFC 9110, 10.2.3)."""
    text = (header or "").strip()
    if text.isascii() and text.isdigit():
        # A number of many digits has no float.
        return _MAX_WAIT if len(text) > 9 else min(float(text), _MAX_WAIT)
    try:
        asked = parsedate_to_datetime(text).timestamp() - time.time()
    except (TypeError, ValueError, OverflowError, IndexError):
        return 0.0
    return min(max(asked, 0.0), _MAX_WAIT)


def _address(path: str, names: dict[str, Any], query: dict[str, Any]) -> str:
    for name, value in names.items():
        path = path.replace("{" + name + "}", quote(str(value), safe=""))
    pairs = []
    for name, value in query.items():
        for each in value if isinstance(value, (list, tuple)) else [value]:
            if each is not None:
                pairs.append((name, _text(each)))
    return f"{path}?{urlencode(pairs)}" if pairs else path


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _answer_of(operation: dict[str, Any], data: bytes) -> Any:
    if operation["answer"] == "none" or not data:
        return None
    return data.decode() if operation["answer"] == "text" else json.loads(data)


def _error_of(refused: HTTPError) -> ApiError:
    try:
        said = json.loads(refused.read(_MAX_ERROR_BYTES))
    except ValueError:
        said = None
    if not isinstance(said, dict):
        said = {}
    code = said.get("code", "UNKNOWN")
    detail = said.get("detail", f"The service answered {refused.code}.")
    if 300 <= refused.code < 400:
        to = refused.headers.get("location")
        detail = f"{refused.geturl()} redirects to {to}; give the client the url of the service."
    known = ERROR_CLASSES.get(code, ApiError)
    return known(refused.code, code, detail, said.get("requestId"), said.get("errors"))
