/** How many mails go to one recipient, for one project and one person, in an hour. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  COUNTS_MAX,
  createMailAllowance,
  MAILS_PER_HOUR,
} from '../../src/engine/mail-allowance.ts';

function given() {
  let nowMs = 0;
  const allowance = createMailAllowance({ monoMs: () => nowMs });
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { allowance, pass };
}

test('a recipient has a limit of mails in an hour, from all senders', () => {
  const { allowance, pass } = given();
  for (let n = 0; n < MAILS_PER_HOUR.recipient; n += 1) {
    assert.equal(allowance.take({ recipient: 'lou@example.com', project: n }), 0);
    pass(60_000);
  }
  const waitMs = allowance.take({ recipient: 'lou@example.com', project: 99 });
  assert.equal(waitMs, 3_600_000 - MAILS_PER_HOUR.recipient * 60_000);
  assert.equal(allowance.take({ recipient: 'max@example.com', project: 99 }), 0);
  pass(waitMs);
  assert.equal(allowance.take({ recipient: 'lou@example.com', project: 99 }), 0);
});

test('a project has a limit of mails in an hour; a refused mail is not counted', () => {
  const { allowance } = given();
  for (let n = 0; n < MAILS_PER_HOUR.project; n += 1) {
    assert.equal(allowance.take({ recipient: `r${n}`, project: 1 }), 0);
  }
  for (let n = 0; n < 9; n += 1) assert.ok(allowance.take({ recipient: 'lou', project: 1 }) > 0);
  assert.equal(allowance.take({ recipient: 'lou', project: 2 }), 0);
});

test('the memory is bounded: the oldest count is forgotten', () => {
  const { allowance } = given();
  for (let n = 0; n < MAILS_PER_HOUR.person; n += 1) allowance.take({ person: 'first' });
  assert.ok(allowance.take({ person: 'first' }) > 0);
  for (let n = 0; n < COUNTS_MAX; n += 1) allowance.take({ recipient: `r${n}` });
  assert.equal(allowance.take({ person: 'first' }), 0);
});
