/**
 * What Telnyx sends about calls, signed by its rule: Ed25519 over `timestamp|body`. The secret is
 * the public key, so each one that is made here has its private key beside it.
 */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { PlatformScript } from '../script.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface TelnyxEvent {
  readonly event_type?: string;
  readonly id?: string;
  readonly occurred_at?: string;
  readonly payload?: Fields;
}

export const OUT = {
  call_control_id: 'v3:synthetic-control-1',
  call_leg_id: '0f0c1a52-1111-4a0e-9d5e-000000000001',
  call_session_id: '0f0c1a52-2222-4a0e-9d5e-000000000001',
  connection_id: '1000000000000000001',
  from: '+15550100001',
  to: '+15550100002',
};
const IN = { ...OUT, call_leg_id: '0f0c1a52-1111-4a0e-9d5e-000000000002' };
const leg = (end: string): Fields => ({ ...OUT, call_leg_id: `0f0c1a52-1111-4a0e-9d5e-${end}` });

export function of(type: string, payload: Fields): TelnyxEvent {
  return {
    event_type: type,
    id: '0ccc7b54-4df3-4bca-a65a-000000000000',
    occurred_at: '2026-11-20T00:00:01.521992Z',
    payload,
  };
}

export const hangup = (cause: string, payload: Fields = OUT): TelnyxEvent =>
  of('call.hangup', { ...payload, state: 'hangup', hangup_cause: cause, sip_hangup_cause: '603' });

const begun = (end: string): TelnyxEvent =>
  of('call.initiated', { ...leg(end), direction: 'outgoing' });

/** By the secret of the source, which is the public key as the console shows it. */
export const privateKeys = new Map<string, KeyObject>();

export function keyPair(): string {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const secret = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64');
  privateKeys.set(secret, privateKey);
  return secret;
}

export const telnyxScript: PlatformScript<TelnyxEvent> = {
  secrets: [keyPair(), keyPair(), keyPair()],
  send(event, { secret, atMs }) {
    const body = JSON.stringify({ data: { record_type: 'event', ...event }, meta: { attempt: 1 } });
    const time = String(Math.floor(atMs / 1_000));
    const key = privateKeys.get(secret);
    if (key === undefined) throw new Error('the key of this secret is not known');
    const signature = sign(null, Buffer.from(`${time}|${body}`), key).toString('base64');
    const headers = { 'telnyx-timestamp': time, 'telnyx-signature-ed25519': signature };
    return { contentType: 'application/json', body, headers };
  },
  events: [
    { event: of('call.initiated', { ...OUT, direction: 'outgoing' }), becomes: 'OUTBOUND CALLING' },
    { event: of('call.answered', OUT), becomes: '? CALLING' },
    {
      event: of('call.machine.detection.ended', { ...OUT, result: 'machine' }),
      becomes: 'hint MACHINE',
    },
    { event: of('call.recording.saved', OUT), becomes: 'ignored' },
    { event: hangup('normal_clearing'), becomes: '? COMPLETED' },
    { event: of('call.initiated', { ...IN, direction: 'incoming' }), becomes: 'INBOUND ACCEPTING' },
    { event: hangup('time_limit', IN), becomes: '? COMPLETED' },
    { event: begun('000000000003'), becomes: 'OUTBOUND CALLING' },
    { event: hangup('user_busy', leg('000000000003')), becomes: '? BUSY' },
    { event: begun('000000000004'), becomes: 'OUTBOUND CALLING' },
    { event: hangup('call_rejected', leg('000000000004')), becomes: '? BUSY' },
    { event: begun('000000000005'), becomes: 'OUTBOUND CALLING' },
    { event: hangup('no_answer', leg('000000000005')), becomes: '? NO_RESPONSE' },
    { event: begun('000000000006'), becomes: 'OUTBOUND CALLING' },
    { event: hangup('timeout', leg('000000000006')), becomes: '? NO_RESPONSE' },
    { event: begun('000000000007'), becomes: 'OUTBOUND CALLING' },
    { event: hangup('not_found', leg('000000000007')), becomes: '? UNREACHABLE' },
    { event: begun('000000000008'), becomes: 'OUTBOUND CALLING' },
    { event: hangup('originator_cancel', leg('000000000008')), becomes: '? CANCELED' },
    { event: begun('000000000009'), becomes: 'OUTBOUND CALLING' },
    { event: hangup('unspecified', leg('000000000009')), becomes: '? ERROR UNKNOWN_ERROR' },
    {
      event: of('call.machine.premium.detection.ended', { ...OUT, result: 'human_residence' }),
      becomes: 'hint PERSON',
    },
    {
      event: of('call.machine.detection.ended', { ...OUT, result: 'not_sure' }),
      becomes: 'ignored',
    },
  ],
  nameOf: ({ event_type = '', payload = {} }) =>
    [event_type, payload.hangup_cause, payload.result].filter(Boolean).join(' '),
};
