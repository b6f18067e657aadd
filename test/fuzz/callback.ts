/**
 * The requests of telephony platforms to ingest sources: a form, signed only when it is sent,
 * because the signature covers a URL with ids from earlier answers; and a GET with all data in its
 * query.
 */
import fc from 'fast-check';
import { parseForm } from '../../src/ingest/form.ts';
import { formSignature } from '../../src/ingest/signature/form-hmac.ts';
import type { Operation } from './document.ts';
import type { Body, Draft, Pair, Wire } from './draft.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';
/** The secret of all sources (`valid.ts`). */
const SECRET = 'canary-secret-of-a-source';
const UNSIGNED = '«signature:»';
const HEADER = 'x-twilio-signature';

export function takesForm({ body }: Operation): boolean {
  return body?.type === FORM_TYPE;
}

export function signatureOf(operation: Operation, body: Body): readonly Pair[] {
  return takesForm(operation) && body.kind === 'text' ? [[HEADER, UNSIGNED]] : [];
}

const words = {
  CallStatus: fc.constantFrom(
    'queued',
    'initiated',
    'ringing',
    'in-progress',
    'answered',
    'completed',
    'busy',
    'no-answer',
    'failed',
    'canceled',
    'a-new-word',
  ),
  Direction: fc.constantFrom('outbound-api', 'inbound', 'outbound-dial', 'sideways'),
  SequenceNumber: fc.nat({ max: 9 }).map(String),
  Timestamp: fc.constantFrom('Sat, 21 Nov 2026 10:00:00 +0000', 'yesterday'),
  AnsweredBy: fc.constantFrom('human', 'machine_start', 'fax', 'unknown'),
  ErrorCode: fc.constantFrom('13224', '0', 'x'),
  SipResponseCode: fc.constantFrom('486', '603', '999', ''),
};

const whole = fc
  .record(
    {
      AccountSid: fc.constant('AC1'),
      CallSid: fc.nat({ max: 300 }).map((number) => `CA${number}`),
      ...words,
    },
    { requiredKeys: ['AccountSid', 'CallSid', 'CallStatus', 'Direction'] },
  )
  .map((fields) => new URLSearchParams(fields).toString());
const broken = fc.constantFrom(
  '',
  '&',
  '=a',
  'CallSid=%zz',
  'CallSid=CA1&CallSid=CA2',
  'a=1&'.repeat(501),
);

export const form: fc.Arbitrary<Body> = fc
  .oneof({ weight: 9, arbitrary: whole }, { weight: 1, arbitrary: broken })
  .map((text): Body => ({ kind: 'text', text }));

export const POSTING_SOURCE = { name: 'posting', adapter: 'twilio', secret: SECRET };
/** The body of a source whose platform sends all data in the query of a GET. */
export const ASKING_SOURCE = {
  name: 'asking',
  adapter: 'generic',
  secret: SECRET,
  settings: {
    signature: { scheme: 'bearer' },
    fields: { callId: '/call', status: '/state' },
    statuses: { ringing: 'CALLING', robot: 'hint MACHINE', over: 'COMPLETED', held: null },
  },
};

const query = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .record({
        call: fc.nat({ max: 300 }).map((number) => `GA${number}`),
        state: fc.constantFrom('ringing', 'robot', 'over', 'held', 'a-new-word'),
      })
      .map((fields) => new URLSearchParams(fields).toString()),
  },
  { weight: 1, arbitrary: fc.constantFrom('', '&', 'call=%zz', 'call=1&call=2', 'a&'.repeat(101)) },
);

/** The requests of such a platform; the mark in the path names the source. */
export function asking(drafts: fc.Arbitrary<Draft>): fc.Arbitrary<Draft> {
  return fc.tuple(drafts, query).map(([draft, rawQuery]) => ({
    ...draft,
    rawQuery,
    path: draft.path.replace('/twilio/', '/generic/'),
    headers: [...draft.headers, ['authorization', `Bearer ${SECRET}`]],
  }));
}

/** Signs the request as the platform does; `publicUrl` is the base of the source's URL. */
export function signed(wire: Wire, publicUrl: string): Wire {
  if (!wire.headers.some(([, value]) => value === UNSIGNED)) return wire;
  const read = parseForm(wire.body.toString());
  const fields = read.kind === 'form' ? read.fields : new Map<string, string[]>();
  const signature = formSignature(publicUrl + wire.target, fields, SECRET);
  const headers = wire.headers.map(
    ([name, value]): Pair => [name, value === UNSIGNED ? signature : value],
  );
  return { ...wire, headers };
}
