/** A small call log, the largest one, and hostile bodies that cost much to parse. */
import { CALL_LOG_BYTES_MAX, TURNS_MAX } from '../../../../src/acw/call-log/call-log.ts';

export const LOG = {
  direction: 'INBOUND',
  startedAt: '2026-11-20T11:17:00.000Z',
  turns: [
    { speaker: 'AGENT', text: 'Good morning.', startMs: 0, endMs: 900 },
    { speaker: 'CUSTOMER', text: 'Hello 😀', startMs: 1_200 },
  ],
};

/** A log with the most turns allowed, filled up to the most bytes allowed. */
export function largestLog(character: string): string {
  const turn = (text: string, index: number) => ({
    speaker: index % 2 === 0 ? 'AGENT' : 'CUSTOMER',
    text,
    startMs: index * 1_000,
    endMs: index * 1_000 + 900,
    confidence: 0.99,
  });
  const turns = Array.from({ length: TURNS_MAX }, (_, index) => turn('', index));
  const bare = Buffer.byteLength(JSON.stringify({ ...LOG, turns }));
  const each = Math.floor((CALL_LOG_BYTES_MAX - bare) / TURNS_MAX / Buffer.byteLength(character));
  const text = character.repeat(each);
  return JSON.stringify({ ...LOG, turns: turns.map((_, index) => turn(text, index)) });
}

const MEBIBYTES = 5 * 1024 * 1024 - 100;
const many = (count: number, text: string) => Array(count).fill(text).join(',');
export const HOSTILE: readonly (readonly [name: string, raw: () => string])[] = [
  ['zeros for ever', () => `{"turns":[${many(MEBIBYTES / 2, '0')}]}`],
  ['turns that are none', () => `{"turns":[${many(TURNS_MAX, '0')}]}`],
  ['empty turns', () => `{"turns":[${many(TURNS_MAX, '{}')}]}`],
  [
    'turns with every key wrong',
    () => {
      const turn = '{"speaker":1,"text":1,"startMs":"a","endMs":"b","confidence":"c"}';
      return `{"turns":[${many(TURNS_MAX, turn)}]}`;
    },
  ],
  [
    'turns of unknown keys',
    () => {
      const keys = Array.from({ length: 1_000 }, (_, index) => `"k${index}":0`).join(',');
      return `{"turns":[${many(64, `{${keys}}`)}]}`;
    },
  ],
  ['one long key', () => `{"${'k'.repeat(MEBIBYTES)}":1}`],
  ['one long text', () => `{"x":"${'\\n'.repeat(MEBIBYTES / 2)}"}`],
  ['lines without an end', () => `{${'\n'.repeat(MEBIBYTES)}!`],
  ['openings without an end', () => '['.repeat(MEBIBYTES)],
  ['one long number', () => `{"x":${'9'.repeat(MEBIBYTES)}}`],
  ['many decimals', () => `{"x":0.${'9'.repeat(MEBIBYTES)}}`],
];
