/**
 * All processes of a run: one on a disk of its own, or several on one database. Finds a process
 * that takes a request, as a balancer before the API would, and disturbs one of several: suspends
 * it, cuts it off from the database, keeps news from it, sets its clock.
 */
import type { Recorder } from '../history.ts';
import { chanceOf } from '../script/random.ts';
import type { FleetPlan, MemberPlan, Step } from '../script/script.ts';
import { machineOf } from './machine.ts';
import type { NewsLine } from './news-line.ts';
import type { ProcessParts, Services } from './process.ts';
import { type Asked, Supervisor } from './supervisor.ts';

type StepOf<Do extends Step['do']> = Extract<Step, { do: Do }>;

export interface FleetParts extends Omit<ProcessParts, 'role'> {
  readonly recorder: Recorder;
  readonly plan: FleetPlan | null;
  readonly news: NewsLine | null;
}

export class Fleet {
  readonly #parts: FleetParts;
  readonly #members = new Map<number, Supervisor>();
  #lives = 0;
  #waiting: (() => void)[] = [];
  /** The function that ends each disturbance that is on. */
  readonly #ends = new Set<() => void>();

  constructor(parts: FleetParts) {
    this.#parts = parts;
    if (parts.plan === null) this.#add(0, null);
    for (const [number, plan] of parts.plan?.members.entries() ?? []) this.#add(number, plan);
  }

  get gauges(): { readonly inFlight: number; readonly residentHeads: number } {
    const all = [...this.#members.values()].map(({ gauges }) => gauges);
    return {
      inFlight: all.reduce((sum, { inFlight }) => sum + inFlight, 0),
      residentHeads: all.reduce((sum, { residentHeads }) => sum + residentHeads, 0),
    };
  }

  /** The lives that send now. */
  get workers(): readonly number[] {
    return [...this.#members.values()].flatMap(({ member, life }) =>
      life === null || member?.role === 'api' ? [] : [life.number],
    );
  }

  start(): void {
    for (const supervisor of this.#members.values()) supervisor.start();
  }

  crash({ member = 0, downMs }: StepOf<'crash' | 'stop'>): void {
    this.#members.get(member)?.crash(downMs);
  }

  async stop({ member = 0, downMs }: StepOf<'crash' | 'stop'>): Promise<void> {
    await this.#members.get(member)?.stop(downMs);
  }

  join({ member, plan }: StepOf<'join'>): void {
    if (this.#members.has(member)) return;
    this.#add(member, plan);
    this.#members.get(member)?.start();
  }

  pause({ member, forMs, asleep }: StepOf<'pause'>): void {
    const supervisor = this.#members.get(member);
    const life = supervisor?.pause(asleep) ?? null;
    if (supervisor === undefined || life === null) return;
    this.#until(forMs, () => supervisor.resume(life, asleep));
  }

  cut({ member, cut, forMs }: StepOf<'cut'>): void {
    const machine = this.#members.get(member)?.member?.machine;
    if (machine === undefined || machine.cut !== null) return;
    const { recorder, news } = this.#parts;
    machine.cut = cut;
    recorder.note({ what: 'cut', member, cut });
    this.#until(forMs, () => {
      machine.cut = null;
      recorder.note({ what: 'cut', member, cut: null });
      news?.reconnect(machine);
    });
  }

  deafen({ member, forMs }: StepOf<'deafen'>): void {
    const machine = this.#members.get(member)?.member?.machine;
    if (machine === undefined || machine.deaf) return;
    const { recorder, news } = this.#parts;
    machine.deaf = true;
    recorder.note({ what: 'deaf', member, isDeaf: true });
    this.#until(forMs, () => {
      machine.deaf = false;
      recorder.note({ what: 'deaf', member, isDeaf: false });
      news?.reconnect(machine);
    });
  }

  jump({ member, byMs }: StepOf<'jump'>): void {
    const { timeline, recorder } = this.#parts;
    if (member === undefined) {
      timeline.jump(byMs);
      recorder.note({ what: 'jumped', byMs });
      return;
    }
    const machine = this.#members.get(member)?.member?.machine;
    if (machine === undefined) return;
    machine.skewMs += byMs;
    recorder.note({ what: 'jumped', byMs, member });
  }

  /** Ends every disturbance now. */
  heal(): void {
    for (const end of [...this.#ends]) end();
    if (this.#parts.news !== null) this.#parts.news.isHealed = true;
    for (const supervisor of this.#members.values()) supervisor.heal();
  }

  /** Ends all processes: the run is over. */
  end(): void {
    for (const supervisor of this.#members.values()) supervisor.end();
  }

  /** Resolves when a process listens. */
  up(): Promise<void> {
    if (this.#listening().length > 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** `about` decides which process is asked. */
  ask<Value>(about: string, task: (services: Services) => Promise<Value>): Promise<Asked<Value>> {
    const listening = this.#listening();
    const fraction = listening.length < 2 ? 0 : chanceOf(this.#parts.seed, 'front', about);
    const chosen = listening[Math.floor(fraction * listening.length)];
    return chosen === undefined ? Promise.resolve({ kind: 'down' }) : chosen.ask(task);
  }

  /** The disturbance ends by itself, or with the healing. */
  #until(forMs: number, task: () => void): void {
    const end = (): void => {
      if (this.#ends.delete(end)) task();
    };
    this.#ends.add(end);
    this.#parts.timeline.after(forMs, end);
  }

  /** The processes that take requests, also suspended ones: a balancer does not see that. */
  #listening(): readonly Supervisor[] {
    return [...this.#members.values()].filter(
      ({ listens, member }) => listens && member?.role !== 'worker',
    );
  }

  #add(number: number, plan: MemberPlan | null): void {
    const { plan: _, news: __, ...parts } = this.#parts;
    const member =
      plan === null ? null : { number, role: plan.role, machine: machineOf(plan.skewMs, plan.ppm) };
    const supervisor = new Supervisor({
      ...parts,
      role: plan?.role ?? 'both',
      member,
      takeLife: () => {
        this.#lives += 1;
        return this.#lives;
      },
      onListens: () => {
        if (plan?.role === 'worker') return;
        for (const resolve of this.#waiting.splice(0)) resolve();
      },
    });
    this.#members.set(number, supervisor);
  }
}
