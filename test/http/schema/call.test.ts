/** Facts of a call as answers show them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FACT_NAMES } from '../../../src/core/call/facts.ts';
import { showFacts } from '../../../src/http/schema/call.ts';
import { factProperties } from '../../../src/http/schema/report.ts';

test('an unknown fact is absent, and times are ISO 8601', () => {
  assert.deepEqual(showFacts(null), {});
  const facts = { answeredAtMs: 0, tags: ['a'], metadata: { b: 'c' } };
  const shown = { answeredAt: '1970-01-01T00:00:00.000Z', tags: ['a'], metadata: { b: 'c' } };
  assert.deepEqual(showFacts(facts), shown);
  assert.deepEqual(Object.keys(showFacts(facts)), Object.keys(shown));
});

test('the schema has every fact and no other', () => {
  assert.deepEqual(Object.keys(factProperties), FACT_NAMES);
});
