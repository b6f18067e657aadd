/**
 * The condition of the database, for health, metrics and the doctor. A probe writes one row and
 * removes it, which a full disk, a standby and a lost server refuse alike; its result is cached for
 * a few seconds, so that frequent requests cost nothing. Never rejects: if the server does not
 * answer, the condition says so.
 */
import type { Clock } from '../../engine/ports/clock.ts';
import type { StoreCondition } from '../../engine/ports/store.ts';
import { change, type Operation, one, query } from '../statement.ts';
import type { Pool } from './server/pool.ts';

const KEPT_MS = 2_000;

/** A separate row for each probe, so that two processes never wait for each other. */
const TAKE = query("insert into meta (name, value) values ('probe ' || pg_backend_pid(), 'x')");
const GIVE_BACK = query("delete from meta where name = 'probe ' || pg_backend_pid()");
const BYTES = query<{ bytes: number }>('select pg_database_size(current_database()) bytes');

export class Condition {
  readonly #pool: Pool;
  readonly #clock: Clock;
  readonly #schemaVersion: number;
  #bytes = 0;
  #last: { readonly atMs: number; readonly answer: Promise<boolean> } | null = null;

  constructor(pool: Pool, clock: Clock, schemaVersion: number) {
    this.#pool = pool;
    this.#clock = clock;
    this.#schemaVersion = schemaVersion;
  }

  async read(): Promise<StoreCondition> {
    const nowMs = this.#clock.monoMs();
    if (this.#last === null || nowMs - this.#last.atMs >= KEPT_MS) {
      this.#last = { atMs: nowMs, answer: this.#probe() };
    }
    const writable = await this.#last.answer;
    const schemaVersion = this.#schemaVersion;
    return { engine: 'postgres', writable, schemaVersion, bytes: this.#bytes };
  }

  async #probe(): Promise<boolean> {
    try {
      this.#bytes = await this.#pool.write(probe);
      return true;
    } catch {
      return false;
    }
  }
}

function* probe(): Operation<number> {
  yield* change(TAKE);
  yield* change(GIVE_BACK);
  return (yield* one(BYTES))?.bytes ?? 0;
}
