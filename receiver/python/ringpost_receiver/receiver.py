"""Answers requests of any framework: verifies, handles once and in order, says the status."""

from __future__ import annotations

import logging
from typing import Any, Callable, Optional

from .event import Event
from .invalid import InvalidWebhook
from .order import OrderGuard
from .verify import BODY_BYTES_MAX, Headers, verify

log = logging.getLogger("ringpost_receiver")


class Receiver:
    """`options` are those of `verify`. 204: handled, or need not be handled any more; 500: your
    own work failed, so it is sent again; else the status of the reason."""

    #: Read no more of a body than one byte beyond this.
    body_bytes_max = BODY_BYTES_MAX

    def __init__(
        self,
        handle: Callable[[Event], object],
        *,
        guard: Optional[OrderGuard] = None,
        **options: Any,
    ) -> None:
        self._handle = handle
        self._guard = OrderGuard() if guard is None else guard
        self._options = options

    def answer(self, headers: Headers, raw_body: bytes, method: str = "POST") -> int:
        if method != "POST":
            return 405
        try:
            event = verify(headers, raw_body, method=method, **self._options)
        except InvalidWebhook as invalid:
            log.warning("refused: %s", invalid)
            return invalid.answer_status
        try:
            self._guard.run(event, self._handle)
        except Exception:
            log.exception("%s of call %s was not handled", event.event, event.call_id)
            return 500
        return 204
