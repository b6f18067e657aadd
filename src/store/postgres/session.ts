/**
 * The notes of one transaction of the shared operations until its commit. Each transaction gets a
 * new session, so a repeated one starts with nothing.
 */
import type { EndpointHealth } from '../../core/delivery/health.ts';
import type { EndpointKey, ProjectKey } from '../../core/id.ts';
import type { Session } from '../operation/session.ts';
import { StatsBuffer } from '../operation/stats-buffer.ts';

export class TransactionSession implements Session {
  readonly stats = new StatsBuffer();
  readonly health = new Map<EndpointKey, EndpointHealth>();
  /** The projects whose settings or endpoints this transaction changes. */
  readonly projects = new Set<ProjectKey>();

  forgetProject(key: ProjectKey): void {
    this.projects.add(key);
  }
}
