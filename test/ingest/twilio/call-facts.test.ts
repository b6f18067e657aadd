/** The facts that a callback of Twilio has besides the call's status. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { factsOf, recordingOf } from '../../../src/ingest/twilio/call-facts.ts';
import { readCallback } from '../../../src/ingest/twilio/report.ts';
import type { Callback } from './callback.ts';

const SID = 'RE0000000000000000000000000000000a';
const URL_OF = `https://api.twilio.com/2010-04-01/Accounts/AC0/Recordings/${SID}`;

function form(fields: Readonly<Record<string, string | readonly string[]>>) {
  return new Map(
    Object.entries(fields).map(([name, value]): [string, readonly string[]] => [
      name,
      typeof value === 'string' ? [value] : value,
    ]),
  );
}

test('numbers, duration and recording of a status callback become facts', () => {
  assert.deepEqual(
    factsOf(
      form({ From: '+15550100001', To: '15550100002', CallDuration: '49', RecordingUrl: URL_OF }),
    ),
    { from: '+15550100001', to: '15550100002', durationMs: 49_000, recordingUrl: URL_OF },
  );
});

test('a value that could be cut in another way, or is given twice, is left out', () => {
  for (const fields of [
    { From: '+15550100001FromCity' },
    { From: 'sip:alice@example.com' },
    { From: ['+15550100001', '+15550100002'] },
    { To: '' },
    { CallDuration: '4x' },
    { RecordingUrl: `${URL_OF}SequenceNumber` },
    { RecordingUrl: URL_OF.slice(0, -1) },
    { RecordingUrl: URL_OF.replace('https', 'http') },
  ]) {
    assert.deepEqual(factsOf(form(fields)), {}, JSON.stringify(fields));
  }
});

test("a recording of Twilio's relatives, or in a store of your own, has an id too", () => {
  const uuid = '0a1b2c3d-0000-4000-8000-00000000000a';
  const url = `https://space.signalwire.com/api/laml/2010-04-01/Accounts/a/Recordings/${uuid}.mp3`;
  assert.deepEqual(recordingOf(form({ RecordingUrl: url })), { url, sid: uuid });
  const own = `https://bucket.s3.amazonaws.com/AC0/${SID}`;
  assert.deepEqual(recordingOf(form({ RecordingUrl: own })), { url: own, sid: SID });
});

test("a recording callback is a report of the address's call, whatever its direction", () => {
  const CallSid = 'CA00000000000000000000000000000001';
  const read = (fields: Callback) =>
    readCallback(form({ CallSid, RecordingStatus: 'completed', RecordingUrl: URL_OF, ...fields }), {
      query: {},
      idempotencyToken: undefined,
    });
  const result = read({});
  assert.deepEqual(result.kind === 'taken' ? result.reports : [], [
    {
      callId: CallSid,
      report: {
        status: null,
        direction: null,
        callSid: CallSid,
        clientId: null,
        errors: [],
        occurredAtMs: null,
        reportId: `twilio:${CallSid}:recording:${SID}`,
      },
      variants: [],
      facts: { recordingUrl: URL_OF },
    },
  ]);
  const elsewhere = read({ RecordingUrl: 'https://example.com/a.mp3' });
  assert.match(elsewhere.kind === 'taken' ? (elsewhere.why ?? '') : '', /does not end with the id/);
});
