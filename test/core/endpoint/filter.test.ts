/** Which calls the filter of an endpoint lets through (S3.16). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EndpointFilter, FILTER_PARTS, unmetPart } from '../../../src/core/endpoint/filter.ts';

const FACTS = {
  agentId: 'agent_7',
  queue: 'support',
  tags: ['vip', 'de'],
  metadata: { order: '4712', region: 'emea' },
};

test('S3.16: every part of a filter must match the known facts of the call', () => {
  const call = { direction: 'INBOUND', facts: FACTS } as const;
  const wanted: readonly EndpointFilter[] = [
    {},
    { direction: 'INBOUND' },
    { tags: ['x', 'de'] },
    { agentIds: ['agent_7'] },
    { queues: ['sales', 'support'] },
    { metadata: { order: '4712' } },
    { direction: 'INBOUND', tags: ['vip'], queues: ['support'], metadata: FACTS.metadata },
  ];
  for (const filter of wanted) assert.equal(unmetPart(filter, call), null, JSON.stringify(filter));
  const unmet: readonly EndpointFilter[] = [
    { direction: 'OUTBOUND' },
    { tags: ['VIP'] },
    { agentIds: ['agent'] },
    { queues: ['Support'] },
    { metadata: { order: '4712', region: 'apac' } },
  ];
  assert.deepEqual(
    unmet.map((filter) => unmetPart(filter, call)),
    FILTER_PARTS,
  );
  assert.equal(unmetPart({ metadata: { toString: 'x' } }, call), 'metadata');
});

test('S3.16: of a call without facts only the direction is known', () => {
  const call = { direction: 'OUTBOUND', facts: null } as const;
  assert.equal(unmetPart({ direction: 'OUTBOUND' }, call), null);
  assert.equal(unmetPart({ tags: ['vip'] }, call), 'tags');
  assert.equal(unmetPart({ queues: ['support'] }, call), 'queues');
});
