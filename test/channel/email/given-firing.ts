/** Firings as mails: plain, with errors, of every shape of `data`, and hostile values. */

import { type MailParts, mailOf, mailSource } from '../../../src/channel/email/message.ts';
import type { CallError } from '../../../src/core/payload/call-error.ts';
import {
  callData,
  type DataEntry,
  renderFiring,
  runData,
} from '../../../src/core/payload/render.ts';
import { callError } from '../../../src/core/trigger/fire.ts';
import type { Trigger } from '../../../src/core/trigger/trigger.ts';

export const AT_MS = Date.UTC(2026, 10, 20, 11, 19, 0, 125);

export interface CallValues {
  readonly callId?: string;
  readonly callStatus?: string;
  readonly callSid?: string;
  readonly clientId?: string;
  readonly serviceName?: string;
  readonly errors?: readonly CallError[];
}

export function givenFiring(trigger: Trigger, values: CallValues = {}) {
  const { serviceName = 'Ringpost', errors = [], ...call } = values;
  const data: readonly DataEntry[] = callData('standard', {
    callId: 'call_01JD3Z9M0T2A',
    callStatus: 'COMPLETED',
    callSid: '',
    clientId: 'order_4712',
    direction: 'OUTBOUND',
    ...call,
  });
  return renderFiring({ trigger, data, errors }, serviceName, AT_MS);
}

export function givenRun() {
  const run = { callId: 'call_01JD3Z9M0T2A', acwAgentId: 'ep_agent', acwResultId: 'acwr_result' };
  const errors = [callError('ANALYZER_FAILED', AT_MS)];
  const data = runData({ ...run, isError: true });
  return renderFiring({ trigger: 'ACW_COMPLETED', data, errors }, 'Ringpost', AT_MS);
}

export function givenParts(changes: Partial<MailParts> = {}): MailParts {
  return {
    from: { name: 'Ringpost', address: 'calls@example.com' },
    to: 'ops@example.org',
    webhookId: 'msg_01JD3Z9M0T000000042',
    deliveryId: 'dlv_01JD3Z9M0T000000042',
    projectId: 'prj_01JD3Z9M0T000000001',
    endpointId: 'ep_01JD3Z9M0T000000007',
    callId: 'call_01JD3Z9M0T2A',
    firing: givenFiring('OUTBOUND_CALL_COMPLETED'),
    ...changes,
  };
}

export function sourceOf(changes: Partial<MailParts> = {}): string {
  return mailSource(mailOf(givenParts(changes)));
}
