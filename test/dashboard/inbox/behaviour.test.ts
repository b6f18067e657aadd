/** The behaviour of a box: through the form and back, ready-made cases, and in words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatFor } from '../../../dashboard/src/i18n/format.ts';
import { idsOf } from '../../../dashboard/src/inbox-seen.ts';
import {
  behaviourWords,
  bodyOf,
  draftOf,
  PLAIN,
  presetsFor,
} from '../../../dashboard/src/page/inbox/behaviour.ts';
import { inbox as en } from '../../../dashboard/src/words/en/inbox.ts';
import { behaviourOf } from '../../../src/http/schema/inbox.ts';
import { assertSensible } from '../../../src/inbox/programme-check.ts';

const FORMAT = formatFor('en');

test('the service accepts every ready-made case', () => {
  for (const channel of ['http', 'slack', 'teams', 'email'] as const) {
    for (const { name, draft } of presetsFor(channel)) {
      const behaviour = behaviourOf(bodyOf(draft, channel));
      assert.doesNotThrow(() => assertSensible({ channel, name: 'a@b.c' }, behaviour), name);
      assert.deepEqual(bodyOf(draftOf(behaviour), channel), bodyOf(draft, channel), name);
    }
  }
});

test('seconds become milliseconds, and the service refuses a text that is no number', () => {
  assert.deepEqual(bodyOf({ ...PLAIN, delay: '1,5' }, 'http'), {
    action: 'answer',
    delayMs: 1_500,
  });
  assert.equal(bodyOf({ ...PLAIN, status: 'five' }, 'http').status, 'five');
});

test('a behaviour is a sentence', () => {
  const words = (body: object) => behaviourWords(behaviourOf(body), en, FORMAT);
  assert.equal(
    words({ status: 503, retryAfter: '1', first: 2 }),
    'Answers 503 with Retry-After 1, the first 2 times',
  );
  assert.equal(words({ action: 'hang', callId: 'a' }), 'Never answers, only for call a');
  assert.equal(words({ delayMs: 5_000 }), 'Answers as always after 5s');
});

test("text from the browser's storage is read carefully", () => {
  assert.deepEqual(idsOf(['inb_1', 7, null, 'inb_2']), ['inb_1', 'inb_2']);
  assert.deepEqual(idsOf({ length: 3 }), []);
  const many = idsOf(Array.from({ length: 2_900 }, (_, number) => String(number)));
  assert.deepEqual([many.length, many[0], many.at(-1)], [2_000, '900', '2899']);
});
