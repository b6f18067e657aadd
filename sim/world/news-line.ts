/**
 * How processes on one database hear of each other: each commit tells the others, late, and news of
 * heads sometimes gets lost. A process whose connection was cut hears `all` when it is back.
 * Commits announce the same as in `src/store/postgres`. Must never tell a process its own news.
 */
import type { News } from '../../src/engine/ports/dispatch-store.ts';
import { CATALOGUE } from '../../src/store/operation/catalogue.ts';
import type { AnyChange } from '../../src/store/operation/row.ts';
import type { WriteRequest } from '../../src/store/sqlite/operations.ts';
import type { Change } from '../check/change.ts';
import { chanceOf } from '../script/random.ts';
import type { SharingPlan } from '../script/script.ts';
import { latencyMs } from './latency.ts';
import type { Machine } from './machine.ts';
import type { Life, Timeline } from './timeline.ts';

type Listener = (news: News | 'all') => void;

const NOTHING: News = { heads: [], changed: [], shards: false };
/** A cut connection is back after about this time. */
const RECONNECT_MS = 300;

export interface NewsParts {
  readonly seed: number;
  readonly plan: SharingPlan;
  readonly timeline: Timeline;
}

export class NewsLine {
  /** From here on no news gets lost. */
  isHealed = false;
  readonly #parts: NewsParts;
  readonly #listeners = new Map<Life, Listener>();
  #told = 0;

  constructor(parts: NewsParts) {
    this.#parts = parts;
  }

  watch(life: Life, listener: Listener): void {
    this.#listeners.set(life, listener);
  }

  /** The news of a commit; null if it has none. */
  tell(from: Life, part: Partial<News>): void {
    const news = { ...NOTHING, ...part };
    if (news.heads.length === 0 && news.changed.length === 0 && !news.shards) return;
    this.#told += 1;
    for (const [life, listener] of this.#listeners) {
      if (life.dead) this.#listeners.delete(life);
      else if (life !== from) this.#send(life, news, listener);
    }
  }

  /** The machine's connection is back. */
  reconnect(machine: Machine): void {
    const { seed, timeline } = this.#parts;
    for (const [life, listener] of this.#listeners) {
      if (life.dead || life.machine !== machine) continue;
      const fraction = chanceOf(seed, 'reconnect', life.number, timeline.monoMs());
      timeline.tell(life, latencyMs(RECONNECT_MS, fraction), () => listener('all'));
    }
  }

  /**
   * Only a poll makes lost news of a head good, so some get lost here. News of changed settings
   * gets lost only with the connection, and `all` follows.
   */
  #send(life: Life, news: News, listener: Listener): void {
    const { seed, plan, timeline } = this.#parts;
    const { machine } = life;
    if (machine?.deaf === true || (machine?.cut ?? null) !== null) return;
    const fraction = (name: string) => chanceOf(seed, name, this.#told, life.number);
    const isLost = !this.isHealed && fraction('news-lost') * 100 < plan.lostPercent;
    const heard = isLost ? { ...NOTHING, changed: news.changed } : news;
    timeline.tell(life, latencyMs(plan.newsMs, fraction('news')), () => listener(heard));
  }
}

/** The news of one change of a batch. */
export function newsOf(request: WriteRequest, value: unknown): Partial<News> {
  // Name, argument and value are of one and the same operation of the store.
  const change = { ...request, value } as Pick<Change, 'name' | 'argument' | 'value'> as Change;
  switch (change.name) {
    case 'accept': {
      const receipts = change.value.flatMap((one) => (one.kind === 'accepted' ? [one] : []));
      const heads = receipts.flatMap((one) => one.heads.map(({ endpoint }) => endpoint));
      return { heads: [...new Set(heads)] };
    }
    case 'settle': {
      const { value: settled, argument } = change;
      const isDisabled = settled.kind !== 'fenced' && settled.disabled === true;
      return isDisabled ? { changed: [argument.endpoint] } : {};
    }
    case 'own':
    case 'probe':
    case 'repairHeads':
      return {};
    default: {
      const row: AnyChange = CATALOGUE[change.name];
      // As above: argument and value are of the row's own operation.
      return row.concerns?.(change.value, change.argument as never) ?? {};
    }
  }
}
