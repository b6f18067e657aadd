/** The meaning of every answer of Slack, Teams and mail servers, one row each. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AttemptOutcome, judge, productAnswer } from '../../../src/core/delivery/outcome.ts';
import { ENDPOINT_KINDS, type EndpointKind } from '../../../src/core/endpoint/endpoint.ts';
import { NOW_MS } from '../given.ts';

interface Row {
  readonly status: number;
  readonly body?: string | null;
  readonly retryAfter?: string;
  readonly outcome: AttemptOutcome;
  readonly attention?: true;
  readonly waitMs?: number;
}

function assertRows(kind: EndpointKind, rows: readonly Row[]): void {
  for (const { status, body = null, retryAfter = null, outcome, attention, waitMs } of rows) {
    const answer = { kind: 'response', status, retryAfter, excerpt: body, durationMs: 1 } as const;
    for (const retryOther4xx of [false, true]) {
      const verdict = judge(answer, { kind, retryOther4xx }, NOW_MS);
      assert.deepEqual(
        verdict,
        { outcome, error: null, retryAfterMs: waitMs ?? null, attention: attention ?? false },
        `${kind} ${status} ${body} ${retryOther4xx}`,
      );
    }
  }
}

test('Slack: 200 ok is success, refusals in its documents are not retried', () => {
  assertRows('slack', [
    { status: 200, body: 'ok', outcome: 'delivered' },
    { status: 200, body: 'ok\n', outcome: 'delivered' },
    // The body could not be read, or was empty: the status decides.
    { status: 200, body: null, outcome: 'delivered' },
    { status: 200, body: 'no_text', outcome: 'rejected' },
    { status: 200, body: '<html>Sign in</html>', outcome: 'rejected' },
    { status: 200, body: '{"ok":true}', outcome: 'rejected' },
    { status: 204, body: null, outcome: 'rejected' },
    { status: 302, body: '', outcome: 'rejected' },
    { status: 400, body: 'invalid_blocks', outcome: 'rejected' },
    { status: 403, body: 'invalid_token', outcome: 'rejected', attention: true },
    { status: 404, body: 'no_service', outcome: 'rejected', attention: true },
    // An archived channel: for other receivers a 410 disables the endpoint.
    { status: 410, body: 'channel_is_archived', outcome: 'rejected', attention: true },
    { status: 429, body: 'rate_limited', outcome: 'retryable' },
    { status: 429, retryAfter: '30', outcome: 'retryable', waitMs: 30_000 },
    { status: 500, body: 'rollup_error', outcome: 'retryable' },
    { status: 502, body: 'ok', outcome: 'retryable' },
    { status: 503, retryAfter: '5', outcome: 'retryable', waitMs: 5_000 },
  ]);
});

test('Teams: 202, and 200 with 1 or no body, are success; a 200 may name another status', () => {
  const behind = (status: number) =>
    'Webhook message delivery failed with error: Microsoft Teams endpoint returned ' +
    `HTTP error ${status} with ContextId tcid=0,server=x.`;
  assertRows('teams', [
    { status: 202, body: null, outcome: 'delivered' },
    { status: 200, body: '1', outcome: 'delivered' },
    { status: 200, body: null, outcome: 'delivered' },
    { status: 200, body: ' 1\n', outcome: 'delivered' },
    { status: 200, body: '', outcome: 'delivered' },
    { status: 200, body: 'HTTP error 12345', outcome: 'rejected' },
    { status: 200, body: '<html>Sign in</html>', outcome: 'rejected' },
    { status: 204, body: null, outcome: 'rejected' },
    { status: 200, body: behind(429), outcome: 'retryable' },
    { status: 200, body: behind(429), retryAfter: '9', outcome: 'retryable', waitMs: 9_000 },
    { status: 200, body: behind(503), outcome: 'retryable' },
    { status: 200, body: behind(500), outcome: 'retryable' },
    { status: 200, body: behind(400), outcome: 'rejected' },
    { status: 200, body: behind(413), outcome: 'rejected' },
    { status: 200, body: behind(404), outcome: 'rejected', attention: true },
    { status: 302, outcome: 'rejected' },
    { status: 400, outcome: 'rejected' },
    { status: 401, outcome: 'rejected', attention: true },
    { status: 403, outcome: 'rejected', attention: true },
    { status: 404, outcome: 'rejected', attention: true },
    { status: 408, outcome: 'retryable' },
    { status: 413, outcome: 'rejected' },
    { status: 429, outcome: 'retryable' },
    { status: 429, retryAfter: '30', outcome: 'retryable', waitMs: 30_000 },
    { status: 500, outcome: 'retryable' },
    { status: 502, body: behind(404), outcome: 'retryable' },
    { status: 503, retryAfter: '5', outcome: 'retryable', waitMs: 5_000 },
    { status: 504, outcome: 'retryable' },
  ]);
});

test('a body that names a status unknown to HTTP is retried as a protocol error', () => {
  const excerpt = 'HTTP error 099';
  const answer = {
    kind: 'response',
    status: 200,
    retryAfter: null,
    excerpt,
    durationMs: 1,
  } as const;
  const verdict = judge(answer, { kind: 'teams', retryOther4xx: false }, NOW_MS);
  assert.deepEqual([verdict.outcome, verdict.error], ['retryable', 'protocol']);
});

test('a mail server: 2xx is success, 5xx a refusal, any other answer is retried', () => {
  assertRows('email', [
    { status: 250, outcome: 'delivered' },
    { status: 421, outcome: 'retryable' },
    { status: 450, outcome: 'retryable' },
    { status: 354, outcome: 'retryable' },
    { status: 550, outcome: 'rejected' },
    { status: 554, outcome: 'rejected' },
  ]);
});

test('for other kinds the HTTP status decides, whatever the body holds', () => {
  for (const kind of ENDPOINT_KINDS) {
    if (kind === 'slack' || kind === 'teams' || kind === 'email') continue;
    for (const status of [200, 404, 410, 429, 500]) {
      const answer = productAnswer(kind, status, 'HTTP error 500');
      assert.deepEqual(answer, { means: status, attention: false });
    }
  }
});
