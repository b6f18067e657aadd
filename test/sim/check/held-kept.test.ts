/** Deliveries made for a disabled endpoint must be sent when it is enabled. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heldKept } from '../../../sim/check/held-kept.ts';
import { CALLING, Given, saysOf } from './given.ts';

test('held deliveries that were sent pass', () => {
  const { given, endpoint, row } = held();
  given.enable(endpoint, true);
  given.attempt(row);
  assert.deepEqual(saysOf(heldKept, given), []);
});

test('a held delivery that has vanished is caught', () => {
  const { given, endpoint } = held();
  given.enable(endpoint, true);
  given.rows.pop();
  assert.match(saysOf(heldKept, given).join(), /is not on disk any more/);
});

test('a held delivery that was never sent is caught', () => {
  const { given, endpoint } = held();
  given.enable(endpoint, true);
  assert.match(saysOf(heldKept, given).join(), /never sent/);
});

test('held deliveries may be cancelled only if an operator asked for it', () => {
  const { given, endpoint, row } = held();
  row.state = 'cancelled';
  assert.match(saysOf(heldKept, given).join(), /cancelled without a request/);
  given.commit('cancelOpen', { endpoint, scope: { kind: 'all' } }, { changed: 1 });
  assert.match(saysOf(heldKept, given).join(), /cancelled without a request/);
  const steps = [{ atMs: 0, do: 'enable', endpoint: 0, held: 'drop' }] as const;
  given.script = { ...given.script, steps };
  assert.deepEqual(saysOf(heldKept, given), []);
});

function held() {
  const given = new Given();
  const endpoint = given.endpoint();
  given.enable(endpoint, false);
  const [row] = given.after(5).report('call-1', 'CALLING', [CALLING]);
  assert.ok(row);
  return { given, endpoint, row };
}
