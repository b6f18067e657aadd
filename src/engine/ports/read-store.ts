/**
 * What the HTTP API may read from the store directly; each read is a bounded page of one project.
 * It has no change, neither an operator's nor the dispatcher's: a route that changes something
 * calls a service, which checks the change and writes its audit entry.
 */
import type { ScorecardStore } from './acw-store.ts';
import type { LeaseStore } from './lease-store.ts';
import type { EndpointStore } from './manage-store.ts';
import type { QueryStore } from './query-store.ts';
import type { RetentionStore } from './retention-store.ts';
import type { Store } from './store.ts';
import type { TrendStore } from './trend-store.ts';

export type ReadStore = QueryStore &
  Pick<EndpointStore, 'endpoint' | 'endpoints'> &
  Pick<LeaseStore, 'laneLease'> &
  Pick<ScorecardStore, 'scorecard'> &
  Pick<RetentionStore, 'removedCall'> &
  Pick<TrendStore, 'backlogSteps' | 'runStats' | 'evaluationStats'> &
  Pick<Store, 'condition'>;
