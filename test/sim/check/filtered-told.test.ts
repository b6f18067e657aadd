/** A firing that an endpoint does not want must be told as filtered, and no other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWanted } from '../../../sim/check/call-facts.ts';
import { filteredTold } from '../../../sim/check/filtered-told.ts';
import { CALLING, Given, saysOf } from './given.ts';

const callId = 'call-1';

/** A firing that the endpoint does not want if it wants inbound calls, told as `reason`. */
function told(direction: 'INBOUND' | 'OUTBOUND', reason: string): readonly string[] {
  const given = new Given();
  const endpoint = given.endpoint({ filter: { direction } });
  given.accept(callId, 'report-1', 'CALLING', [CALLING], 0);
  given.rest = { untold: [{ endpoint, callId, trigger: CALLING, reason }] };
  return saysOf(filteredTold, given);
}

test('a filtered firing that is told as filtered passes', () => {
  assert.deepEqual(told('INBOUND', 'FILTERED'), []);
});

test('a filtered firing told as something else, or another told as filtered, is caught', () => {
  assert.match(told('INBOUND', 'OTHER').join(), /was filtered and is told as OTHER/);
  assert.match(told('OUTBOUND', 'FILTERED').join(), /is told as filtered and was not/);
});

test('every condition of a filter must hold', () => {
  const facts = { queue: 'sales', agentId: 'a', tags: ['vip'], metadata: { tier: 'gold' } };
  const wants = (wish: Parameters<typeof isWanted>[0]) => isWanted(wish, 'OUTBOUND', facts);
  for (const wish of [
    {},
    { tags: ['new', 'vip'] },
    { agentIds: ['a'], queues: ['sales'] },
    { metadata: { tier: 'gold' }, direction: 'OUTBOUND' as const },
  ]) {
    assert.ok(wants(wish), JSON.stringify(wish));
  }
  for (const wish of [
    { tags: ['new'] },
    { agentIds: ['a'], queues: ['support'] },
    { metadata: { tier: 'gold', order: '1' } },
    { direction: 'INBOUND' as const },
  ]) {
    assert.ok(!wants(wish), JSON.stringify(wish));
  }
});
