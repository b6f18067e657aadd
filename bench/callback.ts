/**
 * What platforms of the benchmarks post to their sources, signed by their own rules, and for each
 * the plain report that says the same in as many bytes. Known to the mode, which makes the source,
 * and to the generator, which signs before it is measured.
 */
import { createHmac, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { shownFacts } from '../src/core/call/facts.ts';
import { isoTime } from '../src/core/time.ts';
import type { IngestRequest } from '../src/engine/ports/ingest-adapter.ts';
import { adapterByName } from '../src/ingest/adapters.ts';

/** All post that an outbound call was put through. */
export const CALLBACK_TRIGGER = 'OUTBOUND_CALL_CALLING';
/** Signatures cover it; nothing is there. */
const PUBLIC_URL = 'https://calls.example.com/callbacks';
const SECRET = 'synthetic-secret-of-a-bench-0123';
const PKCS8_OF_ED25519 = '302e020100300506032b657004220420';
const PRIVATE_KEY = createPrivateKey({
  key: Buffer.concat([Buffer.from(PKCS8_OF_ED25519, 'hex'), Buffer.alloc(32, 7)]),
  format: 'der',
  type: 'pkcs8',
});
const FROM = '+15550100001';
const TO = '+15550100002';

interface Sent {
  readonly contentType: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Platform {
  readonly secret: string;
  readonly settings: object | null;
  send(call: string, atMs: number): Sent;
}

const GENERIC = {
  signature: { scheme: 'hmac-timed', style: 't,v1', header: 'x-pbx-signature' },
  fields: { callId: '/call/id', status: '/call/state', direction: '/call/way', occurredAt: '/at' },
  facts: { from: '/call/from', to: '/call/to' },
  statuses: { ringing: 'CALLING', done: 'COMPLETED', busy: 'BUSY', 'fail-*': null },
  directions: { out: 'OUTBOUND', in: 'INBOUND' },
  filter: [{ field: '/kind', in: ['call'] }],
};

const PLATFORMS: Readonly<Record<string, Platform>> = {
  telnyx: {
    secret: createPublicKey(PRIVATE_KEY)
      .export({ type: 'spki', format: 'der' })
      .subarray(-32)
      .toString('base64'),
    settings: null,
    send(call, atMs) {
      const payload = {
        call_control_id: `v3:${call}-control`,
        call_leg_id: call,
        call_session_id: `session-of-${call}`,
        client_state: 'b3JkZXItMQ==',
        connection_id: '1000000000000000001',
        direction: 'outgoing',
        from: FROM,
        to: TO,
        state: 'bridging',
      };
      const event = {
        record_type: 'event',
        event_type: 'call.initiated',
        id: `0ccc7b54-4df3-4bca-a65a-${call}`,
        occurred_at: isoTime(atMs),
        payload,
      };
      const body = JSON.stringify({ data: event, meta: { attempt: 1, delivered_to: PUBLIC_URL } });
      const time = String(Math.floor(atMs / 1_000));
      const signature = sign(null, Buffer.from(`${time}|${body}`), PRIVATE_KEY).toString('base64');
      const headers = { 'telnyx-timestamp': time, 'telnyx-signature-ed25519': signature };
      return { contentType: 'application/json', body, headers };
    },
  },
  twilio: {
    secret: SECRET,
    settings: null,
    send(call, atMs) {
      const fields: Record<string, string> = {
        AccountSid: 'AC00000000000000000000000000000001',
        ApiVersion: '2010-04-01',
        CallbackSource: 'call-progress-events',
        CallSid: call,
        CallStatus: 'ringing',
        Called: TO,
        CalledCountry: 'US',
        Caller: FROM,
        CallerCountry: 'US',
        Direction: 'outbound-api',
        From: FROM,
        FromCountry: 'US',
        SequenceNumber: '1',
        Timestamp: new Date(atMs).toUTCString().replace('GMT', '+0000'),
        To: TO,
        ToCountry: 'US',
      };
      const text = Object.keys(fields)
        .sort()
        .reduce((all, name) => all + name + fields[name], PUBLIC_URL);
      return {
        contentType: 'application/x-www-form-urlencoded',
        body: new URLSearchParams(fields).toString(),
        headers: {
          'x-twilio-signature': createHmac('sha1', SECRET).update(text).digest('base64'),
        },
      };
    },
  },
  generic: {
    secret: SECRET,
    settings: GENERIC,
    send(call, atMs) {
      const said = { id: call, state: 'ringing', way: 'out', from: FROM, to: TO };
      const body = JSON.stringify({ kind: 'call', at: isoTime(atMs), call: said, trunk: 'main' });
      const time = Math.floor(atMs / 1_000);
      const signature = createHmac('sha256', SECRET).update(`${time}.${body}`).digest('hex');
      const headers = { 'x-pbx-signature': `t=${time},v1=${signature}` };
      return { contentType: 'application/json', body, headers };
    },
  },
};

export const CALLBACK_PLATFORMS = Object.keys(PLATFORMS);

/** The source that takes them, as the API is asked for it. */
export function sourceOf(adapter: string): object {
  const { secret, settings } = platformOf(adapter);
  return { name: adapter, adapter, secret, settings, publicUrl: PUBLIC_URL };
}

/** A callback of the call, signed now. */
export function callbackOf(adapter: string, call: string): Sent {
  return platformOf(adapter).send(call, Date.now());
}

/** The report that the callback becomes, as the API takes it, filled up to as many bytes. */
export function plainReportOf(adapter: string, call: string): string {
  const { body, contentType, headers } = callbackOf(adapter, call);
  const { secret, settings } = platformOf(adapter);
  const request: IngestRequest = {
    method: 'POST',
    contentType,
    body,
    headers,
    publicUrl: PUBLIC_URL,
    query: {},
    secrets: [secret],
    nowMs: Date.now(),
    settings,
  };
  const result = adapterByName(adapter)?.read(request);
  const told = result?.kind === 'taken' ? result.reports[0] : undefined;
  if (told === undefined) throw new Error(`the callback of ${adapter} is no report`);
  const { occurredAtMs, callSid, clientId, status, direction, reportId } = told.report;
  const plain = {
    status,
    direction,
    ...(callSid === null ? {} : { callSid }),
    ...(clientId === null ? {} : { clientId }),
    ...(occurredAtMs === null ? {} : { occurredAt: isoTime(occurredAtMs) }),
    ...(reportId === null ? {} : { reportId }),
    ...shownFacts(told.facts),
  };
  return JSON.stringify(plain).padEnd(Buffer.byteLength(body));
}

function platformOf(adapter: string): Platform {
  const platform = PLATFORMS[adapter];
  if (platform === undefined) throw new Error(`the benchmarks know no callback of ${adapter}`);
  return platform;
}
