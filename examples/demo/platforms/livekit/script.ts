/**
 * What LiveKit sends about SIP participants, signed by its rule: a token, HS256, with the SHA-256
 * of the body. Must use no code of the adapter.
 */
import { createHash, createHmac } from 'node:crypto';
import type { PlatformScript } from '../script.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface LivekitEvent {
  readonly event?: unknown;
  readonly id?: string;
  readonly participant?: unknown;
}

const NUMBERS = { 'sip.phoneNumber': '+15550100002', 'sip.trunkPhoneNumber': '+15550100001' };
let events = 0;

/** Of a SIP participant; `status`: its `sip.callStatus`. */
export function of(
  event: string,
  call: string,
  status: string | undefined,
  more: Fields = {},
): LivekitEvent {
  const attributes = {
    'sip.callID': `SCL_synthetic_${call}`,
    'sip.callStatus': status,
    'sip.trunkID': 'ST_synthetic',
    ...NUMBERS,
    ...(call.startsWith('in') && { 'sip.ruleID': 'SDR_synthetic' }),
  };
  events += 1;
  return {
    event,
    room: { sid: 'RM_synthetic', name: `call-${call}` },
    participant: {
      sid: 'PA_synthetic',
      identity: 'sip_synthetic',
      kind: 'SIP',
      attributes,
      ...more,
    },
    id: `EV_synthetic_${events}`,
    createdAt: '1763596800',
  } as LivekitEvent;
}

export const joined = (call: string, status: string) => of('participant_joined', call, status);
export const left = (call: string, status: string, disconnectReason?: string | number) =>
  of('participant_left', call, status, { disconnectReason });

export const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

export function tokenOf(body: string, secret: string, atS: number): string {
  const sha256 = createHash('sha256').update(body).digest('base64');
  const claims = { iss: 'APIsynthetic', nbf: atS, exp: atS + 300, sha256 };
  const text = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

const FAILED = 'ERROR CALL_CONNECTION_FAILED';
const CUT = 'ERROR CALL_INTERRUPTED';

export const livekitScript: PlatformScript<LivekitEvent> = {
  secrets: [
    'livekit-synthetic-secret-0123456789',
    'livekit-synthetic-previous-01234567',
    'livekit-synthetic-wrong-0123456789',
  ],
  send(event, { secret, atMs }) {
    const body = JSON.stringify(event);
    const authorization = tokenOf(body, secret, Math.floor(atMs / 1_000));
    return { contentType: 'application/webhook+json', body, headers: { authorization } };
  },
  events: [
    { event: joined('01', 'dialing'), becomes: 'OUTBOUND CALLING' },
    { event: of('track_published', '01', undefined), becomes: 'ignored' },
    { event: left('01', 'hangup', 'CLIENT_INITIATED'), becomes: 'OUTBOUND COMPLETED' },
    { event: { event: 'room_started', id: 'EV_r' }, becomes: 'ignored' },
    { event: { event: 'egress_ended', id: 'EV_e' }, becomes: 'ignored' },
    { event: joined('in1', 'ringing'), becomes: 'INBOUND ACCEPTING' },
    { event: left('in1', 'active', 'ROOM_DELETED'), becomes: 'INBOUND COMPLETED' },
    { event: joined('in2', 'active'), becomes: 'INBOUND CALLING' },
    { event: left('in2', 'ringing', 'CLIENT_INITIATED'), becomes: 'INBOUND COMPLETED' },
    { event: joined('02', 'automation'), becomes: 'OUTBOUND CALLING' },
    { event: left('02', 'dialing', 'USER_REJECTED'), becomes: 'OUTBOUND BUSY' },
    { event: left('03', 'dialing', 'USER_UNAVAILABLE'), becomes: 'OUTBOUND NO_RESPONSE' },
    { event: left('04', 'dialing', 'ROOM_DELETED'), becomes: 'OUTBOUND CANCELED' },
    { event: left('05', 'dialing', 'SIP_TRUNK_FAILURE'), becomes: `OUTBOUND ${FAILED}` },
    { event: left('06', 'dialing'), becomes: `OUTBOUND ${FAILED}` },
    { event: left('07', 'active'), becomes: 'OUTBOUND ERROR UNKNOWN_ERROR' },
    { event: left('08', 'active', 'MEDIA_FAILURE'), becomes: `OUTBOUND ${CUT}` },
    { event: left('09', 'active', 'MIGRATION'), becomes: 'ignored' },
    { event: of('participant_connection_aborted', '10', 'dialing'), becomes: `OUTBOUND ${FAILED}` },
    { event: of('participant_connection_aborted', '11', 'active'), becomes: `OUTBOUND ${CUT}` },
    {
      event: of('participant_joined', '12', 'active', { kind: 'AGENT' }),
      becomes: 'ignored',
    },
    { event: of('participant_joined', '13', 'active', { kind: 3 }), becomes: 'OUTBOUND CALLING' },
    // Some writers of protobuf have numbers for both.
    { event: left('14', 'active', 1), becomes: 'OUTBOUND COMPLETED' },
    { event: left('15', 'dialing', 12), becomes: 'OUTBOUND BUSY' },
  ],
  nameOf({ event, participant }) {
    const { attributes, disconnectReason } = Object(participant);
    const status = Object(attributes)['sip.callStatus'];
    return [event, status, disconnectReason].filter(Boolean).join(' ');
  },
};
