/**
 * What SignalWire sends about calls as JSON, signed by its rule: hex HMAC-SHA256 over the address
 * and the body. Must use no code of the adapter.
 */
import { createHmac } from 'node:crypto';
import type { PlatformScript } from '../script.ts';

export type SignalwireEvent = Readonly<Record<string, unknown>>;

const INBOUND = { direction: 'inbound' };

export function state(
  call_state: string,
  call_id: string,
  more: SignalwireEvent = {},
): SignalwireEvent {
  const device = {
    type: 'phone',
    params: { from_number: '+15550100001', to_number: '+15550100002' },
  };
  const params = { node_id: 'n', call_id, device, call_state, direction: 'outbound', ...more };
  return { event_type: 'calling.call.state', event_channel: 'x', timestamp: 1.5, params };
}
export const ended = (
  call_id: string,
  end_reason: string,
  more: SignalwireEvent = {},
): SignalwireEvent => state('ended', call_id, { end_reason, ...more });

export const signalwireScript: PlatformScript<SignalwireEvent> = {
  secrets: ['PSKsynthetic0001', 'PSKsynthetic0002', 'PSKsynthetic0003'],
  send(event, { secret, publicUrl }) {
    const body = JSON.stringify(event);
    const hex = createHmac('sha256', secret)
      .update(publicUrl + body)
      .digest('hex');
    return {
      contentType: 'application/json',
      body,
      headers: { 'x-signalwire-sha256-signature': hex },
    };
  },
  events: [
    { event: state('created', 'c1'), becomes: 'OUTBOUND CALLING' },
    { event: state('ringing', 'c1'), becomes: 'OUTBOUND CALLING' },
    { event: state('answered', 'c1'), becomes: 'OUTBOUND CALLING' },
    { event: state('ending', 'c1'), becomes: 'ignored' },
    { event: ended('c1', 'hangup'), becomes: 'OUTBOUND COMPLETED' },
    { event: state('created', 'c2', INBOUND), becomes: 'INBOUND ACCEPTING' },
    { event: state('answered', 'c2', INBOUND), becomes: 'INBOUND CALLING' },
    { event: ended('c2', 'hangup', INBOUND), becomes: 'INBOUND COMPLETED' },
    { event: ended('c3', 'busy'), becomes: 'OUTBOUND BUSY' },
    { event: ended('c4', 'noAnswer'), becomes: 'OUTBOUND NO_RESPONSE' },
    { event: ended('c5', 'decline'), becomes: 'OUTBOUND BUSY' },
    { event: ended('c6', 'not_found'), becomes: 'OUTBOUND UNREACHABLE' },
    { event: ended('c7', 'cancel'), becomes: 'OUTBOUND CANCELED' },
    { event: ended('c8', 'abandoned', INBOUND), becomes: 'INBOUND COMPLETED' },
    { event: ended('c9', 'error'), becomes: 'OUTBOUND ERROR CALL_CONNECTION_FAILED' },
    { event: ended('c10', 'hangup', { direction: null }), becomes: '? COMPLETED' },
    { event: state('created', 'c11', { parent: { call_id: 'c1' } }), becomes: 'ignored' },
    { event: { event_type: 'calling.call.play', params: {} }, becomes: 'ignored' },
  ],
  nameOf({ event_type: type, params }) {
    const { call_state: state, end_reason: reason } = Object(params);
    return [type, state, reason].filter(Boolean).join(' ');
  },
};
