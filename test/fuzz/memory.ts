/**
 * The ids and cursors of the service's answers so far, by kind, so that later requests name records
 * that exist (or existed). Bounded; no test reads from it what is right.
 */
import type { Fill } from './draft.ts';

const POOL_MAX = 60;
const VALUES_READ_MAX = 3_000;
const ID = /^(ep|dlv|src|key|prj|msg|inb|run|acwr|sc|usr|ses|inv|blk|alr|mtw)_[0-9A-Z]{19}$/;
/** The kinds without a prefix, by the key under which answers show them. */
const NAMED: Readonly<Record<string, string>> = {
  callId: 'call',
  kid: 'kid',
  nextCursor: 'cursor',
  reportId: 'report',
  link: 'invite',
  lease: 'lease',
};

export class Memory {
  readonly #pools = new Map<string, string[]>();
  readonly #fixed: Readonly<Record<string, string>>;

  /** `fixed`: marks with a known value, such as `api` for the API key. */
  constructor(fixed: Readonly<Record<string, string>>) {
    this.#fixed = fixed;
  }

  /** The value of a mark; a plausible one if no answer has shown its kind yet. */
  readonly fill: Fill = (kind, pick) => {
    // The signature is made last, over the whole request (`callback.ts`).
    if (kind === 'signature') return null;
    const fixed = this.#fixed[kind];
    if (fixed !== undefined) return fixed + pick;
    const pool = this.#pools.get(kind) ?? [];
    const index = Number(pick);
    // Counts from the newest, so that small picks, to which fast-check shrinks, are the newest.
    return pool.at(-1 - (index % Math.max(1, pool.length))) ?? `${kind}_0000000000000000001`;
  };

  /** Forgets the id of a deleted thing; other clients may still use it. */
  forget(id: string): void {
    const pool = this.#pools.get(ID.exec(id)?.[1] ?? '') ?? [];
    const present = pool.indexOf(id);
    if (present >= 0) pool.splice(present, 1);
  }

  learn(json: unknown): void {
    const open: [key: string, value: unknown][] = [['', json]];
    for (let read = 0; read < VALUES_READ_MAX; read += 1) {
      const next = open.pop();
      if (next === undefined) return;
      const [key, value] = next;
      if (typeof value === 'string') this.#note(key, value);
      else if (typeof value === 'object' && value !== null) {
        for (const [name, inner] of Object.entries(value)) {
          open.push([Array.isArray(value) ? key : name, inner]);
        }
      }
    }
  }

  #note(key: string, named: string): void {
    // No request may name the owner, who lets new people in.
    if (named === this.#fixed.owner) return;
    const value = key === 'link' ? named.replace(/^.*#token=/, '') : named;
    const kind = ID.exec(value)?.[1] ?? NAMED[key];
    if (kind === undefined) return;
    const pool = this.#pools.get(kind) ?? [];
    this.#pools.set(kind, pool);
    const present = pool.indexOf(value);
    if (present >= 0) pool.splice(present, 1);
    pool.push(value);
    if (pool.length > POOL_MAX) pool.shift();
  }
}
