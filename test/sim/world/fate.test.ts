/** The fate of a request under each mode of its receiver. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReceiverMode } from '../../../sim/script/script.ts';
import { type FateFacts, fateOf } from '../../../sim/world/fate.ts';

/** The fraction at which an exponential latency is its mean, 100 ms. */
const AT_MEAN = 1 - Math.exp(-1);

function fate(mode: ReceiverMode | null, changes: Partial<FateFacts> = {}) {
  const chance: Readonly<Record<string, number>> = { latency: AT_MEAN, share: 0.4, acts: 0 };
  return fateOf({
    mode,
    sinceMs: 0,
    nowMs: 0,
    latencyMs: 100,
    timeoutMs: 5_000,
    fraction: (name) => chance[name] ?? 0,
    ...changes,
  });
}

const ok = { kind: 'response', status: 200, retryAfter: null };
const timeout = { kind: 'error', error: 'timeout' };

test('a well receiver acts half way and answers 200', () => {
  assert.deepEqual(fate(null), { actsAfterMs: 50, status: 200, endsAfterMs: 100, answer: ok });
});

test('a status concerns its share of requests only', () => {
  assert.equal(fate({ kind: 'status', status: 500, share: 41 }).status, 500);
  assert.equal(fate({ kind: 'status', status: 500, share: 40 }).status, 200);
});

test('retry-after names its seconds', () => {
  const { answer } = fate({ kind: 'retry-after', status: 429, seconds: 30 });
  assert.deepEqual(answer, { kind: 'response', status: 429, retryAfter: '30' });
});

test('a receiver slower than the timeout still acts, at its beginning or at its end', () => {
  const mode = { kind: 'slow', latencyMs: 20_000 } as const;
  const early = fate(mode);
  assert.deepEqual(early, { actsAfterMs: 50, status: 200, endsAfterMs: 5_000, answer: timeout });
  const late = fate(mode, { fraction: (name) => (name === 'latency' ? AT_MEAN : 0.9) });
  assert.equal(late.actsAfterMs, 20_050);
});

test('a receiver that is slow but in time answers 200', () => {
  const slow = fate({ kind: 'slow', latencyMs: 2_000 });
  assert.deepEqual(slow, { actsAfterMs: 50, status: 200, endsAfterMs: 2_100, answer: ok });
});

test('a receiver that hangs never acts, and the sender times out', () => {
  const hung = fate({ kind: 'hang' });
  assert.deepEqual([hung.actsAfterMs, hung.endsAfterMs, hung.answer], [null, 5_000, timeout]);
});

test('a receiver that drops the connection has acted before', () => {
  const dropped = fate({ kind: 'drop', share: 100 });
  assert.equal(dropped.actsAfterMs, 50);
  assert.deepEqual(dropped.answer, { kind: 'error', error: 'reset' });
});

test('a request that fails on the way never reaches the receiver', () => {
  for (const kind of ['refused', 'reset', 'dns', 'tls', 'protocol'] as const) {
    const failed = fate({ kind, share: 100 });
    assert.deepEqual([failed.actsAfterMs, failed.answer], [null, { kind: 'error', error: kind }]);
  }
  assert.deepEqual(fate({ kind: 'blocked' }).answer, { kind: 'blocked' });
});

test('a flapping receiver is up first and down in every second turn', () => {
  const mode = { kind: 'flapping', everyMs: 1_000 } as const;
  const at = (nowMs: number) => fate(mode, { sinceMs: 500, nowMs }).status;
  assert.deepEqual(
    [at(500), at(1_499), at(1_500), at(2_499), at(2_500)],
    [200, 200, 503, 503, 200],
  );
});
