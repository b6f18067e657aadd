/**
 * The lives of one service on one data directory: it is started, disturbed, ended in every way in
 * which a process can end, and started again. Records how each life ended and when a process was
 * frozen, because only that excuses a repeated delivery.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Stream } from '../../sim/script/random.ts';
import { DATABASE_FILE } from '../../src/store/sqlite/open.ts';
import { freePort } from '../support/free-port.ts';
import {
  type LaunchedService,
  launchService,
  type ServiceOptions,
  type ServiceProcess,
} from '../support/service-process.ts';
import { pause } from './pause.ts';

export const ENDINGS = ['kill', 'kill-draining', 'kill-frozen', 'kill-starting', 'stop'] as const;
export type Ending = (typeof ENDINGS)[number];

const SHARES: Readonly<Record<Ending, number>> = {
  kill: 45,
  'kill-draining': 15,
  'kill-frozen': 10,
  'kill-starting': 20,
  stop: 10,
};
const LIFE_MS = { min: 100, max: 900 };
/**
 * Node alone takes longer to start. A connection of the dead process may still wait to be accepted:
 * without this bound one of 11,000 repeats was attributed to the wrong life.
 */
const BOOT_MS_MIN = 100;
/** A life waits for up to so many reports: by time alone, a busy machine would send none. */
const REPORTS_MAX = 60;
const LIFE_MS_MAX = 5_000;
const FROZEN_MS = { min: 50, max: 600 };
const DRAINING_MS_MAX = 120;
/** About as long as a first start takes; what this machine needs is measured. */
const STARTING_MS = 500;
const FILE_GROWTH = 1.5;
const FREEZE_PERCENT = 15;

export interface Freeze {
  readonly fromMs: number;
  readonly toMs: number;
}

type LifeOptions = Pick<ServiceOptions, 'main' | 'ownGroup'>;

export class Lives {
  readonly #directory: string;
  readonly #chance: Stream;
  readonly #options: LifeOptions;
  /** As long as the last start took, so that every part of a start is hit. */
  #startingMs = STARTING_MS;
  #service: ServiceProcess | null = null;
  /** The number of the current process: 1 for the first, one more for each after it. */
  life = 0;
  #launchedAtMs = 0;
  url = 'http://127.0.0.1:9';
  kills = 0;
  /** First starts killed after the database file was made and before the service was ready. */
  migrating = 0;
  readonly endings: Partial<Record<Ending, number>> = {};
  /** Numbers of the killed processes; all others stopped gracefully. */
  readonly killed = new Set<number>();
  readonly freezes: Freeze[] = [];

  constructor(directory: string, chance: Stream, { main, ownGroup }: LifeOptions) {
    this.#directory = directory;
    this.#chance = chance;
    this.#options = { ...(main && { main }), ...(ownGroup && { ownGroup }) };
  }

  get service(): ServiceProcess {
    if (this.#service === null) throw new Error('no service is running');
    return this.#service;
  }

  async start(): Promise<void> {
    const fromMs = performance.now();
    this.#service = await (await this.#launch()).ready;
    this.url = this.#service.url;
    this.#startingMs = performance.now() - fromMs;
  }

  /** Kills so many first starts, each on what the ones before left, while the schema is made. */
  async killFirstStarts(times: number): Promise<void> {
    const database = join(this.#directory, DATABASE_FILE);
    for (let time = 0; time < times; time += 1) {
      await this.#killStarting();
      // The file was not made yet: the next kill comes later.
      if (!existsSync(database)) this.#startingMs *= FILE_GROWTH;
      else this.migrating += 1;
    }
  }

  /**
   * Lets the process live for a while, ends it in one of the ways and starts it again. `reports`:
   * the number accepted so far.
   */
  async endAndStart(reports: () => number): Promise<Ending> {
    const enough = reports() + this.#chance.between(0, REPORTS_MAX);
    const longestMs = performance.now() + LIFE_MS_MAX;
    await pause(this.#chance.between(LIFE_MS.min, LIFE_MS.max));
    while (reports() < enough && performance.now() < longestMs) await pause(10);
    if (this.#chance.chance(FREEZE_PERCENT)) {
      await this.#freeze();
      process.kill(this.service.pid, 'SIGCONT');
    }
    const ending = this.#draw();
    this.endings[ending] = (this.endings[ending] ?? 0) + 1;
    await this.#end(ending);
    if (ending === 'kill-starting') await this.#killStarting();
    await this.start();
    return ending;
  }

  async kill(): Promise<void> {
    await this.#service?.kill();
  }

  async #end(ending: Ending): Promise<void> {
    if (ending === 'stop') {
      const code = await this.service.stop();
      if (code !== 0) throw new Error(`a stop ended with ${code}:\n${this.service.output()}`);
      return;
    }
    if (ending === 'kill-frozen') await this.#freeze();
    if (ending === 'kill-draining') {
      const stopped = this.service.stop();
      const done = pause(this.#chance.fraction() * DRAINING_MS_MAX).then(() => 'killed' as const);
      if ((await Promise.race([stopped, done])) === 0) return;
    }
    await this.service.kill();
    await this.#killed();
  }

  async #freeze(): Promise<void> {
    const fromMs = performance.now();
    process.kill(this.service.pid, 'SIGSTOP');
    await pause(this.#chance.between(FROZEN_MS.min, FROZEN_MS.max));
    this.freezes.push({ fromMs, toMs: performance.now() });
  }

  async #killStarting(): Promise<void> {
    const launched = await this.#launch();
    await pause(this.#chance.fraction() * this.#startingMs);
    await launched.kill();
    await this.#killed();
  }

  async #killed(): Promise<void> {
    this.kills += 1;
    this.killed.add(this.life);
    // A connection that it opened before it died belongs to its life, not to the next.
    await turn();
  }

  /** The life whose connections receivers accept now: a process that is starting opens none. */
  sender(): number {
    const isLaunching = performance.now() - this.#launchedAtMs < BOOT_MS_MIN;
    return isLaunching ? this.life - 1 : this.life;
  }

  /**
   * On a port that the system gives to no other program by itself: when this life ends, reports
   * are sent there until the next one.
   */
  async #launch(): Promise<LaunchedService> {
    const port = await freePort();
    this.life += 1;
    this.#launchedAtMs = performance.now();
    return launchService({ directory: this.#directory, port, ...this.#options });
  }

  #draw(): Ending {
    let left = this.#chance.between(0, 99);
    for (const ending of ENDINGS) {
      left -= SHARES[ending];
      if (left < 0) return ending;
    }
    return 'kill';
  }
}
