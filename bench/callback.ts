/**
 * Callbacks of platforms for the benchmarks, signed by the platforms' own rules, and for each the
 * plain report of the same content in as many bytes. The mode makes their sources; the generator
 * signs the callbacks before it measures.
 */
import { createHash, createHmac, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import * as livekit from '../examples/demo/platforms/livekit/script.ts';
import * as plivo from '../examples/demo/platforms/plivo/script.ts';
import * as retell from '../examples/demo/platforms/retell/script.ts';
import type { PlatformScript, Sent } from '../examples/demo/platforms/script.ts';
import * as vonage from '../examples/demo/platforms/vonage/script.ts';
import { shownFacts } from '../src/core/call/facts.ts';
import { isoTime } from '../src/core/time.ts';
import type { IngestRequest } from '../src/engine/ports/ingest-adapter.ts';
import { adapterByName } from '../src/ingest/adapters.ts';

/** Each says that an outbound call was connected, or that it ended. */
export const CALLBACK_TRIGGERS = ['OUTBOUND_CALL_CALLING', 'OUTBOUND_CALL_COMPLETED'];
/** Signatures cover this address; nothing listens there. */
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

interface Platform {
  readonly secret: string;
  readonly settings: object | null;
  /** The factor by which fewer are sent: the generator keeps their bodies in memory. */
  readonly size?: number;
  send(call: string, atMs: number): Sent;
}

/** Signs as its script does; `eventOf`: the event of the call. */
function scripted<Event>(
  { secrets: [secret], send }: PlatformScript<Event>,
  eventOf: (call: string, atMs: number) => Event,
): Platform {
  const publicUrl = PUBLIC_URL;
  return {
    secret,
    settings: null,
    send: (call, atMs) => send(eventOf(call, atMs), { secret, atMs, publicUrl }),
  };
}

/** A call of five minutes: 60 turns of 12 words, each with its times, as Retell sends them. */
const TURNS = 60;
const WORDS = 'well I would like to know when the parcel will arrive please'.split(' ');

function endedCall(call: string, atMs: number): retell.RetellEvent {
  const turns = Array.from({ length: TURNS }, (_, turn) => ({
    role: turn % 2 === 0 ? 'agent' : 'user',
    content: WORDS.join(' '),
    words: WORDS.map((word, at) => ({
      word,
      start: turn * 5 + at * 0.35,
      end: turn * 5 + at * 0.35 + 0.3,
    })),
  }));
  const spoken = turns.map(({ role, content }) => `${role}: ${content}\n`).join('');
  return retell.over(call, 'user_hangup', {
    call_status: 'ended',
    start_timestamp: atMs - TURNS * 5_000,
    end_timestamp: atMs,
    duration_ms: TURNS * 5_000,
    transcript: spoken,
    transcript_object: turns,
  });
}

/** In the form of Plivo's ids. */
function hexOf(call: string): string {
  return createHash('sha256').update(call).digest('hex').slice(0, 12);
}

const GENERIC = {
  signature: { scheme: 'hmac-timed', style: 't,v1', header: 'x-pbx-signature' },
  fields: { callId: '/call/id', status: '/call/state', direction: '/call/way', occurredAt: '/at' },
  facts: { from: '/call/from', to: '/call/to' },
  statuses: { ringing: 'CALLING', done: 'COMPLETED', 'fail-*': null },
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
  vonage: scripted(vonage.vonageScript, (call, atMs) =>
    vonage.of('ringing', '1', { uuid: call, timestamp: isoTime(atMs) }),
  ),
  plivo: scripted(plivo.plivoScript, (call) => plivo.of('ringing', hexOf(call))),
  livekit: scripted(livekit.livekitScript, (call) => livekit.joined(call, 'dialing')),
  retell: { ...scripted(retell.retellScript, endedCall), size: 10 },
};

export const CALLBACK_PLATFORMS = Object.keys(PLATFORMS);

/** The body with which the API makes the source for it. */
export function sourceOf(adapter: string): object {
  const { secret, settings } = platformOf(adapter);
  return { name: adapter, adapter, secret, settings, publicUrl: PUBLIC_URL };
}

/** A callback of the call, signed now. */
export function callbackOf(adapter: string, call: string): Sent {
  return platformOf(adapter).send(call, Date.now());
}

/** To be posted with an API key. */
export interface PlainRequest {
  readonly path: string;
  readonly body: string;
}

/**
 * The plain form of the callback, as the API takes it: a report, and a call log if the callback
 * brings one. The last of these is padded so that all have as many bytes as the callback.
 */
export function plainRequestsOf(adapter: string, call: string): readonly PlainRequest[] {
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
  const taken = result?.kind === 'taken' ? result : undefined;
  const told = taken?.reports[0];
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
  const report = JSON.stringify(plain);
  const path = `/v1/calls/${call}/reports`;
  const bytes = Buffer.byteLength(body);
  const log = taken?.callLog?.log;
  if (log === undefined) return [{ path, body: report.padEnd(bytes) }];
  const rest = JSON.stringify(log).padEnd(bytes - Buffer.byteLength(report));
  return [
    { path, body: report },
    { path: `/v1/call-logs/${call}`, body: rest },
  ];
}

/** The factor by which fewer of its callbacks are sent. */
export function sizeOf(adapter: string): number {
  return platformOf(adapter).size ?? 1;
}

function platformOf(adapter: string): Platform {
  const platform = PLATFORMS[adapter];
  if (platform === undefined) throw new Error(`the benchmarks know no callback of ${adapter}`);
  return platform;
}
