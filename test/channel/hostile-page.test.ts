/** docs/reference/hostile-receivers.md has exactly the rows that the tests prove. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ANSWER_BYTES_MAX } from '../../src/channel/answer-bound.ts';
import { BODY_BYTES_MAX, DRAIN_MS } from '../../src/channel/exchange.ts';
import { judge } from '../../src/core/delivery/outcome.ts';
import { nextState } from '../../src/core/delivery/state.ts';
import {
  CONNECT_TIMEOUT_MS,
  RETRY_SCHEDULE_MS,
  TIMEOUT_MS,
} from '../../src/core/endpoint/endpoint-defaults.ts';
import { answering, answerTo } from './answer.ts';
import { hostileCases, RETRY_AFTER, rowOf, waitRowOf } from './hostile-table.ts';

const PAGE = readFileSync(
  new URL('../../docs/reference/hostile-receivers.md', import.meta.url),
  'utf8',
);

test('the page has a row for every tested behaviour, and no other', () => {
  const expected = [...new Set(hostileCases('').map(rowOf))];
  assert.deepEqual(tableUnder('## What a receiver may do'), expected);
});

test('the page names the bounds of the code', () => {
  const bounds = tableUnder('## The bounds').join('\n');
  for (const fact of [
    `${TIMEOUT_MS.default / 1_000} s`,
    `${CONNECT_TIMEOUT_MS / 1_000} s`,
    `${DRAIN_MS / 1_000} s`,
    `${BODY_BYTES_MAX / 1_024} KiB`,
    `${ANSWER_BYTES_MAX / 1_024} KiB`,
  ]) {
    assert.ok(bounds.includes(fact), fact);
  }
});

test('the page has a row for every tested Retry-After, and no other', () => {
  assert.deepEqual(tableUnder('## Retry-After'), RETRY_AFTER.map(waitRowOf));
});

for (const [header, waitS] of RETRY_AFTER) {
  for (const status of [429, 503]) {
    test(`${status} with Retry-After: ${header} waits ${waitS} s`, async (t) => {
      const head = `HTTP/1.1 ${status} Busy\r\ncontent-length: 0\r\nretry-after: ${header}\r\n\r\n`;
      const result = await answerTo(t, answering(head));
      const nowMs = 1_795_000_000_000;
      const verdict = judge(result, { kind: 'custom', retryOther4xx: false }, nowMs);
      const next = nextState({
        verdict,
        failures: 0,
        manual: false,
        resumeState: null,
        resumeAtMs: null,
        lastAttemptAtMs: null,
        schedule: RETRY_SCHEDULE_MS,
        nowMs,
        fraction: 0,
      });
      assert.deepEqual(next, {
        state: 'retrying',
        dueAtMs: nowMs + waitS * 1_000,
        failures: 1,
      });
    });
  }
}

/** The rows of the first table after a heading, without its head. */
function tableUnder(heading: string): string[] {
  const [, section = ''] = PAGE.split(`${heading}\n`);
  const lines = section.split('\n## ')[0]?.split('\n') ?? [];
  return lines.filter((line) => line.startsWith('|')).slice(2);
}
