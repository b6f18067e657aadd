/**
 * The call's timeline as rows of bars: times become rows and segments, nothing else. Status,
 * triggers, one group of rows for each endpoint (its lane of this call, one row for each delivery),
 * and the runs of after-call work. Pure; 4,200 attempts are laid out in a few milliseconds. Where
 * a bar lies on the screen is the axis's business (`timeline-axis.ts`).
 */
import type { CallDetail } from '../../api/record.ts';
import type { Span } from './timeline-axis.ts';
import {
  deliverySegments,
  runPhases,
  type Segment,
  type SegmentTone,
  type TimelineDelivery,
  type TimelineRun,
} from './timeline-segment.ts';

export type TimelineReport = CallDetail['timeline']['reports'][number];
export type TimelineFiring = CallDetail['timeline']['firings'][number];

type Subject =
  | { readonly of: 'report'; readonly report: TimelineReport }
  | { readonly of: 'firing'; readonly firing: TimelineFiring; readonly number: number }
  | { readonly of: 'delivery'; readonly delivery: TimelineDelivery; readonly segment: Segment }
  | { readonly of: 'run'; readonly run: TimelineRun };

export interface Bar extends Span {
  /** Stays the same while the bar grows, so that it keeps the focus. */
  readonly id: string;
  readonly kind: BarKind;
  readonly subject: Subject;
}

interface RowBase {
  readonly id: string;
  readonly bars: readonly Bar[];
}

export type Row =
  | (RowBase & { readonly kind: 'status' | 'triggers' | 'runs-head' })
  | (RowBase & { readonly kind: 'lane'; readonly lane: Lane })
  | (RowBase & { readonly kind: 'delivery'; readonly delivery: TimelineDelivery })
  | (RowBase & { readonly kind: 'run'; readonly run: TimelineRun });

/** The deliveries of this call to one endpoint, in their order. */
export interface Lane {
  readonly endpointId: string;
  readonly deliveries: readonly TimelineDelivery[];
  /** The delivery behind which the others wait; null: the lane is empty. */
  readonly head: TimelineDelivery | null;
  readonly waiting: number;
}

interface TimelineLayout {
  readonly rows: readonly Row[];
  /** When something happened; the rest may be folded. */
  readonly busy: readonly Span[];
}

export function timelineLayout(
  call: Pick<CallDetail, 'timeline' | 'acwRuns'>,
  nowMs: number,
  hidden: ReadonlySet<BarKind> = new Set(),
): TimelineLayout {
  const { reports, firings, deliveries } = call.timeline;
  const runs = call.acwRuns.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
  const shown = (bars: readonly Bar[]): readonly Bar[] =>
    hidden.size === 0 ? bars : bars.filter(({ kind }) => !hidden.has(kind));
  const lanes = lanesOf(deliveries).flatMap((lane) => laneRows(lane, nowMs));
  const rows: readonly Row[] = [
    { id: 'status', kind: 'status', bars: reports.map(reportBar) },
    { id: 'triggers', kind: 'triggers', bars: firings.map(firingBar) },
    ...lanes,
    ...(runs.length === 0 ? [] : [{ id: 'runs', kind: 'runs-head' as const, bars: [] }]),
    ...runs.map((run) => runRow(run, nowMs)),
  ];
  return {
    rows: rows.map((row) => ({ ...row, bars: shown(row.bars) })),
    busy: busyOf(rows, isOpen(call), nowMs),
  };
}

/** In the order in which each endpoint got its first one. */
export function lanesOf(deliveries: readonly TimelineDelivery[]): readonly Lane[] {
  const byEndpoint = Map.groupBy(deliveries, ({ endpointId }) => endpointId);
  return [...byEndpoint].map(([endpointId, mine]) => {
    const ordered = mine.toSorted((a, b) => a.sequence - b.sequence);
    const open = ordered.filter(({ state }) => OPEN.has(state));
    const head = open[0] ?? null;
    return { endpointId, deliveries: ordered, head, waiting: Math.max(0, open.length - 1) };
  });
}

const OPEN: ReadonlySet<string> = new Set(['waiting', 'due', 'sending', 'retrying', 'held']);
const RUN_ENDED: ReadonlySet<string> = new Set(['SUCCEEDED', 'FAILED', 'CANCELLED']);

/** Whether something of it still changes with time. */
export function isOpen({ timeline, acwRuns }: Pick<CallDetail, 'timeline' | 'acwRuns'>): boolean {
  return (
    timeline.deliveries.some(({ state }) => OPEN.has(state)) ||
    acwRuns.some(({ state }) => !RUN_ENDED.has(state))
  );
}

function reportBar(report: TimelineReport): Bar {
  const atMs = Date.parse(report.receivedAt);
  const ignored = !report.applied || report.reason !== null;
  const kind = report.source === 'stale' ? 'stale' : ignored ? 'ignored' : 'report';
  const subject = { of: 'report', report } as const;
  return { id: `report-${report.number}`, kind, fromMs: atMs, toMs: atMs, subject };
}

/** Numbered as they were fired: two of one transition lie at one moment. */
function firingBar(firing: TimelineFiring, index: number): Bar {
  const atMs = Date.parse(firing.firedAt);
  const subject = { of: 'firing', firing, number: index + 1 } as const;
  return { id: firing.messageId, kind: 'trigger', fromMs: atMs, toMs: atMs, subject };
}

function laneRows(lane: Lane, nowMs: number): readonly Row[] {
  const head: Row = { id: lane.endpointId, kind: 'lane', lane, bars: [] };
  const rows = lane.deliveries.map((delivery, index): Row => {
    const before = lane.deliveries[index - 1] ?? null;
    const segments = deliverySegments(delivery, before, nowMs);
    const bars = segments.map((segment, place) => deliveryBar(delivery, segment, place));
    return { id: delivery.id, kind: 'delivery', delivery, bars };
  });
  return [head, ...rows];
}

function deliveryBar(delivery: TimelineDelivery, segment: Segment, place: number): Bar {
  const { kind, tone, fromMs, toMs } = segment;
  return {
    id: `${delivery.id}-${place}`,
    kind: kind === 'attempt' ? (tone ?? 'busy') : kind,
    fromMs,
    toMs,
    subject: { of: 'delivery', delivery, segment },
  };
}

function runRow(run: TimelineRun, nowMs: number): Row {
  const bars = runPhases(run, nowMs).map(
    ({ kind, tone, fromMs, toMs }, place): Bar => ({
      id: `${run.acwRunId}-${place}`,
      kind: kind === 'attempt' ? runKind(tone) : kind,
      fromMs,
      toMs,
      subject: { of: 'run', run },
    }),
  );
  return { id: run.acwRunId, kind: 'run', run, bars };
}

function runKind(tone: SegmentTone): BarKind {
  return tone ?? 'busy';
}

/** Waiting and backing off are idle; the moment at which they begin is not. */
const IDLE: ReadonlySet<BarKind> = new Set(['waiting', 'scheduled', 'held']);

/** Shorter pauses are never folded. */
const IDLE_MS_MIN = 1_000;

function busyOf(rows: readonly Row[], open: boolean, nowMs: number): readonly Span[] {
  const spans: Span[] = open ? [{ fromMs: nowMs, toMs: nowMs }] : [];
  for (const { bars } of rows) {
    for (const { kind, fromMs, toMs } of bars) {
      const idle = IDLE.has(kind) && toMs - fromMs > IDLE_MS_MIN;
      spans.push({ fromMs, toMs: idle ? fromMs : toMs });
      if (idle && toMs !== nowMs) spans.push({ fromMs: toMs, toMs });
    }
  }
  return spans;
}

/**
 * The kinds of bars of the timeline: the legend names these, and the address can hide them. The
 * router reads addresses before the page is loaded, so this module must not import the page.
 */
export const BAR_KINDS = [
  ...(['report', 'ignored', 'stale', 'trigger'] as const),
  ...(['waiting', 'scheduled', 'good', 'bad', 'busy', 'held', 'future'] as const),
] as const;
export type BarKind = (typeof BAR_KINDS)[number];

/**
 * The timeline as a list: the same facts in the order of time, for narrow screens, for print and
 * for people who prefer to read. Each bar is one entry, at its start. Pure.
 */
export function timelineEntries(rows: readonly Row[]): readonly Bar[] {
  return rows
    .flatMap(({ bars }) => bars)
    .filter(isTold)
    .toSorted((a, b) => a.fromMs - b.fromMs || rank(a) - rank(b));
}

/** Deliveries are sorted after the report that caused them, even within the same millisecond. */
function rank({ subject }: Bar): number {
  return { report: 0, firing: 1, delivery: 2, run: 3 }[subject.of];
}

/** A pause is no entry of its own once there are attempts, which show it; waiting always is. */
function isTold({ kind, subject }: Bar): boolean {
  if (subject.of !== 'delivery' || (kind !== 'scheduled' && kind !== 'waiting')) return true;
  return kind === 'waiting' || subject.delivery.attemptList.length === 0;
}

interface Instant {
  /** The last status that was accepted until then. */
  readonly status: string | null;
  /** How many bars of each kind lie over that moment. */
  readonly counts: ReadonlyMap<BarKind, number>;
}

/** What goes on at one moment, for the cursor. Pure. */
/** A bar that reaches to now still goes on, so it lies over each moment from its beginning on. */
export function instantAt(rows: readonly Row[], atMs: number, nowMs: number): Instant {
  let status: string | null = null;
  const counts = new Map<BarKind, number>();
  for (const { kind: row, bars } of rows) {
    for (const { kind, fromMs, toMs, subject } of bars) {
      if (row === 'status') {
        const moved = kind !== 'ignored' && fromMs <= atMs && subject.of === 'report';
        if (moved) status = subject.report.status ?? status;
      } else if (row !== 'triggers' && fromMs <= atMs && (atMs < toMs || nowMs <= toMs)) {
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
      }
    }
  }
  return { status, counts };
}
