/**
 * A firing with made-up values, for test sends and previews (S6.32): it has exactly the keys, order
 * and errors of a real firing of the trigger. Must never be made for a real call: its ids belong to
 * no record.
 */
import { type CallFacts, factsJson } from '../call/facts.ts';
import type { CallStatus } from '../call/status.ts';
import { callError } from '../trigger/fire.ts';
import type { Trigger } from '../trigger/trigger.ts';
import type { ErrorCode } from './call-error.ts';
import {
  callData,
  callVariantOf,
  type DataEntry,
  renderFiring,
  runData,
  type StoredFiring,
} from './render.ts';

export const SAMPLE_CALL_ID = 'call_sample';

/**
 * The cases that the made-up values cover: two errors, the longest ids, other scripts, ids left
 * empty, and every fact of a call.
 */
export const SAMPLES = ['plain', 'errors', 'long', 'unicode', 'empty', 'facts'] as const;
export type Sample = (typeof SAMPLES)[number];

export function sampleFiring(
  trigger: Trigger,
  serviceName: string,
  atMs: number,
  sample: Sample = 'plain',
): StoredFiring {
  const errors = errorCodes(trigger, sample).map((code) => callError(code, atMs));
  const data = sampleData(trigger, sample);
  const facts = sample === 'facts' ? factsJson(sampleFacts(atMs)) : null;
  return renderFiring({ trigger, data, errors, facts }, serviceName, atMs);
}

export function sampleCallId(sample: Sample): string {
  return IDS[sample].callId;
}

/**
 * False for a call in progress, whose errors are fired separately, and for a completed one, which
 * fires its error trigger instead (`fire.ts`).
 */
export function mayCarryErrors(trigger: Trigger): boolean {
  return !/_CALL_(?:CALLING|CLOSING|COMPLETED)$/.test(trigger);
}

/** Errors only if a real firing of the trigger can carry them. */
function errorCodes(trigger: Trigger, sample: Sample): readonly ErrorCode[] {
  if (!mayCarryErrors(trigger)) return [];
  if (trigger === 'ACW_COMPLETED') return sample === 'errors' ? ['ANALYZER_FAILED'] : [];
  if (sample === 'errors') return ['CALL_CONNECTION_FAILED', 'CALL_RESULT_PROCESSING_FAILED'];
  return trigger.endsWith('_CALL_ERROR') ? ['CALL_CONNECTION_FAILED'] : [];
}

interface SampleIds {
  readonly callId: string;
  readonly callSid: string;
  readonly clientId: string;
}

const PLAIN: SampleIds = {
  callId: SAMPLE_CALL_ID,
  callSid: 'CA_sample',
  clientId: 'order_4712',
};
const IDS: Readonly<Record<Sample, SampleIds>> = {
  plain: PLAIN,
  errors: PLAIN,
  long: {
    callId: `${SAMPLE_CALL_ID}_`.padEnd(256, '0123456789'),
    callSid: 'CA_'.padEnd(256, '0123456789abcdef'),
    clientId: 'a client whose name is as long as it may be '
      .repeat(6)
      .slice(0, 255)
      .padEnd(256, '.'),
  },
  unicode: {
    callId: '電話_サンプル/1',
    callSid: 'CA_sample',
    clientId: 'Zoë & Søn <Østerås> *№ 4712*',
  },
  empty: { callId: SAMPLE_CALL_ID, callSid: '', clientId: '' },
  facts: PLAIN,
};

/** A call of 95 seconds that has just ended; the numbers are reserved for fiction. */
function sampleFacts(atMs: number): CallFacts {
  return {
    from: '+442079460018',
    to: '+12025550143',
    answeredAtMs: Math.max(0, atMs - 95_000),
    endedAtMs: atMs,
    durationMs: 95_000,
    sipCode: 200,
    hangupCause: 'NORMAL_CLEARING',
    recordingUrl: 'https://media.example.com/recordings/sample.mp3',
    agentId: 'agent_sample',
    queue: 'support',
    tags: ['vip', 'returns'],
    metadata: { order: '4712', region: 'emea' },
  };
}

function sampleData(trigger: Trigger, sample: Sample): readonly DataEntry[] {
  const { callId, callSid, clientId } = IDS[sample];
  if (trigger === 'ACW_COMPLETED') {
    return runData({
      callId,
      acwAgentId: 'ep_sample',
      acwResultId: 'acwr_sample',
      isError: sample === 'errors',
    });
  }
  return callData(callVariantOf(trigger), {
    callId,
    callStatus: statusOf(trigger),
    callSid,
    clientId,
    direction: trigger.startsWith('INBOUND_') ? 'INBOUND' : 'OUTBOUND',
  });
}

/** The status after which a per-status trigger is named. */
function statusOf(trigger: Trigger): CallStatus {
  if (trigger === 'CALL_LOG_CREATED') return 'COMPLETED';
  return trigger.replace(/^(?:OUT|IN)BOUND_CALL_/, '');
}
