"""A self-provided agent of Ringpost: takes launches over HTTP, believes those that verify, answers
at once, and works afterwards. Each launch is worked on once, and each ends with a result or an
error that says why there is none. Python 3.9 or later with its standard library, and either the
package `cryptography` or the command `openssl`. README.md says how to start it.
"""

from __future__ import annotations

import collections
import hmac
import http.server
import json
import logging
import os
import queue
import re
import signal
import sys
import threading
import time

from questions import left_open
from service import RingpostApi
from verify import Refused, Verifier

BODY_BYTES_MAX = 256 * 1024
WORKERS = 8
WAITING_MAX = 1_000
SEEN_MAX = 10_000  # a launch is sent again for half an hour at most
STOP_SECONDS_MAX = 20  # work that takes longer is left: its run fails at its deadline
ENGINE = "left-open-questions-python 1.0.0"

log = logging.getLogger("agent")


class Settings:
    """What the agent is told by its environment; all faults at once."""

    def __init__(self, env):
        self.faults = []
        self.url = env.get("RINGPOST_URL", "").rstrip("/")
        if not re.match(r"https?://[^/]", self.url):
            self._fault("RINGPOST_URL to the address of the service, as http://127.0.0.1:8080.")
        self.api_key = env.get("RINGPOST_API_KEY", "")
        if not self.api_key:
            self._fault("RINGPOST_API_KEY to a key with call-logs:read and acw-results:write.")
        self.project = env.get("RINGPOST_PROJECT") or None
        self.token = env.get("RINGPOST_TOKEN") or None
        if self.project is None and self.token is None:
            self._fault("RINGPOST_PROJECT (signed launches), RINGPOST_TOKEN (Bearer) or both.")
        self.host = env.get("HOST") or "127.0.0.1"
        self.port = self._number(env, "PORT", 9101, 65_535)
        self.call_log_tries = self._number(env, "CALL_LOG_TRIES", 60, 1_000)
        # Below the deadline of a run, 15 minutes unless the endpoint says otherwise.
        self.call_log_seconds = self._number(env, "CALL_LOG_SECONDS", 600, 86_400)

    def _fault(self, what):
        self.faults.append(f"Set {what}")

    def _number(self, env, name, preset, largest):
        text = env.get(name) or str(preset)
        if re.fullmatch(r"[0-9]{1,6}", text) and int(text) <= largest:
            return int(text)
        self._fault(f"{name} to a whole number from 0 to {largest}.")
        return preset


class Agent:
    def __init__(self, settings):
        self._token = settings.token
        self._verifier = Verifier(settings.url, settings.project) if settings.project else None
        self._api = RingpostApi(settings)
        self._waiting = queue.Queue(WAITING_MAX)
        self._seen = collections.OrderedDict()
        self._seen_lock = threading.Lock()
        for _ in range(WORKERS):
            threading.Thread(target=self._work_on, daemon=True).start()

    def take(self, headers, body):
        """Answers a request: a status, and seconds after which to try again or None."""
        try:
            launch = self._believed(headers, body)
        except Refused as refused:
            log.warning("refused: %s", refused)
            return refused.status, None
        # The same launch may come again when our answer was lost: take it once, answer it again.
        identity = (launch["acwAgentId"], headers["webhook-id"])
        with self._seen_lock:
            if identity in self._seen:
                return 202, None
            try:
                self._waiting.put_nowait(launch)
            except queue.Full:
                return 503, 10
            self._seen[identity] = True
            if len(self._seen) > SEEN_MAX:
                self._seen.popitem(last=False)
        return 202, None

    def finish(self):
        until = time.monotonic() + STOP_SECONDS_MAX
        while self._waiting.unfinished_tasks and time.monotonic() < until:
            time.sleep(0.05)

    def _believed(self, headers, body):
        """The launch, when its sender knows the secret and it can be read; else Refused."""
        if self._token is not None:
            expected = f"Bearer {self._token}".encode()
            given = headers.get("authorization", "").encode("utf-8", "surrogateescape")
            if not hmac.compare_digest(given, expected):
                raise Refused(401, "the Bearer token is not the endpoint's")
        if self._verifier is not None:
            self._verifier.check(headers, body)
        agent_id = headers.get("acw-agent-id", "")
        run_id = headers.get("acw-run-id", "")
        if not run_id or not headers.get("webhook-id"):
            raise Refused(400, "no launch; is this the target of an endpoint of another kind?")
        if agent_id != headers.get("webhook-endpoint-id"):
            raise Refused(400, "acw-agent-id is not the endpoint that this was sent to")
        try:
            call_id = json.loads(body)["data"]["callId"]
        except (ValueError, KeyError, TypeError):
            call_id = None
        if not isinstance(call_id, str):
            raise Refused(400, "the body names no call")
        return {"callId": call_id, "acwAgentId": agent_id, "acwRunId": run_id}

    def _work_on(self):
        while True:
            launch = self._waiting.get()
            try:
                self._work(launch)
            except Exception:  # one broken launch must not end the worker
                log.exception("%s was not finished", launch["acwRunId"])
            finally:
                self._waiting.task_done()

    def _work(self, launch):
        try:
            call_log, why = self._api.read_call_log(launch["callId"])
            result = None if call_log is None else left_open(call_log)
        except Exception as error:
            result, why = None, f"The agent could not read the call log: {error!r}"
        if result is None:
            errors = [{"code": "ANALYZER_FAILED", "message": why}]
            outcome = {"isError": True, "errors": errors}
        else:
            outcome = {"isError": False, "result": result}
        said = self._api.post_result({**launch, "engine": ENGINE, **outcome})
        log.info("%s %s: %s", launch["acwRunId"], "judged" if result is not None else why, said)


def handler_for(agent):
    class Handler(http.server.BaseHTTPRequestHandler):
        timeout = 10  # seconds without a byte
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            length = self.headers.get("content-length", "")
            if not re.fullmatch(r"[0-9]{1,9}", length):
                return self._answer(411)
            if int(length) > BODY_BYTES_MAX:
                return self._answer(413)
            body = self.rfile.read(int(length))
            # Header names are compared in lower case.
            headers = {name.lower(): value for name, value in self.headers.items()}
            try:
                status, retry_after = agent.take(headers, body)
            except Exception:
                log.exception("a request could not be judged")
                status, retry_after = 500, None
            self._answer(status, retry_after)

        def _answer(self, status, retry_after=None):
            self.send_response(status)
            self.send_header("content-length", "0")
            if retry_after is not None:
                self.send_header("retry-after", str(retry_after))
            if status in (411, 413):
                self.close_connection = True  # the body was not read
            self.end_headers()

        def log_message(self, *_):
            pass

    return Handler


def main():
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stdout)
    settings = Settings(os.environ)
    if settings.faults:
        sys.exit("\n".join(settings.faults))
    agent = Agent(settings)
    server = http.server.ThreadingHTTPServer((settings.host, settings.port), handler_for(agent))

    def stop(*_):
        # `shutdown` waits for the loop that this handler interrupts, so it needs a thread.
        threading.Thread(target=server.shutdown).start()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    log.info("agent ready on http://%s:%d", settings.host, server.server_address[1])
    server.serve_forever()
    agent.finish()


if __name__ == "__main__":
    main()
