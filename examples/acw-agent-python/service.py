"""The two requests that an agent makes: read the log of a call, post the result of a run. Both are
tried again when that can help, as long as the service asks (`Retry-After`), and not for ever.
"""

from __future__ import annotations

import email.utils
import http.client
import json
import logging
import re
import time
import urllib.error
import urllib.parse
import urllib.request

REQUEST_S_MAX = 10
POST_TRIES = 10
WAIT_S_MAX = 30

log = logging.getLogger("agent")


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """The key goes to the service and nowhere else."""

    def redirect_request(self, *_):
        return None


class RingpostApi:
    def __init__(self, settings):
        self._settings = settings
        self._opener = urllib.request.build_opener(NoRedirects)

    def read_call_log(self, call_id):
        """The log and None, or None and why there is none."""
        tries_max = self._settings.call_log_tries
        seconds_max = self._settings.call_log_seconds
        until = time.monotonic() + seconds_max
        path = "/v1/call-logs/" + urllib.parse.quote(call_id, safe="")
        tries = 0
        while True:
            tries += 1
            status, text, retry_after = self._request(path)
            if status == 200:
                return json.loads(text), None
            why = _detail(status, text)
            # Without Retry-After a missing log will not come any more.
            may_come = retry_after is not None if status == 404 else _is_passing(status)
            if not may_come:
                return None, why
            if tries >= tries_max:
                return None, f"{why} Asked {tries} times."
            wait = _back_off(tries) if retry_after is None else retry_after
            if time.monotonic() + wait > until:
                return None, f"{why} Waited {seconds_max} s."
            if tries == 1:
                log.info("%s: no log yet, asking again", call_id)
            time.sleep(wait)

    def post_result(self, result):
        """What became of it. Safe to repeat: the run has one result."""
        body = json.dumps(result, ensure_ascii=False).encode()
        tries = 0
        while True:
            tries += 1
            status, text, retry_after = self._request("/v1/acw-results", body)
            if status == 201:
                return "recorded"
            if status == 200:
                return "recorded before"
            if not _is_passing(status) or tries >= POST_TRIES:
                return f"not recorded: {_detail(status, text)}"
            time.sleep(_back_off(tries) if retry_after is None else retry_after)

    def _request(self, path, body=None):
        """Status (0: no answer), text, and seconds of Retry-After or None."""
        headers = {"authorization": f"Bearer {self._settings.api_key}"}
        if body is not None:
            headers["content-type"] = "application/json"
        request = urllib.request.Request(self._settings.url + path, data=body, headers=headers)
        try:
            with self._opener.open(request, timeout=REQUEST_S_MAX) as reply:
                return reply.status, reply.read().decode(), None
        except urllib.error.HTTPError as error:
            with error:
                text = error.read().decode("utf-8", "replace")
            return error.code, text, _retry_after(error.headers.get("retry-after"))
        except (urllib.error.URLError, http.client.HTTPException, OSError) as error:
            return 0, str(error), None


def _is_passing(status):
    """Whether the same request may succeed later."""
    return status in (0, 408, 425, 429) or status >= 500


def _back_off(tries):
    return min(WAIT_S_MAX, 2 ** (tries - 1))


def _retry_after(header):
    """Seconds or a date."""
    if header is None:
        return None
    if re.fullmatch(r"[0-9]{1,6}", header):
        return int(header)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(header).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _detail(status, text):
    """The service explains errors in `detail` (RFC 9457)."""
    if status == 0:
        return f"The service does not answer ({text})."
    try:
        detail = json.loads(text)["detail"]
    except (ValueError, KeyError, TypeError):
        detail = None
    return detail if isinstance(detail, str) else f"The service says {status}."
