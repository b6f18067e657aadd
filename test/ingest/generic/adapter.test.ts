/** The adapter `generic` passes the suite of all adapters, as two platforms with settings. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import {
  type Fields,
  genericScript,
  of,
  PBX,
} from '../../../examples/demo/platforms/generic/script.ts';
import { genericAdapter } from '../../../src/ingest/generic/adapter.ts';
import { conform } from '../conformance.ts';
import { flat } from '../flat.ts';

const SECRETS = [
  'synthetic-secret-0123',
  'synthetic-previous-01',
  'synthetic-wrong-01234',
] as const;
const NOW_MS = Date.UTC(2026, 10, 20);

conform<Fields>({
  ...genericScript,
  adapter: genericAdapter,
  covers: 'body',
  unknown: [of('parked'), of('ringing', { way: 'sideways' })],
  strange: [{}, { kind: 'call' }, of('ringing', { id: { a: 1 } }), { ...of('up'), kind: ['call'] }],
});

const FORM_PBX = {
  signature: { scheme: 'basic' },
  fields: { callId: '/uuid', status: '/event' },
  statuses: { hangup: 'COMPLETED' },
  directions: 'INBOUND',
};

conform<Readonly<Record<string, string>>>({
  adapter: genericAdapter,
  settings: FORM_PBX,
  secrets: ['pbx:first-secret', 'pbx:former-secret', 'pbx:wrong-secret'],
  covers: 'sender',
  send: (fields, { secret }) => ({
    contentType: 'application/x-www-form-urlencoded',
    body: new URLSearchParams(fields).toString(),
    headers: { authorization: `Basic ${Buffer.from(secret).toString('base64')}` },
  }),
  events: [{ event: { uuid: 'u-1', event: 'hangup' }, becomes: 'INBOUND COMPLETED' }],
  unknown: [{ uuid: 'u-1', event: 'park' }],
  strange: [{ event: 'hangup' }, { uuid: 'u-1' }],
});

const ASKED = {
  method: 'POST',
  contentType: 'application/cloudevents+json',
  publicUrl: 'https://calls.example.com/x',
  query: {},
  secrets: [SECRETS[0]],
  nowMs: NOW_MS,
} as const;
const EVENT = { specversion: '1.0', id: 'e-1', source: '/pbx', type: 'call.ended' };
const CLOUD = {
  signature: { scheme: 'bearer' },
  cloudEvents: true,
  fields: { callId: '/data/id', status: '/type', eventId: '/id', occurredAt: '/time' },
  statuses: { 'call.ended': 'COMPLETED' },
};
const AUTHORIZED = { authorization: `Bearer ${SECRETS[0]}` };

test('a CloudEvent is the same report in its structured and its binary mode', () => {
  const data = { id: 'c-1' };
  const time = '2026-11-20T00:00:00Z';
  const structured = genericAdapter.read({
    ...ASKED,
    settings: CLOUD,
    headers: AUTHORIZED,
    body: JSON.stringify({ ...EVENT, time, data }),
  });
  const headers = Object.entries({ ...EVENT, time }).map(([name, value]) => [`ce-${name}`, value]);
  const binary = genericAdapter.read({
    ...ASKED,
    contentType: 'application/json',
    settings: CLOUD,
    headers: { ...AUTHORIZED, ...Object.fromEntries(headers) },
    body: JSON.stringify(data),
  });
  const report = flat(structured);
  assert.equal(report.kind === 'report' && report.report.status, 'COMPLETED');
  assert.equal(report.kind === 'report' && report.report.reportId, 'generic:c-1:e-1');
  assert.deepEqual(binary, structured);
});

test('parts that no signature covers are refused: headers of an event, the query of a GET', () => {
  const { scheme: _, ...signature } = { scheme: '', header: 'x-sign' };
  const settings = { ...CLOUD, signature: { ...signature, scheme: 'hmac-body' } };
  const body = '{"id":"c-1"}';
  const sign = (text: string) => createHmac('sha256', SECRETS[0]).update(text).digest('hex');
  const binary = genericAdapter.read({
    ...ASKED,
    contentType: 'application/json',
    settings,
    headers: { 'x-sign': sign(body), 'ce-specversion': '1.0', 'ce-type': 'call.ended' },
    body,
  });
  assert.match(binary.kind === 'refused' ? binary.detail : '', /does not cover headers/);
  const get = genericAdapter.read({
    ...ASKED,
    method: 'GET',
    settings,
    headers: { 'x-sign': sign('') },
    body: '',
  });
  assert.match(get.kind === 'refused' ? get.detail : '', /does not cover a GET/);
});

test('a signed time that is too old is refused, and the fault names its header', () => {
  const signature = createHmac('sha256', SECRETS[0]).update('1700000000.{}').digest('hex');
  const result = genericAdapter.read({
    ...ASKED,
    contentType: 'application/json',
    settings: PBX,
    headers: { 'x-pbx-signature': `t=1700000000,v1=${signature}` },
    body: '{}',
  });
  assert.match(result.kind === 'refused' ? result.detail : '', /x-pbx-signature is \d+ s old/);
});

test('a sample shows what each line became, also without a signature', () => {
  const body = JSON.stringify(of('done', { from: '+15555550142', ms: 1500.4 }));
  const traced = genericAdapter.trace?.(
    { ...ASKED, contentType: 'application/json', settings: PBX, headers: {}, body },
    false,
  );
  assert.deepEqual(
    traced?.lines.map(({ line, value, became }) => [line, value, became]),
    [
      ['signature', 'hmac-timed', 'not checked: the sample has no headers'],
      ['filter /kind', 'call', 'passes'],
      ['callId /call/id', 'c-1', 'c-1'],
      ['status /call/state', 'done', 'done'],
      ['direction /call/way', 'out', 'out'],
      ['directions /call/way', 'out', 'OUTBOUND'],
      ['statuses', 'done', 'COMPLETED'],
      ['occurredAt /at', '2026-11-20T00:00:00Z', '2026-11-20T00:00:00.000Z'],
      ['cause /call/reason', null, 'missing'],
      ['from /call/from', '+15555550142', '+15555550142'],
      ['durationMs /call/ms', '1500.4', '1500'],
    ],
  );
  assert.deepEqual(traced?.result.kind === 'taken' && traced.result.reports[0]?.facts, {
    from: '+15555550142',
    durationMs: 1_500,
  });
});

test('a sample shows which times and numbers cannot be read', () => {
  const settings = {
    ...CLOUD,
    facts: { answeredAt: '/data/answered', endedAt: '/data/ended', durationMs: '/data/ms' },
  };
  const data = { id: 'c-1', answered: 1_700_000_000, ended: 'soon', ms: 'long' };
  const body = JSON.stringify({ ...EVENT, time: 'yesterday', data });
  const traced = genericAdapter.trace?.({ ...ASKED, settings, headers: AUTHORIZED, body }, true);
  const became = new Map(traced?.lines.map((each) => [each.line, each.became]));
  assert.match(became.get('occurredAt /time') ?? '', /^ignored: not a time/);
  assert.equal(became.get('answeredAt /data/answered'), '2023-11-14T22:13:20.000Z');
  assert.match(became.get('endedAt /data/ended') ?? '', /^ignored: not a time/);
  assert.equal(became.get('durationMs /data/ms'), 'ignored: not a number');
});

test('events whose ids differ only after many characters, or in accents, are two', () => {
  const idOf = (id: string) => {
    const body = JSON.stringify({ ...EVENT, id, data: { id: 'c-1' } });
    const read = flat(
      genericAdapter.read({ ...ASKED, settings: CLOUD, headers: AUTHORIZED, body }),
    );
    return read.kind === 'report' ? (read.report.reportId ?? '') : assert.fail(read.kind);
  };
  const start = `https://pbx.example/tenants/${'7'.repeat(60)}/events/`;
  const ids = ['e-1', `${start}1`, `${start}2`, 'é', 'è', 'a b', 'a  b', ' a b'].map(idOf);
  assert.equal(new Set(ids).size, ids.length, ids.join(' '));
  assert.equal(ids[0], 'generic:c-1:e-1');
  assert.equal(ids[1], idOf(`${start}1`));
  for (const id of ids) assert.match(id, /^[\x20-\x7e]{1,256}$/);
});
