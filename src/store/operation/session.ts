/**
 * The notes that operations keep in memory during a transaction, in every store: figures and
 * health, which are written once just before the commit. A store adds the caches of its hot path;
 * after a rollback nothing of either may be left.
 */
import type { EndpointHealth } from '../../core/delivery/health.ts';
import type { EndpointKey, ProjectKey } from '../../core/id.ts';
import type { StatsBuffer } from './stats-buffer.ts';

export interface Session {
  readonly stats: StatsBuffer;
  readonly health: Map<EndpointKey, EndpointHealth>;
  /** The project or its endpoints change, so cached rows of them are out of date. */
  forgetProject(key: ProjectKey): void;
}
