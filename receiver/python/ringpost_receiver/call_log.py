"""Reads the log of a call, and gives up in time.

`CALL_LOG_CREATED` says that a call has ended; its log may come later or never. The service says
with Retry-After that one may still come.
"""

from __future__ import annotations

import json
import math
import re
import time
import urllib.parse
from dataclasses import dataclass
from typing import Any, Callable, Literal, Mapping, Optional, Union

from .transport import Fetch, Response, checked_url, fetch

ATTEMPTS = 100
SECONDS = 600
REQUEST_SECONDS_MAX = 10.0
WAIT_S_MIN, WAIT_S_MAX = 1, 30
#: The service takes logs of at most 5 MiB.
LOG_BYTES_MAX = 8_388_608


@dataclass(frozen=True)
class CallLog:
    #: As the platform sent it: see the specification of call logs.
    log: Mapping[str, Any]
    kind: Literal["log"] = "log"


@dataclass(frozen=True)
class NoCallLog:
    """`never`: none will come. `gave-up`: after the attempts or the seconds. `refused`: the key
    may not read it, or the answer is no log."""

    reason: Literal["never", "gave-up", "refused"]
    detail: str
    kind: Literal["none"] = "none"


@dataclass(frozen=True)
class _Later:
    after_s: Optional[int]
    detail: str


def read_call_log(
    url: str,
    api_key: str,
    call_id: str,
    *,
    attempts: int = ATTEMPTS,
    seconds: float = SECONDS,
    allow_http: bool = False,
    fetch: Fetch = fetch,
    now: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> Union[CallLog, NoCallLog]:
    """`url`: where the service is; `api_key`: one with the scope call-logs:read. Asks at most
    `attempts` times within `seconds`. Raises ValueError if the options make no sense."""
    if not attempts >= 1 or not seconds >= 0 or math.isinf(seconds):
        raise ValueError("attempts must be 1 or more, seconds 0 or more")
    base = checked_url(url, allow_http).rstrip("/")
    address = f"{base}/v1/call-logs/{urllib.parse.quote(call_id, safe='')}"
    until = now() + seconds
    tried = 0
    while True:
        tried += 1
        answer = _ask(address, api_key, fetch)
        if not isinstance(answer, _Later):
            return answer
        if tried >= attempts:
            return NoCallLog("gave-up", f"Asked {tried} times. {answer.detail}")
        back_off = min(WAIT_S_MAX, 2 ** min(tried - 1, 10))
        wait = max(WAIT_S_MIN, back_off if answer.after_s is None else answer.after_s)
        if now() + wait > until:
            return NoCallLog("gave-up", f"Waited {seconds} s at most. {answer.detail}")
        sleep(wait)


def _ask(address: str, api_key: str, fetch: Fetch) -> Union[CallLog, NoCallLog, _Later]:
    headers = {"accept": "application/json", "authorization": f"Bearer {api_key}"}
    try:
        response = fetch(address, headers, LOG_BYTES_MAX, REQUEST_SECONDS_MAX)
    except OSError as error:
        return _Later(None, f"The service does not answer: {error}.")
    return _judge(response)


def _judge(response: Response) -> Union[CallLog, NoCallLog, _Later]:
    status, retry_after = response.status, response.retry_after
    found = _object(response.body)
    if status == 200:
        if found is None:
            return NoCallLog("refused", "The answer is no call log.")
        return CallLog(found)
    said = (found or {}).get("detail")
    detail = said if isinstance(said, str) else f"The service says {status}."
    if status == 404 and retry_after is None:
        return NoCallLog("never", detail)
    if status not in (404, 408, 425, 429) and status < 500:
        return NoCallLog("refused", detail)
    is_number = re.fullmatch(r"[0-9]{1,6}", retry_after or "") is not None
    return _Later(int(retry_after or 0) if is_number else None, detail)


def _object(body: bytes) -> Optional[Mapping[str, Any]]:
    if len(body) > LOG_BYTES_MAX:
        return None
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
