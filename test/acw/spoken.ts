/** Turns with speech for tests of one figure; each has two words unless its text says otherwise. */
import type { Speaker } from '../../src/acw/call-log/call-log.ts';
import { type SpokenTurn, timelineOf } from '../../src/acw/call-log/timeline.ts';
import { givenLog, type Said } from './given-call.ts';

/** `A 0-1000`, `C 900-1500 yes yes`, `S 0-500`: speaker, times and perhaps what was said. */
export function spoken(...lines: readonly string[]): readonly SpokenTurn[] {
  return timelineOf(givenLog(lines.map(said))).turns;
}

const SPEAKERS: Readonly<Record<string, Speaker>> = { A: 'AGENT', C: 'CUSTOMER', S: 'SYSTEM' };

function said(line: string): Said {
  const [, letter = '', startMs, endMs, text] = /^([ACS]) (\d+)-(\d+) ?(.*)$/.exec(line) ?? [];
  const speaker = SPEAKERS[letter];
  if (speaker === undefined) throw new Error(`not a turn: ${line}`);
  return [speaker, text === '' ? 'two words' : String(text), Number(startMs), Number(endMs)];
}
