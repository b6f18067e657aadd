/** Step 9: the meaning of every answer and every failure. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type AttemptOutcome,
  judge,
  SEND_ERRORS,
  type Verdict,
} from '../../../src/core/delivery/outcome.ts';
import { NOW_MS } from '../given.ts';

function judged(status: number, retryOther4xx = false, retryAfter: string | null = null): Verdict {
  const result = { kind: 'response', status, retryAfter, excerpt: null, durationMs: 1 } as const;
  return judge(result, { kind: 'custom', retryOther4xx }, NOW_MS);
}

function expectedOutcome(status: number): AttemptOutcome {
  if (status >= 200 && status < 300) return 'delivered';
  if (status === 410) return 'gone';
  const retried = [408, 425, 429].includes(status) || status >= 500 || status < 200;
  return retried ? 'retryable' : 'rejected';
}

describe('S6.8: the answer of a receiver', () => {
  test('2xx is success, 3xx an error at once, 408, 425, 429 and 5xx are retried', () => {
    for (let status = 100; status <= 699; status += 1) {
      assert.equal(judged(status).outcome, expectedOutcome(status), `${status}`);
    }
  });

  test('other 4xx are retried if the endpoint says so, but 410 never', () => {
    for (let status = 400; status <= 499; status += 1) {
      assert.equal(judged(status, true).outcome, status === 410 ? 'gone' : 'retryable');
    }
    for (const status of [200, 299, 300, 399]) {
      assert.deepEqual(judged(status, true), judged(status, false));
    }
  });

  test('an answer with an HTTP status has no error name', () => {
    for (const status of [200, 300, 400, 410, 500, 599]) assert.equal(judged(status).error, null);
  });

  test('a status that HTTP does not know is a protocol error', () => {
    for (const status of [0, 100, 199, 600, 999, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      const verdict: Verdict = {
        outcome: 'retryable',
        error: 'protocol',
        retryAfterMs: null,
        attention: false,
      };
      assert.deepEqual(judged(status), verdict, `${status}`);
    }
  });
});

test('Retry-After counts for 429 and 503 only', () => {
  for (const status of [429, 503]) {
    assert.equal(judged(status, false, '7').retryAfterMs, 7_000);
    assert.equal(judged(status, false, 'soon').retryAfterMs, null);
    assert.equal(judged(status).retryAfterMs, null);
  }
  for (const status of [200, 301, 400, 408, 410, 500, 502]) {
    assert.equal(judged(status, true, '7').retryAfterMs, null);
  }
});

test('every failure without an answer is retried under its own name', () => {
  for (const error of SEND_ERRORS) {
    const result = { kind: 'error', error, detail: 'secret', durationMs: 1 } as const;
    assert.deepEqual(judge(result, { kind: 'custom', retryOther4xx: false }, NOW_MS), {
      outcome: 'retryable',
      error,
      retryAfterMs: null,
      attention: error === 'authentication',
    });
  }
});

test('a target that the guard refused is blocked', () => {
  const result = { kind: 'blocked', detail: '10.0.0.1', durationMs: 0 } as const;
  assert.deepEqual(judge(result, { kind: 'custom', retryOther4xx: true }, NOW_MS), {
    outcome: 'blocked',
    error: 'blocked',
    retryAfterMs: null,
    attention: false,
  });
});
