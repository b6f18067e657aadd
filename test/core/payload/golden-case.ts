/**
 * One body per variant of a payload, each made by a report that goes through the planner (or by a
 * run, for ACW_COMPLETED). `test/golden/<name>.json` holds the body, byte by byte.
 */
import { factsOf } from '../../../src/core/call/facts.ts';
import type { Report } from '../../../src/core/call/report.ts';
import { staleReport } from '../../../src/core/call/stale.ts';
import type { Direction } from '../../../src/core/call/status.ts';
import { ERROR_CODES } from '../../../src/core/payload/call-error.ts';
import {
  assembleBody,
  bodyFor,
  renderFiring,
  runData,
  type StoredFiring,
  withProjectId,
  writeForm,
} from '../../../src/core/payload/render.ts';
import { callError } from '../../../src/core/trigger/fire.ts';
import { accepted, CALL_ID, callOf, errorOf, NOW_MS } from '../given.ts';

/** The first or second firing of a report of a call in this state. */
function firingOf(
  direction: Direction,
  report: Partial<Report>,
  position: 0 | 1 = 0,
  status = direction === 'OUTBOUND' ? 'DIALING' : 'ACCEPTING',
): StoredFiring {
  const call = callOf(direction, { status });
  return firingAt(accepted({ call }, report).firings, position);
}

function firingAt(firings: readonly StoredFiring[], position: number): StoredFiring {
  const firing = firings[position];
  if (firing === undefined) throw new Error(`there is no firing ${position}`);
  return firing;
}

function bodyOf(firing: StoredFiring, contentKey = 'message'): string {
  return assembleBody(contentKey, firing.text, firing.data, firing.errors);
}

function bodyOf2(firing: StoredFiring): string {
  return bodyFor(CUSTOM, writeForm({ payloadVersion: 2, contentKey: 'message' }), firing);
}

const CUSTOM = { kind: 'custom', projectId: 'prj_1' } as const;
const facts = factsOf({
  from: '+442079460018',
  to: 'sip:desk@example.com',
  answeredAt: '2026-11-20T12:17:25.125+01:00',
  endedAt: '2026-11-20T11:19:00Z',
  durationMs: 94_875,
  sipCode: 200,
  hangupCause: 'NORMAL_CLEARING',
  recordingUrl: 'https://media.example.com/r/4712.mp3?token=a&b=c',
  agentId: 'agent_7',
  queue: 'Süd "1"',
  tags: ['vip', '返品'],
  metadata: { order: '4712', note: 'a <b> & c' },
});

function runOf(isError: boolean): StoredFiring {
  const run = { callId: CALL_ID, acwAgentId: 'ep_agent', acwResultId: 'acwr_result', isError };
  const errors = isError ? [callError('ANALYZER_FAILED', NOW_MS)] : [];
  return renderFiring({ trigger: 'ACW_COMPLETED', data: runData(run), errors }, 'Ringpost', NOW_MS);
}

function launchOf(firing: StoredFiring): string {
  return bodyOf({ ...firing, data: withProjectId(firing.data, 'prj_1') });
}

const dialFailed = {
  status: 'COMPLETED',
  errors: [errorOf('CALL_CONNECTION_FAILED', { message: 'SIP 503 from carrier' })],
} as const;
const anonymous = callOf('INBOUND', { status: 'ACCEPTING', clientId: '' });
const completed = { status: 'COMPLETED' } as const;
const stale = staleReport(callOf('INBOUND', { wasInProgress: true }));
const manyErrors = Array.from({ length: 12 }, (_, index) =>
  errorOf(ERROR_CODES[index % ERROR_CODES.length] ?? 'UNKNOWN_ERROR', { atMs: NOW_MS - index }),
);

export const GOLDEN_CASES: Readonly<Record<string, string>> = {
  'outbound-calling': bodyOf(firingOf('OUTBOUND', { status: 'CALLING' })),
  'outbound-completed': bodyOf(firingOf('OUTBOUND', { status: 'COMPLETED' })),
  'outbound-busy-with-error': bodyOf(
    firingOf('OUTBOUND', { status: 'BUSY', errors: [errorOf('CALL_CONNECTION_FAILED')] }),
  ),
  'outbound-dial-failed': bodyOf(firingOf('OUTBOUND', dialFailed)),
  'outbound-errors-only': bodyOf(
    firingOf('OUTBOUND', { errors: [errorOf('CALL_RESULT_PROCESSING_FAILED')] }, 0, 'COMPLETED'),
  ),
  'outbound-many-errors': bodyOf(firingOf('OUTBOUND', { status: 'ERROR', errors: manyErrors })),
  'inbound-calling': bodyOf(firingOf('INBOUND', { status: 'CALLING' })),
  'inbound-concurrency-limit': bodyOf(
    firingOf('INBOUND', { status: 'CONCURRENCY_LIMIT_EXCEEDED' }),
  ),
  'inbound-stale': bodyOf(firingOf('INBOUND', stale)),
  'call-log-outbound': bodyOf(firingOf('OUTBOUND', { status: 'COMPLETED' }, 1)),
  'call-log-outbound-dial-failed': bodyOf(firingOf('OUTBOUND', dialFailed, 1)),
  'call-log-inbound': bodyOf(firingAt(accepted({ call: anonymous }, completed).firings, 1)),
  'call-log-inbound-stale': bodyOf(firingOf('INBOUND', stale, 1)),
  'acw-completed': bodyOf(runOf(false)),
  'acw-completed-with-error': bodyOf(runOf(true)),
  'self-provided-launch': launchOf(firingOf('OUTBOUND', { status: 'COMPLETED' }, 1)),
  'version-2-outbound-completed': bodyOf2(firingOf('OUTBOUND', { ...completed, facts })),
  'version-2-call-log': bodyOf2(firingOf('OUTBOUND', { ...completed, facts: { queue: 'a' } }, 1)),
  'version-2-inbound-calling': bodyOf2(firingOf('INBOUND', { status: 'CALLING', facts: null })),
  'version-2-acw-completed': bodyOf2({ ...runOf(false), facts: '{"queue":"support"}' }),
  'version-2-self-provided-launch': bodyFor(
    { kind: 'self-provided-agent', projectId: 'prj_1' },
    '2:message',
    firingOf('OUTBOUND', { ...completed, facts: { tags: ['vip'] } }, 1),
  ),
  'content-key-discord': bodyOf(
    firingOf('OUTBOUND', { status: 'BUSY', clientId: '@everyone 注文 "4712"' }),
    'content',
  ),
};
