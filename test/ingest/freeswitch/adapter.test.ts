/** FreeSWITCH passes the suite of all adapters, with the credentials of mod_json_cdr. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ANSWERED,
  basic,
  type Fields,
  freeswitchScript,
  of,
  START,
} from '../../../examples/demo/platforms/freeswitch/script.ts';
import { freeswitchAdapter } from '../../../src/ingest/freeswitch/adapter.ts';
import { conform } from '../conformance.ts';

const SECRETS = freeswitchScript.secrets;

conform<Fields>({
  ...freeswitchScript,
  adapter: freeswitchAdapter,
  covers: 'sender',
  unknown: [of('20', 'SOLAR_FLARE'), of('21', 'USER_BUSY', { direction: 'sideways' })],
  strange: [{}, { variables: { uuid: '1' } }, { variables: { hangup_cause: 'USER_BUSY' } }],
});

test('a record may be the field of a form, and has numbers, times, code and queue', () => {
  const more = { proto_specific_hangup_cause: 'sip%3A486', cc_queue: 'support%40default' };
  const record = JSON.stringify(of('1', 'USER_BUSY', more));
  const result = freeswitchAdapter.read({
    method: 'POST',
    contentType: 'application/x-www-form-urlencoded',
    body: `cdr=${encodeURIComponent(record)}`,
    headers: { authorization: basic(SECRETS[0]) },
    publicUrl: 'https://calls.example.com/?uuid=a_1',
    query: { uuid: 'a_1' },
    secrets: [SECRETS[0]],
    nowMs: 0,
  });
  if (result.kind !== 'taken') assert.fail(result.detail);
  assert.deepEqual(result.reports[0]?.facts, {
    from: '+15550100001',
    to: '15550100002',
    endedAtMs: (START + 9) * 1_000,
    durationMs: 9_000,
    sipCode: 486,
    hangupCause: 'USER_BUSY',
    queue: 'support@default',
  });
});

test('an answered leg with an unknown cause is completed, and the cause is named', () => {
  const read = (cause: string) => {
    const result = freeswitchAdapter.read({
      method: 'POST',
      contentType: 'application/json',
      body: JSON.stringify(of('1', cause, ANSWERED)),
      headers: { authorization: basic(SECRETS[0]) },
      publicUrl: 'https://calls.example.com/',
      query: {},
      secrets: [SECRETS[0]],
      nowMs: 0,
    });
    if (result.kind !== 'taken') assert.fail(result.detail);
    return [result.reports[0]?.report.status, result.unmapped];
  };
  assert.deepEqual(read('ABDUCTED_BY_ALIENS'), ['COMPLETED', ['hangup_cause ABDUCTED_BY_ALIENS']]);
  for (const cause of ['NORMAL_CLEARING', 'USER_BUSY', 'BLIND_TRANSFER']) {
    assert.deepEqual(read(cause), ['COMPLETED', []], cause);
  }
});
