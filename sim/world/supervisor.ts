/**
 * What starts the service, kills it, stops it and starts it again, and what stands between it and
 * those who ask it for something: a request to a process that is down is refused, one whose
 * process dies meanwhile gets no answer.
 */
import type { Recorder } from '../history.ts';
import { createProcess, type ProcessParts, type ServiceProcess, type Services } from './process.ts';
import type { Life } from './timeline.ts';

/** Between a start that failed and the next one. */
const RESTART_MS = 1_000;

/** `down`: nobody listens. `gone`: the process died before it answered. */
export type Asked<Value> =
  | { readonly kind: 'answered'; readonly value: Value }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'down' }
  | { readonly kind: 'gone' };

interface Running {
  readonly life: Life;
  readonly process: ServiceProcess;
  readonly open: Set<() => void>;
  listens: boolean;
  isStopping: boolean;
}

export class Supervisor {
  readonly #parts: ProcessParts & { readonly recorder: Recorder };
  #lives = 0;
  #running: Running | null = null;
  #startsAtMs = 0;
  #waiting: (() => void)[] = [];
  /** Nobody waits for an answer any more. */
  #quiet: (() => void) | null = null;

  constructor(parts: ProcessParts & { readonly recorder: Recorder }) {
    this.#parts = parts;
  }

  get gauges(): { readonly inFlight: number; readonly residentHeads: number } {
    const gauges = this.#running?.process.dispatcher.gauges();
    return { inFlight: gauges?.inFlight ?? 0, residentHeads: gauges?.residentHeads ?? 0 };
  }

  start(): void {
    if (this.#running !== null) return;
    this.#lives += 1;
    const life: Life = { number: this.#lives, dead: false };
    this.#parts.recorder.note({ what: 'started', life: life.number });
    this.#running = {
      life,
      process: createProcess(life, this.#parts),
      open: new Set(),
      listens: false,
      isStopping: false,
    };
    void this.#begin(this.#running);
  }

  /** At this moment; nothing of it runs on. */
  crash(downMs: number): void {
    if (this.#running === null) return;
    this.#bury('crashed');
    this.#startLater(downMs);
  }

  /** As by SIGTERM; resolves when it has ended, one way or another. */
  async stop(downMs: number): Promise<void> {
    const running = this.#running;
    if (running === null || running.isStopping) return;
    // Before it listens, a signal simply ends it.
    if (!running.listens) {
      this.crash(downMs);
      return;
    }
    running.isStopping = true;
    running.listens = false;
    this.#startsAtMs = this.#parts.timeline.monoMs() + downMs;
    this.#parts.recorder.note({ what: 'stopping', life: running.life.number });
    if (running.open.size > 0) {
      await new Promise<void>((resolve) => {
        this.#quiet = resolve;
      });
    }
    await running.process.stop();
    if (this.#running !== running) return;
    this.#bury('stopped');
    this.#startLater(this.#startsAtMs - this.#parts.timeline.monoMs());
  }

  /** A process that is down is started now, and one that stops as soon as it has stopped. */
  heal(): void {
    this.#startsAtMs = 0;
    this.start();
  }

  /** The run is over. */
  end(): void {
    if (this.#running !== null) this.#running.life.dead = true;
    this.#running = null;
  }

  /** Resolves when a process listens. */
  up(): Promise<void> {
    if (this.#running?.listens === true) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  ask<Value>(task: (services: Services) => Promise<Value>): Promise<Asked<Value>> {
    const running = this.#running;
    if (running === null || !running.listens) return Promise.resolve({ kind: 'down' });
    return new Promise((resolve) => {
      const onDeath = () => resolve({ kind: 'gone' });
      const close = (asked: Asked<Value>) => {
        running.open.delete(onDeath);
        resolve(asked);
        if (running.open.size === 0) this.#quiet?.();
      };
      running.open.add(onDeath);
      task(running.process.services).then(
        (value) => close({ kind: 'answered', value }),
        (error) => close({ kind: 'failed', error }),
      );
    });
  }

  async #begin(running: Running): Promise<void> {
    try {
      await running.process.start();
    } catch {
      if (this.#running === running) this.crash(RESTART_MS);
      return;
    }
    running.listens = true;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #bury(what: 'crashed' | 'stopped'): void {
    const running = this.#running;
    if (running === null) return;
    running.life.dead = true;
    this.#running = null;
    this.#quiet = null;
    this.#parts.recorder.note({ what, life: running.life.number });
    this.#parts.network.senderDied(running.life);
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
