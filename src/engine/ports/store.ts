/**
 * All that the service needs of a store. Each store implements all of it and passes
 * `test/store/conformance.ts`; each part of the engine names only the methods that it needs.
 *
 * The promise of a change resolves only after its commit is durable. It rejects with a
 * `ServiceError` (`STORAGE_FULL`, `STORAGE_UNAVAILABLE`, `OVERLOADED`) if nothing was stored.
 */
import type { AcwStore } from './acw-store.ts';
import type { AlertStore } from './alert-store.ts';
import type { BulkStore } from './bulk-store.ts';
import type { DispatchStore } from './dispatch-store.ts';
import type { EmailChangeStore } from './email-change-store.ts';
import type { FiringStore } from './firing-store.ts';
import type { ImportStore } from './import-store.ts';
import type { InstanceStore } from './instance-store.ts';
import type { IssueStore } from './issue-store.ts';
import type { KeyCheckStore } from './key-check-store.ts';
import type { KeyedRequestStore } from './keyed-request-store.ts';
import type { LeaseStore } from './lease-store.ts';
import type {
  ApiKeyStore,
  AuditStore,
  DeliveryStore,
  EndpointStore,
  ProjectStore,
  SigningKeyStore,
  SourceStore,
} from './manage-store.ts';
import type { PasskeyStore } from './passkey-store.ts';
import type { PeopleStore } from './people-store.ts';
import type { QueryStore } from './query-store.ts';
import type { ReplayStore } from './replay-store.ts';
import type { ReportStore } from './report-store.ts';
import type { RetentionStore } from './retention-store.ts';
import type { TrendStore } from './trend-store.ts';

export interface Store
  extends ReportStore,
    DispatchStore,
    LeaseStore,
    EndpointStore,
    AuditStore,
    DeliveryStore,
    ProjectStore,
    ApiKeyStore,
    SigningKeyStore,
    SourceStore,
    PeopleStore,
    EmailChangeStore,
    PasskeyStore,
    KeyCheckStore,
    KeyedRequestStore,
    RetentionStore,
    AcwStore,
    ImportStore,
    InstanceStore,
    IssueStore,
    AlertStore,
    BulkStore,
    ReplayStore,
    TrendStore,
    FiringStore,
    QueryStore {
  /** Small facts for health, metrics and the doctor. */
  condition(): Promise<StoreCondition>;
  /**
   * Waits for the operations under way, then closes the store. No method may be called afterwards.
   */
  close(): Promise<void>;
}

export interface StoreCondition {
  readonly engine: 'sqlite' | 'postgres';
  readonly writable: boolean;
  readonly schemaVersion: number;
  readonly bytes: number;
}

/** The one argument of a method. */
export type Asked<Name extends keyof Store> = Store[Name] extends (asked: infer Argument) => unknown
  ? Argument
  : never;
