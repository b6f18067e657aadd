/**
 * Everything that routes may use, handed to every `registerXRoutes(app, service)`. Routes translate
 * between the wire and these; they hold no rule of their own and never touch a store's SQL.
 */
import { CALL_LOG_BYTES_MAX } from '../acw/call-log/call-log.ts';
import type { CallLogService } from '../engine/acw/call-log-service.ts';
import type { ResultService } from '../engine/acw/result-service.ts';
import type { RunService } from '../engine/acw/run-service.ts';
import type { ScorecardService } from '../engine/acw/scorecard-service.ts';
import type { AlertService } from '../engine/alert/alert-service.ts';
import type { BulkService } from '../engine/delivery/bulk-service.ts';
import type { DeliveryCopyService } from '../engine/delivery/delivery-copy.ts';
import type { DeliveryService } from '../engine/delivery/delivery-service.ts';
import type { IssueService } from '../engine/delivery/issue-service.ts';
import type { ReplayService } from '../engine/delivery/replay-service.ts';
import type { Dispatcher } from '../engine/dispatch/dispatcher.ts';
import type { EndpointService } from '../engine/endpoint/endpoint-service.ts';
import type { Intake } from '../engine/intake.ts';
import type { ApiKeyService } from '../engine/key/api-key-service.ts';
import type { InstanceKeyService } from '../engine/key/instance-key-service.ts';
import type { SigningKeyService } from '../engine/key/signing-key-service.ts';
import type { LiveHub } from '../engine/live/live-hub.ts';
import type { AuditService } from '../engine/manage/audit-service.ts';
import type { CallDeletionService } from '../engine/manage/call-deletion-service.ts';
import type { InstanceProjectService } from '../engine/manage/instance-project-service.ts';
import type { KeyedRequestService } from '../engine/manage/keyed-request-service.ts';
import type { ProjectService } from '../engine/manage/project-service.ts';
import type { SourceService } from '../engine/manage/source-service.ts';
import type { People } from '../engine/people/people.ts';
import type { PlatformIntake } from '../engine/platform-intake.ts';
import { RESULT_BYTES_MAX } from '../engine/ports/acw-store.ts';
import type { Clock } from '../engine/ports/clock.ts';
import type { Emit } from '../engine/ports/emit.ts';
import type { InboxAccess } from '../engine/ports/inbox.ts';
import type { IngestAdapter } from '../engine/ports/ingest-adapter.ts';
import type { ReadStore } from '../engine/ports/read-store.ts';
import type { PullService } from '../engine/pull/pull-service.ts';
import type { ReportRate } from '../engine/report-rate.ts';
import type { SealState } from '../engine/seal/seal-watch.ts';

export interface Service {
  /** Reads. Changes go through the services below. */
  readonly store: ReadStore;
  readonly audit: AuditService;
  readonly intake: Intake;
  readonly dispatcher: Pick<Dispatcher, 'isSending' | 'sendingKeys' | 'alive' | 'gauges'>;
  readonly clock: Clock;
  /** For events that only a route can see: a provider's value without a mapping. */
  readonly emit: Emit;
  readonly endpoints: EndpointService;
  readonly projects: ProjectService;
  readonly apiKeys: ApiKeyService;
  readonly instanceKeys: InstanceKeyService;
  readonly instanceProjects: InstanceProjectService;
  readonly reportRate: ReportRate;
  /** The counts of sealed texts that did not open. */
  seals(): SealState;
  readonly keyedRequests: KeyedRequestService;
  readonly signingKeys: SigningKeyService;
  readonly sources: SourceService;
  /** The adapters of `/v1/ingest/{adapter}/...`, whose names sources use. */
  readonly adapters: readonly IngestAdapter[];
  /** What becomes of a platform's request. */
  readonly platforms: PlatformIntake;
  readonly deliveries: DeliveryService;
  /** Copies of deliveries for the local inbox. */
  readonly copies: DeliveryCopyService;
  /** Deletes a call with all its data. */
  readonly callDeletions: CallDeletionService;
  readonly issues: IssueService;
  readonly alerts: AlertService;
  readonly bulk: BulkService;
  readonly replays: ReplayService;
  /** Consumers of pull endpoints. */
  readonly pull: PullService;
  /** The services for people who sign in. */
  readonly people: People;
  /** The services of after-call work. */
  readonly acw: {
    readonly callLogs: CallLogService;
    readonly results: ResultService;
    readonly runs: RunService;
    readonly scorecards: ScorecardService;
  };
  /** The local inbox of this process, if it has one. */
  readonly inbox: InboxAccess;
  /** Notes of changes, for open pages. */
  readonly live: LiveHub;
  /** The text of `/metrics`, in the Prometheus format. */
  metrics(): Promise<string>;
  readonly version: string;
  /**
   * `https://host[:port]` by which clients reach the service, without a trailing slash; null: not
   * set.
   */
  readonly publicUrl: string | null;
  readonly limits: HttpLimits;
}

/** The largest bodies in bytes; `bodyBytesMax` applies unless a route says otherwise. */
export interface HttpLimits {
  readonly bodyBytesMax: number;
  readonly reportBytesMax: number;
  readonly batchBytesMax: number;
  readonly callLogBytesMax: number;
  /** For the whole body, including `result`. */
  readonly acwResultBytesMax: number;
  readonly scorecardBytesMax: number;
  /** Of the bodies of all callbacks that are read and worked on at one time. */
  readonly ingestBytesMax: number;
}

/** S15.1. */
export const HTTP_LIMITS: HttpLimits = {
  bodyBytesMax: 64 * 1024,
  reportBytesMax: 64 * 1024,
  batchBytesMax: 4 * 1024 * 1024,
  callLogBytesMax: CALL_LOG_BYTES_MAX,
  acwResultBytesMax: RESULT_BYTES_MAX + 64 * 1024,
  scorecardBytesMax: 256 * 1024,
  ingestBytesMax: 64 * 1024 * 1024,
};
