/** The properties that follow from the kind of an endpoint. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ENDPOINT_KINDS,
  hasSecretTarget,
  isAgent,
  isEndpointKind,
  isPulled,
  takesPayload,
} from '../../../src/core/endpoint/endpoint.ts';
import { PACING_DEFAULTS } from '../../../src/core/endpoint/endpoint-defaults.ts';

test('S9.1: three kinds launch an agent; three kinds receive the JSON payload itself', () => {
  assert.deepEqual(ENDPOINT_KINDS.filter(isAgent), [
    'builtin-analyzer',
    'builtin-evaluator',
    'self-provided-agent',
  ]);
  assert.deepEqual(ENDPOINT_KINDS.filter(takesPayload), ['custom', 'self-provided-agent', 'pull']);
  assert.deepEqual(ENDPOINT_KINDS.filter(isPulled), ['pull']);
});

test('only a known kind is one', () => {
  assert.ok(ENDPOINT_KINDS.every(isEndpointKind));
  for (const other of ['', 'fax', 'Slack', null, 3, ['slack']]) assert.ok(!isEndpointKind(other));
});

test('each kind has a default pacing that permits sending', () => {
  for (const kind of ENDPOINT_KINDS) {
    const { burst, concurrency } = PACING_DEFAULTS[kind];
    assert.ok(burst >= 1 && concurrency >= 1, kind);
  }
});

test('the URLs of Slack and Teams are secrets, other targets are not', () => {
  assert.deepEqual(ENDPOINT_KINDS.filter(hasSecretTarget), ['slack', 'teams']);
});
