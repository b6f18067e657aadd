/** The verdict on the inbox fails if something is wrong there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InboxItem } from '../../../examples/demo/api.ts';
import { SEEN_CALLS, SEEN_TRIGGERS } from '../../../examples/demo/scenario.ts';
import { judgeSeen, SEEN_KIND_NAMES, SEEN_KINDS } from '../../../examples/demo/seen.ts';

/** What a service without a fault delivers. */
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

test('two right messages of each of two calls pass', () => {
  assert.equal(faultless().length, 12);
  assert.deepEqual(faultyKinds(faultless()), []);
});

test('an empty inbox does not pass, nor do missing messages of one kind', () => {
  assert.deepEqual(faultyKinds([]), SEEN_KIND_NAMES);
  assert.deepEqual(faultyKinds(faultless().slice(0, -1)), ['email']);
});

test('two messages of a call in the wrong order are found', () => {
  const [first, second, ...rest] = faultless();
  if (first === undefined || second === undefined) assert.fail();
  assert.deepEqual(faultyKinds([second, first, ...rest]), ['slack']);
});

test("a doubled message is found, also of a call that is not the demo's", () => {
  const all = faultless();
  const [first] = all;
  if (first === undefined) assert.fail();
  assert.deepEqual(faultyKinds([first, ...all]), ['slack']);
  assert.deepEqual(faultyKinds([...all, { ...first, callId: 'another' }]), ['slack']);
});

test('a message that was refused, retried or is about another subject is found', () => {
  assert.deepEqual(faultyKinds(changed(4, { answer: { outcome: 'answered', status: 400 } })), [
    'teams',
  ]);
  assert.deepEqual(faultyKinds(changed(4, { answer: { outcome: 'hung', status: null } })), [
    'teams',
  ]);
  assert.deepEqual(faultyKinds(changed(4, { attempt: 2 })), ['teams']);
  assert.deepEqual(faultyKinds(changed(4, { trigger: 'CALL_LOG_CREATED' })), ['teams']);
});
