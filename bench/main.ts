/**
 * `npm run bench`: the path of one report against a bare loop in the same run, as ratios, and
 * latency at low load. Absolute figures vary between machines and moments, so the ratios count.
 * Options name other modes; each is a file of `mode/`.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { compare, readRecord } from './check.ts';
import { runBacklog } from './mode/backlog.ts';
import { runGrowth } from './mode/growth.ts';
import { runIdle } from './mode/idle.ts';
import { runLoad } from './mode/load.ts';
import { runMix } from './mode/mix.ts';
import { runNeighbours } from './mode/neighbours.ts';
import { profilePath, runPath } from './mode/path.ts';
import { runSignInFlood } from './mode/sign-in-flood.ts';
import { runSignatures } from './mode/signatures.ts';
import { adaptersOf, profileSources, runSources } from './mode/sources.ts';
import { PARTS, runStores } from './mode/stores.ts';
import { runTraces } from './mode/traces.ts';
import { runVersus } from './mode/versus.ts';
import {
  type Add,
  type BenchRun,
  Figures,
  KINDS,
  recordOf,
  repeating,
  writeRecord,
} from './record.ts';

const HELP = `npm run bench -- [options]
  --reports N      of each measurement (60000; with --store postgres 30000)
  --rounds N       of all cases in turn (3)
  --quick          smaller, with the mix and a service at rest: within 3 minutes on 2 cores
  --store postgres the path on PostgreSQL beside SQLite, latency, and the store alone
  --workers LIST   worker processes beside one API process; 0: one process is both (0,1,2,4)
  --parts LIST     of ${PARTS.join(',')} (all)
  --mix            instead: calls of 6 reports, 3 endpoints, 1 of 20 attempts failing
  --neighbours     instead: a healthy endpoint alone, and beside slow, dead and flapping ones
  --idle           instead: memory and processor share of a service at rest
  --load           instead: latency at rising shares of the full rate
  --backlog SIZES  instead: throughput, memory and start beside as many waiting deliveries
                   (as an example 1000,10000,100000,1000000)
  --growth SIZES   instead: a delivery's cost on histories of these sizes (10000,1000000), on
                   the embedded store or, with --store postgres, on PostgreSQL
  --signatures     instead: what each kind of proof of an endpoint costs a delivery, and RSA-2048
                   against a bare loop that signs
  --traces         instead: what traces and alerts cost a delivery, off and on in turn
  --sources        instead: what a callback of a platform costs beside a plain report, in pairs;
                   with --profile FOLDER each once, profiled
  --adapters LIST  of these platforms only
  --versus         instead: beside what a team would use instead (bench/versus/README.md)
  --sign-ins N     instead: reports while N sign-ins a second have wrong passwords
  --profile FOLDER instead: CPU profiles of a path's threads, and what each function took; with
                   --store postgres the run with them, and what each statement took
  --json FILE      also writes machine, Node, commit, medians and rounds (bench/record.ts)
  --check FILE     repeats the run of a FILE of --json and compares; exit code 1 if worse by more
                   than ${tolerances()}
node bench/curves.ts FOLDER FILE ... makes pictures of files of --json.
RINGPOST_TEST_DATABASE_URL names a PostgreSQL; without it, one of its own is started.`;

const OPTIONS = {
  reports: { type: 'string' },
  backlog: { type: 'string' },
  rounds: { type: 'string' },
  quick: { type: 'boolean', default: false },
  store: { type: 'string', default: 'sqlite' },
  workers: { type: 'string', default: '0,1,2,4' },
  parts: { type: 'string', default: PARTS.join(',') },
  profile: { type: 'string' },
  mix: { type: 'boolean', default: false },
  neighbours: { type: 'boolean', default: false },
  idle: { type: 'boolean', default: false },
  load: { type: 'boolean', default: false },
  growth: { type: 'string' },
  'sign-ins': { type: 'string' },
  signatures: { type: 'boolean', default: false },
  traces: { type: 'boolean', default: false },
  sources: { type: 'boolean', default: false },
  adapters: { type: 'string' },
  versus: { type: 'boolean', default: false },
  json: { type: 'string' },
  check: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

type Options = ReturnType<typeof parse>;
type Mode = readonly [name: string, run: (add: Add) => Promise<void>];

const asked = parse(process.argv.slice(2));
if (asked.help) console.log(HELP);
else if (asked.check === undefined) await measure(process.argv.slice(2), asked.json);
else await check(asked.check);

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: OPTIONS }).values;
}

async function measure(args: readonly string[], json: string | undefined): Promise<BenchRun> {
  const figures = new Figures();
  const startedAt = new Date().toISOString();
  console.log(`Node ${process.version}, ${availableParallelism()} cores`);
  for (const [name, run] of modesOf(parse(args))) await run(figures.of(name));
  const record = recordOf(figures, { startedAt, arguments: repeating(args) });
  if (json !== undefined) writeRecord(json, record);
  return record;
}

async function check(path: string): Promise<void> {
  const kept = readRecord(path);
  const now = await measure(kept.arguments, asked.json);
  const cores = kept.machine.cores;
  if (cores !== now.machine.cores) console.log(`${path} is of a machine of ${cores} cores.`);
  const findings = compare(kept, now);
  for (const { text } of findings) console.log(text);
  const worse = findings.filter((each) => each.worse).length;
  console.log(
    worse === 0
      ? `None of ${findings.length} figures is worse than in ${path}.`
      : `${worse} of ${findings.length} figures are worse than in ${path}.`,
  );
  if (worse > 0) process.exitCode = 1;
}

function modesOf(options: Options): readonly Mode[] {
  const { quick, growth, backlog } = options;
  const rounds = Number(options.rounds ?? 3);
  const reports = (usual: number): number => Number(options.reports ?? usual);
  if (growth !== undefined) {
    const asked = {
      sizes: growth.split(',').map(Number),
      postgres: options.store === 'postgres',
    };
    return [['growth', (add) => runGrowth(asked, add)]];
  }
  const mixed = { deliveries: reports(quick ? 15_000 : 60_000), rounds: quick ? 2 : rounds };
  if (options.mix) return [['mix', (add) => runMix(mixed, add)]];
  if (options.neighbours) {
    return [['neighbours', (add) => runNeighbours({ reports: reports(20_000), rounds }, add)]];
  }
  const rest = quick ? { seconds: 10, rounds: 1 } : { seconds: 30, rounds };
  if (options.idle) return [['idle', (add) => runIdle(rest, add)]];
  if (options.load) {
    return [['load', (add) => runLoad({ reports: reports(20_000), rounds }, add)]];
  }
  if (backlog !== undefined) {
    const asked = { sizes: backlog.split(',').map(Number), reports: reports(20_000), rounds };
    return [['backlog', (add) => runBacklog(asked, add)]];
  }
  if (options.signatures) {
    return [['signatures', (add) => runSignatures({ reports: reports(20_000), rounds }, add)]];
  }
  if (options.traces) {
    return [['traces', (add) => runTraces({ reports: reports(20_000), rounds }, add)]];
  }
  if (options.sources) {
    const asked = { reports: reports(20_000), rounds, adapters: adaptersOf(options.adapters) };
    const { profile: into } = options;
    if (into !== undefined) return [['profile', () => profileSources(asked, into)]];
    return [['sources', (add) => runSources(asked, add)]];
  }
  if (options.versus) {
    return [['versus', (add) => runVersus({ reports: reports(20_000), rounds }, add)]];
  }
  if (options['sign-ins'] !== undefined) {
    const perSecond = Number(options['sign-ins']);
    return [['sign-ins', (add) => runSignInFlood({ reports: reports(2_000), perSecond }, add)]];
  }
  if (options.store === 'postgres') {
    const asked = {
      reports: reports(30_000),
      rounds,
      workers: options.workers.split(',').map(Number),
      parts: options.parts.split(','),
      profile: options.profile ?? null,
    };
    return [['stores', (add) => runStores(asked, add)]];
  }
  const asked = { reports: reports(quick ? 15_000 : 60_000), rounds };
  const { profile } = options;
  if (profile !== undefined) return [['profile', () => profilePath(asked.reports, profile)]];
  const plain: Mode = ['path', (add) => runPath(asked, add)];
  if (!quick) return [plain];
  return [plain, ['mix', (add) => runMix(mixed, add)], ['idle', (add) => runIdle(rest, add)]];
}

function tolerances(): string {
  const compared = Object.entries(KINDS).flatMap(([kind, { tolerance }]) =>
    tolerance === null ? [] : [`${kind} ${tolerance * 100} %`],
  );
  return compared.join(', ');
}
