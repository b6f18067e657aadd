/**
 * What every endpoint must get, worked out a second time from the specification (S1 to S3, S6, S9):
 * reads only the committed reports, ends of runs and changes of endpoints, in the order of commits.
 * Shares no decision with `src/core`, so a fault there is not repeated here; its tables are in
 * `call-rules.ts`.
 */
import type { Hint } from '../../src/core/call/report.ts';
import type { Direction } from '../../src/core/call/status.ts';
import type { EndpointKey } from '../../src/core/id.ts';
import type { Trigger } from '../../src/core/trigger/trigger.ts';
import type { ReportItem } from '../../src/engine/ports/report-store.ts';
import { type Facts, factsAfter, isWanted, type Wish } from './call-facts.ts';
import { fired, isEnd, MINUTE_MS, mayMove, staleAfterMs } from './call-rules.ts';
import type { Change, Moment } from './change.ts';
import { runEndOf } from './run-ends.ts';

/** One delivery that must exist. `made`: the commit of the report, or of the end, that fired it. */
export interface OwedDelivery {
  readonly endpoint: EndpointKey;
  readonly callId: string;
  readonly sequence: number;
  readonly trigger: Trigger;
  /** Null if the payload says none. */
  readonly callStatus: string | null;
  readonly hasErrors: boolean;
  /** The facts known then, as payload version 2 writes them. */
  readonly facts: Facts;
  /** Counts the firings of a run from 1; the same number at every endpoint. */
  readonly firing: number;
  readonly made: Moment;
}

/** The answer that one committed report must get. `known`: it had been reported before. */
export interface OwedAnswer {
  readonly item: ReportItem;
  readonly committed: Moment;
  readonly known: boolean;
  readonly applied: boolean;
  readonly triggers: readonly Trigger[];
  /** Monotonic and wall time since the last report of the call; null if there was none. */
  readonly silence: { readonly ms: number; readonly wallMs: number } | null;
}

/** A firing whose trigger the endpoint ticks, but whose call it does not want. */
export interface Unwanted extends Pick<OwedDelivery, 'endpoint' | 'callId' | 'trigger' | 'made'> {}

export interface Oracle {
  readonly deliveries: readonly OwedDelivery[];
  readonly unwanted: readonly Unwanted[];
  /** The facts of each call at the end. */
  readonly facts: ReadonlyMap<string, Facts>;
  readonly answers: readonly OwedAnswer[];
}

const REPORT_ID_KEPT_MS = 7 * 24 * 60 * MINUTE_MS;

/** What the oracle remembers of a call. */
interface Heard {
  readonly direction: Direction;
  status: string | null;
  last: { ms: number; wallMs: number } | null;
  facts: Facts;
  readonly answers: Map<string, OwedAnswer>;
}

export function oracleOf(changes: readonly Change[]): Oracle {
  const ticked = new Map<EndpointKey, Subscribed>();
  const hints = new Map<string, ReadonlySet<Hint>>();
  const unwanted: Unwanted[] = [];
  const calls = new Map<string, Heard>();
  const sequences = new Map<string, number>();
  const deliveries: OwedDelivery[] = [];
  const answers: OwedAnswer[] = [];
  const early = new Early();
  let firing = 0;
  const fire = (
    fired: Pick<OwedDelivery, 'callId' | 'trigger' | 'callStatus' | 'hasErrors' | 'facts'>,
    { at, ms, wallMs }: Moment,
  ): void => {
    const { callId, trigger, facts } = fired;
    const direction = calls.get(callId)?.direction ?? null;
    firing += 1;
    for (const [endpoint, { triggers, filter }] of ticked) {
      if (!triggers.includes(fired.trigger)) continue;
      if (direction !== null && !isWanted(filter, direction, facts)) {
        unwanted.push({ endpoint, callId, trigger, made: { at, ms, wallMs } });
        continue;
      }
      const lane = `${endpoint} ${fired.callId}`;
      const sequence = (sequences.get(lane) ?? 0) + 1;
      sequences.set(lane, sequence);
      deliveries.push({ ...fired, endpoint, sequence, firing, made: { at, ms, wallMs } });
    }
  };
  const take = (said: ReportItem, change: Moment): void => {
    const { callId } = said;
    const item = meant(said, calls.get(callId) ?? null, hints.get(callId) ?? new Set());
    const { report } = item;
    const call = calls.get(callId) ?? newCall(item);
    calls.set(callId, call);
    const answer = answerOf(call, item, change);
    answers.push(answer);
    for (const trigger of answer.triggers) {
      if (answer.known) break;
      const hasErrors = trigger.endsWith('_ERROR') || carriesErrors(item, answer);
      const { facts } = call;
      fire({ callId, trigger, callStatus: call.status ?? '', hasErrors, facts }, change);
    }
    if (report.reportId !== null && !answer.known) call.answers.set(report.reportId, answer);
  };
  for (const change of changes) {
    const end = runEndOf(change);
    // Only a deleted agent's run ends without a result, and it fires nothing.
    if (end !== null && end.resultId !== null) {
      const { callId, isError: hasErrors } = end;
      const facts = calls.get(callId)?.facts ?? {};
      fire({ callId, trigger: 'ACW_COMPLETED', callStatus: null, hasErrors, facts }, change);
    }
    if (change.name === 'createEndpoint') ticked.set(change.value.key, change.value);
    if (change.name === 'updateEndpoint' && change.value !== null) {
      ticked.set(change.argument.key, change.argument.settings);
    }
    if (change.name === 'deleteEndpoint' && change.value) ticked.delete(change.argument.key);
    if (change.name === 'keepHints') {
      for (const { callId, hint } of change.argument.hints) {
        hints.set(callId, withHint(hints.get(callId) ?? new Set(), hint));
      }
    }
    if (change.name === 'keepReports') {
      for (const [index, item] of change.argument.items.entries()) {
        if (change.value[index] === 'kept') early.keep(item);
      }
    }
    if (change.name !== 'accept') continue;
    for (const [index, said] of change.argument.entries()) {
      if (change.value[index]?.kind !== 'accepted') continue;
      take(said, change);
      for (const kept of early.of(said.callId)) take(kept, change);
    }
  }
  const facts = new Map([...calls].map(([callId, call]) => [callId, call.facts]));
  return { deliveries, unwanted, facts, answers };
}

/**
 * Reports of calls that have not begun, each once. They follow the report that begins the call, in
 * the order of their receipt (S2.28), since callbacks of the simulator carry no time.
 */
class Early {
  readonly #kept = new Map<string, ReportItem[]>();

  keep(item: ReportItem): void {
    const present = this.#kept.get(item.callId) ?? [];
    if (present.some(({ report }) => report.reportId === item.report.reportId)) return;
    this.#kept.set(item.callId, [...present, item]);
  }

  /** Removes and returns them. */
  of(callId: string): readonly ReportItem[] {
    const present = this.#kept.get(callId) ?? [];
    this.#kept.delete(callId);
    return present.toSorted((one, other) => one.receivedAtMs - other.receivedAtMs);
  }
}

function newCall({ report }: ReportItem): Heard {
  const direction = report.direction ?? 'OUTBOUND';
  return { direction, status: null, last: null, facts: {}, answers: new Map() };
}

interface Subscribed {
  readonly triggers: readonly Trigger[];
  readonly filter: Wish | null;
}

/** Whether a machine or a person took the call is one fact: the later word counts. */
function withHint(known: ReadonlySet<Hint>, hint: Hint): ReadonlySet<Hint> {
  if (hint === 'ANSWERED') return new Set([...known, hint]);
  const others = [...known].filter((each) => each === 'ANSWERED');
  return new Set([...others, hint]);
}

/** The report as its first variant that fits the call says it, else as it is (S2.21). */
function meant(item: ReportItem, call: Heard | null, known: ReadonlySet<Hint>): ReportItem {
  const direction = call === null ? item.report.direction : call.direction;
  for (const variant of item.variants ?? []) {
    if (variant.direction !== null && variant.direction !== direction) continue;
    if (variant.hint !== null && !known.has(variant.hint)) continue;
    const { status, errors } = variant;
    return { ...item, report: { ...item.report, status, errors } };
  }
  return item;
}

/** Also moves the call. */
function answerOf(call: Heard, item: ReportItem, { at, ms, wallMs }: Moment): OwedAnswer {
  const { report, receivedAtMs } = item;
  const silence = call.last && { ms: ms - call.last.ms, wallMs: receivedAtMs - call.last.wallMs };
  const base = { item, committed: { at, ms, wallMs }, known: false, silence };
  const nothing = { ...base, applied: false, triggers: [] };
  const earlier = report.reportId === null ? undefined : call.answers.get(report.reportId);
  if (earlier && earlier.item.receivedAtMs >= receivedAtMs - REPORT_ID_KEPT_MS) {
    return { ...base, known: true, applied: earlier.applied, triggers: earlier.triggers };
  }
  if (item.source === 'stale' && !isStale(call, silence)) return nothing;
  // A slow disk delays the commit of a report, not its receipt.
  call.last = { ms: ms - Math.max(0, wallMs - receivedAtMs), wallMs: receivedAtMs };
  call.facts = factsAfter(call.facts, report.facts ?? null);
  const { direction, status: from } = call;
  const errors = report.errors.length > 0;
  if (report.status === null && !errors) return { ...base, applied: true, triggers: [] };
  if (report.status === null) {
    return { ...base, applied: true, triggers: [`${direction}_CALL_ERROR`] };
  }
  if (!mayMove(direction, from, report.status)) return nothing;
  call.status = report.status;
  return { ...base, applied: true, triggers: fired(direction, report.status, errors) };
}

function isStale({ direction, status }: Heard, silence: { wallMs: number } | null): boolean {
  if (direction !== 'INBOUND' || silence === null || isEnd(status)) return false;
  return silence.wallMs >= staleAfterMs(status);
}

/** The payload of a call that ended carries the reported errors; ERROR always has an error. */
function carriesErrors({ report }: ReportItem, { triggers }: OwedAnswer): boolean {
  if (report.status === null || !isEnd(report.status)) return false;
  return report.errors.length > 0 || triggers.some((trigger) => trigger.endsWith('_ERROR'));
}
