"""Why a request is no valid webhook, and the status to answer: 503 is sent again, a 4xx is not."""

from __future__ import annotations

from typing import Literal

Reason = Literal[
    "missing-header",
    "malformed-header",
    "payload-version",
    "wrong-endpoint",
    "timestamp-too-old",
    "timestamp-in-future",
    "bearer-mismatch",
    "signature-missing",
    "signature-mismatch",
    "not-covered",
    "identity-unsigned",
    "digest-mismatch",
    "unknown-key",
    "keys-unavailable",
    "body-too-large",
    "payload-malformed",
]

_STATUSES = {
    "unknown-key": 503,
    "keys-unavailable": 503,
    "body-too-large": 413,
    "payload-malformed": 400,
    "payload-version": 400,
}


class InvalidWebhook(Exception):
    """Raised by `verify`. `reason` is stable, `detail` is for people."""

    def __init__(self, reason: Reason, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason: Reason = reason
        self.detail = detail
        self.answer_status: int = _STATUSES.get(reason, 401)
