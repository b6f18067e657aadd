/**
 * `npm run crash -- --store postgres`: plays one fault, or each of them, and prints a table of the
 * results. The exit code is 0 only if nothing was lost, reordered, invented, settled twice, sent
 * above its rate or repeated without a reason.
 */
import { leave, readNumbers, readWords } from '../../sim/command-line.ts';
import { FAULT_NAMES, FAULTS, type FaultName } from './play.ts';
import { type FaultRun, runFault } from './run.ts';

export const TABLE_USAGE = `npm run crash -- --store postgres [--fault NAME] [--runs N] [--seed S]
  --fault NAME       one of several processes on PostgreSQL; each of them unless told:
                     ${FAULT_NAMES.slice(0, 6).join(', ')},
                     ${FAULT_NAMES.slice(6, 11).join(', ')},
                     ${FAULT_NAMES.slice(11).join(', ')}
  --runs N           of each, with the seeds that follow; 1 unless told`;

const FAULTS_LISTED = 20;
const SEEN_LISTED = 40;
const NUMBERS = {
  seed: { or: 1, min: 0, max: 2 ** 32 - 1 },
  runs: { or: 1, min: 1, max: 1_000 },
};

/** Returns the exit code. */
export async function playTable(words: readonly string[]): Promise<number> {
  const { names, seed, runs } = asked(words);
  let over = false;
  process.on('SIGINT', () => {
    if (over) process.exit(130);
    over = true;
    console.log('interrupted: this run is ended and judged');
  });
  process.once('SIGTERM', () => process.exit(143));
  const rows: Row[] = [];
  for (const name of names) {
    for (let run = 0; run < runs && !over; run += 1) {
      const row = await playOne(name, seed + run);
      rows.push(row);
      console.log(`${HEAD}\n${textOf(row)}`);
      for (const fault of row.played.faults.slice(0, FAULTS_LISTED)) {
        console.log(`VIOLATION  ${fault}`);
      }
      if (row.played.faults.length === 0) continue;
      for (const seen of row.played.seen.slice(-SEEN_LISTED)) console.log(`seen  ${seen}`);
    }
  }
  const violations = rows.reduce((sum, { played }) => sum + played.faults.length, 0);
  console.log(['', HEAD, ...summed(rows).map(textOf), ''].join('\n'));
  console.log(
    violations === 0
      ? `no violation: ${rows.length} runs, every delivery owed arrived, each lane in order`
      : `VIOLATIONS: ${violations}, as listed above`,
  );
  return violations === 0 ? 0 : 1;
}

interface Row {
  readonly name: FaultName;
  readonly runs: number;
  readonly seconds: number;
  readonly played: FaultRun;
}

async function playOne(name: FaultName, seed: number): Promise<Row> {
  console.log(`${name}, seed ${seed}`);
  const startMs = performance.now();
  const played = await runFault({ fault: FAULTS[name], seed });
  return { name, runs: 1, seconds: Math.round((performance.now() - startMs) / 1_000), played };
}

interface Column {
  readonly head: string;
  readonly of: (row: Row) => string | number;
}

const COLUMNS: readonly Column[] = [
  { head: 'fault            ', of: ({ name }) => name },
  { head: 'runs', of: ({ runs }) => runs },
  { head: 'reports', of: ({ played }) => played.acknowledged },
  { head: 'deliveries', of: ({ played }) => played.delivered },
  { head: 'repeats', of: ({ played }) => played.duplicates },
  { head: 'unexplained', of: (row) => broken(row, 'repeat') },
  { head: 'lost', of: (row) => broken(row, 'lost') },
  { head: 'disordered', of: (row) => broken(row, 'order') },
  { head: 'invented', of: (row) => broken(row, 'invented') },
  { head: 'settled twice', of: (row) => broken(row, 'settled') },
  { head: 'other', of: (row) => row.played.faults.length - counted(row) },
  { head: 'above rate', of: ({ played }) => Math.max(0, played.excess).toFixed(2) },
  { head: '503', of: ({ played }) => played.refusals },
  { head: 'no answer', of: ({ played }) => played.silent },
  { head: 'answer s', of: ({ played }) => inSeconds(played.slowestMs) },
  { head: 'silence s', of: ({ played }) => inSeconds(played.silenceMs) },
  { head: 'recovery s', of: ({ played }) => inSeconds(played.recoveryMs) },
  { head: 'ghosts', of: ({ played }) => played.ghosts },
  { head: 'lag s', of: ({ played }) => inSeconds(played.lagMs) },
  { head: 'took s', of: ({ seconds }) => seconds },
  { head: 'repeats by cause', of: ({ played }) => causesOf(played) },
];

const HEAD = COLUMNS.map(({ head }) => head).join('  ');
const RULES = ['repeat', 'lost', 'order', 'invented', 'settled'];

function textOf(row: Row): string {
  return COLUMNS.map(({ head, of }, index) => {
    const text = String(of(row));
    return index === 0 ? text.padEnd(head.length) : text.padStart(head.length);
  }).join('  ');
}

function broken({ played }: Row, rule: string): number {
  return played.faults.filter((fault) => fault.startsWith(`${rule}:`)).length;
}

function counted(row: Row): number {
  return RULES.reduce((sum, rule) => sum + broken(row, rule), 0);
}

function causesOf({ causes }: FaultRun): string {
  const told = Object.entries(causes).map(([cause, times]) => `${cause} ${times}`);
  return told.length === 0 ? '-' : told.join(', ');
}

function inSeconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}

/** One row per fault: counts are summed, of times the longest counts. */
function summed(rows: readonly Row[]): readonly Row[] {
  return [...Map.groupBy(rows, ({ name }) => name).values()].flatMap((same) => {
    const [first, ...rest] = same;
    return first === undefined ? [] : [rest.reduce(added, first)];
  });
}

function added(one: Row, other: Row): Row {
  const [a, b] = [one.played, other.played];
  const causes = { ...a.causes };
  for (const [cause, times] of Object.entries(b.causes)) {
    const name = cause as keyof typeof causes;
    causes[name] = (causes[name] ?? 0) + times;
  }
  return {
    name: one.name,
    runs: one.runs + other.runs,
    seconds: one.seconds + other.seconds,
    played: {
      faults: [...a.faults, ...b.faults],
      causes,
      expected: a.expected + b.expected,
      delivered: a.delivered + b.delivered,
      duplicates: a.duplicates + b.duplicates,
      exhausted: a.exhausted + b.exhausted,
      excess: Math.max(a.excess, b.excess),
      acknowledged: a.acknowledged + b.acknowledged,
      arrivals: a.arrivals + b.arrivals,
      lagMs: Math.max(a.lagMs, b.lagMs),
      refusals: a.refusals + b.refusals,
      silent: a.silent + b.silent,
      slowestMs: Math.max(a.slowestMs, b.slowestMs),
      silenceMs: Math.max(a.silenceMs, b.silenceMs),
      recoveryMs: Math.max(a.recoveryMs, b.recoveryMs),
      open: a.open + b.open,
      ghosts: a.ghosts + b.ghosts,
      seen: [...a.seen, ...b.seen],
    },
  };
}

function asked(words: readonly string[]) {
  const told = readWords(words, ['store', 'fault', 'seed', 'runs']);
  if (told.kind !== 'run') leave(told, TABLE_USAGE);
  const { store, fault = 'all', ...rest } = told.words;
  if (store !== 'postgres') leave({ kind: 'wrong', why: '--store takes postgres.' }, TABLE_USAGE);
  const names = fault === 'all' ? FAULT_NAMES : FAULT_NAMES.filter((name) => name === fault);
  if (names.length === 0) leave({ kind: 'wrong', why: `No fault ${fault}.` }, TABLE_USAGE);
  const numbers = Object.entries(rest).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const read = readNumbers(numbers, NUMBERS);
  if (read.kind !== 'run') leave(read, TABLE_USAGE);
  return { names, ...read.numbers };
}
