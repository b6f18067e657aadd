"""One bounded GET: no redirects, at most so many bytes and seconds."""

from __future__ import annotations

import re
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from typing import Callable, Mapping, Optional

_HERE = re.compile(r"localhost|127\.\d+\.\d+\.\d+|::1")


@dataclass(frozen=True)
class Response:
    status: int
    #: At most one byte more than was asked for, which says that it is too large.
    body: bytes
    retry_after: Optional[str] = None


#: (url, headers, most bytes, most seconds); raises OSError if nothing answers.
Fetch = Callable[[str, Mapping[str, str], int, float], Response]


def checked_url(text: str, allow_http: bool) -> str:
    """Raises ValueError if the address is neither https nor on this machine."""
    parts = urllib.parse.urlsplit(text)
    host = parts.hostname or ""
    here = _HERE.fullmatch(host) is not None
    if host and (parts.scheme == "https" or (parts.scheme == "http" and (here or allow_http))):
        return text
    raise ValueError(f"the address must be https: {text}")


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_args, **_more):
        return None


_opener = urllib.request.build_opener(_NoRedirect)


def fetch(url: str, headers: Mapping[str, str], bytes_max: int, seconds: float) -> Response:
    until = time.monotonic() + seconds
    request = urllib.request.Request(url, headers=dict(headers))
    try:
        answer = _opener.open(request, timeout=seconds)
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        body = bytearray()
        while len(body) <= bytes_max:
            if time.monotonic() > until:
                raise TimeoutError(f"no whole answer in {seconds} s")
            chunk = answer.read1(min(65_536, bytes_max + 1 - len(body)))
            if not chunk:
                break
            body += chunk
        return Response(answer.status, bytes(body), answer.headers.get("retry-after"))
