/**
 * What the demo prints: the legend of the nine steps, titles, rows with a time and the steps they
 * tell, and tables. No line is wider than the terminal or 100 columns. Colours only on a terminal
 * that wants them.
 */
import { styleText } from 'node:util';

export const STEPS = [
  { name: 'reported', meaning: 'the platform posts a status of a call' },
  { name: 'accepted', meaning: 'the service writes the report down, then answers' },
  { name: 'moved', meaning: 'the call moves to its new status' },
  { name: 'fired', meaning: 'the move fires triggers, in order' },
  { name: 'rendered', meaning: 'each trigger gets its payload, once' },
  { name: 'queued', meaning: 'a delivery for each subscribed endpoint joins its queue' },
  { name: 'taken', meaning: 'the first delivery of the queue is taken' },
  { name: 'sent', meaning: 'it is posted to the endpoint' },
  { name: 'judged', meaning: 'the answer decides: delivered, tried again or given up' },
] as const;

export type Tone = 'good' | 'bad' | 'plain';

/** One thing that happened. */
export interface Row {
  /** Names the row within its call: a row is printed once. */
  readonly key: string;
  readonly atMs: number;
  /** The first of the nine steps that the row tells, and the last; or what is beside them. */
  readonly steps: readonly [number, number] | 'log' | 'run';
  readonly lines: readonly string[];
  readonly tone: Tone;
}

export interface Journal {
  legend(): void;
  title(text: string): void;
  row(row: Row): void;
  line(text: string, indent?: number): void;
  table(rows: readonly (readonly string[])[], tones: readonly Tone[]): void;
  /** What a message looks like to whom it is for, in a frame. */
  panel(panel: Panel): void;
}

export interface Panel {
  readonly title: string;
  readonly lines: readonly PanelLine[];
}

/** `rule`: a line across, without text. */
export interface PanelLine {
  readonly look: 'heading' | 'plain' | 'good' | 'bad' | 'faint' | 'rule';
  readonly text: string;
  /** Where the text goes on when it needs more lines. */
  readonly indent?: number;
}

type Format = Parameters<typeof styleText>[0];
const LOOKS: Readonly<Record<PanelLine['look'], Format>> = {
  heading: 'bold',
  plain: 'reset',
  good: 'green',
  bad: 'red',
  faint: 'dim',
  rule: 'dim',
};
const COLOURS = { good: 'green', bad: 'yellow', plain: 'reset' } as const;
const STEP_COLOURS = ['cyan', 'blue', 'magenta'] as const;
const BESIDE_COLOUR = 'yellow';
const COLUMNS_MAX = 100;
const COLUMNS_MIN = 60;
const TIME_WIDTH = 9;
/** `1 reported`, and `1-6` or `run`. */
const STEP_WIDTH = 10;
const RANGE_WIDTH = 3;
const GAP = '  ';
const PANEL_WIDTH = 72;

export function createJournal(startedAtMs: number): Journal {
  const line = (text: string, indent = 0): void => {
    for (const each of wrap(text, indent)) print(each);
  };
  return {
    legend() {
      line('The nine steps of a report, as the lines below number them:');
      for (const [at, { name, meaning }] of STEPS.entries()) {
        print(`  ${paint(colourOf([at + 1, at + 1]), `${at + 1} ${name.padEnd(9)}`)}  ${meaning}`);
      }
    },
    title: (text) => print(`\n${wrap(text).map(bold).join('\n')}`),
    row({ atMs, steps, lines, tone }) {
      const time = `${((atMs - startedAtMs) / 1_000).toFixed(3)} s`.padStart(TIME_WIDTH);
      const label = labelOf(steps);
      const indent = TIME_WIDTH + label.length + 2 * GAP.length;
      const head = paint('dim', time) + GAP + paint(colourOf(steps), label) + GAP;
      for (const [at, each] of lines.flatMap((text) => wrap(text, indent)).entries()) {
        const words = paint(COLOURS[tone], each.slice(indent));
        print((at === 0 ? head : ' '.repeat(indent)) + words);
      }
    },
    line,
    table(rows, tones) {
      const widths = (rows[0] ?? []).map((_, column) =>
        Math.max(...rows.map((cells) => cells[column]?.length ?? 0)),
      );
      for (const [at, cells] of rows.entries()) {
        const text = cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('   ');
        const words = `  ${text.trimEnd()}`;
        print(at === 0 ? bold(words) : paint(COLOURS[tones[at - 1] ?? 'plain'], words));
        if (at === 0) print(`  ${widths.map((width) => '-'.repeat(width)).join('   ')}`);
      }
    },
    panel({ title, lines }) {
      const columns = Math.min(PANEL_WIDTH, terminalColumns() - GAP.length);
      const edge = (text: string): void => print(GAP + paint('dim', text));
      edge(`┌ ${title} `.padEnd(columns, '─'));
      for (const { look, text, indent = 0 } of lines) {
        const words = look === 'rule' ? ['─'.repeat(columns - 4)] : hang(text, indent, columns - 2);
        for (const each of words) {
          print(`${GAP}${paint('dim', '│')} ${paint(LOOKS[look], each)}`);
        }
      }
      edge('└'.padEnd(columns, '─'));
    },
  };
}

/** At spaces; what follows the first line is indented like it. */
export function wrap(text: string, indent = 0, columns = terminalColumns()): readonly string[] {
  const margin = ' '.repeat(indent);
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let current = '';
    for (const word of paragraph.split(' ')) {
      const longer = current === '' ? word : `${current} ${word}`;
      if (indent + longer.length > columns && current !== '') {
        lines.push(margin + current);
        current = word;
      } else {
        current = longer;
      }
    }
    return [...lines, margin + current];
  });
}

/** What follows the first line is indented; the first is as it is. */
function hang(text: string, indent: number, columns: number): readonly string[] {
  const [first = '', ...more] = wrap(text.slice(indent), indent, columns);
  return [text.slice(0, indent) + first.slice(indent), ...more];
}

function labelOf(steps: Row['steps']): string {
  if (typeof steps === 'string') return steps.padEnd(RANGE_WIDTH);
  const [from, to] = steps;
  return from === to
    ? `${from} ${STEPS[from - 1]?.name ?? ''}`.padEnd(STEP_WIDTH)
    : `${from}-${to}`.padEnd(RANGE_WIDTH);
}

function terminalColumns(): number {
  const columns = process.stdout.columns ?? COLUMNS_MAX;
  return Math.max(COLUMNS_MIN, Math.min(COLUMNS_MAX, columns));
}

function colourOf(steps: Row['steps']): Format {
  if (typeof steps === 'string') return BESIDE_COLOUR;
  return STEP_COLOURS[Math.floor((steps[0] - 1) / 3)] ?? 'reset';
}

function bold(text: string): string {
  return paint('bold', text);
}

function paint(format: Format, text: string): string {
  return styleText(format, text, { stream: process.stdout });
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
