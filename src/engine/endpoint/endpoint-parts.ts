/**
 * What the services around endpoints are given: a store, secrets, time and chance, the channels
 * that this server has, and the dispatcher, which must hear of every change.
 */
import type { EndpointKey } from '../../core/id.ts';
import type { BuiltIn } from '../acw/built-in.ts';
import type { BulkService } from '../delivery/bulk-service.ts';
import type { MailAllowance } from '../mail-allowance.ts';
import type { ScorecardStore } from '../ports/acw-store.ts';
import type { AddressProbe } from '../ports/address-probe.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { FiringStore } from '../ports/firing-store.ts';
import type {
  AuditStore,
  DeliveryStore,
  EndpointStore,
  ProjectStore,
} from '../ports/manage-store.ts';
import type { QueryStore } from '../ports/query-store.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { EndpointRules } from './endpoint-check.ts';

export interface EndpointParts extends EndpointRules {
  readonly store: EndpointStore &
    AuditStore &
    Pick<DeliveryStore, 'cancelOpen'> &
    Pick<ProjectStore, 'project'> &
    Pick<ScorecardStore, 'scorecard'> &
    Pick<QueryStore, 'call'> &
    FiringStore;
  readonly secrets: Pick<Secrets, 'seal' | 'open' | 'token'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly dispatcher: { invalidate(endpoint: EndpointKey): void };
  /** By which an endpoint is recovered. */
  readonly bulk: Pick<BulkService, 'run'>;
  readonly probeAddress: AddressProbe;
  /** By which a test of a built-in agent is done. */
  readonly builtIn: BuiltIn;
  /** Of test mails. */
  readonly allowance: MailAllowance;
}
