/**
 * The timeline as a list: the same facts in the order of time, for narrow screens, for print and
 * for who rather reads. And what went on at one moment, for the cursor. Pure.
 */
import type { BarKind } from './timeline-kind.ts';
import type { Bar, Row } from './timeline-layout.ts';

/** Where one thing ends and the next begins is one entry: the start of each bar. */
export function timelineEntries(rows: readonly Row[]): readonly Bar[] {
  return rows
    .flatMap(({ bars }) => bars)
    .filter(isTold)
    .toSorted((a, b) => a.fromMs - b.fromMs || rank(a) - rank(b));
}

/** What a report set off follows it, also within the same millisecond. */
function rank({ subject }: Bar): number {
  return { report: 0, firing: 1, delivery: 2, run: 3 }[subject.of];
}

/** Pauses between attempts are told by the attempts; one that still lasts is told itself. */
function isTold({ kind, subject }: Bar): boolean {
  if (subject.of !== 'delivery' || (kind !== 'scheduled' && kind !== 'waiting')) return true;
  return kind === 'waiting' || subject.delivery.attemptList.length === 0;
}

export interface Instant {
  /** The last status that was accepted until then. */
  readonly status: string | null;
  /** How many bars of each kind lie over that moment. */
  readonly counts: ReadonlyMap<BarKind, number>;
}

export function instantAt(rows: readonly Row[], atMs: number): Instant {
  let status: string | null = null;
  const counts = new Map<BarKind, number>();
  for (const { kind: row, bars } of rows) {
    for (const { kind, fromMs, toMs, subject } of bars) {
      if (row === 'status') {
        const moved = kind !== 'ignored' && fromMs <= atMs && subject.of === 'report';
        if (moved) status = subject.report.status ?? status;
      } else if (row !== 'triggers' && fromMs <= atMs && atMs < toMs) {
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
      }
    }
  }
  return { status, counts };
}
