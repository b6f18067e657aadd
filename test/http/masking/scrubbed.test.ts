/** Telephone numbers and mail addresses are masked in free text, in linear time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MASK } from '../../../src/http/masking/masked-webhook.ts';
import { scrubbed } from '../../../src/http/masking/scrubbed.ts';

test('telephone numbers and mail addresses are masked; versions, ids and times stay', () => {
  for (const [text, masked] of [
    ['Call +49 (151) 234-5678 back', `Call ${MASK} back`],
    ['kim@example.com and lou', `${MASK} and lou`],
    ['0151/2345678', MASK],
    ['version 12.3.456', 'version 12.3.456'],
    ['dlv_01M7WRXSYE000000001', 'dlv_01M7WRXSYE000000001'],
    ['at 2026-11-20T11:17:00.000Z', 'at 2026-11-20T11:17:00.000Z'],
  ]) {
    assert.equal(scrubbed(text ?? ''), masked);
  }
});

test('each mail address is masked, and text that only looks like one stays', () => {
  for (const [text, masked] of [
    ['a@b', MASK],
    ['a@b@c', `${MASK}@c`],
    ['@', '@'],
    ['a@ b', 'a@ b'],
    ['(kim@x.org, lou@y.org)', `(${MASK}, ${MASK})`],
    ['https://kim@x.org/lou@y.org', `https://${MASK}/${MASK}`],
    ['@@a@@b', '@@a@@b'],
  ]) {
    assert.equal(scrubbed(text ?? ''), masked, text);
  }
});

test('masking costs time that grows linearly with the text', () => {
  const microseconds = (length: number) => {
    const text = 'a1'.repeat(length / 2);
    const times = [0, 1, 2].map(() => {
      const began = process.cpuUsage();
      for (let again = 0; again < 4; again += 1) scrubbed(text);
      return process.cpuUsage(began).user;
    });
    return Math.min(...times);
  };
  microseconds(1_000);
  // 16 times the length costs 16 times as much; quadratic cost would be 256 times.
  const [short, long] = [microseconds(1_000), microseconds(16_000)];
  assert.ok(long < 64 * Math.max(short, 500), `${short} and ${long} microseconds`);
});
