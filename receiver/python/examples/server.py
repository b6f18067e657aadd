"""A whole receiver with the standard library's HTTP server: handles each webhook once, in order.

RINGPOST_JWKS_URL=https://…/jwks.json RINGPOST_ENDPOINT_ID=ep_… PORT=9000 python3 server.py
"""

import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from ringpost_receiver import (
    CallLog,
    Event,
    KeySet,
    OrderGuard,
    Receiver,
    SqliteStore,
    has_errors,
    read_call_log,
)


def handle(event: Event) -> None:
    failed = " failed" if has_errors(event) else ""
    print(f"{event.event} {event.call_id} {event.sequence}{failed}", flush=True)
    if event.event == "CALL_LOG_CREATED" and "RINGPOST_API_KEY" in os.environ:
        url, key = os.environ["RINGPOST_URL"], os.environ["RINGPOST_API_KEY"]
        # The answer is due within 10 s: a receiver that can wait longer reads the log afterwards.
        found = read_call_log(url, key, event.call_id, seconds=5)
        said = len(found.log["turns"]) if isinstance(found, CallLog) else found.reason
        print("log", event.call_id, said, flush=True)


receiver = Receiver(
    handle,
    guard=OrderGuard(SqliteStore(os.environ.get("RINGPOST_STORE", ":memory:"))),
    # Pin the address of your project's keys; never take it from a request.
    keys=KeySet(os.environ["RINGPOST_JWKS_URL"]),
    endpoint_id=os.environ["RINGPOST_ENDPOINT_ID"],
)


class Handler(BaseHTTPRequestHandler):
    timeout = 10

    def do_POST(self) -> None:
        length = int(self.headers.get("content-length") or 0)
        body = self.rfile.read(min(length, receiver.body_bytes_max + 1))
        self.close_connection = length > len(body)
        self.send_response(receiver.answer(self.headers.items(), body))
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_said) -> None:
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9000"))), Handler)
    print(f"listening on {server.server_port}", flush=True)
    server.serve_forever()
