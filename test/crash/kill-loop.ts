/**
 * The crash proof: the real process under real HTTP load is ended in every way at random moments
 * and started again on the same data, as often as asked, while receivers fail and an operator
 * interferes; then everything must drain, and the verdict reads the receivers' log.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stream } from '../../sim/script/random.ts';
import { judge } from './judge.ts';
import { type Ending, Lives } from './lives.ts';
import { type Load, startLoad } from './load.ts';
import { type Endpoints, makeEndpoints, startOperator } from './operator.ts';
import { type RecordingReceiver, startRecordingReceiver } from './recording-receiver.ts';
import { drained } from './rest.ts';
import type { Verdict } from './verdict.ts';

const SINGLES = 12;
const BATCHES = 2;
/** This bound lets what 200 kills leave drain within a minute. */
const REST_MS = 20;
const DRAIN_MS_MAX = 180_000;
/** At least one kill, and one of this many, hits the very first start, which migrates. */
const FIRST_START_SHARE = 20;

export interface KillRun extends Verdict {
  readonly kills: number;
  readonly migrating: number;
  readonly endings: Readonly<Partial<Record<Ending, number>>>;
  readonly freezes: number;
  readonly switched: number;
  readonly acknowledged: number;
  /** Tries of a report that ended without an answer or with 5xx, each repeated. */
  readonly triesLost: number;
  readonly arrivals: number;
  readonly lostAnswers: number;
  readonly unread: number;
  /** Not closed at the end, or not closed within the time: zero when everything drained. */
  readonly open: number;
}

export interface KillOptions {
  readonly kills: number;
  readonly seed: number;
  /** Called with each life, for progress. */
  readonly say: (line: string) => void;
  /** Another copy of `src/main.js`, such as one with a planted fault. */
  readonly main?: string;
  /** Called before each life; true ends the load, then the run drains and judges. */
  readonly isOver?: () => boolean;
  /** Keeps the Ctrl-C of the terminal from the service: it is meant for the run. */
  readonly ownGroup?: boolean;
}

export async function runKillLoop(options: KillOptions): Promise<KillRun> {
  const { kills, seed } = options;
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-crash-'));
  const lives = new Lives(directory, new Stream(seed, 'lives'), options);
  const receiver = await startRecordingReceiver(new Stream(seed, 'receivers'), () =>
    lives.sender(),
  );
  try {
    await lives.killFirstStarts(Math.ceil(kills / FIRST_START_SHARE));
    await lives.start();
    const url = (): string => lives.url;
    const endpoints = await makeEndpoints(url(), receiver);
    const operator = startOperator(url, endpoints, new Stream(seed, 'operator'));
    const load = startLoad({
      url,
      singles: SINGLES,
      batches: BATCHES,
      restMs: REST_MS,
      chance: new Stream(seed, 'load'),
    });
    while (lives.kills < kills && options.isOver?.() !== true) {
      const ending = await lives.endAndStart(() => load.acknowledged.length);
      options.say(`${lives.kills}/${kills} ${ending}, ${load.acknowledged.length} acknowledged`);
    }
    await load.stop();
    await receiver.heal();
    await operator.stop();
    const open = await drained(url(), DRAIN_MS_MAX);
    return { ...(await judged(lives, receiver, load, endpoints)), open, switched: operator.turns };
  } finally {
    await lives.kill();
    await receiver.close();
    await rm(directory, { recursive: true, force: true });
  }
}

async function judged(
  lives: Lives,
  receiver: RecordingReceiver,
  load: Load,
  endpoints: Endpoints,
): Promise<Omit<KillRun, 'open' | 'switched'>> {
  const verdict = await judge({
    url: lives.url,
    acknowledged: load.acknowledged,
    refused: load.refused,
    arrivals: receiver.arrivals,
    endpoints,
    killed: lives.killed,
    freezes: lives.freezes,
  });
  return {
    ...verdict,
    kills: lives.kills,
    migrating: lives.migrating,
    endings: lives.endings,
    freezes: lives.freezes.length,
    acknowledged: load.acknowledged.length,
    triesLost: load.triesLost,
    arrivals: receiver.arrivals.length,
    lostAnswers: receiver.arrivals.filter(({ lostAnswer }) => lostAnswer).length,
    unread: receiver.unread,
  };
}
