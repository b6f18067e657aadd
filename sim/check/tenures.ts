/**
 * Which of several processes could send for which shard and when, from the database's record. A
 * life serves a shard if it owns it, has no surplus to give back, and nothing keeps it from work.
 * If there is only one process there is no record, so no checker may call this.
 */
import { SHARDS } from '../../src/core/endpoint/endpoint.ts';
import type { Happening, History } from '../history.ts';
import type { Moment } from './change.ts';
import { momentOf } from './endpoint-life.ts';
import { merged, type Span } from './spans.ts';
import { NEVER_MS, type Trouble, troublesIn } from './troubles.ts';

/** One life's right to one shard under one epoch, as the database has it. */
export interface Tenure {
  readonly shard: number;
  readonly epoch: number;
  readonly life: number;
  readonly from: Moment;
  /** The life whose lease had run out; null if the shard had no owner. */
  readonly expired: number | null;
  /** When it was given back or taken by another life. */
  until: Moment | null;
}

interface Leaving {
  readonly shards: readonly number[];
  readonly fromMs: number;
  toMs: number;
}

/**
 * How long the effect of each trouble lasts. For `cut`: 10 s for a query without an answer, 6 s
 * back-off, then the read of heads.
 */
const TAIL_MS: Readonly<Record<Trouble['kind'], number | null>> = {
  down: 0,
  stopping: 0,
  paused: 3_000,
  cut: 23_000,
  // A deaf process still polls.
  deaf: null,
};

const KNOWN = new WeakMap<History, Tenures>();

export function tenuresIn(history: History): Tenures {
  const known = KNOWN.get(history) ?? new Tenures(history);
  KNOWN.set(history, known);
  return known;
}

export class Tenures {
  readonly byShard: readonly Tenure[][] = Array.from({ length: SHARDS }, () => []);
  readonly #history: History;
  readonly #leaving = new Map<number, Leaving[]>();
  readonly #unserved = new Map<number, readonly Span[]>();

  constructor(history: History) {
    this.#history = history;
    for (const [at, told] of history.happenings.entries()) this.#follow(told, at);
  }

  /** The latest tenure that began at or before this place. */
  tenureAt(shard: number, at: number): Tenure | null {
    return this.byShard[shard]?.findLast(({ from }) => from.at <= at) ?? null;
  }

  /** The first tenure of the shard that began between two places. */
  nextBetween(shard: number, fromAt: number, toAt: number): Tenure | null {
    const next = this.byShard[shard]?.find(({ from }) => from.at > fromAt && from.at < toAt);
    return next ?? null;
  }

  /** When no life could send for a shard, or had yet read its deliveries. */
  unserved(shard: number): readonly Span[] {
    const known = this.#unserved.get(shard) ?? merged(this.#gaps(shard));
    this.#unserved.set(shard, known);
    return known;
  }

  #gaps(shard: number): Span[] {
    const troubles = troublesIn(this.#history);
    const gaps: Span[] = [];
    let freeMs = 0;
    for (const { life, from, until } of this.byShard[shard] ?? []) {
      const untilMs = until?.ms ?? NEVER_MS;
      const within = ({ fromMs, toMs }: Span, tailMs: number) =>
        gaps.push({
          fromMs: Math.max(fromMs, from.ms),
          toMs: Math.min(untilMs, toMs === NEVER_MS ? toMs : toMs + tailMs),
        });
      gaps.push({ fromMs: freeMs, toMs: from.ms });
      for (const trouble of troubles.of(life)) {
        const tailMs = TAIL_MS[trouble.kind];
        if (tailMs !== null) within(trouble, tailMs);
      }
      for (const { shards, ...span } of this.#leaving.get(life) ?? []) {
        if (shards.includes(shard)) within(span, 0);
      }
      freeMs = untilMs;
    }
    return [...gaps, { fromMs: freeMs, toMs: NEVER_MS }];
  }

  #follow(told: Happening, at: number): void {
    switch (told.what) {
      case 'owned':
        for (const { shard, epoch, from: expired } of told.shards) {
          const from = momentOf({ ...told, at });
          this.#leave(shard, from);
          this.byShard[shard]?.push({ shard, epoch, life: told.life, from, expired, until: null });
        }
        return;
      case 'freed':
        for (const shard of told.shards) this.#leave(shard, momentOf({ ...told, at }));
        return;
      case 'surplus': {
        const spans = this.#leaving.get(told.life) ?? [];
        const last = spans.at(-1);
        if (last !== undefined) last.toMs = told.ms;
        spans.push({ shards: told.shards, fromMs: told.ms, toMs: NEVER_MS });
        this.#leaving.set(told.life, spans);
        return;
      }
      default:
    }
  }

  #leave(shard: number, until: Moment): void {
    const last = this.byShard[shard]?.at(-1);
    if (last !== undefined) last.until ??= until;
  }
}
