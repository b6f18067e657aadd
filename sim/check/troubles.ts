/**
 * What happened to each of several processes: when it was down, told to go, stood still, was cut
 * off from the database or from word of the others, and how far its wall clock was from the true
 * time. From the history alone.
 */
import type { Happening, History } from '../history.ts';
import type { Span } from './spans.ts';

const KINDS = ['down', 'stopping', 'paused', 'cut', 'deaf'] as const;

/** Something that kept a life from working. */
export interface Trouble extends Span {
  readonly kind: (typeof KINDS)[number];
}

interface Skew {
  readonly at: number;
  readonly member: number;
  readonly skewMs: number;
}

interface Jump {
  readonly ms: number;
  readonly member: number;
  readonly byMs: number;
}

export const NEVER_MS = Number.MAX_SAFE_INTEGER;

const KNOWN = new WeakMap<History, Troubles>();

export function troublesIn(history: History): Troubles {
  const known = KNOWN.get(history) ?? new Troubles(history);
  KNOWN.set(history, known);
  return known;
}

export class Troubles {
  /** The largest difference between two wall clocks in the run. */
  readonly spreadMs: number;
  readonly #members = new Map<number, number>();
  readonly #troubles = new Map<number, Trouble[]>();
  readonly #skews: Skew[] = [];
  readonly #jumps: Jump[] = [];
  /** When each trouble that is on began. */
  readonly #open = new Map<string, number>();
  /** Members that are cut off or deaf now. */
  readonly #apart = { cut: new Set<number>(), deaf: new Set<number>() } as const;

  constructor(history: History) {
    for (const [at, told] of history.happenings.entries()) this.#follow(told, at);
    for (const [life, troubles] of this.#troubles) {
      for (const kind of KINDS) {
        const fromMs = this.#open.get(`${life} ${kind}`);
        if (fromMs !== undefined) troubles.push({ kind, fromMs, toMs: NEVER_MS });
      }
    }
    const skews = this.#skews.map(({ skewMs }) => skewMs);
    this.spreadMs = Math.max(0, ...skews) - Math.min(0, ...skews);
  }

  of(life: number): readonly Trouble[] {
    return this.#troubles.get(life) ?? [];
  }

  /** The jumps of its machine's wall clock. */
  jumpsOf(life: number): readonly Jump[] {
    return this.#jumps.filter(({ member }) => member === this.#members.get(life));
  }

  /** How far it is ahead of the true time, just after the happening with this place. */
  skewAt(life: number, at: number): number {
    const member = this.#members.get(life);
    return this.#skews.findLast((each) => each.member === member && each.at <= at)?.skewMs ?? 0;
  }

  #follow(told: Happening, at: number): void {
    switch (told.what) {
      case 'started': {
        const { member = 0, skewMs = 0, life } = told;
        this.#members.set(life, member);
        this.#troubles.set(life, []);
        this.#skews.push({ at, member, skewMs });
        for (const kind of ['cut', 'deaf'] as const) {
          if (this.#apart[kind].has(member)) this.#begin(life, kind, told.ms);
        }
        return;
      }
      case 'crashed':
      case 'stopped':
        this.#begin(told.life, 'down', told.ms);
        return;
      case 'stopping':
      case 'paused':
        this.#begin(told.life, told.what, told.ms);
        return;
      case 'resumed':
        this.#end(told.life, 'paused', told.ms);
        return;
      case 'cut':
        this.#setApart('cut', told.member, told.cut !== null, told.ms);
        return;
      case 'deaf':
        this.#setApart('deaf', told.member, told.isDeaf, told.ms);
        return;
      case 'jumped': {
        const { member, byMs, ms } = told;
        if (member !== undefined) this.#jumps.push({ ms, member, byMs });
        const now = this.#skews.findLast((each) => each.member === member)?.skewMs;
        if (member !== undefined) this.#skews.push({ at, member, skewMs: (now ?? 0) + byMs });
        return;
      }
      default:
    }
  }

  #setApart(kind: 'cut' | 'deaf', member: number, isOn: boolean, ms: number): void {
    if (isOn) this.#apart[kind].add(member);
    else this.#apart[kind].delete(member);
    for (const [life, its] of this.#members) {
      if (its !== member) continue;
      if (isOn) this.#begin(life, kind, ms);
      else this.#end(life, kind, ms);
    }
  }

  #begin(life: number, kind: Trouble['kind'], ms: number): void {
    const key = `${life} ${kind}`;
    if (!this.#open.has(key)) this.#open.set(key, ms);
  }

  #end(life: number, kind: Trouble['kind'], ms: number): void {
    const fromMs = this.#open.get(`${life} ${kind}`);
    if (fromMs === undefined) return;
    this.#open.delete(`${life} ${kind}`);
    this.#troubles.get(life)?.push({ kind, fromMs, toMs: ms });
  }
}
