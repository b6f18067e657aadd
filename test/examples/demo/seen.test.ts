/** The verdict on what came to the inbox fails when something is wrong there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InboxItem } from '../../../examples/demo/api.ts';
import { SEEN_CALLS, SEEN_TRIGGERS } from '../../../examples/demo/scenario.ts';
import { judgeSeen, SEEN_KIND_NAMES, SEEN_KINDS } from '../../../examples/demo/seen.ts';

/** What a service without fault brings. */
function faultless(): InboxItem[] {
  return SEEN_KIND_NAMES.flatMap((kind) =>
    SEEN_CALLS.flatMap(({ callId, expected }) =>
      expected
        .filter(({ event }) => SEEN_TRIGGERS.includes(event))
        .map(({ event }, at) => ({
          id: `inb_${kind}`,
          channel: kind,
          callId,
          trigger: event,
          attempt: 1,
          sequence: at + 1,
          answer: { outcome: 'answered', status: SEEN_KINDS[kind].taken },
        })),
    ),
  );
}

function faultyKinds(items: readonly InboxItem[]): readonly string[] {
  const findings = judgeSeen(items, SEEN_CALLS);
  return SEEN_KIND_NAMES.filter((_, at) => findings[at]?.ok === false);
}

function changed(at: number, changes: Partial<InboxItem>): InboxItem[] {
  return faultless().map((item, index) => (index === at ? { ...item, ...changes } : item));
}

test('what the rules say passes, two messages of each of two calls', () => {
  assert.equal(faultless().length, 12);
  assert.deepEqual(faultyKinds(faultless()), []);
});

test('nothing at all does not pass, nor does what is missing at one kind', () => {
  assert.deepEqual(faultyKinds([]), SEEN_KIND_NAMES);
  assert.deepEqual(faultyKinds(faultless().slice(0, -1)), ['email']);
});

test('two messages of a call in the wrong order are found', () => {
  const [first, second, ...rest] = faultless();
  if (first === undefined || second === undefined) assert.fail();
  assert.deepEqual(faultyKinds([second, first, ...rest]), ['slack']);
});

test('one that comes twice is found, also of a call that is not of the demo', () => {
  const all = faultless();
  const [first] = all;
  if (first === undefined) assert.fail();
  assert.deepEqual(faultyKinds([first, ...all]), ['slack']);
  assert.deepEqual(faultyKinds([...all, { ...first, callId: 'another' }]), ['slack']);
});

test('a message that was refused, retried or is about something else is found', () => {
  assert.deepEqual(faultyKinds(changed(4, { answer: { outcome: 'answered', status: 400 } })), [
    'teams',
  ]);
  assert.deepEqual(faultyKinds(changed(4, { answer: { outcome: 'hung', status: null } })), [
    'teams',
  ]);
  assert.deepEqual(faultyKinds(changed(4, { attempt: 2 })), ['teams']);
  assert.deepEqual(faultyKinds(changed(4, { trigger: 'CALL_LOG_CREATED' })), ['teams']);
});
