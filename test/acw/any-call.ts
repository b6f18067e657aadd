/**
 * Arbitrary calls of two parties, with turns of the system before, within and after the
 * conversation.
 */
import fc from 'fast-check';
import type { Turn } from '../../src/acw/call-log/call-log.ts';

const TEXTS = [
  'Hello, this is Anna.',
  'Goodbye and hello.',
  'I want my refund.',
  'Yes.',
  'Shut up!',
  'Is there anything else?',
  'Have a nice day, goodbye.',
  'This call is recorded, I say.',
];

/** Turns of one party never overlap each other; those of both may. */
export const CALLS = fc
  .array(
    fc.record({
      speaker: fc.constantFrom('AGENT', 'CUSTOMER'),
      text: fc.constantFrom(...TEXTS),
      pauseMs: fc.integer({ min: -1_500, max: 25_000 }),
      lengthMs: fc.integer({ min: 1, max: 12_000 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts): readonly Required<Omit<Turn, 'confidence'>>[] => {
    const turns: Required<Omit<Turn, 'confidence'>>[] = [];
    const ends = { AGENT: 0, CUSTOMER: 0 };
    for (const { speaker, text, pauseMs, lengthMs } of parts) {
      const last = turns.at(-1) ?? { startMs: 0, endMs: 0 };
      const startMs = Math.max(last.startMs, ends[speaker], last.endMs + pauseMs);
      ends[speaker] = startMs + lengthMs;
      turns.push({ speaker, text, startMs, endMs: ends[speaker] });
    }
    return turns;
  });

export const ANNOUNCEMENTS = fc.array(
  fc.record({
    /** Comes after this many turns, and after this share of the pause there. */
    after: fc.nat(12),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    lengthsMs: fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1, maxLength: 5 }),
  }),
  { minLength: 1, maxLength: 4 },
);

type Announcements = typeof ANNOUNCEMENTS extends fc.Arbitrary<infer Value> ? Value : never;

/** Inserts announcements where no party talks; later turns move by their length. */
export function announced(
  turns: readonly Required<Omit<Turn, 'confidence'>>[],
  announcements: Announcements,
  untilAgent: boolean,
): readonly Turn[] {
  const lastOfAgent = turns.findLastIndex(({ speaker }) => speaker === 'AGENT');
  const made: Turn[] = [];
  let lateMs = 0;
  for (let place = 0; place <= turns.length; place += 1) {
    const freeMs = Math.max(0, ...turns.slice(0, place).map(({ endMs }) => endMs));
    const nextMs = turns[place]?.startMs ?? freeMs;
    const isAllowed = !untilAgent || place <= lastOfAgent;
    const here = announcements
      .filter(({ after }) => isAllowed && after === place && nextMs >= freeMs)
      .slice(0, 1);
    for (const { share, lengthsMs } of here) {
      let atMs = lateMs + freeMs + Math.floor((nextMs - freeMs) * share);
      for (const [index, lengthMs] of lengthsMs.entries()) {
        // Every other one is music between two announcements.
        if (index % 2 === 0) {
          const text = 'Please hold the line, we are with you in a moment.';
          made.push({ speaker: 'SYSTEM', text, startMs: atMs, endMs: atMs + lengthMs });
        }
        if (index % 2 === 0 || index < lengthsMs.length - 1) {
          atMs += lengthMs;
          lateMs += lengthMs;
        }
      }
    }
    const turn = turns[place];
    if (turn !== undefined) {
      made.push({ ...turn, startMs: turn.startMs + lateMs, endMs: turn.endMs + lateMs });
    }
  }
  return made;
}
