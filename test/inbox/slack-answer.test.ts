/** Slack's answers to messages that it accepts and refuses, and its rate. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BURST, newAllowance, slackAnswer } from '../../src/inbox/slack-answer.ts';

const plain = (text: string) => ({ type: 'plain_text', text });

function answer(message: unknown): readonly [number, string] {
  const text = typeof message === 'string' ? message : JSON.stringify(message);
  const { status, body } = slackAnswer(text, newAllowance(0), 0);
  return [status, body];
}

const FINE: readonly unknown[] = [
  { text: 'hello' },
  { attachments: [{ text: 'old form' }] },
  { text: 'x'.repeat(40_000) },
  { blocks: [{ type: 'divider' }] },
  { blocks: [{ type: 'header', text: plain('x'.repeat(150)) }] },
  { blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'x'.repeat(3_000) } }] },
  { blocks: [{ type: 'section', fields: Array(10).fill(plain('x'.repeat(2_000))) }] },
  { blocks: [{ type: 'context', elements: [plain('x'), { type: 'image' }] }] },
  { blocks: [{ type: 'image', alt_text: 'a picture' }] },
  {
    blocks: [
      { type: 'rich_text', elements: [{}] },
      { type: 'actions', elements: [{}] },
    ],
  },
  { blocks: Array(50).fill({ type: 'divider' }) },
];

const REFUSED: readonly (readonly [message: unknown, word: string])[] = [
  ['', 'invalid_payload'],
  ['hello', 'invalid_payload'],
  ['[]', 'invalid_payload'],
  ['null', 'invalid_payload'],
  [{}, 'no_text'],
  [{ text: '' }, 'no_text'],
  [{ text: 7 }, 'no_text'],
  [{ text: 'x'.repeat(40_001) }, 'msg_too_long'],
  [{ text: 'x', blocks: [] }, 'invalid_blocks'],
  [{ blocks: {} }, 'invalid_blocks'],
  [{ blocks: [null] }, 'invalid_blocks'],
  [{ blocks: [{ type: 'table' }] }, 'invalid_blocks'],
  [{ blocks: Array(51).fill({ type: 'divider' }) }, 'invalid_blocks'],
  [{ blocks: [{ type: 'header', text: plain('x'.repeat(151)) }] }, 'invalid_blocks'],
  [{ blocks: [{ type: 'header', text: plain('') }] }, 'invalid_blocks'],
  [{ blocks: [{ type: 'header', text: { type: 'mrkdwn', text: 'x' } }] }, 'invalid_blocks'],
  [{ blocks: [{ type: 'section' }] }, 'invalid_blocks'],
  [{ blocks: [{ type: 'section', text: plain('x'.repeat(3_001)) }] }, 'invalid_blocks'],
  [{ blocks: [{ type: 'section', text: plain('x'), fields: {} }] }, 'invalid_blocks'],
  [{ blocks: [{ type: 'section', fields: [] }] }, 'invalid_blocks'],
  [{ blocks: [{ type: 'section', fields: Array(11).fill(plain('x')) }] }, 'invalid_blocks'],
  [{ blocks: [{ type: 'section', fields: [plain('x'.repeat(2_001))] }] }, 'invalid_blocks'],
  [{ blocks: [{ type: 'context', elements: [] }] }, 'invalid_blocks'],
  [{ blocks: [{ type: 'image' }] }, 'invalid_blocks'],
];

test('a message that Slack accepts is answered ok', () => {
  for (const message of FINE) {
    assert.deepEqual(answer(message), [200, 'ok'], JSON.stringify(message).slice(0, 80));
  }
});

test('a message that Slack refuses is answered 400 with its word', () => {
  for (const [message, word] of REFUSED) {
    assert.deepEqual(answer(message), [400, word], JSON.stringify(message).slice(0, 80));
  }
});

test('the reason names the block that is wrong', () => {
  const blocks = [{ type: 'divider' }, { type: 'header', text: plain('') }];
  const { reason } = slackAnswer(JSON.stringify({ blocks }), newAllowance(0), 0);
  assert.equal(reason, 'blocks/1: its text is missing or empty.');
});

test('beyond a burst one message a second passes, and a refusal costs nothing', () => {
  const allowance = newAllowance(0);
  const statusAt = (nowMs: number) => slackAnswer('{"text":"x"}', allowance, nowMs).status;
  for (let count = 0; count < BURST; count += 1) assert.equal(statusAt(0), 200);
  for (const nowMs of [0, 400, 999]) assert.equal(statusAt(nowMs), 429, String(nowMs));
  assert.equal(statusAt(1_000), 200);
  assert.equal(statusAt(1_999), 429);
  const { retryAfter, body } = slackAnswer('{"text":"x"}', allowance, 1_999);
  assert.deepEqual([retryAfter, body], ['1', 'rate_limited']);
  // After any pause no more than a burst passes.
  const later = Array.from({ length: BURST + 1 }, () => statusAt(3_600_000));
  assert.deepEqual(later, [...Array(BURST).fill(200), 429]);
});
