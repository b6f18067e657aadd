/**
 * Starts, kills, stops, restarts and suspends one process of the service, and stands between it and
 * its callers: a request to a process that is down is refused; if the process dies meanwhile, the
 * request gets no answer.
 */
import type { Recorder } from '../history.ts';
import type { Role } from '../script/script.ts';
import type { Machine } from './machine.ts';
import { createProcess, type ProcessParts, type ServiceProcess, type Services } from './process.ts';
import type { Life } from './timeline.ts';

/** The time between a failed start and the next one. */
const RESTART_MS = 1_000;

/** `down`: no process listens. `gone`: the process died before it answered. */
export type Asked<Value> =
  | { readonly kind: 'answered'; readonly value: Value }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'down' }
  | { readonly kind: 'gone' };

/** Which of several processes it is, and where it runs. */
export interface Member {
  readonly number: number;
  readonly role: Role;
  readonly machine: Machine;
}

export type SupervisorParts = ProcessParts & {
  readonly recorder: Recorder;
  /** Null if it is the only process, on a machine with true clocks. */
  readonly member: Member | null;
  /** Numbers the lives of all processes. */
  readonly takeLife: () => number;
  readonly onListens: () => void;
};

interface Running {
  readonly life: Life;
  readonly process: ServiceProcess;
  readonly open: Set<() => void>;
  listens: boolean;
  isStopping: boolean;
}

export class Supervisor {
  readonly #parts: SupervisorParts;
  #running: Running | null = null;
  #startsAtMs = 0;
  /** Ends the wait for an answer. */
  #quiet: (() => void) | null = null;

  constructor(parts: SupervisorParts) {
    this.#parts = parts;
  }

  get gauges(): { readonly inFlight: number; readonly residentHeads: number } {
    const gauges = this.#running?.process.dispatcher.gauges();
    return { inFlight: gauges?.inFlight ?? 0, residentHeads: gauges?.residentHeads ?? 0 };
  }

  get listens(): boolean {
    return this.#running?.listens === true;
  }

  /** The life that runs now. */
  get life(): Life | null {
    return this.#running?.life ?? null;
  }

  get member(): Member | null {
    return this.#parts.member;
  }

  start(): void {
    if (this.#running !== null) return;
    const { member, recorder } = this.#parts;
    const number = this.#parts.takeLife();
    const where = member === null ? {} : { machine: member.machine };
    const life: Life = { number, dead: false, ...where };
    recorder.note({ what: 'started', life: number, ...this.#origin() });
    this.#running = {
      life,
      process: createProcess(life, this.#parts),
      open: new Set(),
      listens: false,
      isStopping: false,
    };
    void this.#begin(this.#running);
  }

  /** Kills it at this moment; nothing of it runs on. */
  crash(downMs: number): void {
    if (this.#running === null) return;
    this.#bury('crashed');
    this.#startLater(downMs);
  }

  /** Stops it as SIGTERM does; resolves when it has ended, by stop or crash. */
  async stop(downMs: number): Promise<void> {
    const running = this.#running;
    if (running === null || running.isStopping) return;
    const { timeline } = this.#parts;
    if (timeline.isFrozen(running.life)) {
      // A suspended process gets the signal when it resumes.
      timeline.tell(running.life, 0, () => void this.stop(downMs));
      return;
    }
    // Before it listens, a signal ends it at once.
    if (!running.listens) {
      this.crash(downMs);
      return;
    }
    running.isStopping = true;
    running.listens = false;
    this.#startsAtMs = timeline.monoMs() + downMs;
    this.#parts.recorder.note({ what: 'stopping', life: running.life.number });
    if (running.open.size > 0) {
      await new Promise<void>((resolve) => {
        this.#quiet = resolve;
      });
    }
    await running.process.stop();
    if (this.#running !== running) return;
    this.#bury('stopped');
    this.#startLater(this.#startsAtMs - timeline.monoMs());
  }

  /** Suspends it as SIGSTOP does, or with its machine. Null if there is no life to suspend. */
  pause(asleep: boolean): Life | null {
    const { timeline, recorder } = this.#parts;
    const life = this.life;
    if (life === null || timeline.isFrozen(life)) return null;
    timeline.freeze(life);
    recorder.note({ what: 'paused', life: life.number, asleep });
    return life;
  }

  resume(life: Life, asleep: boolean): void {
    const { timeline, recorder } = this.#parts;
    if (life.dead || !timeline.isFrozen(life)) return;
    recorder.note({ what: 'resumed', life: life.number });
    timeline.thaw(life, asleep);
  }

  /** Starts a process that is down now, and one that is stopping as soon as it has stopped. */
  heal(): void {
    this.#startsAtMs = 0;
    this.start();
  }

  /** Ends it for good: the run is over. */
  end(): void {
    if (this.#running !== null) this.#running.life.dead = true;
    this.#running = null;
  }

  ask<Value>(task: (services: Services) => Promise<Value>): Promise<Asked<Value>> {
    const running = this.#running;
    if (running === null || !running.listens) return Promise.resolve({ kind: 'down' });
    const { timeline } = this.#parts;
    return new Promise((resolve) => {
      const onDeath = () => resolve({ kind: 'gone' });
      const close = (asked: Asked<Value>) => {
        running.open.delete(onDeath);
        resolve(asked);
        if (running.open.size === 0) this.#quiet?.();
      };
      running.open.add(onDeath);
      const begin = () =>
        void task(running.process.services).then(
          (value) => close({ kind: 'answered', value }),
          (error) => close({ kind: 'failed', error }),
        );
      // A request waits while the process is suspended.
      if (timeline.isFrozen(running.life)) timeline.tell(running.life, 0, begin);
      else begin();
    });
  }

  #origin(): { readonly member?: number; readonly role?: Role; readonly skewMs?: number } {
    const { member } = this.#parts;
    if (member === null) return {};
    const { number, role, machine } = member;
    return { member: number, role, skewMs: machine.skewMs };
  }

  async #begin(running: Running): Promise<void> {
    try {
      await running.process.start();
    } catch {
      if (this.#running === running) this.crash(RESTART_MS);
      return;
    }
    running.listens = true;
    this.#parts.onListens();
  }

  #bury(what: 'crashed' | 'stopped'): void {
    const running = this.#running;
    if (running === null) return;
    const { timeline, recorder, network } = this.#parts;
    running.life.dead = true;
    timeline.thaw(running.life, false);
    this.#running = null;
    this.#quiet = null;
    recorder.note({ what, life: running.life.number });
    network.senderDied(running.life);
    for (const onDeath of running.open) onDeath();
  }

  #startLater(afterMs: number): void {
    const { timeline } = this.#parts;
    this.#startsAtMs = timeline.monoMs() + Math.max(0, afterMs);
    const atMs = this.#startsAtMs;
    timeline.at(atMs, () => {
      if (this.#startsAtMs === atMs) this.start();
    });
  }
}
