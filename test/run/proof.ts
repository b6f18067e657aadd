/**
 * The long proofs of `npm run proofs`: commands with options of their own, and a proof for each
 * file `*.proof.ts` and `*.e2e.ts`, whose name is its path without the ending.
 */
import { globSync } from 'node:fs';
import { FAULT_NAMES } from '../fault/play.ts';

export interface Proof {
  readonly name: string;
  readonly proves: string;
  /** Arguments of Node. */
  readonly command: readonly string[];
  /** True if it runs before the others, which take turns under a budget. */
  readonly weighty: boolean;
  /** The minutes it takes on two quiet cores, rounded up. */
  readonly minutes: number;
  /** How many cores it keeps busy; 2 means the whole machine if it has no more. */
  readonly cores: number;
}

/** The proofs whose promises cost a user most if they broke: order and durability. */
const WEIGHTY = new Set(['sim/simulation', 'sim/mutation']);
/** The minutes of proofs that take longer than one. */
export const MINUTES: Readonly<Record<string, number>> = {
  'browser/alerts': 2,
  'browser/every-page': 4,
  'browser/every-state': 6,
  'browser/journey-agents': 2,
  'browser/journey-retention': 2,
  'browser/login': 2,
  'browser/no-network': 2,
  'docs/capacity': 2,
  'docs/deploy': 2,
  'faults/network-cut': 2,
  'faults/random': 2,
  'fuzz/platform/platform': 3,
  'hostile-callers': 3,
  'hostile-receivers': 2,
  'journey/alerts': 2,
  'kill-loop': 2,
  'package/engine': 2,
  'package/package': 2,
  'power-loss': 2,
  'receiver/adapters': 2,
  'receiver/built': 2,
  'receiver/foreign-library': 2,
  'receiver/mounted': 2,
  'receiver/transport': 2,
  'sim/alert/alert': 2,
  'sim/mutation': 2,
  'store/alert-check': 2,
  'store/sqlite/threads': 2,
};

const COMMANDS: readonly Omit<Proof, 'minutes'>[] = [
  {
    name: 'kill-loop',
    proves: 'nothing acknowledged is lost or reordered by 50 kill -9 under load',
    command: ['test/crash/main.ts', '--kills', '50'],
    weighty: true,
    cores: 2,
  },
  // One by one: together they take a quarter of an hour, for which few budgets have room.
  ...FAULT_NAMES.map((fault) => ({
    name: `faults/${fault}`,
    proves: 'several processes on PostgreSQL keep order and lose nothing',
    command: ['test/crash/main.ts', '--store', 'postgres', '--fault', fault],
    weighty: false,
    cores: 2,
  })),
  {
    name: 'power-loss',
    proves: 'what is acknowledged is on the disk at 2,000 moments of a power cut',
    command: ['test/power-loss/main.ts'],
    weighty: false,
    cores: 2,
  },
  {
    name: 'hostile-receivers',
    proves: 'memory, sockets and time stay bounded whatever receivers answer',
    command: ['test/hostile/main.ts'],
    weighty: false,
    cores: 2,
  },
  {
    name: 'hostile-callers',
    proves: '50,000 requests made from the API document find no 5xx, hang or leak',
    command: ['test/fuzz/main.ts'],
    weighty: false,
    cores: 2,
  },
];

/** The browser or database and the service mostly wait for each other. */
const BUSY =
  /^(?:crash|fault|fuzz|hostile|power-loss|sim|store\/sqlite)\/|^browser\/(?:.*-speed|page-load)$/;
const FILES = ['test/**/*.proof.ts', 'receiver/test/**/*.proof.ts', 'test/**/*.e2e.ts'];
/** The time limit of one test, on a machine that is five times slower than usual. */
const TEST_MS_MAX = 1_800_000;

export function allProofs(): readonly Proof[] {
  const proofs = [...COMMANDS, ...globSync(FILES).sort().map(proofOf)];
  return proofs.map((proof) => ({ ...proof, minutes: MINUTES[proof.name] ?? 1 }));
}

function proofOf(file: string): Omit<Proof, 'minutes'> {
  const name = file.replace(/^(?:receiver\/)?test\//, '').replace(/\.(?:proof|e2e)\.ts$/, '');
  return {
    name,
    proves: file.endsWith('.e2e.ts') ? 'in a real browser' : 'the long form of its tests',
    command: ['--test', `--test-timeout=${TEST_MS_MAX}`, '--test-reporter=spec', file],
    weighty: WEIGHTY.has(name),
    cores: BUSY.test(name) ? 2 : 1,
  };
}

/**
 * The order of the proofs: those with weight, then the others, beginning with another proof at each
 * turn, so that a budget too short for all of them reaches each in time. Pure.
 */
export function inTurn(proofs: readonly Proof[], turn: number): readonly Proof[] {
  const others = proofs.filter(({ weighty }) => !weighty);
  const first = others.length === 0 ? 0 : turn % others.length;
  return [
    ...proofs.filter(({ weighty }) => weighty),
    ...others.slice(first),
    ...others.slice(0, first),
  ];
}

/**
 * The first proof that ends within the rest of a budget on a quiet machine; undefined if none does.
 * The very first is taken even so: a run without a proof would prove nothing. Pure.
 */
export function nextWithin(
  waiting: readonly Proof[],
  leftMs: number,
  isFirst: boolean,
): Proof | undefined {
  if (isFirst) return waiting[0];
  return waiting.find(({ minutes }) => minutes * 60_000 <= leftMs);
}

/** Milliseconds of `90s`, `12m` or `1h`; null for any other text. Pure. */
export function budgetMs(text: string): number | null {
  const [, amount, unit] = /^(\d{1,4})([smh])$/.exec(text) ?? [];
  if (amount === undefined) return null;
  return Number(amount) * (unit === 's' ? 1_000 : unit === 'm' ? 60_000 : 3_600_000);
}
