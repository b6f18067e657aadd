/**
 * What the writer remembers between statements of one commit and between commits: the
 * subscriptions of projects, figures and health that are written once per commit, the epoch.
 * All of it is a copy of rows: after a rollback `forget` drops it and it is read anew.
 */
import type { EndpointHealth } from '../../core/delivery/health.ts';
import type { EndpointKey, ProjectKey } from '../../core/id.ts';
import type { Subscription } from '../../core/intake/plan.ts';
import type { StaleSettings } from '../../core/project/project.ts';
import type { Connection } from './connection.ts';
import { StatsBuffer } from './stats-buffer.ts';

/** What intake needs of a project besides the call. */
export interface ProjectIntake {
  readonly subscriptions: readonly Subscription[];
  readonly serviceName: string;
  readonly stale: StaleSettings;
}

export class WriteSession {
  readonly db: Connection;
  readonly projects = new Map<ProjectKey, ProjectIntake>();
  readonly health = new Map<EndpointKey, EndpointHealth>();
  readonly stats = new StatsBuffer();
  epoch: number | null = null;

  constructor(db: Connection) {
    this.db = db;
  }

  /** After a rollback: nothing remembered may outlive the rows it was made of. */
  forget(): void {
    this.projects.clear();
    this.health.clear();
    this.stats.clear();
    this.epoch = null;
  }
}
