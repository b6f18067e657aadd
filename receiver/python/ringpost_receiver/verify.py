"""Verifies that a request is a webhook of the service, complete and recent, and reads it."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import math
import re
import time
from typing import (
    Any,
    Callable,
    Dict,
    Iterable,
    List,
    Literal,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    Union,
)

from .event import Event, parse_payload
from .invalid import InvalidWebhook
from .keys import FixedKeys
from .signatures import Keys, Proof, ReadHeader, Request, check_signatures

#: A mapping, or pairs: a header that came twice must be seen twice.
Headers = Union[Mapping[str, str], Iterable[Tuple[str, str]]]

TOLERANCE_S = 300
#: The service sends at most 64 KiB.
BODY_BYTES_MAX = 262_144
_PAYLOAD_VERSIONS = ("1", "2")
_SECRET_BYTES_MIN, _SECRET_BYTES_MAX = 24, 64

#: Without dots, which separate the parts of the signed content.
_ID = re.compile(r"[\x21-\x2d\x2f-\x7e]{1,256}")
_COUNT = re.compile(r"[1-9][0-9]{0,8}")
_REQUIRED = {
    "webhook-id": _ID,
    "webhook-endpoint-id": _ID,
    "webhook-event": re.compile(r"[A-Z][A-Z0-9_]{0,127}"),
    "webhook-timestamp": re.compile(r"[1-9][0-9]{0,11}"),
    "webhook-attempt": _COUNT,
    "webhook-sequence": _COUNT,
}
_TOKEN = re.compile(r"bearer +([A-Za-z0-9._~+/-]+=*)", re.IGNORECASE | re.ASCII)


def verify(
    headers: Headers,
    raw_body: bytes,
    *,
    keys: Union[Keys, Sequence[Mapping[str, Any]], None] = None,
    signing_secret: Union[str, Sequence[str]] = (),
    bearer_token: Union[str, Sequence[str]] = (),
    signature_format: Optional[Literal["webhook-signature", "rfc9421", "both"]] = None,
    endpoint_id: Optional[str] = None,
    content_key: str = "message",
    tolerance_s: float = TOLERANCE_S,
    accept_unsigned_identity: bool = False,
    method: str = "POST",
    now_ms: Callable[[], float] = lambda: time.time() * 1_000,
) -> Event:
    """The event; raises InvalidWebhook with the reason and the status to answer.

    `keys`: a KeySet, or the project's public keys as JWKs. `signing_secret`: the endpoint's
    `whsec_`, `bearer_token`: its token; two of either while one replaces the other. At least one
    of the three must be given. `endpoint_id` refuses webhooks to another endpoint.
    `signature_format` demands a form; without it each that came must be right. Raises ValueError
    on options that would verify nothing.
    """
    if not math.isfinite(tolerance_s) or tolerance_s < 0:
        raise ValueError("tolerance_s must be a finite number of seconds, 0 or more")
    tokens = _listed(bearer_token)
    secrets = [_secret(each) for each in _listed(signing_secret)]
    if keys is None and not tokens and not secrets:
        raise ValueError("verify needs keys, signing_secret or bearer_token")
    if accept_unsigned_identity and endpoint_id is None:
        raise ValueError("accept_unsigned_identity needs endpoint_id")
    if not isinstance(raw_body, (bytes, bytearray, memoryview)):
        raise TypeError("raw_body must be the bytes as they came")
    raw_body = bytes(raw_body)
    if len(raw_body) > BODY_BYTES_MAX:
        detail = f"The body has more than {BODY_BYTES_MAX} bytes."
        raise InvalidWebhook("body-too-large", detail)
    header = _reader(headers)
    _check_headers(header, endpoint_id)
    now_s = now_ms() / 1_000
    timestamp_s = int(header("webhook-timestamp") or 0)
    _check_time(timestamp_s, now_s, tolerance_s)
    if tokens:
        _check_token(header("authorization"), tokens)
    identity: Literal["signed", "token", "unsigned"] = "token"
    is_reopened = header("webhook-reopened") == "true"
    if keys is not None or secrets:
        known = keys if keys is None or hasattr(keys, "lookup") else FixedKeys(keys)
        request = Request(header, method, raw_body, timestamp_s, now_s)
        proof: Proof = check_signatures(request, known, secrets, signature_format)
        if proof.is_signed or not tokens:
            identity = "signed" if proof.is_signed else "unsigned"
            is_reopened = proof.is_reopened
    if identity == "unsigned" and not accept_unsigned_identity:
        raise InvalidWebhook(
            "identity-unsigned",
            "The signature does not cover webhook-endpoint-id, webhook-event and webhook-sequence.",
        )
    event = header("webhook-event") or ""
    return Event(
        webhook_id=header("webhook-id") or "",
        endpoint_id=header("webhook-endpoint-id") or "",
        event=event,
        attempt=int(header("webhook-attempt") or 0),
        sequence=None if identity == "unsigned" else int(header("webhook-sequence") or 0),
        reopened=is_reopened,
        run_id=header("acw-run-id"),
        identity=identity,
        payload=parse_payload(raw_body.decode("utf-8", "replace"), event, content_key),
    )


def _listed(value: Union[str, Sequence[str]]) -> List[str]:
    return [value] if isinstance(value, str) else list(value)


def _secret(text: str) -> bytes:
    """The error does not repeat the text."""
    try:
        found = base64.b64decode(text[len("whsec_") :], validate=True)
    except (binascii.Error, ValueError):
        found = b""
    if text.startswith("whsec_") and _SECRET_BYTES_MIN <= len(found) <= _SECRET_BYTES_MAX:
        return found
    raise ValueError("a signing secret is whsec_ and base64 of 24 to 64 bytes")


def _reader(headers: Headers) -> ReadHeader:
    """A header sent twice is joined, so that a second value cannot hide behind the first."""
    pairs = headers.items() if isinstance(headers, Mapping) else headers
    values: Dict[str, str] = {}
    for name, value in pairs:
        lower = name.lower()
        text = value.strip(" \t\r\n")
        values[lower] = f"{values[lower]}, {text}" if lower in values else text
    return values.get


def _check_headers(header: ReadHeader, endpoint_id: Optional[str]) -> None:
    for name, pattern in _REQUIRED.items():
        value = header(name)
        if value is None:
            raise InvalidWebhook("missing-header", f"{name} is missing.")
        if pattern.fullmatch(value) is None:
            raise InvalidWebhook("malformed-header", f"{name} is malformed.")
    run_id = header("acw-run-id")
    if run_id is not None and _ID.fullmatch(run_id) is None:
        raise InvalidWebhook("malformed-header", "acw-run-id is malformed.")
    agent_id = header("acw-agent-id")
    if agent_id is not None and agent_id != header("webhook-endpoint-id"):
        detail = "acw-agent-id is another than webhook-endpoint-id."
        raise InvalidWebhook("malformed-header", detail)
    if (header("webhook-payload-version") or "1") not in _PAYLOAD_VERSIONS:
        detail = "The payload has a version that is not known here."
        raise InvalidWebhook("payload-version", detail)
    if endpoint_id is not None and endpoint_id != header("webhook-endpoint-id"):
        raise InvalidWebhook("wrong-endpoint", "The webhook was sent to another endpoint.")


def _check_time(timestamp_s: int, now_s: float, tolerance_s: float) -> None:
    ahead_s = timestamp_s - now_s
    # Written so that a clock that returns NaN refuses everything.
    if not ahead_s >= -tolerance_s:
        raise InvalidWebhook("timestamp-too-old", "webhook-timestamp is too old.")
    if ahead_s > tolerance_s:
        raise InvalidWebhook("timestamp-in-future", "webhook-timestamp is in the future.")


def _check_token(authorization: Optional[str], tokens: Sequence[str]) -> None:
    if authorization is None:
        raise InvalidWebhook("missing-header", "authorization is missing.")
    match = _TOKEN.fullmatch(authorization)
    if match is None:
        raise InvalidWebhook("bearer-mismatch", "authorization is no Bearer token.")
    # Hashed, so that the duration does not even reveal the length of the expected token.
    given = hashlib.sha256(match[1].encode()).digest()
    matches = False
    for each in tokens:
        matches |= hmac.compare_digest(given, hashlib.sha256(each.encode()).digest())
    if not matches:
        raise InvalidWebhook("bearer-mismatch", "The Bearer token is another one.")
