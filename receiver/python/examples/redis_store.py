"""A store of the order guard in Redis, for the processes of several machines.

The client is that of the package `redis`: `OrderGuard(RedisStore(redis.Redis(host=…)))`. A webhook
and a call are forgotten `keep_seconds` after the last word on them: a copy comes within days, if at
all.
"""

from __future__ import annotations

from typing import Any, Optional

#: Both in one step, and never a lower sequence over a higher one.
REMEMBER = """
redis.call('set', KEYS[1], '1', 'EX', ARGV[1])
if ARGV[2] == '' then return end
local known = tonumber(redis.call('get', KEYS[2]) or '0')
redis.call('set', KEYS[2], math.max(known, tonumber(ARGV[2])), 'EX', ARGV[1])
"""
WEEK_S = 7 * 86_400


class RedisStore:
    def __init__(self, client: Any, keep_seconds: int = WEEK_S) -> None:
        self._client = client
        self._keep_seconds = keep_seconds

    def was_handled(self, endpoint_id: str, webhook_id: str) -> bool:
        return self._client.get(_webhook(endpoint_id, webhook_id)) is not None

    def last_sequence(self, endpoint_id: str, call_id: str) -> Optional[int]:
        last = self._client.get(_call(endpoint_id, call_id))
        return None if last is None else int(last)

    def remember(
        self, endpoint_id: str, webhook_id: str, call_id: str, last: Optional[int]
    ) -> None:
        keys = (_webhook(endpoint_id, webhook_id), _call(endpoint_id, call_id))
        highest = "" if last is None else last
        self._client.eval(REMEMBER, len(keys), *keys, self._keep_seconds, highest)


# The braces keep the keys of an endpoint together in a cluster.
def _webhook(endpoint_id: str, webhook_id: str) -> str:
    return f"ringpost:{{{endpoint_id}}}:webhook:{webhook_id}"


def _call(endpoint_id: str, call_id: str) -> str:
    return f"ringpost:{{{endpoint_id}}}:call:{call_id}"
