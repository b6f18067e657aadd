/** Which calls an endpoint wants (S3.16), and which filters it may have. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type EndpointFilter,
  FILTER_PARTS,
  FILTER_VALUES_MAX,
  filterFaults,
  storedFilter,
  unmetPart,
} from '../../../src/core/endpoint/filter.ts';

const FACTS = {
  agentId: 'agent_7',
  queue: 'support',
  tags: ['vip', 'de'],
  metadata: { order: '4712', region: 'emea' },
};

test('S3.16: every part that is there must agree with what is known of the call', () => {
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

test('each broken rule of a filter is named with its field', () => {
  const many = Array.from({ length: FILTER_VALUES_MAX + 1 }, (_, at) => `v${at}`);
  const wrong: readonly (readonly [EndpointFilter, string])[] = [
    [{ tags: [] }, '/filter/tags'],
    [{ tags: many }, '/filter/tags'],
    [{ tags: ['a', 'a'] }, '/filter/tags/1'],
    [{ queues: [''] }, '/filter/queues/0'],
    [{ agentIds: ['a\nb'] }, '/filter/agentIds/0'],
    [{ metadata: {} }, '/filter/metadata'],
    [{ metadata: { a: ' b' } }, '/filter/metadata'],
    [{ metadata: Object.fromEntries(many.map((key) => [key, ''])) }, '/filter/metadata'],
  ];
  for (const [filter, field] of wrong) {
    assert.deepEqual(
      filterFaults(filter).map((fault) => fault.field),
      [field],
    );
  }
  assert.deepEqual(filterFaults(null), []);
  assert.deepEqual(filterFaults({ tags: ['a'], metadata: { a: '' } }), []);
});

test('a filter is stored in one order, and an empty one as none', () => {
  assert.equal(storedFilter({}), null);
  const stored = storedFilter({ queues: ['a'], direction: 'INBOUND' });
  assert.deepEqual(Object.keys(stored ?? {}), ['direction', 'queues']);
});
