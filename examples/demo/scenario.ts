/**
 * The calls of the demo and what each must bring, written down from the rules (S3.2: what happened,
 * what is fired, in this order) and not from what the service does.
 */

/** One webhook that a receiver of every trigger must get. */
export interface ExpectedWebhook {
  readonly event: string;
  readonly callStatus: string;
  readonly errors: readonly string[];
}

export interface Scenario {
  readonly callId: string;
  readonly clientId: string;
  readonly recording: string;
  readonly what: string;
  /** How often the receiver at `signed` answers 503 to the first webhook of this call. */
  readonly failures: number;
  readonly expected: readonly ExpectedWebhook[];
}

/** What the endpoint named `token` has ticked; `signed` has ticked everything below. */
export const TOKEN_TRIGGERS: readonly string[] = [
  'OUTBOUND_CALL_COMPLETED',
  'OUTBOUND_CALL_ERROR',
  'INBOUND_CALL_COMPLETED',
  'CALL_LOG_CREATED',
];

export const SIGNED_TRIGGERS: readonly string[] = [
  ...TOKEN_TRIGGERS,
  'OUTBOUND_CALL_CALLING',
  'OUTBOUND_CALL_VOICEMAIL_REACHED',
  'OUTBOUND_CALL_BUSY',
  'OUTBOUND_CALL_NO_RESPONSE',
  'INBOUND_CALL_CALLING',
  'ACW_COMPLETED',
];

/** What the endpoints that point at the inbox have ticked. */
export const SEEN_TRIGGERS: readonly string[] = [
  'OUTBOUND_CALL_CALLING',
  'OUTBOUND_CALL_ERROR',
  'OUTBOUND_CALL_VOICEMAIL_REACHED',
];

const CALLING = fired('OUTBOUND_CALL_CALLING', 'CALLING');

const EXPECTED: Readonly<Record<string, readonly ExpectedWebhook[]>> = {
  answered: [CALLING, ...ended('OUTBOUND_CALL_COMPLETED', 'COMPLETED')],
  'out-of-order': [CALLING, ...ended('OUTBOUND_CALL_COMPLETED', 'COMPLETED')],
  busy: [CALLING, ...ended('OUTBOUND_CALL_BUSY', 'BUSY')],
  'no-answer': [CALLING, ...ended('OUTBOUND_CALL_NO_RESPONSE', 'NO_RESPONSE')],
  voicemail: [CALLING, ...ended('OUTBOUND_CALL_VOICEMAIL_REACHED', 'VOICEMAIL_REACHED')],
  failed: [CALLING, ...ended('OUTBOUND_CALL_ERROR', 'ERROR', ['CALL_NOT_PERMITTED'])],
  inbound: [
    fired('INBOUND_CALL_CALLING', 'CALLING'),
    ...ended('INBOUND_CALL_COMPLETED', 'COMPLETED'),
  ],
};

export const SINGLE_CALLS: readonly Scenario[] = [
  scenario('answered', 'answered', 'a person answers and hangs up'),
  scenario('busy', 'busy', 'the line is busy'),
  scenario('voicemail', 'voicemail', 'a machine answers'),
  scenario('failed', 'failed', 'the dial fails: no permission for the country'),
  scenario('inbound', 'inbound', 'a customer calls in'),
  scenario('out-of-order', 'out-of-order', 'callbacks arrive late, in disorder and twice'),
  scenario('unreliable', 'answered', 'the receiver fails twice, then recovers', 2),
];

/** Calls that people see as well, in Slack, Teams and their mail. */
export const SEEN_CALLS: readonly Scenario[] = [
  scenario('seen-voicemail', 'voicemail', 'a machine answers'),
  scenario('seen-failed', 'failed', 'the dial fails'),
];

/** A call that agents analyze and evaluate: each ends with one ACW_COMPLETED, after the others. */
export const JUDGED_CALL: Scenario = withAgents(
  scenario('judged', 'inbound', 'a customer asks for a parcel'),
  2,
);

const CROWD = 20;
const CROWD_RECORDINGS = ['answered', 'busy', 'voicemail', 'failed', 'no-answer'];

/** Twenty calls at the same time. */
export const CROWD_CALLS: readonly Scenario[] = Array.from({ length: CROWD }, (_, at) => {
  const recording = CROWD_RECORDINGS[at % CROWD_RECORDINGS.length] ?? 'answered';
  return scenario(`crowd-${String(at + 1).padStart(2, '0')}`, recording, 'one of twenty at once');
});

function scenario(name: string, recording: string, what: string, failures = 0): Scenario {
  const expected = EXPECTED[recording] ?? [];
  return { callId: `demo-${name}`, clientId: `order-${name}`, recording, what, failures, expected };
}

/** The four keys of ACW_COMPLETED say nothing of the status of the call. */
function withAgents(scenario: Scenario, agents: number): Scenario {
  const told = Array.from({ length: agents }, () => fired('ACW_COMPLETED', '-'));
  return { ...scenario, expected: [...scenario.expected, ...told] };
}

function fired(event: string, callStatus: string, errors: readonly string[] = []): ExpectedWebhook {
  return { event, callStatus, errors };
}

/** The move to an ended status fires its own trigger, then CALL_LOG_CREATED, with the errors. */
function ended(event: string, callStatus: string, errors: readonly string[] = []) {
  return [fired(event, callStatus, errors), fired('CALL_LOG_CREATED', callStatus, errors)];
}
