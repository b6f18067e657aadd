"""The signatures of a request: the required ones are there, and each that is there is valid.

`webhook-signature` and the identity headers, by keys of the project or by the endpoint's secret,
and HTTP Message Signatures (RFC 9421) with Content-Digest. An unsigned header proves nothing.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
from dataclasses import dataclass
from typing import Callable, Dict, List, NamedTuple, Optional, Protocol, Sequence, Tuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.hashes import SHA256

from .invalid import InvalidWebhook
from .keys import KeyLookup
from .structured_field import InnerList, parse_dictionary

#: Two keys sign during a rotation; further signatures are ignored.
SIGNATURES_MAX = 8

ReadHeader = Callable[[str], Optional[str]]


class Keys(Protocol):
    def lookup(self, kid: str) -> KeyLookup: ...


@dataclass(frozen=True)
class Request:
    header: ReadHeader
    method: str
    raw_body: bytes
    timestamp_s: int
    now_s: float


class Proof(NamedTuple):
    """Whether a signature covers endpoint, event, sequence and run, and that it was reopened."""

    is_signed: bool
    is_reopened: bool


class _Identity(NamedTuple):
    header: str
    by_key: str
    by_secret: str


_IDENTITY = _Identity("webhook-identity-signature", "v2rs256", "v2")
_REOPENED = _Identity("webhook-reopened-signature", "v3rs256", "v3")


def check_signatures(
    request: Request, keys: Optional[Keys], secrets: Sequence[bytes], wanted: Optional[str]
) -> Proof:
    header = request.header
    has_simple = header("webhook-signature") is not None
    has_message = header("signature-input") is not None or header("signature") is not None
    if not has_simple and wanted != "rfc9421" and (not has_message or wanted is not None):
        raise InvalidWebhook("signature-missing", "webhook-signature is missing.")
    if not has_message and wanted in ("rfc9421", "both"):
        raise InvalidWebhook("signature-missing", "Signature-Input and Signature are missing.")
    simple = _check_simple(request, keys, secrets) if has_simple else Proof(False, False)
    if not has_message:
        return simple
    if keys is None:
        # A proxy on the way added it: an endpoint with a secret signs in no other form.
        if has_simple:
            return simple
        raise InvalidWebhook("signature-missing", "webhook-signature is missing.")
    try:
        message = _check_message(request, keys)
    except InvalidWebhook as invalid:
        # A proxy on the way may have added a signature to a request that the service signed only
        # in the other form.
        is_ours = invalid.reason != "signature-missing"
        if not is_ours and has_simple and wanted in (None, "webhook-signature"):
            return simple
        raise
    is_reopened = simple.is_reopened or message.is_reopened
    return Proof(simple.is_signed or message.is_signed, is_reopened)


def _check_simple(request: Request, keys: Optional[Keys], secrets: Sequence[bytes]) -> Proof:
    header = request.header
    by_secret = bool(secrets) and (keys is None or bool(_entries(header, "webhook-signature", "v1")))

    def check(name: str, by_key_version: str, secret_version: str, signed: bytes) -> None:
        if by_secret:
            _check_secrets(_entries(header, name, secret_version), signed, secrets)
        elif keys is None:
            raise InvalidWebhook("signature-missing", "webhook-signature is missing.")
        else:
            _check_entries(header, name, by_key_version, signed, keys)

    def check_identity(of: _Identity) -> None:
        version = of.by_secret if by_secret else of.by_key
        check(of.header, of.by_key, of.by_secret, _identity_content(version, request))

    check("webhook-signature", "v1rs256", "v1", _plain_content(request))
    if header(_IDENTITY.header) is None:
        return Proof(False, False)
    check_identity(_IDENTITY)
    if header("webhook-reopened") != "true":
        return Proof(True, False)
    try:
        check_identity(_REOPENED)
    except InvalidWebhook:
        # Without its own signature the header is worth nothing, but the request is whole.
        return Proof(True, False)
    return Proof(True, True)


def _plain_content(request: Request) -> bytes:
    return _content(request, "webhook-id", "webhook-timestamp")


def _identity_content(version: str, request: Request) -> bytes:
    names = ("webhook-id", "webhook-timestamp", "webhook-endpoint-id", "webhook-event")
    rest = ("webhook-sequence", "webhook-payload-version", "acw-run-id")
    return version.encode() + b"." + _content(request, *names, *rest)


def _content(request: Request, *names: str) -> bytes:
    parts = "".join(f"{request.header(name) or ''}." for name in names)
    return parts.encode() + request.raw_body


def _entries(header: ReadHeader, name: str, version: str) -> List[str]:
    start = f"{version},"
    return [each[len(start) :] for each in _listed(header(name)) if each.startswith(start)]


def _listed(value: Optional[str]) -> List[str]:
    return [each for each in (value or "").split(" ") if each][:SIGNATURES_MAX]


def _check_entries(
    header: ReadHeader, name: str, version: str, signed: bytes, keys: Keys
) -> None:
    signatures = _entries(header, name, version)
    kids = _listed(header("webhook-key-id"))
    if not signatures or len(signatures) != len(kids):
        raise InvalidWebhook(
            "malformed-header",
            f"{name} must list one {version} entry for each id in webhook-key-id.",
        )
    _check_any(keys, [(kid, signed, _bytes(entry)) for kid, entry in zip(kids, signatures)])


def _check_any(keys: Keys, candidates: Sequence[Tuple[str, bytes, bytes]]) -> None:
    """One valid signature by a known key is enough, which is what lets keys rotate.

    Of several failures it reports the one that a later try may resolve.
    """
    failure: Optional[InvalidWebhook] = None
    for kid, signed, signature in candidates[:SIGNATURES_MAX]:
        found = keys.lookup(kid)
        if found.kind == "key":
            if _is_signed(found, signed, signature):
                return
            failure = failure or _mismatch()
        elif found.kind == "unavailable":
            failure = InvalidWebhook("keys-unavailable", found.detail)
        elif failure is None or failure.reason != "keys-unavailable":
            failure = InvalidWebhook("unknown-key", f"No key has the id {kid[:64]}.")
    raise failure or InvalidWebhook("signature-missing", "The request has no known signature.")


def _is_signed(found: KeyLookup, signed: bytes, signature: bytes) -> bool:
    if found.key is None:
        return False
    try:
        found.key.verify(signature, signed, PKCS1v15(), SHA256())
    except InvalidSignature:
        return False
    return True


def _check_secrets(entries: Sequence[str], signed: bytes, secrets: Sequence[bytes]) -> None:
    if not entries:
        raise InvalidWebhook("signature-missing", "The request is not signed with a secret.")
    matches = False
    for secret in secrets:
        expected = hmac.new(secret, signed, hashlib.sha256).digest()
        for entry in entries:
            matches |= hmac.compare_digest(_bytes(entry), expected)
    if not matches:
        raise _mismatch()


def _bytes(base64_text: str) -> bytes:
    try:
        return base64.b64decode(base64_text, validate=True)
    except (binascii.Error, ValueError):
        return b""


def _mismatch() -> InvalidWebhook:
    return InvalidWebhook("signature-mismatch", "The signature does not match the request.")


_COVERED = (
    "@method",
    "content-digest",
    "webhook-id",
    "webhook-timestamp",
    "webhook-event",
    "webhook-endpoint-id",
)
#: Covered in addition, except by older services; also the run if the request names one.
_COVERED_IDENTITY = ("webhook-sequence", "webhook-payload-version")
_TAG = "call-event-webhook"
_ALGORITHM = "rsa-v1_5-sha256"


def _check_message(request: Request, keys: Keys) -> Proof:
    header = request.header
    inputs = parse_dictionary(header("signature-input") or "")
    signatures = parse_dictionary(header("signature") or "")
    if inputs is None or signatures is None:
        raise InvalidWebhook("malformed-header", "Signature-Input or Signature cannot be read.")
    found: Dict[str, List[Tuple[str, bytes, bytes]]] = {"reopened": [], "signed": [], "unsigned": []}
    failure: Optional[InvalidWebhook] = None
    for label, given in inputs.items():
        signature = signatures.get(label)
        if not isinstance(given, InnerList) or not isinstance(signature, bytes):
            continue
        # A proxy on the way may add its own signatures; they carry another tag, or fail here.
        if given.parameters.get("tag") != _TAG:
            continue
        fault = _cover_fault(given, request)
        if fault is not None:
            failure = failure or fault
            continue
        base = _signature_base(given, request)
        if base is None:
            detail = "A covered header is missing or not known."
            failure = failure or InvalidWebhook("not-covered", detail)
            continue
        kid = str(given.parameters["keyid"])
        found[_cover(given, header)].append((kid, base, signature))
    checked: Optional[InvalidWebhook] = None
    for cover, candidates in found.items():
        if not candidates:
            continue
        try:
            _check_any(keys, candidates)
        except InvalidWebhook as invalid:
            checked = checked or invalid
            continue
        if not _digest_matches(request):
            detail = "Content-Digest is not the SHA-256 of the body."
            raise InvalidWebhook("digest-mismatch", detail)
        return Proof(cover != "unsigned", cover == "reopened")
    missing = InvalidWebhook("signature-missing", "No signature has the tag that is known here.")
    raise checked or failure or missing


def _cover_fault(given: InnerList, request: Request) -> Optional[InvalidWebhook]:
    missing = next((name for name in _COVERED if name not in given.items), None)
    parameters = given.parameters
    detail: Optional[str] = None
    if missing is not None:
        detail = f"The signature does not cover {missing}."
    elif parameters.get("alg") != _ALGORITHM:
        detail = f'The signature must state alg="{_ALGORITHM}".'
    elif not isinstance(parameters.get("keyid"), str):
        detail = "The signature names no key."
    elif parameters.get("created") != request.timestamp_s:
        detail = "created differs from webhook-timestamp."
    if detail is not None:
        return InvalidWebhook("not-covered", detail)
    expires = parameters.get("expires")
    if expires is None or (isinstance(expires, int) and expires >= request.now_s):
        return None
    return InvalidWebhook("timestamp-too-old", "The signature has expired.")


def _cover(given: InnerList, header: ReadHeader) -> str:
    has_run = header("acw-run-id") is None or "acw-run-id" in given.items
    if not has_run or not all(name in given.items for name in _COVERED_IDENTITY):
        return "unsigned"
    is_reopened = header("webhook-reopened") == "true" and "webhook-reopened" in given.items
    return "reopened" if is_reopened else "signed"


def _signature_base(given: InnerList, request: Request) -> Optional[bytes]:
    lines = []
    for name in given.items:
        value = request.method if name == "@method" else request.header(name)
        if value is None or (name.startswith("@") and name != "@method"):
            return None
        lines.append(f'"{name}": {value}')
    lines.append(f'"@signature-params": {given.text}')
    return "\n".join(lines).encode()


def _digest_matches(request: Request) -> bool:
    stated = (parse_dictionary(request.header("content-digest") or "") or {}).get("sha-256")
    computed = hashlib.sha256(request.raw_body).digest()
    return isinstance(stated, bytes) and hmac.compare_digest(stated, computed)
