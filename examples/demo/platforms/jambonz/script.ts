/**
 * What jambonz sends about calls, signed by its rule: `t=time,v1=HMAC(time.body)`.
 * Must use no code of the adapter.
 */
import { createHmac } from 'node:crypto';
import type { PlatformScript } from '../script.ts';

export type JambonzEvent = Readonly<Record<string, unknown>>;

export const CALL = {
  call_sid: 'b5e39996-0000-4000-8000-000000000001',
  direction: 'outbound',
  from: '+15550100001',
  to: '+15550100002',
  call_id: '7ade3efb-0000-123b-0000-000000000001',
  sip_status: 100,
  sip_reason: 'Trying',
  call_status: 'trying',
  account_sid: '300be250-0000-4000-8000-000000000001',
  trace_id: '00000000000000000000000000000001',
};

export const of = (call_status: string, more: JambonzEvent = {}): JambonzEvent => ({
  ...CALL,
  call_status,
  ...more,
});
export const other = (
  id: string,
  call_status: string,
  sip_status: number,
  more: JambonzEvent = {},
): JambonzEvent =>
  of(call_status, { call_sid: `b5e39996-0000-4000-8000-0000000000${id}`, sip_status, ...more });
export const done = { sip_status: 200, sip_reason: 'OK' };
const inbound = { direction: 'inbound' };

export const jambonzScript: PlatformScript<JambonzEvent> = {
  secrets: ['wh_secret_synthetic_0123', 'wh_secret_synthetic_prev', 'wh_secret_synthetic_wrong'],
  send(event, { secret, atMs }) {
    const body = JSON.stringify(event);
    const time = Math.floor(atMs / 1_000);
    const digest = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    const headers = { 'jambonz-signature': `t=${time},v1=${digest}` };
    return { contentType: 'application/json', body, headers };
  },
  events: [
    { event: CALL, becomes: 'OUTBOUND CALLING' },
    { event: of('ringing', { sip_status: 180 }), becomes: 'OUTBOUND CALLING' },
    { event: of('early-media', { sip_status: 183 }), becomes: 'OUTBOUND CALLING' },
    { event: of('in-progress', done), becomes: 'OUTBOUND CALLING' },
    {
      event: of('in-progress', { ...done, type: 'amd_machine_detected' }),
      becomes: 'hint MACHINE',
    },
    { event: of('in-progress', { ...done, type: 'amd_stopped' }), becomes: 'ignored' },
    { event: of('completed', { ...done, duration: 42 }), becomes: 'OUTBOUND COMPLETED' },
    { event: other('02', 'busy', 486), becomes: 'OUTBOUND BUSY' },
    { event: other('03', 'no-answer', 487), becomes: 'OUTBOUND NO_RESPONSE' },
    { event: other('04', 'failed', 404), becomes: 'OUTBOUND UNREACHABLE' },
    { event: other('05', 'failed', 503), becomes: 'OUTBOUND ERROR CALL_CONNECTION_FAILED' },
    { event: other('06', 'failed', 403), becomes: 'OUTBOUND ERROR CALL_NOT_PERMITTED' },
    { event: other('07', 'failed', 100), becomes: 'OUTBOUND ERROR CALL_CONNECTION_FAILED' },
    { event: other('08', 'queued', 100), becomes: 'OUTBOUND DIALING' },
    { event: other('09', 'trying', 100, inbound), becomes: 'INBOUND ACCEPTING' },
    { event: other('09', 'in-progress', 200, inbound), becomes: 'INBOUND CALLING' },
    { event: other('10', 'no-answer', 487, inbound), becomes: 'INBOUND COMPLETED' },
    {
      event: other('11', 'failed', 500, inbound),
      becomes: 'INBOUND ERROR CALL_CONNECTION_FAILED',
    },
    { event: other('12', 'ringing', 180, { parent_call_sid: CALL.call_sid }), becomes: 'ignored' },
    {
      event: other('13', 'in-progress', 200, { type: 'amd_human_detected' }),
      becomes: 'hint PERSON',
    },
  ],
  nameOf: ({ call_status: status, sip_status: sip, type }) =>
    [status, sip, type].filter(Boolean).join(' '),
};
