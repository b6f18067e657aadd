"""Is this request a launch of our project, whole and recent? Signatures are RSASSA-PKCS1-v1_5 with
SHA-256 over all that is acted on, the run and the body (`webhook-identity-signature`), judged by the
package `cryptography` when it is there, else by the command `openssl`. The address of the keys is
ours, never the request's.
"""

from __future__ import annotations

import base64
import binascii
import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
import time
import urllib.request

TOLERANCE_S = 300
KEYS_AGE_S_MAX = 300  # then they are fetched again: a key may have been revoked
KEYS_STALE_S_MAX = 3_600  # how long they serve on while the service does not answer
FETCH_PAUSE_S = 10  # so that made-up key ids cannot make a flood of requests
SIGNATURES_MAX = 8
KEYS_MAX = 16
SIGNED = (  # before the body, each with a dot behind it
    "webhook-id",
    "webhook-timestamp",
    "webhook-endpoint-id",
    "webhook-event",
    "webhook-sequence",
    "webhook-payload-version",
    "acw-run-id",
)


class Refused(Exception):
    """`status`: what to answer. 503 where a later try may succeed; a 4xx is not tried again."""

    def __init__(self, status, why):
        super().__init__(why)
        self.status = status


class Verifier:
    def __init__(self, url, project):
        self._project_url = f"{url}/v1/projects/{project}"
        self._keys = {}  # key id: PEM
        self._fetched_at = self._tried_at = float("-inf")
        self._lock = threading.Lock()
        self._is_signed = _checker()

    def check(self, headers, body):
        timestamp = headers.get("webhook-timestamp", "")
        parts = [headers.get(name, "") for name in SIGNED]
        if not re.fullmatch(r"[1-9][0-9]{0,11}", timestamp) or any("." in part for part in parts):
            raise Refused(401, "webhook-timestamp or another header is missing or malformed")
        if headers.get("acw-agent-id", "") != headers.get("webhook-endpoint-id", ""):
            raise Refused(401, "acw-agent-id is another than webhook-endpoint-id")
        if abs(time.time() - int(timestamp)) > TOLERANCE_S:
            raise Refused(401, "webhook-timestamp is more than 5 minutes away; set the clock")
        key_ids = headers.get("webhook-key-id", "").split()
        signatures = headers.get("webhook-identity-signature", "").split()
        if not key_ids or len(key_ids) != len(signatures) or len(key_ids) > SIGNATURES_MAX:
            raise Refused(401, "webhook-identity-signature is missing or does not match its keys")
        signed = ".".join(["v2rs256", *parts, ""]).encode() + body
        # While keys rotate there are two; each that we know must be right, and one must be known.
        known = [(self._key(key_id), text) for key_id, text in zip(key_ids, signatures)]
        known = [(key, text) for key, text in known if key is not None]
        if not known:
            raise Refused(503, "no key of the project has this id, or the keys cannot be fetched")
        for key, text in known:
            if not self._is_signed(key, _signature(text), signed):
                raise Refused(401, "the signature is not right; is the body as it came?")

    def _key(self, key_id):
        """The public key as PEM; None when the project has none with this id."""
        with self._lock:
            now = time.monotonic()
            is_old = now - self._fetched_at > KEYS_AGE_S_MAX
            if (is_old or key_id not in self._keys) and now - self._tried_at > FETCH_PAUSE_S:
                self._tried_at = now
                try:
                    self._keys = self._fetch_keys()
                    self._fetched_at = now
                except (OSError, ValueError, KeyError, TypeError):
                    pass
            is_stale = now - self._fetched_at > KEYS_STALE_S_MAX
            return None if is_stale else self._keys.get(key_id)

    def _fetch_keys(self):
        """All keys of the project, so that made-up ids keep no caller from the real ones."""
        listed = json.loads(_get(self._project_url + "/.well-known/jwks.json"))["keys"]
        ids = [key["kid"] for key in listed[:KEYS_MAX]]
        safe = [key_id for key_id in ids if re.fullmatch(r"[A-Za-z0-9_-]{1,64}", key_id)]
        pem_url = self._project_url + "/signing-keys/{}.pem"
        return {key_id: _get(pem_url.format(key_id)) for key_id in safe}


def _get(url):
    with urllib.request.urlopen(url, timeout=3) as reply:
        return reply.read(65_536)


def _signature(text):
    version, _, encoded = text.partition(",")
    if version != "v2rs256":
        raise Refused(401, "webhook-identity-signature has a version that is not known here")
    try:
        return base64.b64decode(encoded, validate=True)
    except binascii.Error:
        raise Refused(401, "webhook-identity-signature is no base64") from None


def _checker():
    """What judges a signature: (PEM, signature, signed bytes) -> bool."""
    if not os.environ.get("AGENT_USE_OPENSSL"):
        try:
            return _by_cryptography()
        except ImportError:
            pass
    if shutil.which("openssl") is None:
        raise SystemExit("Install the package cryptography or the command openssl.")
    return _by_openssl


def _by_cryptography():
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    def is_signed(pem, signature, signed):
        try:
            load_pem_public_key(pem).verify(signature, signed, PKCS1v15(), SHA256())
            return True
        except InvalidSignature:
            return False

    return is_signed


def _by_openssl(pem, signature, signed):
    with tempfile.TemporaryDirectory(prefix="agent-") as folder:
        key_file = os.path.join(folder, "key.pem")
        signature_file = os.path.join(folder, "signature")
        with open(key_file, "wb") as file:
            file.write(pem)
        with open(signature_file, "wb") as file:
            file.write(signature)
        command = ["openssl", "dgst", "-sha256", "-verify", key_file, "-signature", signature_file]
        done = subprocess.run(command, input=signed, capture_output=True, timeout=5, check=False)
        return done.returncode == 0
