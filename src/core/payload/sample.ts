/**
 * A firing with made-up values, for test sends and previews (decisions section 11): exactly the
 * keys, order and errors that a real firing of the trigger has. Must never be made for a real
 * call: its ids belong to nobody.
 */
import type { CallStatus } from '../call/status.ts';
import { callError } from '../trigger/fire.ts';
import type { Trigger } from '../trigger/trigger.ts';
import { callData, callVariantOf, type DataEntry, runData } from './data.ts';
import { type RenderedFiring, renderFiring } from './render.ts';

export const SAMPLE_CALL_ID = 'call_sample';

export function sampleFiring(trigger: Trigger, serviceName: string, atMs: number): RenderedFiring {
  const failed = trigger.endsWith('_CALL_ERROR');
  const errors = failed ? [callError('CALL_CONNECTION_FAILED', atMs)] : [];
  return renderFiring({ trigger, data: sampleData(trigger), errors }, serviceName, atMs);
}

function sampleData(trigger: Trigger): readonly DataEntry[] {
  if (trigger === 'ACW_COMPLETED') {
    return runData({
      callId: SAMPLE_CALL_ID,
      acwAgentId: 'ep_sample',
      acwResultId: 'acwr_sample',
      isError: false,
    });
  }
  return callData(callVariantOf(trigger), {
    callId: SAMPLE_CALL_ID,
    callStatus: statusOf(trigger),
    callSid: 'CA_sample',
    clientId: 'order_4712',
    direction: trigger.startsWith('INBOUND_') ? 'INBOUND' : 'OUTBOUND',
  });
}

/** The status that a per-status trigger is named after. */
function statusOf(trigger: Trigger): CallStatus {
  if (trigger === 'CALL_LOG_CREATED') return 'COMPLETED';
  return trigger.replace(/^(?:OUT|IN)BOUND_CALL_/, '');
}
