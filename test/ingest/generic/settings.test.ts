/** S2.23: the settings of a generic source, with every fault named. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from '../../../src/ingest/generic/settings.ts';

const GOOD = {
  signature: { scheme: 'bearer' },
  fields: { callId: '/id', status: '/state' },
  statuses: { up: 'CALLING', down: { outbound: 'BUSY', inbound: null }, robot: 'hint MACHINE' },
};

const WAYS = { ...GOOD.fields, direction: '/way' };
const BOTH = { fields: WAYS, directions: { in: 'INBOUND', out: 'OUTBOUND' } };

function faultsOf(change: object): readonly string[] {
  const read = readSettings({ ...GOOD, ...change });
  if (read.kind === 'ok') return [];
  for (const { message } of read.faults) assert.match(message, /^[A-Z].*\.$/);
  return read.faults.map(({ field }) => field);
}

test('good settings are read with their defaults', () => {
  const read = readSettings(GOOD);
  assert.deepEqual(read.kind === 'ok' && read.settings, {
    ...GOOD,
    statuses: {
      up: ['CALLING', 'CALLING'],
      down: ['BUSY', null],
      robot: ['hint MACHINE', 'hint MACHINE'],
    },
    facts: {},
    directions: 'OUTBOUND',
    filter: [],
    cloudEvents: false,
  });
});

test('every fault is named with its place', () => {
  for (const [change, ...fields] of [
    [{ other: 1 }, '/other'],
    [{ signature: {} }, '/signature/scheme'],
    [{ signature: { scheme: 'hmac-body' } }, '/signature/header'],
    [{ fields: { callId: 'id', status: '/s' } }, '/fields/callId'],
    [{ fields: {} }, '/fields/callId', '/fields/status'],
    [{ fields: { ...GOOD.fields, callid: '/id' } }, '/fields/callid'],
    [{ fields: null }, '/fields'],
    [{ facts: { tags: '/tags' } }, '/facts/tags'],
    [{ facts: { from: '/~2' } }, '/facts/from'],
    [{ statuses: {} }, '/statuses'],
    [{ statuses: { up: 'RINGING' } }, '/statuses/up'],
    [{ statuses: { up: 'ERROR' } }, '/statuses/up'],
    [{ statuses: { 'a/b': { outbound: 'CALLING', other: 1 } } }, '/statuses/a~1b/other'],
    [{ fields: WAYS, directions: { in: 'inbound' } }, '/directions/in'],
    // Either without the other would be ignored.
    [{ directions: { in: 'INBOUND' } }, '/fields/direction'],
    [{ fields: WAYS }, '/directions'],
    [{ fields: WAYS, directions: 'INBOUND' }, '/directions'],
    // Statuses that a call of the direction cannot have.
    [{ ...BOTH, statuses: { busy: 'BUSY' } }, '/statuses/busy'],
    [{ ...BOTH, statuses: { busy: { outbound: 'BUSY', inbound: 'BUSY' } } }, '/statuses/busy'],
    [{ ...BOTH, statuses: { robot: { inbound: 'VOICEMAIL_REACHED' } } }, '/statuses/robot'],
    [{ ...BOTH, statuses: { full: 'CONCURRENCY_LIMIT_EXCEEDED' } }, '/statuses/full'],
    [{ directions: 'INBOUND', statuses: { busy: 'BUSY' } }, '/statuses/busy'],
    [{ statuses: { full: 'CONCURRENCY_LIMIT_EXCEEDED' } }, '/statuses/full'],
    [{ filter: {} }, '/filter'],
    [{ filter: [{ field: '/a', in: [] }] }, '/filter/0/in'],
    [{ filter: [{ field: 'a', in: [1] }] }, '/filter/0/in', '/filter/0/field'],
    [{ cloudEvents: 'yes' }, '/cloudEvents'],
  ] as const) {
    assert.deepEqual(faultsOf(change), fields, JSON.stringify(change));
  }
});

test('a line must fit only the directions that a call of the source can have', () => {
  assert.deepEqual(faultsOf({ statuses: { busy: 'BUSY' } }), []);
  assert.deepEqual(faultsOf({ ...BOTH, statuses: { busy: { outbound: 'BUSY' } } }), []);
  assert.deepEqual(faultsOf({ ...BOTH, statuses: { ringing: 'DIALING', up: 'hint PERSON' } }), []);
});

test('tables and texts are bounded', () => {
  const words = Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`w${at}`, 'CALLING']));
  assert.deepEqual(faultsOf({ statuses: words }), ['/statuses']);
  assert.deepEqual(faultsOf({ fields: WAYS, directions: words }).at(0), '/directions');
  assert.deepEqual(faultsOf({ fields: { callId: `/${'x'.repeat(256)}`, status: '/s' } }), [
    '/fields/callId',
  ]);
  assert.deepEqual(faultsOf({ filter: Array.from({ length: 21 }, () => ({})) }), ['/filter']);
});
