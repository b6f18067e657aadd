"""Handles each webhook once, and never an older one after a newer one of the same call.

An exception is one that an operator reopened. A delivery may arrive twice (your answer was lost);
within a call the service sends in order, so only such copies and reopened deliveries come late.
"""

from __future__ import annotations

import sqlite3
import threading
from collections import OrderedDict
from contextlib import contextmanager
from typing import Callable, Dict, Iterator, List, Literal, Optional, Protocol, Tuple

from .event import Event

#: `late`: a newer webhook of the same call was handled before; this one was not.
#: `reopened`: the same, but an operator asked for it again, so it was handled.
Outcome = Literal["handled", "reopened", "duplicate", "late"]

CAPACITY = 100_000


class OrderStore(Protocol):
    """What a guard remembers; called by one thread at a time per call."""

    def was_handled(self, endpoint_id: str, webhook_id: str) -> bool: ...

    def last_sequence(self, endpoint_id: str, call_id: str) -> Optional[int]: ...

    def remember(
        self, endpoint_id: str, webhook_id: str, call_id: str, last: Optional[int]
    ) -> None:
        """`last`: the highest sequence that was handled of this call; None: not known."""


class MemoryStore:
    """Remembers a bounded number; the longest unused are forgotten. Ends with the process."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._capacity = capacity
        self._lock = threading.Lock()
        self._handled: OrderedDict[Tuple[str, str], int] = OrderedDict()
        self._last: OrderedDict[Tuple[str, str], int] = OrderedDict()

    def was_handled(self, endpoint_id: str, webhook_id: str) -> bool:
        with self._lock:
            return (endpoint_id, webhook_id) in self._handled

    def last_sequence(self, endpoint_id: str, call_id: str) -> Optional[int]:
        with self._lock:
            return self._last.get((endpoint_id, call_id))

    def remember(
        self, endpoint_id: str, webhook_id: str, call_id: str, last: Optional[int]
    ) -> None:
        with self._lock:
            self._keep(self._handled, (endpoint_id, webhook_id), 1)
            if last is not None:
                self._keep(self._last, (endpoint_id, call_id), last)

    def _keep(self, kept: OrderedDict[Tuple[str, str], int], key: Tuple[str, str], value: int):
        kept[key] = value
        kept.move_to_end(key)
        if len(kept) > self._capacity:
            kept.popitem(last=False)


class SqliteStore:
    """Remembers in a SQLite file, across restarts and processes of one machine.

    `forget_before` keeps the file small: call it once a day with a time a few days ago.
    """

    def __init__(self, path: str) -> None:
        self._lock = threading.Lock()
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
        self._db.execute("pragma journal_mode = wal")
        self._db.execute(
            "create table if not exists ringpost_webhooks (endpoint_id text, webhook_id text,"
            " handled_at integer not null default (strftime('%s', 'now')),"
            " primary key (endpoint_id, webhook_id)) without rowid"
        )
        self._db.execute(
            "create table if not exists ringpost_calls (endpoint_id text, call_id text,"
            " last_sequence integer not null,"
            " handled_at integer not null default (strftime('%s', 'now')),"
            " primary key (endpoint_id, call_id)) without rowid"
        )

    def was_handled(self, endpoint_id: str, webhook_id: str) -> bool:
        found = self._one(
            "select 1 from ringpost_webhooks where endpoint_id = ? and webhook_id = ?",
            (endpoint_id, webhook_id),
        )
        return found is not None

    def last_sequence(self, endpoint_id: str, call_id: str) -> Optional[int]:
        found = self._one(
            "select last_sequence from ringpost_calls where endpoint_id = ? and call_id = ?",
            (endpoint_id, call_id),
        )
        return None if found is None else found[0]

    def remember(
        self, endpoint_id: str, webhook_id: str, call_id: str, last: Optional[int]
    ) -> None:
        with self._lock:
            self._db.execute("begin immediate")
            try:
                self._db.execute(
                    "insert or ignore into ringpost_webhooks (endpoint_id, webhook_id)"
                    " values (?, ?)",
                    (endpoint_id, webhook_id),
                )
                if last is not None:
                    self._db.execute(
                        "insert into ringpost_calls (endpoint_id, call_id, last_sequence)"
                        " values (?, ?, ?) on conflict (endpoint_id, call_id) do update set"
                        " handled_at = strftime('%s', 'now'),"
                        " last_sequence = max(last_sequence, excluded.last_sequence)",
                        (endpoint_id, call_id, last),
                    )
                self._db.execute("commit")
            except BaseException:
                self._db.execute("rollback")
                raise

    def forget_before(self, epoch_s: int) -> None:
        with self._lock:
            for table in ("ringpost_webhooks", "ringpost_calls"):
                self._db.execute(f"delete from {table} where handled_at < ?", (epoch_s,))

    def close(self) -> None:
        self._db.close()

    def _one(self, sql: str, parameters: Tuple[str, str]) -> Optional[tuple]:
        with self._lock:
            return self._db.execute(sql, parameters).fetchone()


class OrderGuard:
    """`on_missed` is told before `handle` runs how many webhooks of the call are missing.

    They were given up or cancelled, or `handle` raised for them to the end: read the state of the
    call then, if you must not miss one.
    """

    def __init__(
        self,
        store: Optional[OrderStore] = None,
        on_missed: Optional[Callable[[Event, int], None]] = None,
    ) -> None:
        self._store = MemoryStore() if store is None else store
        self._on_missed = on_missed
        self._lanes = _Lanes()

    def run(self, event: Event, handle: Callable[[Event], object]) -> Outcome:
        """If `handle` raises, the webhook counts as not handled: answer 500, it comes again."""
        endpoint_id, call_id = event.endpoint_id, event.call_id
        with self._lanes.alone((endpoint_id, call_id)):
            if self._store.was_handled(endpoint_id, event.webhook_id):
                return "duplicate"
            last = self._store.last_sequence(endpoint_id, call_id)
            sequence = event.sequence
            is_late = sequence is not None and sequence <= (last or 0)
            if is_late and not event.reopened:
                return "late"
            # What the guard did not see before the first one is not known to be missing.
            missed = 0 if sequence is None or last is None else sequence - last - 1
            if missed > 0 and self._on_missed is not None:
                self._on_missed(event, missed)
            handle(event)
            highest = None if sequence is None else max(sequence, last or 0)
            self._store.remember(endpoint_id, event.webhook_id, call_id, highest)
            return "reopened" if is_late else "handled"


class _Lanes:
    """A lock for each call that is worked on: a copy of a webhook waits for the first one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._lanes: Dict[Tuple[str, str], List] = {}

    @contextmanager
    def alone(self, lane: Tuple[str, str]) -> Iterator[None]:
        with self._lock:
            entry = self._lanes.setdefault(lane, [threading.Lock(), 0])
            entry[1] += 1
        try:
            with entry[0]:
                yield
        finally:
            with self._lock:
                entry[1] -= 1
                if entry[1] == 0:
                    del self._lanes[lane]
