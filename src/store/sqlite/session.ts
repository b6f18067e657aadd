/**
 * What the writer remembers between statements of one commit and between commits: what intake
 * needs of projects, figures and health that are written once per commit, the epoch. All of it is
 * a copy of rows: after a rollback `forget` drops it and it is read anew.
 */
import type { EndpointHealth } from '../../core/delivery/health.ts';
import type { EndpointKey, ProjectKey } from '../../core/id.ts';
import { type ProjectIntake, projectIntake } from '../operation/endpoint/subscription.ts';
import type { Session } from '../operation/session.ts';
import { StatsBuffer } from '../operation/stats-buffer.ts';
import type { Connection } from './connection.ts';

/** Projects kept at once; the oldest is dropped for the next. */
const PROJECTS_MAX = 1_000;

export class WriteSession implements Session {
  readonly db: Connection;
  readonly health = new Map<EndpointKey, EndpointHealth>();
  readonly stats = new StatsBuffer();
  epoch: number | null = null;
  readonly #projects = new Map<ProjectKey, ProjectIntake>();

  constructor(db: Connection) {
    this.db = db;
  }

  /** Read once and kept, since every report needs it; null: there is no such project. */
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

  /** After a rollback: nothing remembered may outlive the rows it was made of. */
  forget(): void {
    this.#projects.clear();
    this.health.clear();
    this.stats.clear();
    this.epoch = null;
  }
}
