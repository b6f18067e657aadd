/**
 * What the services around endpoints need: a store, secrets, time and chance, the channels of this
 * server, and the dispatcher, which must be told of every change.
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
  /** Executes the recovery of an endpoint. */
  readonly bulk: Pick<BulkService, 'run'>;
  readonly probeAddress: AddressProbe;
  /** Executes the test of a built-in agent. */
  readonly builtIn: BuiltIn;
  /** Limits test mails. */
  readonly allowance: MailAllowance;
}
