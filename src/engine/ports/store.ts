/**
 * All that the service asks of a store. Each store implements the whole of it and passes
 * `test/store/conformance.ts`; a part of the engine asks only for the part it needs.
 *
 * A promise of a change resolves only after its commit is durable. It rejects with a
 * `ServiceError` (`STORAGE_FULL`, `STORAGE_UNAVAILABLE`, `OVERLOADED`) when nothing was stored.
 */
import type { AcwStore } from './acw-store.ts';
import type { BulkStore } from './bulk-store.ts';
import type { DispatchStore } from './dispatch-store.ts';
import type { EmailChangeStore } from './email-change-store.ts';
import type { FiringStore } from './firing-store.ts';
import type { IssueStore } from './issue-store.ts';
import type { KeyCheckStore } from './key-check-store.ts';
import type { KeyedRequestStore } from './keyed-request-store.ts';
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
    IssueStore,
    BulkStore,
    ReplayStore,
    TrendStore,
    FiringStore,
    QueryStore {
  /** Small facts for health, metrics and the doctor. */
  condition(): Promise<StoreCondition>;
  /** Waits for what was asked, then lets the store go. Nothing may be asked afterwards. */
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
