/**
 * Calls that a provider tells by callbacks of its own: hints before or after the end that needs
 * them, ends without a direction, facts in pieces, all of it out of order and repeated; and
 * endpoints that want only some of these calls.
 */
import type { CallFacts } from '../../src/core/call/facts.ts';
import type { Hint, ReportVariant } from '../../src/core/call/report.ts';
import type { EndpointFilter } from '../../src/core/endpoint/filter.ts';
import type { CallNumbers } from './call-steps.ts';
import { drawEndpoint } from './endpoint-plan.ts';
import type { Stream } from './random.ts';
import type { CallbackPlan, CallbackReport, EndpointPlan, Step } from './script.ts';
import { moments, scaled } from './streams.ts';

/** The time from a call's first event to its last. */
const CALL_MS_MAX = 60_000;
/** How late a callback may come, which mixes their order. */
const LATE_MS_MAX = 20_000;
/** How late later facts come, such as a recording's. */
const LATER_MS_MAX = 300_000;

export function drawCallbacks(
  stream: Stream,
  numbers: CallNumbers,
  count: number,
  toMs: number,
): Step[] {
  return moments(stream, count, 0, toMs).map((atMs): Step => {
    const events = stream.chance(65) ? outbound(stream) : inbound(stream);
    return { atMs, do: 'callbacks', call: numbers.take(1), events };
  });
}

/**
 * Adds a detected machine to some inbound calls, which do not become voicemails by it; the end of
 * some has no direction, and its first variant is meant for an outbound call.
 */
export function misdetected(stream: Stream, steps: readonly Step[]): Step[] {
  return steps.map((step) => {
    if (step.do !== 'callbacks' || !stream.chance(50)) return step;
    const [first, ...others] = step.events;
    if (first?.report?.direction !== 'INBOUND') return step;
    const end = others.find(({ report }) => report?.status === 'CANCELED');
    const hint = event(stream, stream.between(0, end?.afterMs ?? 0), 'MACHINE', null);
    if (end?.report == null || !stream.chance(50))
      return { ...step, events: [...step.events, hint] };
    const variants = [
      variant('OUTBOUND', 'MACHINE', 'VOICEMAIL_REACHED'),
      variant('INBOUND', null, 'COMPLETED'),
    ];
    const other = { ...end, report: { ...end.report, direction: null, variants } };
    const events = step.events.map((each) => (each === end ? other : each));
    return { ...step, events: [...events, hint] };
  });
}

/** In some calls the event that begins them comes last: all others overtake it. */
export function overtaken(stream: Stream, steps: readonly Step[]): Step[] {
  return steps.map((step) => {
    if (step.do !== 'callbacks' || !stream.chance(25)) return step;
    const [first, ...others] = step.events;
    if (first === undefined) return step;
    const lastMs = Math.max(...others.map(({ afterMs }) => afterMs));
    const afterMs = lastMs + stream.between(0, LATE_MS_MAX);
    return { ...step, events: [{ ...first, afterMs }, ...others] };
  });
}

function outbound(stream: Stream): CallbackPlan[] {
  const lengthMs = scaled(stream, 1_000, CALL_MS_MAX);
  const first = reportOf(stream, 'CALLING', 'OUTBOUND');
  const events = [event(stream, 0, null, first)];
  if (stream.chance(60)) events.push(event(stream, lengthMs / 4, 'ANSWERED', null));
  const detected = stream.chance(60) ? stream.pick(['MACHINE', 'PERSON']) : null;
  if (detected !== null) events.push(event(stream, lengthMs / 2, detected, null));
  // The platform corrects itself: the later word counts.
  if (detected !== null && stream.chance(30)) {
    const other = detected === 'MACHINE' ? 'PERSON' : 'MACHINE';
    events.push(event(stream, (lengthMs * 3) / 4, other, null));
  }
  const direction = stream.chance(50) ? 'OUTBOUND' : null;
  const told = direction === null ? 'OUTBOUND' : null;
  const end = stream.chance(70)
    ? reportOf(stream, 'COMPLETED', direction, [
        ...(direction === null ? [variant('INBOUND', null, 'COMPLETED')] : []),
        variant(told, 'MACHINE', 'VOICEMAIL_REACHED'),
      ])
    : reportOf(stream, 'CANCELED', direction, [
        ...(direction === null ? [variant('INBOUND', null, 'COMPLETED')] : []),
        variant(told, 'ANSWERED', 'COMPLETED'),
      ]);
  // Some platforms say both at once.
  const hint = stream.chance(15) ? 'MACHINE' : null;
  events.push(event(stream, lengthMs, hint, end), ...laterFacts(stream, lengthMs));
  return events;
}

function inbound(stream: Stream): CallbackPlan[] {
  const lengthMs = scaled(stream, 1_000, CALL_MS_MAX);
  const direction = stream.chance(50) ? 'INBOUND' : null;
  const end = reportOf(stream, 'CANCELED', direction, [variant('INBOUND', null, 'COMPLETED')]);
  return [
    event(stream, 0, null, reportOf(stream, 'ACCEPTING', 'INBOUND')),
    event(stream, lengthMs / 2, null, reportOf(stream, 'CALLING', 'INBOUND')),
    event(stream, lengthMs, null, end),
    ...laterFacts(stream, lengthMs),
  ];
}

function laterFacts(stream: Stream, lengthMs: number): CallbackPlan[] {
  if (!stream.chance(40)) return [];
  const facts = { recordingUrl: 'https://media.example/1.mp3', ...drawFacts(stream) };
  const report = { status: null, direction: null, variants: [], facts };
  return [event(stream, lengthMs + stream.between(0, LATER_MS_MAX), null, report)];
}

function event(
  stream: Stream,
  saidMs: number,
  hint: Hint | null,
  report: CallbackReport | null,
): CallbackPlan {
  const lateMs = stream.chance(30) ? stream.between(0, LATE_MS_MAX) : 0;
  const againMs = stream.chance(30) ? scaled(stream, 1, 60_000) : null;
  return { afterMs: Math.floor(saidMs) + lateMs, hint, report, againMs };
}

function reportOf(
  stream: Stream,
  status: string,
  direction: CallbackReport['direction'],
  variants: readonly ReportVariant[] = [],
): CallbackReport {
  return { status, direction, variants, facts: stream.chance(70) ? drawFacts(stream) : {} };
}

function variant(
  direction: ReportVariant['direction'],
  hint: Hint | null,
  status: string,
): ReportVariant {
  return { direction, hint, status, errors: [] };
}

/** Few values, so that filters want about half of the calls. */
function drawFacts(stream: Stream): CallFacts {
  const some = <Facts extends CallFacts>(make: () => Facts): CallFacts =>
    stream.chance(35) ? make() : {};
  return {
    ...some(() => ({ from: '+15550100001', to: stream.pick(['+15550100002', '+15550100003']) })),
    ...some(() => ({ durationMs: stream.between(0, 90_000) })),
    ...some(() => ({ agentId: stream.pick(['agent-1', 'agent-2']) })),
    ...some(() => ({ queue: stream.pick(['sales', 'support']) })),
    ...some(() => ({ tags: stream.pick([['vip'], ['new'], ['vip', 'new']]) })),
    ...some(() => ({ metadata: stream.pick([{ tier: 'gold' }, { tier: 'iron', order: '1' }]) })),
  };
}

export function drawChoosyEndpoints(stream: Stream, count: number): EndpointPlan[] {
  return Array.from({ length: count }, (): EndpointPlan => {
    const plan = drawEndpoint(stream, true);
    const filter = stream.chance(70) ? drawFilter(stream) : null;
    return { ...plan, filter, payloadVersion: stream.chance(60) ? 2 : 1 };
  });
}

function drawFilter(stream: Stream): EndpointFilter {
  const parts: readonly [EndpointFilter, ...EndpointFilter[]] = [
    { direction: 'OUTBOUND' },
    { direction: 'INBOUND' },
    { tags: ['vip'] },
    { agentIds: ['agent-1', 'agent-3'] },
    { queues: ['support'] },
    { metadata: { tier: 'gold' } },
  ];
  return stream.chance(30)
    ? { ...stream.pick(parts), ...stream.pick(parts) }
    : { ...stream.pick(parts) };
}

/** Another filter, or none. */
export function drawFilterChanges(
  stream: Stream,
  endpoints: number,
  count: number,
  toMs: number,
): Step[] {
  return moments(stream, count, 0, toMs).map((atMs): Step => {
    const filter = stream.chance(70) ? drawFilter(stream) : null;
    return { atMs, do: 'edit', endpoint: stream.between(0, endpoints - 1), change: { filter } };
  });
}
