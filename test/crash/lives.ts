/**
 * The lives of one service on one data directory: it is started, disturbed and ended in every way
 * in which a process can, and started again. Knows which life ended how, and when a process was
 * frozen, because only that excuses a repeated delivery.
 */
import type { Stream } from '../../sim/script/random.ts';
import { launchService, type ServiceProcess } from '../support/service-process.ts';
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
const FROZEN_MS = { min: 50, max: 600 };
const DRAINING_MS_MAX = 120;
/** About as long as a start takes here, so that every part of it is hit. */
const STARTING_MS_MAX = 700;
const FREEZE_PERCENT = 15;

export interface Freeze {
  readonly fromMs: number;
  readonly toMs: number;
}

export class Lives {
  readonly #directory: string;
  readonly #chance: Stream;
  readonly #main: string | undefined;
  #service: ServiceProcess | null = null;
  /** 1 for the first process; one more for each after it. */
  life = 0;
  url = 'http://127.0.0.1:9';
  kills = 0;
  readonly endings: Partial<Record<Ending, number>> = {};
  /** Numbers of those that were killed; all others stopped gracefully. */
  readonly killed = new Set<number>();
  readonly freezes: Freeze[] = [];

  constructor(directory: string, chance: Stream, main?: string) {
    this.#directory = directory;
    this.#chance = chance;
    this.#main = main;
  }

  get service(): ServiceProcess {
    if (this.#service === null) throw new Error('no service is running');
    return this.#service;
  }

  async start(): Promise<void> {
    this.#service = await this.#launch().ready;
    this.url = this.#service.url;
  }

  /** Kills so many starts, each at a random moment of it; the directory may be empty at first. */
  async killStarting(times: number): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      const launched = this.#launch();
      await pause(this.#chance.fraction() * STARTING_MS_MAX);
      await launched.kill();
      this.#killed();
    }
  }

  /** Lets it live for a while, ends it in one way or another, and starts it again. */
  async endAndStart(): Promise<Ending> {
    await pause(this.#chance.between(LIFE_MS.min, LIFE_MS.max));
    if (this.#chance.chance(FREEZE_PERCENT)) {
      await this.#freeze();
      process.kill(this.service.pid, 'SIGCONT');
    }
    const ending = this.#draw();
    this.endings[ending] = (this.endings[ending] ?? 0) + 1;
    await this.#end(ending);
    if (ending === 'kill-starting') await this.killStarting(1);
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
    this.#killed();
  }

  async #freeze(): Promise<void> {
    const fromMs = performance.now();
    process.kill(this.service.pid, 'SIGSTOP');
    await pause(this.#chance.between(FROZEN_MS.min, FROZEN_MS.max));
    this.freezes.push({ fromMs, toMs: performance.now() });
  }

  #killed(): void {
    this.kills += 1;
    this.killed.add(this.life);
  }

  #launch(): ReturnType<typeof launchService> {
    this.life += 1;
    const main = this.#main === undefined ? {} : { main: this.#main };
    return launchService({ directory: this.#directory, ...main });
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
