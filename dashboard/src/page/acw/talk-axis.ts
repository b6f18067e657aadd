/**
 * Who talks when, as spans on the call's time axis: per speaker the union of their turns, where
 * both parties talk, and the long silences. Spans less than a pixel apart are
 * joined, so that a call of 10,000 turns is drawn with a few hundred spans. Pure.
 */

import type { Speaker, Turn } from './json-part.ts';
import type { Analysis, Segment } from './result-shape.ts';

export type AxisRowId = Speaker | 'both' | 'silence';

export interface AxisRow {
  readonly id: AxisRowId;
  readonly spans: readonly Segment[];
}

export interface TalkAxis {
  readonly lengthMs: number;
  readonly rows: readonly AxisRow[];
}

const PIXELS = 1_000;
/** 150 words a minute, as the analysis estimates a missing end. */
const WORD_MS = 400;

export function talkAxis(
  turns: readonly Turn[] | null,
  { durationMs, silence }: Pick<Analysis, 'durationMs' | 'silence'>,
): TalkAxis {
  const ended = (turns ?? []).map((turn, index) => spanOf(turn, turns?.[index + 1]));
  const ends = [...ended, ...silence.segments].map(({ endMs }) => endMs);
  const lengthMs = ends.reduce((most, endMs) => Math.max(most, endMs), Math.max(durationMs, 1));
  const stepMs = lengthMs / PIXELS;
  const of = (speaker: Speaker): readonly Segment[] =>
    joined(
      ended.filter((_, index) => turns?.[index]?.speaker === speaker),
      stepMs,
    );
  const [agent, customer, system] = [of('AGENT'), of('CUSTOMER'), of('SYSTEM')];
  const rows: readonly AxisRow[] = [
    { id: 'AGENT', spans: agent },
    { id: 'CUSTOMER', spans: customer },
    { id: 'both', spans: common(agent, customer) },
    { id: 'SYSTEM', spans: system },
    { id: 'silence', spans: joined(silence.segments, 0) },
  ];
  const always: readonly AxisRowId[] = turns === null ? ['silence'] : ['AGENT', 'CUSTOMER'];
  return {
    lengthMs,
    rows: rows.filter(({ id, spans }) => always.includes(id) || spans.length > 0),
  };
}

function spanOf({ startMs, endMs, text }: Turn, next: Turn | undefined): Segment {
  if (endMs !== null) return { startMs, endMs: Math.max(endMs, startMs) };
  const words = Math.max(1, text.split(/\s+/).length);
  const guess = startMs + words * WORD_MS;
  const bound = next === undefined ? guess : Math.max(startMs, next.startMs);
  return { startMs, endMs: Math.min(guess, bound) };
}

/** In order, without overlaps; gaps of up to `gapMs` are closed. */
function joined(spans: readonly Segment[], gapMs: number): readonly Segment[] {
  const out: Segment[] = [];
  for (const span of spans.toSorted((one, other) => one.startMs - other.startMs)) {
    const last = out.at(-1);
    if (last !== undefined && span.startMs <= last.endMs + gapMs) {
      out[out.length - 1] = { ...last, endMs: Math.max(last.endMs, span.endMs) };
    } else out.push(span);
  }
  return out;
}

/** Both lists are joined. */
function common(one: readonly Segment[], other: readonly Segment[]): readonly Segment[] {
  const out: Segment[] = [];
  let at = 0;
  for (const { startMs, endMs } of one) {
    while (at < other.length && (other[at]?.endMs ?? 0) <= startMs) at += 1;
    for (let next = at; next < other.length; next += 1) {
      const span = other[next];
      if (span === undefined || span.startMs >= endMs) break;
      const both = {
        startMs: Math.max(startMs, span.startMs),
        endMs: Math.min(endMs, span.endMs),
      };
      if (both.endMs > both.startMs) out.push(both);
    }
  }
  return out;
}
