"""What the service refused, as it says it (RFC 9457)."""
from __future__ import annotations

from typing import Any, Optional


class ApiError(Exception):
    """A refusal. Each code has a class of its own; an unknown code is an ApiError."""

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        request_id: Optional[str] = None,
        errors: Optional[list[dict[str, Any]]] = None,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail
        self.request_id = request_id
        #: Field and message of each broken rule.
        self.errors = errors or []


class ConnectionFailed(Exception):
    """The service did not answer, after all tries."""
