/**
 * What the demo prints: one line per event with the time since the start, the number and name of
 * the step, and the call. Colours only on a terminal that wants them.
 */
import { styleText } from 'node:util';

export const STEPS = [
  'reported',
  'accepted',
  'moved',
  'fired',
  'rendered',
  'queued',
  'taken',
  'sent',
  'judged',
] as const;

type Tone = 'good' | 'bad' | 'plain';
const COLOURS = { good: 'green', bad: 'yellow', plain: 'reset' } as const;
const STEP_COLOURS = ['cyan', 'blue', 'magenta'] as const;

export interface Journal {
  /** One of the nine steps; `step` is 1 to 9. */
  step(step: number, callId: string, words: string, more?: { atMs?: number; tone?: Tone }): void;
  /** Several steps of one call in one line. */
  steps(range: string, callId: string, words: string, tone?: Tone): void;
  title(text: string): void;
  line(text: string): void;
}

export function createJournal(startedAtMs: number): Journal {
  const entry = (label: string, colour: Parameters<typeof styleText>[0], parts: string[]): void => {
    const [atMs = '', callId = '', words = ''] = parts;
    const time = `${((Number(atMs) - startedAtMs) / 1_000).toFixed(3)}s`.padStart(8);
    print(`${paint('dim', time)} ${paint(colour, label)} ${callId.padEnd(17)} ${words}`);
  };
  return {
    step(step, callId, words, { atMs = Date.now(), tone = 'plain' } = {}) {
      const label = ` ${step} ${(STEPS[step - 1] ?? '').padEnd(8)}`;
      const colour = STEP_COLOURS[Math.floor((step - 1) / 3)] ?? 'reset';
      entry(label, colour, [String(atMs), callId, paint(COLOURS[tone], words)]);
    },
    steps(range, callId, words, tone = 'plain') {
      entry(`${range.padEnd(11)}`, 'cyan', [
        String(Date.now()),
        callId,
        paint(COLOURS[tone], words),
      ]);
    },
    title: (text) => print(`\n${paint('bold', text)}`),
    line: print,
  };
}

export function mark(ok: boolean): string {
  return ok ? paint('green', 'ok  ') : paint('red', 'FAIL');
}

function paint(format: Parameters<typeof styleText>[0], text: string): string {
  return styleText(format, text, { stream: process.stdout });
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
