/**
 * The writer's caches: intake data of projects, figures and health that are written once per
 * commit, and the epoch. All are copies of rows: after a rollback `forget` drops them and they are
 * read again.
 */
import type { EndpointHealth } from '../../core/delivery/health.ts';
import type { EndpointKey, ProjectKey } from '../../core/id.ts';
import { type ProjectIntake, projectIntake } from '../operation/endpoint/subscription.ts';
import type { Session } from '../operation/session.ts';
import { StatsBuffer } from '../operation/stats-buffer.ts';
import { query } from '../statement.ts';
import type { Connection } from './connection.ts';

/** The most projects in the cache; one more drops the oldest. */
const PROJECTS_MAX = 1_000;

/** Primary key; the writer is the only one that changes it. */
const EPOCH = query<{ value: string }>("select value from meta where name = 'epoch'");
const NEXT_EPOCH = query(
  "update meta set value = cast(cast(value as integer) + 1 as text) where name = 'epoch'",
);

export class WriteSession implements Session {
  readonly db: Connection;
  readonly health = new Map<EndpointKey, EndpointHealth>();
  readonly stats = new StatsBuffer();
  #epoch: number | null = null;
  readonly #projects = new Map<ProjectKey, ProjectIntake>();

  constructor(db: Connection) {
    this.db = db;
  }

  /** Read once and cached, since every report needs it; null: there is no such project. */
  project(key: ProjectKey): ProjectIntake | null {
    const present = this.#projects.get(key);
    if (present !== undefined) return present;
    const intake = this.db.do(projectIntake(key));
    if (intake === null) return null;
    const [oldest] = this.#projects.keys();
    if (this.#projects.size >= PROJECTS_MAX && oldest !== undefined) this.#projects.delete(oldest);
    this.#projects.set(key, intake);
    return intake;
  }

  forgetProject(key: ProjectKey): void {
    this.#projects.delete(key);
  }

  /** Read once and cached, since every settlement is compared with it. */
  epoch(): number {
    this.#epoch ??= Number(this.db.one(EPOCH)?.value ?? 0);
    return this.#epoch;
  }

  /** Begins and returns the epoch of a process that takes the shards now. */
  nextEpoch(): number {
    this.db.run(NEXT_EPOCH);
    this.#epoch = null;
    return this.epoch();
  }

  /** Called after a rollback, which undid the rows behind the caches. */
  forget(): void {
    this.#projects.clear();
    this.health.clear();
    this.stats.clear();
    this.#epoch = null;
  }
}
