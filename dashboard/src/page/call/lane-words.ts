/**
 * How the head of a lane stands: which attempt is next, and when. Pure.
 * Takes the present as an argument.
 */
import type { TimelineDelivery } from './timeline-segment.ts';
import type { TimelineWords } from './timeline-words.ts';

/** `schedule`: the pauses between attempts; null when the endpoint is not known any more. */
export function headWords(
  head: TimelineDelivery,
  schedule: readonly number[] | null,
  { t, format, nowMs }: Pick<TimelineWords, 't' | 'format' | 'nowMs'>,
): string {
  const { lane } = t;
  const number = head.attempts + 1;
  const of = schedule === null ? number : schedule.length + 1;
  const counted = head.manual || number > of ? lane.more(number) : lane.attempt(number, of);
  const dueMs = head.dueAt === null ? nowMs : Date.parse(head.dueAt);
  switch (head.state) {
    case 'sending':
      return `${counted} ${lane.sending}`;
    case 'held':
      return `${counted} ${lane.held}`;
    default: {
      if (head.dueAt === null || dueMs <= nowMs) return `${counted} ${lane.due}`;
      const left = format.duration(Math.ceil((dueMs - nowMs) / 1_000) * 1_000);
      return `${counted} ${lane.at(format.clock(head.dueAt, nowMs, { seconds: true }), left)}`;
    }
  }
}
