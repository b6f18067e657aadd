/**
 * The bars of the timeline in words: the name that is read aloud, and the short label beside a
 * point. Pure: takes messages, format and the present as arguments.
 */

import type { EndpointRecord } from '../../api/record.ts';
import type { Format } from '../../i18n/format.ts';
import type { Words } from '../../i18n/words.ts';
import { errorWords } from '../../word/delivery-state.ts';
import type { Bar } from './timeline-layout.ts';
import type { Segment, TimelineDelivery, TimelineRun } from './timeline-segment.ts';

export interface TimelineWords {
  readonly t: Words['timeline'];
  readonly call: Words['call'];
  readonly words: Words['word'];
  readonly format: Format;
  readonly nowMs: number;
  readonly endpoints: ReadonlyMap<string, Pick<EndpointRecord, 'name' | 'retryScheduleMs'>>;
}

export function barName(bar: Bar, w: TimelineWords): string {
  const { subject, kind, fromMs, toMs } = bar;
  const at = clockOf(fromMs, w);
  const { name } = w.t;
  switch (subject.of) {
    case 'report': {
      const status = subject.report.status ?? name.errorsOnly;
      if (kind === 'stale') return name.stale(status, at);
      return kind === 'ignored' ? name.ignored(status, at) : name.report(status, at);
    }
    case 'firing':
      return name.firing(subject.number, subject.firing.trigger, at);
    case 'delivery':
      return segmentName(subject.delivery, subject.segment, w);
    case 'run':
      if (kind === 'future') return name.giveUp(subject.run.agentName, at);
      return runName(subject.run, toMs - fromMs, w);
  }
}

/** A short label, because beside a point there is room for one word. */
export function pointLabel({ subject }: Bar, { t }: TimelineWords): string {
  if (subject.of === 'report') return subject.report.status ?? t.name.errorsOnly;
  return subject.of === 'firing' ? `${subject.number} ${subject.firing.trigger}` : '';
}

export function segmentName(
  delivery: TimelineDelivery,
  segment: Segment,
  w: TimelineWords,
): string {
  const { name } = w.t;
  const to = endpointName(delivery.endpointId, w);
  const duration = w.format.duration(segment.toMs - segment.fromMs);
  const at = clockOf(segment.fromMs, w);
  const number = segment.number ?? 0;
  switch (segment.kind) {
    case 'waiting':
      return delivery.behind === null
        ? name.waiting(delivery.trigger, to, duration)
        : name.waitingFor(delivery.trigger, to, shortId(delivery.behind));
    case 'scheduled':
      return name.scheduled(delivery.trigger, to, duration);
    case 'held':
      return name.held(delivery.trigger, to, duration);
    case 'future':
      return name.future(number, to, at);
    case 'attempt':
      if (segment.attempt === null) return name.busy(number, to, at);
      return name.attempt(number, to, answerOf(segment, w), duration, at);
  }
}

/** `503`, `no answer in time (timeout)`, or that it was accepted. */
export function answerOf({ attempt }: Segment, { t, words }: TimelineWords): string {
  if (attempt === null) return '';
  if (attempt.status !== null) return String(attempt.status);
  if (attempt.outcome === 'delivered') return t.name.ok;
  return errorWords(attempt.error ?? attempt.outcome, words);
}

function runName(run: TimelineRun, ms: number, { t, call, format }: TimelineWords): string {
  return t.name.run(run.agentName, call.acw.states[run.state].word, format.duration(ms));
}

export function endpointName(id: string, { endpoints }: TimelineWords): string {
  return endpoints.get(id)?.name ?? id;
}

/** `dlv_…7KQ2`: enough to tell it from its neighbours. */
export function shortId(id: string): string {
  const [prefix = '', rest = ''] = id.split('_');
  return rest.length > 6 ? `${prefix}_…${rest.slice(-4)}` : id;
}

function clockOf(ms: number, { format, nowMs }: TimelineWords): string {
  return format.clock(new Date(ms).toISOString(), nowMs, { seconds: true });
}
