/** Which filters an endpoint may have (S3.16). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EndpointFilter } from '../../../src/core/endpoint/filter.ts';
import {
  FILTER_VALUES_MAX,
  filterFaults,
  storedFilter,
} from '../../../src/core/endpoint/filter-rules.ts';

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
