/**
 * What operations keep in memory while a transaction runs, in every store: figures and health,
 * which are written once just before the commit. A store adds what its own hot path remembers;
 * after a rollback nothing of it may be left.
 */
import type { EndpointHealth } from '../../core/delivery/health.ts';
import type { EndpointKey, ProjectKey } from '../../core/id.ts';
import type { StatsBuffer } from './stats-buffer.ts';

export interface Session {
  readonly stats: StatsBuffer;
  readonly health: Map<EndpointKey, EndpointHealth>;
  /** The project or its endpoints change: what is remembered of their rows holds no more. */
  forgetProject(key: ProjectKey): void;
}
