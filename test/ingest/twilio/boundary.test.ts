/**
 * One captured signature, and every request that could reuse it: text moved between the query of
 * the address, the fields and their names. Each has the signature of the genuine request.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Flat } from '../flat.ts';
import {
  type Callback,
  POSTED,
  readRecording,
  readTwilio,
  SOURCE_URL,
  signCallback,
} from './callback.ts';

const GENUINE: Callback = readRecording('answered')[0] ?? {};
const SIGNED_URL = `${SOURCE_URL}?callId=1234`;
const SIGNATURE = signCallback(SIGNED_URL, GENUINE);

/** The genuine text in another reading: it must have the same signature, or it proves nothing. */
function reread(search: string, fields: Callback): Flat {
  const publicUrl = SOURCE_URL + search;
  assert.equal(signCallback(publicUrl, fields), SIGNATURE, 'not the signed text');
  return readTwilio({
    body: new URLSearchParams(fields).toString(),
    headers: { 'x-twilio-signature': SIGNATURE },
    publicUrl,
    query: Object.fromEntries(new URLSearchParams(search)),
    ...POSTED,
  });
}

function without(fields: Callback, ...names: readonly string[]): Callback {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

function refused(result: Flat): void {
  assert.equal(result.kind === 'refused' ? result.code : result.kind, 'SIGNATURE_INVALID');
}

test('the genuine request is read', () => {
  const result = reread('?callId=1234', GENUINE);
  assert.equal(result.kind === 'report' ? result.callId : null, '1234');
});

test('fields moved into the query make no other call id', () => {
  const [first = '', second = ''] = Object.keys(GENUINE).sort();
  const taken = `${first}${GENUINE[first]}`;
  refused(reread(`?callId=1234${taken}`, without(GENUINE, first)));
  const more = `${taken}${second}${GENUINE[second]}`;
  refused(reread(`?callId=1234${more}`, without(GENUINE, first, second)));
});

test('a query moved into the name of a field makes no other call id', () => {
  const { AccountSid = '' } = GENUINE;
  const rest = without(GENUINE, 'AccountSid');
  refused(reread('?callId=1', { ...rest, '234AccountSid': AccountSid }));
  refused(reread('?callId=', { ...rest, '1234AccountSid': AccountSid }));
  refused(reread('', { ...rest, '?callId=1234AccountSid': AccountSid }));
});

test('a repeated, an absent or another first field leaves the end of the address open', () => {
  for (const fields of [without(GENUINE, 'AccountSid'), { ...GENUINE, '0': 'x' }]) {
    const result = readTwilio({
      body: new URLSearchParams(fields).toString(),
      headers: { 'x-twilio-signature': signCallback(SIGNED_URL, fields) },
      publicUrl: SIGNED_URL,
      query: { callId: '1234' },
      ...POSTED,
    });
    refused(result);
  }
});

test('no text of a caller can become the status of the call', () => {
  const CallerName = 'CallStatuscompletedDirectioninbound';
  const said = { ...GENUINE, CallerName };
  const publicUrl = SIGNED_URL;
  const signature = signCallback(publicUrl, said);
  const names = Object.keys(said).sort();
  const between = names
    .filter((name) => name > 'CallSid' && name < 'CallerName')
    .map((name) => name + said[name as keyof typeof said])
    .join('');
  const moved: Callback = {
    ...without(
      said,
      'CallerName',
      ...names.filter((name) => name > 'CallSid' && name < 'CallerName'),
    ),
    CallSid: `${GENUINE.CallSid}${between}CallerName`,
    CallStatus: 'completedDirectioninbound',
  };
  for (const fields of [said, moved]) {
    assert.equal(signCallback(publicUrl, fields), signature);
    const result = readTwilio({
      body: new URLSearchParams(fields).toString(),
      publicUrl,
      ...POSTED,
      headers: { 'x-twilio-signature': signature },
      query: { callId: '1234' },
    });
    refused(result);
  }
});

test('an unknown field after the status does not change the status', () => {
  const { CallStatus = '' } = GENUINE;
  const after =
    Object.keys(GENUINE)
      .sort()
      .find((name) => name > 'CallStatus') ?? '';
  const fields = {
    ...without(GENUINE, after),
    CallStatus: `${CallStatus}${after}${GENUINE[after]}`,
  };
  const result = reread('?callId=1234', fields);
  assert.notEqual(result.kind, 'report');
});

test('names of other legs are accepted', () => {
  const fields = { ...GENUINE, ParentCallSid: 'CA02', DialCallStatus: 'completed' };
  const result = readTwilio({
    body: new URLSearchParams(fields).toString(),
    publicUrl: SIGNED_URL,
    ...POSTED,
    headers: { 'x-twilio-signature': signCallback(SIGNED_URL, fields) },
    query: { callId: '1234' },
  });
  assert.equal(result.kind, 'report');
});

test('the first field, escaped in the address, is found in each signed form', () => {
  const written = `${SOURCE_URL}?callId=1234&clientId=c%41ccountSidX`;
  const signed = `${SOURCE_URL}?callId=1234&clientId=cAccountSidX`;
  const result = readTwilio({
    body: new URLSearchParams(GENUINE).toString(),
    headers: { 'x-twilio-signature': signCallback(signed, GENUINE) },
    publicUrl: written,
    query: Object.fromEntries(new URL(written).searchParams),
    ...POSTED,
  });
  refused(result);
});
