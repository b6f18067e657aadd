"""A webhook as types (payload versions 1 and 2), and how its body is read.

Keys and events of later versions are ignored, never refused: a version only grows. `data["call"]`
comes with version 2, which an endpoint chooses: an object with what is known of the call. Detect errors
with `has_errors`, never by the call status.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal, Mapping, NoReturn, Optional, Tuple, Union

from .invalid import InvalidWebhook

PayloadKind = Literal[
    "outbound", "inbound", "inbound-error", "call-log", "acw-completed", "other"
]


@dataclass(frozen=True)
class CallError:
    """`timestamp`: ISO 8601, UTC, milliseconds, trailing Z."""

    code: str
    message: str
    timestamp: str


@dataclass(frozen=True)
class Payload:
    #: Tells which keys `data` has.
    kind: PayloadKind
    #: The display text. For people: never parse it.
    message: str
    data: Mapping[str, Any]
    #: None: the body has no such key.
    errors: Optional[Tuple[CallError, ...]] = None


@dataclass(frozen=True)
class Event:
    """A valid webhook."""

    #: The same on every attempt of this delivery: recognise duplicates by it, per endpoint.
    webhook_id: str
    endpoint_id: str
    #: The trigger, such as OUTBOUND_CALL_COMPLETED.
    event: str
    #: From 1. For logs only: no signature covers it.
    attempt: int
    #: Its place among this call's deliveries to this endpoint, from 1; None if it is not proven.
    sequence: Optional[int]
    #: An operator asked for this delivery again, so it may come after later ones of its call.
    reopened: bool
    #: For the result that an agent of one's own must post; None: the request launches no agent.
    run_id: Optional[str]
    #: What proves endpoint, event, sequence and run.
    identity: Literal["signed", "token", "unsigned"]
    payload: Payload

    @property
    def call_id(self) -> str:
        return str(self.payload.data.get("callId", ""))


def has_errors(event: Union[Event, Payload]) -> bool:
    """Never judge by `callStatus`: a failed dial may end as COMPLETED."""
    payload = event.payload if isinstance(event, Event) else event
    return bool(payload.errors)


_OUTBOUND = ("callId", "callStatus", "callSid", "clientId")
_DATA_KEYS: Mapping[str, Tuple[str, ...]] = {
    "outbound": _OUTBOUND,
    "inbound": ("callId", "callStatus"),
    "inbound-error": ("callId", "callStatus", "callSid"),
    "call-log": (*_OUTBOUND, "direction"),
    "acw-completed": ("callId", "acwAgentId", "acwResultId", "isError"),
    "other": (),
}


def parse_payload(text: str, event: str, content_key: str = "message") -> Payload:
    try:
        body = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        _malformed("The body is no JSON.")
    data = body.get("data") if isinstance(body, dict) else None
    if not isinstance(data, dict):
        _malformed('The body has no object "data".')
    message = body.get(content_key)
    if not isinstance(message, str):
        _malformed(f'The body has no text "{content_key}".')
    errors = _errors(body["errors"]) if "errors" in body else None
    kind = _kind(event, data)
    for key in _DATA_KEYS[kind]:
        if not isinstance(data.get(key), str):
            _malformed(f'"data" has no text "{key}" for {event}.')
    return Payload(kind, message, data, errors)


def _kind(event: str, data: Mapping[str, Any]) -> PayloadKind:
    if event == "CALL_LOG_CREATED":
        return "call-log" if data.get("direction") in ("OUTBOUND", "INBOUND") else "other"
    if event == "ACW_COMPLETED":
        return "acw-completed"
    if event == "INBOUND_CALL_ERROR":
        return "inbound-error"
    if event.startswith("OUTBOUND_CALL_"):
        return "outbound"
    return "inbound" if event.startswith("INBOUND_CALL_") else "other"


def _errors(value: Any) -> Tuple[CallError, ...]:
    if not isinstance(value, list):
        _malformed('"errors" is no list of errors.')
    errors = []
    for each in value:
        names = ("code", "message", "timestamp")
        if not isinstance(each, dict) or not all(isinstance(each.get(n), str) for n in names):
            _malformed('"errors" is no list of errors.')
        errors.append(CallError(each["code"], each["message"], each["timestamp"]))
    return tuple(errors)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _malformed(detail: str) -> NoReturn:
    raise InvalidWebhook("payload-malformed", detail)
