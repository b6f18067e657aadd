/** What the last requests of a source say together. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  callIdOf,
  headersOf,
  newSecret,
  settingsOf,
  sourceState,
  unmappedOf,
} from '../../../dashboard/src/page/source/source-request.ts';
import { SECRET_FORMS } from '../../../src/engine/ports/ingest-adapter.ts';
import { ADAPTERS } from '../../../src/ingest/adapters.ts';

test('a source waits until a request comes, and the newest one says whether it is genuine', () => {
  assert.equal(sourceState([]), 'waiting');
  assert.equal(sourceState([{ outcome: 'ignored' }, { outcome: 'refused' }]), 'connected');
  assert.equal(sourceState([{ outcome: 'refused' }, { outcome: 'taken' }]), 'refused');
});

test('a part of a result names its call, whatever its id contains', () => {
  const parts = {
    'BUSY of call-1: applied': 'call-1',
    'facts of call-1: not applied: AFTER_END': 'call-1',
    'MACHINE of a: b of c: kept': 'a: b of c',
    'log of call-1: 3 turns': 'call-1',
    'log of call-1: not kept: it has 9 bytes': 'call-1',
    'The status is not known.': null,
    'not applied: CALL_REMOVED: The call was deleted by request.': null,
  };
  for (const [part, callId] of Object.entries(parts)) assert.equal(callIdOf(part), callId, part);
});

test('unmapped values are counted, the most frequent first, with their last time', () => {
  const requests = [
    { at: '3', unmapped: ['state parked'] },
    { at: '2', unmapped: ['cause x', 'cause x'] },
    { at: '1', unmapped: ['state parked', 'cause x'] },
  ];
  assert.deepEqual(unmappedOf(requests), [
    { value: 'cause x', count: 3, lastAt: '2' },
    { value: 'state parked', count: 2, lastAt: '3' },
  ]);
});

test('pasted headers are read line by line; without any, none', () => {
  assert.equal(headersOf(' \n no header'), null);
  assert.deepEqual(headersOf('X-A: 1\n\nx-time : a:b\n'), { 'X-A': '1', 'x-time': 'a:b' });
});

test('settings are a JSON object, and a generated secret is long and never the same', () => {
  assert.deepEqual(settingsOf('{"a":1}'), { a: 1 });
  for (const text of ['', '[]', 'null', '1', '{']) assert.equal(settingsOf(text), null);
  assert.notEqual(newSecret('text'), newSecret('text'));
});

test('S12.27: the adapter accepts a generated secret', () => {
  for (const form of SECRET_FORMS) {
    for (const { name, about, secretFault } of ADAPTERS) {
      if (about.secret.form !== form) continue;
      const secret = newSecret(form);
      assert.ok(secret.length >= 44, secret);
      assert.equal(secretFault(secret, about.settings), null, `${name}: ${secret}`);
    }
  }
});
