/** Plivo passes the suite of all adapters, signed by its rule, and a form has only one reading. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ended,
  type Fields,
  NONCE,
  of,
  plivoScript,
  signed,
  uuid,
} from '../../../examples/demo/platforms/plivo/script.ts';
import { plivoAdapter } from '../../../src/ingest/plivo/adapter.ts';
import { conform } from '../conformance.ts';

conform<Fields>({
  ...plivoScript,
  adapter: plivoAdapter,
  covers: 'body',
  unknown: [
    of('parked', '20'),
    ended('completed-by-aliens', '22', '4000'),
    of('ringing', '21', { Direction: 'sideways' }),
  ],
  strange: [{ Nothing: '1' }, { CallUUID: uuid('1') }, { CallStatus: 'busy' }, { A: '' }],
});

const SECRET = 'synthetic-auth-token-0001';

function read(fields: Fields, given: Partial<{ url: string; header: string; body: string }> = {}) {
  const url = given.url ?? 'https://calls.example.com/callbacks';
  return plivoAdapter.read({
    method: 'POST',
    contentType: 'application/x-www-form-urlencoded',
    body: given.body ?? new URLSearchParams(fields).toString(),
    headers: {
      'x-plivo-signature-v3': given.header ?? signed(url, fields, SECRET),
      'x-plivo-signature-v3-nonce': NONCE,
    },
    publicUrl: url,
    query: Object.fromEntries(new URL(url).searchParams),
    secrets: [SECRET],
    nowMs: 0,
  });
}

/** Computed with plivo-node, so that it does not depend on our reading of the rule. */
const BY_THE_SDK = {
  url: 'https://example.com/abcd?callId=order-7&clientId=acme',
  fields: of('completed', '1', { Duration: '30', HangupCauseName: 'Normal Hangup' }),
  signature: 'PD7iODqIINJXcVCyeFAGczzcaIgwGb+/Umces97K8BQ=',
};

test('a signature that plivo-node computes is accepted, with facts and our own ids', () => {
  const { url, fields, signature } = BY_THE_SDK;
  const result = read(fields, { url, header: signature });
  if (result.kind !== 'taken') assert.fail(result.detail);
  assert.deepEqual(
    [result.reports[0]?.callId, result.reports[0]?.report.clientId],
    ['order-7', 'acme'],
  );
  assert.deepEqual(result.reports[0]?.facts, {
    from: '15550100001',
    to: '15550100002',
    hangupCause: 'Normal Hangup',
    durationMs: 30_000,
  });
});

test('the header may hold a signature per token; retry settings are not signed', () => {
  const fields = of('ringing', '1');
  const right = signed('https://calls.example.com/callbacks', fields, SECRET);
  assert.equal(read(fields, { header: `bm90IGl0,${right}` }).kind, 'taken');
  const url = 'https://calls.example.com/callbacks#rp=5xx&rc=3';
  assert.equal(read(fields, { url, header: right }).kind, 'taken');
});

test('a machine that synchronous detection found is told with the end of the call', () => {
  const result = read(ended('completed', '1', '4000', { Machine: 'true' }));
  if (result.kind !== 'taken') assert.fail(result.detail);
  assert.deepEqual(result.hints, [{ callId: uuid('1'), hint: 'MACHINE' }]);
  assert.equal(result.reports[0]?.variants[0]?.status, 'VOICEMAIL_REACHED');
});

test('text that could belong to another field or to the address is refused', () => {
  const fields = of('ringing', '1', { CallerName: 'Ann' });
  const forms: readonly Fields[] = [
    { ...fields, From: 'sip:HangupCauseCode9100' },
    { ...fields, CallerName: 'AnnDirectioninbound' },
    { ...fields, CallStatus: 'ringingCallUUID1' },
    { ...fields, callId: 'other' },
    { ...fields, Direction: 'outboundDuration12' },
  ];
  for (const form of forms) assertForged(read(form), form);
  const twice = new URLSearchParams(fields);
  twice.append('CallUUID', uuid('2'));
  const both = { ...fields, CallUUID: `${uuid('1')}CallUUID${uuid('2')}` };
  const header = signed('https://calls.example.com/callbacks', both, SECRET);
  assertForged(read(fields, { body: twice.toString(), header }), 'twice');
  for (const search of ['?other=1', '?callId=a.AnswerTime1', '?callId=a%26clientId%3Db']) {
    const url = `https://calls.example.com/callbacks${search}`;
    const decoded = `https://calls.example.com/callbacks${decodeURIComponent(search)}`;
    assertForged(read(fields, { url, header: signed(decoded, fields, SECRET) }), search);
  }
  assert.equal(read({ ...fields, CallerName: 'Machine & Direction Ltd' }).kind, 'taken');
});

function assertForged(result: ReturnType<typeof read>, what: unknown): void {
  assert.ok(result.kind === 'refused', JSON.stringify(what));
  assert.equal(result.code, 'SIGNATURE_INVALID', JSON.stringify(what));
  assert.match(result.detail, /sure|form/, JSON.stringify(what));
}

test('a code unknown to Plivo is named, and the status word decides', () => {
  const result = read(ended('completed', '1', '424242'));
  if (result.kind !== 'taken') assert.fail(result.detail);
  assert.deepEqual(result.unmapped, ['HangupCauseCode 424242']);
  assert.equal(result.reports[0]?.report.status, 'COMPLETED');
});
