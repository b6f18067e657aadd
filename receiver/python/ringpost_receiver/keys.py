"""The public keys of a project: fetched from its JWKS address, cached, and bounded.

The address is fixed when the set is made: never take it from a request. An unknown key id causes
another fetch, at most once a minute, so that made-up ids cannot cause a flood of requests.
"""

from __future__ import annotations

import base64
import json
import re
import threading
import time
from dataclasses import dataclass
from typing import Any, Callable, Literal, Mapping, Optional, Sequence

from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey, RSAPublicNumbers

from .transport import Fetch, checked_url, fetch

MAX_AGE_MS = 5 * 60_000
#: How long fetched keys are used if the address cannot be reached.
STALE_MS_MAX = 60 * 60_000
UNKNOWN_KEY_PAUSE_MS = 60_000
FAILURE_PAUSE_MS = 5_000
FETCH_SECONDS_MAX = 5.0
DOCUMENT_BYTES_MAX = 65_536
KEYS_MAX = 32
MODULUS_BITS_MIN, MODULUS_BITS_MAX = 2_048, 8_192
#: FIPS 186-5: signatures with small exponents can be forged if a verifier is lax.
EXPONENT_MIN = 65_537

_BASE64URL = re.compile(r"[A-Za-z0-9_-]+")
_NEVER = float("-inf")


@dataclass(frozen=True)
class KeyLookup:
    """`unavailable`: the keys cannot be fetched now, so answer 503 and it is sent again."""

    kind: Literal["key", "unknown", "unavailable"]
    key: Optional[RSAPublicKey] = None
    detail: str = ""


class KeySet:
    """`KeySet(jwks_url)` fetches keys when it needs them; safe for threads."""

    def __init__(
        self,
        jwks_url: str,
        *,
        allow_http: bool = False,
        fetch: Fetch = fetch,
        now_ms: Callable[[], float] = lambda: time.monotonic() * 1_000,
    ) -> None:
        self._url = checked_url(jwks_url, allow_http)
        self._fetch = fetch
        self._now_ms = now_ms
        self._lock = threading.Lock()
        self._keys: Mapping[str, RSAPublicKey] = {}
        self._fetched_at_ms = _NEVER
        self._tried_at_ms = _NEVER
        self._failure: Optional[str] = None

    def lookup(self, kid: str) -> KeyLookup:
        if not self._is_fresh(kid):
            # A caller that asks during a fetch waits for that fetch, and looks again.
            with self._lock:
                pause_ms = UNKNOWN_KEY_PAUSE_MS if self._failure is None else FAILURE_PAUSE_MS
                if not self._is_fresh(kid) and self._now_ms() - self._tried_at_ms >= pause_ms:
                    self._refresh()
        if self._now_ms() - self._fetched_at_ms > STALE_MS_MAX:
            failure = self._failure or "The keys were never fetched."
            return KeyLookup("unavailable", detail=failure)
        key = self._keys.get(kid)
        if key is not None:
            return KeyLookup("key", key)
        if self._failure is not None:
            return KeyLookup("unavailable", detail=self._failure)
        return KeyLookup("unknown")

    def _is_fresh(self, kid: str) -> bool:
        return self._now_ms() - self._fetched_at_ms <= MAX_AGE_MS and kid in self._keys

    def _refresh(self) -> None:
        self._tried_at_ms = self._now_ms()
        try:
            self._keys = self._fetch_keys()
        except (OSError, ValueError, RecursionError) as error:
            self._failure = str(error) or type(error).__name__
        else:
            self._fetched_at_ms = self._now_ms()
            self._failure = None

    def _fetch_keys(self) -> Mapping[str, RSAPublicKey]:
        accept = {"accept": "application/json"}
        response = self._fetch(self._url, accept, DOCUMENT_BYTES_MAX, FETCH_SECONDS_MAX)
        if response.status != 200:
            raise ValueError(f"The JWKS address answered {response.status}.")
        if len(response.body) > DOCUMENT_BYTES_MAX:
            raise ValueError("The key set is too large.")
        document = json.loads(response.body)
        jwks = document.get("keys") if isinstance(document, dict) else None
        if not isinstance(jwks, list):
            raise ValueError("The JWKS address did not answer with a key set.")
        return read_keys(jwks[:KEYS_MAX])


class FixedKeys:
    """A set of given keys, as JWKs."""

    def __init__(self, jwks: Sequence[Mapping[str, Any]]) -> None:
        self._keys = read_keys(jwks)

    def lookup(self, kid: str) -> KeyLookup:
        key = self._keys.get(kid)
        return KeyLookup("unknown") if key is None else KeyLookup("key", key)


def read_keys(jwks: Sequence[Any]) -> Mapping[str, RSAPublicKey]:
    """Those that can be used: RSA for signatures, of 2,048 to 8,192 bits, e from 65,537."""
    found = {}
    for jwk in jwks:
        key = _read_key(jwk)
        if key is not None:
            found[jwk["kid"]] = key
    return found


def _read_key(jwk: Any) -> Optional[RSAPublicKey]:
    if not isinstance(jwk, Mapping) or jwk.get("kty") != "RSA":
        return None
    if jwk.get("use", "sig") != "sig" or jwk.get("alg", "RS256") != "RS256":
        return None
    if not all(isinstance(jwk.get(name), str) and jwk[name] for name in ("kid", "n", "e")):
        return None
    n, e = _number(jwk["n"]), _number(jwk["e"])
    if n is None or e is None or not MODULUS_BITS_MIN <= n.bit_length() <= MODULUS_BITS_MAX:
        return None
    if e < EXPONENT_MIN or e % 2 == 0 or e.bit_length() > 64:
        return None
    try:
        return RSAPublicNumbers(e, n).public_key()
    except ValueError:
        return None


def _number(text: str) -> Optional[int]:
    if _BASE64URL.fullmatch(text) is None or len(text) % 4 == 1:
        return None
    return int.from_bytes(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), "big")
