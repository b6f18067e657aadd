"""Receives Ringpost's webhooks: verify them, read them as types, handle each once and in order."""

from .call_log import CallLog, NoCallLog, read_call_log
from .event import (
    CallError,
    Event,
    Payload,
    has_errors,
)
from .invalid import InvalidWebhook, Reason
from .keys import KeyLookup, KeySet
from .order import MemoryStore, OrderGuard, OrderStore, Outcome, SqliteStore
from .receiver import Receiver
from .verify import verify

__version__ = "0.1.0"
__all__ = [
    "CallError",
    "CallLog",
    "Event",
    "InvalidWebhook",
    "KeyLookup",
    "KeySet",
    "MemoryStore",
    "NoCallLog",
    "OrderGuard",
    "OrderStore",
    "Outcome",
    "Payload",
    "Reason",
    "Receiver",
    "SqliteStore",
    "has_errors",
    "read_call_log",
    "verify",
]
