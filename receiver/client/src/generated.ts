/**
 * Made by test/client/generate.ts from the OpenAPI document.
 * Do not edit: types, operations and error classes of the API.
 */

import { ApiError } from './api-error.ts';

export type AccountPatch = {
  name?: string;
  email?: string;
  language?: string | null;
  currentPassword?: string;
  newPassword?: string;
};

export type AccountSession = {
  id: string;
  current: boolean;
  signedInBy: 'setup' | 'password' | 'invitation' | 'oidc' | 'passkey';
  createdAt: string;
  lastSeenAt: string;
  expiresAt: string;
  address: string;
  userAgent: string;
};

export type AccountSessionPage = { data: AccountSession[]; nextCursor: string | null };

export type AcwEngine = { name: string; version: string; mode: 'METRICS' | 'LLM'; model?: string };

export type AcwError = { code: ErrorCode; message: string | null };

export type AcwErrorInput = { code: string; message?: string };

export type AcwResult = {
  acwResultId: string;
  acwRunId: string;
  callId: string;
  acwAgentId: string;
  isError: boolean;
  createdAt: string;
  projectId: string;
  agentKind: AgentKind;
  reason:
    | (
        | 'LAUNCH_CANCELLED'
        | 'TRIGGER_UNTICKED'
        | 'LAUNCH_DROPPED'
        | 'ENDPOINT_DELETED'
        | 'CALL_LOG_NOT_FOUND'
        | 'CALL_LOG_INVALID'
        | 'LAUNCH_FAILED'
        | 'DEADLINE_PASSED'
        | 'AGENT_FAILED'
        | 'MODEL_NOT_CONFIGURED'
        | 'MODEL_FAILED'
        | 'MODEL_OUTPUT_INVALID'
        | 'MODEL_BUDGET_EXHAUSTED'
        | 'TIME_LIMIT'
        | 'INTERNAL'
      )
    | null;
  errors: AcwError[];
  engine: string | null;
  startedAt: string | null;
  finishedAt: string | null;
  result: Record<string, unknown> | null;
};

export type AcwResultInput = {
  callId: string;
  acwAgentId: string;
  acwRunId?: string;
  isError?: true | false | 'true' | 'false';
  result?: Record<string, unknown>;
  errors?: AcwErrorInput[];
  engine?: string;
};

export type AcwResultPage = { data: AcwResultSummary[]; nextCursor: string | null };

export type AcwResultReceipt = {
  acwResultId: string;
  acwRunId: string;
  callId: string;
  acwAgentId: string;
  isError: boolean;
  createdAt: string;
};

export type AcwResultSummary = {
  acwResultId: string;
  acwRunId: string;
  callId: string;
  acwAgentId: string;
  isError: boolean;
  createdAt: string;
  projectId: string;
  agentKind: AgentKind;
  reason:
    | (
        | 'LAUNCH_CANCELLED'
        | 'TRIGGER_UNTICKED'
        | 'LAUNCH_DROPPED'
        | 'ENDPOINT_DELETED'
        | 'CALL_LOG_NOT_FOUND'
        | 'CALL_LOG_INVALID'
        | 'LAUNCH_FAILED'
        | 'DEADLINE_PASSED'
        | 'AGENT_FAILED'
        | 'MODEL_NOT_CONFIGURED'
        | 'MODEL_FAILED'
        | 'MODEL_OUTPUT_INVALID'
        | 'MODEL_BUDGET_EXHAUSTED'
        | 'TIME_LIMIT'
        | 'INTERNAL'
      )
    | null;
  errors: AcwError[];
  engine: string | null;
  startedAt: string | null;
  finishedAt: string | null;
};

export type AcwRun = {
  acwRunId: string;
  acwAgentId: string;
  agentName: string;
  agentKind: AgentKind;
  callId: string;
  trigger: Trigger;
  state: AcwRunState;
  launchCancelled: boolean;
  deliveryId: string;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  giveUpAt: string | null;
  reason:
    | (
        | 'LAUNCH_CANCELLED'
        | 'TRIGGER_UNTICKED'
        | 'LAUNCH_DROPPED'
        | 'ENDPOINT_DELETED'
        | 'CALL_LOG_NOT_FOUND'
        | 'CALL_LOG_INVALID'
        | 'LAUNCH_FAILED'
        | 'DEADLINE_PASSED'
        | 'AGENT_FAILED'
        | 'MODEL_NOT_CONFIGURED'
        | 'MODEL_FAILED'
        | 'MODEL_OUTPUT_INVALID'
        | 'MODEL_BUDGET_EXHAUSTED'
        | 'TIME_LIMIT'
        | 'INTERNAL'
      )
    | null;
  acwResultId: string | null;
};

export type AcwRunInput = { acwAgentId: string };

export type AcwRunPage = { data: AcwRun[]; nextCursor: string | null };

export type AcwRunState =
  | 'QUEUED'
  | 'WAITING_CALL_LOG'
  | 'RUNNING'
  | 'SUCCEEDED'
  | 'FAILED'
  | 'CANCELLED';

export type AcwRunStats = {
  from: string;
  to: string;
  stepS: number;
  steps: { from: string; succeeded: number; failed: number; durationMs: RunDurationMs | null }[];
  total: { succeeded: number; failed: number; durationMs: RunDurationMs | null };
  complete: boolean;
  completeFrom: string;
};

export type AgentKind = 'ANALYZER' | 'EVALUATOR' | 'SELF_PROVIDED';

export type Alert = {
  id: string;
  trigger: OpsTrigger;
  state: AlertState;
  title: string;
  found: string;
  advice: string;
  subjectId: string | null;
  name: string;
  value: number;
  waiting: number;
  since: string;
  openedAt: string;
  recoveredAt: string | null;
  told: AlertTold;
  acknowledged: AlertMark | null;
  mutedUntil: string | null;
  mutedBy: string | null;
};

export type AlertDetails = {
  id: string;
  trigger: OpsTrigger;
  state: AlertState;
  title: string;
  found: string;
  advice: string;
  subjectId: string | null;
  name: string;
  value: number;
  waiting: number;
  since: string;
  openedAt: string;
  recoveredAt: string | null;
  told: AlertTold;
  acknowledged: AlertMark | null;
  mutedUntil: string | null;
  mutedBy: string | null;
  notices: AlertNotice[];
};

export type AlertEdge = 'opened' | 'recovered';

export type AlertMail = 'operators' | 'owners' | 'none';

export type AlertMark = { by: string; at: string; note: string | null };

export type AlertNotice = {
  id: string;
  edge: AlertEdge;
  endpointId: string | null;
  endpointName: string | null;
  userId: string | null;
  sequence: number;
  state: NoticeState;
  attempts: number;
  createdAt: string;
  nextAttemptAt: string | null;
  lastAttemptAt: string | null;
  closedAt: string | null;
  lastStatus: number | null;
  lastError: string | null;
};

export type AlertPage = { data: Alert[]; nextCursor: string | null; open: number };

export type AlertPatch = {
  acknowledged?: boolean;
  note?: string | null;
  mutedUntil?: string | null;
};

export type AlertSettings = {
  failures: number | null;
  givenUp: number | null;
  laneAgeMs: number | null;
  backlog: number | null;
  diskFreeBytes: number | null;
  retentionBehindMs: number | null;
  certificateDays: number | null;
  sourceSilentMs: number | null;
  sourceRefused: number | null;
  runsFailed: number | null;
  scoreBelow: number | null;
  windowMs: number;
  recoverAfterMs: number;
  mail: AlertMail;
};

export type AlertSettingsPatch = {
  failures?: number | null;
  givenUp?: number | null;
  laneAgeMs?: number | null;
  backlog?: number | null;
  diskFreeBytes?: number | null;
  retentionBehindMs?: number | null;
  certificateDays?: number | null;
  sourceSilentMs?: number | null;
  sourceRefused?: number | null;
  runsFailed?: number | null;
  scoreBelow?: number | null;
  windowMs?: number;
  recoverAfterMs?: number;
  mail?: AlertMail;
};

export type AlertState = 'open' | 'recovered';

export type AlertTold = 'no' | 'opened' | 'recovered' | 'never';

export type ApiKey = {
  id: string;
  name: string;
  hint: string;
  scopes: Scope[];
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  revokedAt: string | null;
  inEnvironment?: boolean;
  madeBy: ApiKeyMaker;
};

export type ApiKeyCreated = {
  id: string;
  name: string;
  hint: string;
  scopes: Scope[];
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  revokedAt: string | null;
  inEnvironment?: boolean;
  madeBy: ApiKeyMaker;
  token: string;
};

export type ApiKeyInput = { name: string; scopes: Scope[]; expiresAt?: string | null };

export type ApiKeyMaker = {
  kind: 'member' | 'api-key' | 'instance-key' | 'system' | 'unknown';
  id: string | null;
  name: string | null;
  state: 'active' | 'removed' | 'demoted' | 'unknown';
};

export type ApiKeyPage = { data: ApiKey[]; nextCursor: string | null };

export type Attempt = {
  number: number;
  startedAt: string;
  durationMs: number;
  outcome: 'delivered' | 'retryable' | 'rejected' | 'gone' | 'blocked';
  status: number | null;
  error: string | null;
  excerpt: string | null;
  manual: boolean;
};

export type AuditEntry = {
  id: string;
  at: string;
  actor: string;
  actorName: string | null;
  action: string;
  target: string | null;
  before: unknown;
  after: unknown;
  requestId: string | null;
  address: string | null;
};

export type AuditPage = { data: AuditEntry[]; nextCursor: string | null };

export type AuthenticatorSecret = { secret: string; uri: string };

export type BacklogStats = {
  from: string;
  to: string;
  stepS: number;
  steps: { from: string; open: number | null; oldestAgeMs: number | null }[];
};

export type BatchAccepted = {
  status: 202;
  callId: string;
  applied: boolean;
  reason?: 'STALE' | 'DUPLICATE' | 'TERMINAL' | 'NOT_ALLOWED';
  callStatus: string | null;
  known?: false;
  errorsFired?: false;
  triggers: Trigger[];
};

export type BatchRefused = { callId: string | null; status: number; problem: Problem };

export type BatchReport = {
  callId: string;
  status?: string;
  direction?: Direction;
  callSid?: string;
  clientId?: string;
  errors?: ReportError[];
  occurredAt?: string;
  from?: string;
  to?: string;
  answeredAt?: string;
  endedAt?: string;
  durationMs?: number;
  sipCode?: number;
  hangupCause?: string;
  recordingUrl?: string;
  agentId?: string;
  queue?: string;
  tags?: string[];
  metadata?: Record<string, string>;
  reportId?: string;
};

export type BulkAction = 'retry' | 'recover' | 'cancel' | 'replay' | 'delete-calls';

export type BulkFilter = {
  endpointId?: string[];
  callId?: string;
  trigger?: Trigger[];
  state?: DeliveryState[];
  class?: ResultClass[];
  notEndpointId?: string[];
  notTrigger?: Trigger[];
  notState?: DeliveryState[];
  attemptsMin?: number;
  issue?: string;
  clientId?: string;
  number?: string;
  from?: string;
  to?: string;
};

export type BulkItem = {
  deliveryId: string;
  result: 'done' | 'skipped' | 'failed';
  reason: ('NOT_FOUND' | 'STATE' | 'ENDPOINT_DELETED' | 'AGENT') | null;
  madeId: string | null;
};

export type BulkItemPage = { data: BulkItem[]; nextCursor: string | null };

export type BulkJob = {
  id: string;
  action: BulkAction;
  state: BulkState;
  matched: number;
  matchedExact: boolean;
  done: number;
  skipped: number;
  failed: number;
  filter: BulkFilter | null;
  ids: number | null;
  reason: string | null;
  createdBy: string;
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
};

export type BulkPage = { data: BulkJob[]; nextCursor: string | null };

export type BulkPreview = { matched: number; matchedExact: boolean; endpoints: number };

export type BulkPreviewRequest = { action: BulkAction; filter: BulkFilter };

export type BulkRequest = {
  action: BulkAction;
  filter?: BulkFilter;
  ids?: string[];
  reason?: string | null;
};

export type BulkState = 'queued' | 'running' | 'done' | 'aborted';

export type CallDetails = {
  callId: string;
  direction: Direction;
  status: string | null;
  callSid: string;
  clientId: string;
  firstReportAt: string;
  lastReportAt: string;
  endedAt: string | null;
  facts: CallFacts;
  reports: number;
  callLog: CallLogState;
  acwRuns: AcwRun[];
  timeline: {
    reports: CallReport[];
    transitions: Transition[];
    firings: Firing[];
    deliveries: DeliveryWithAttempts[];
    truncated: boolean;
  };
};

export type CallError = {
  code:
    | 'CALL_NOT_PERMITTED'
    | 'CALL_CONNECTION_FAILED'
    | 'CALL_INTERRUPTED'
    | 'CALL_RESULT_PROCESSING_FAILED'
    | 'ANALYZER_FAILED'
    | 'INTERNAL_ERROR'
    | 'UNKNOWN_ERROR';
  message: string;
  timestamp: string;
};

export type CallFacts = {
  from?: string;
  to?: string;
  answeredAt?: string;
  endedAt?: string;
  durationMs?: number;
  sipCode?: number;
  hangupCause?: string;
  recordingUrl?: string;
  agentId?: string;
  queue?: string;
  tags?: string[];
  metadata?: Record<string, string>;
};

export type CallLog = {
  callId: string;
  version: number;
  createdAt: string;
  updatedAt: string;
  direction: Direction;
  startedAt: string;
  answeredAt?: string;
  endedAt?: string;
  language?: string;
  participants?: Participant[];
  turns: Turn[];
  recordingUrl?: string;
  metadata?: Record<string, unknown>;
};

export type CallLogInput = {
  direction: Direction;
  startedAt: string;
  answeredAt?: string;
  endedAt?: string;
  language?: string;
  participants?: Participant[];
  turns: Turn[];
  recordingUrl?: string;
  metadata?: Record<string, unknown>;
};

export type CallLogState = {
  state: 'PRESENT' | 'EXPECTED' | 'UNLIKELY' | 'NEVER' | 'DELETED';
  version: number | null;
  turns: number | null;
};

export type CallLogStored = { callId: string; version: number; turns: number };

export type CallPage = { data: ListedCall[]; nextCursor: string | null };

export type CallPreviewRequest = {
  kind: EndpointKind;
  trigger: Trigger;
  contentKey?: string;
  payloadVersion?: 1 | 2;
  signatureFormat?: SignatureFormat;
};

export type CallReport = {
  number: number;
  receivedAt: string;
  occurredAt: string | null;
  source: string;
  reportId: string | null;
  status: string | null;
  errors: { code: ErrorCode; message: string | null; timestamp: string | null }[];
  applied: boolean;
  reason: ('STALE' | 'DUPLICATE' | 'TERMINAL' | 'NOT_ALLOWED') | null;
  facts: CallFacts;
};

export type CallStats = {
  from: string;
  to: string;
  stepS: number;
  steps: { from: string; calls: number; byStatus: Record<string, number> }[];
  total: { calls: number; byStatus: Record<string, number> };
  complete: boolean;
  completeFrom: string;
};

export type CancelRequest = { reason?: string };

export type Criterion = {
  id: string;
  question: string;
  guidance: string;
  points: number;
  autoFail: boolean;
  rule: Rule | null;
  speaker: ('AGENT' | 'CUSTOMER') | null;
  appliesWhen: Rule | null;
};

export type CriterionInput = {
  id: string;
  question: string;
  guidance?: string;
  points: number;
  autoFail?: boolean;
  rule?: Rule | null;
  speaker?: ('AGENT' | 'CUSTOMER') | null;
  appliesWhen?: Rule | null;
};

export type CriterionResult = 'PASS' | 'FAIL' | 'NOT_APPLICABLE' | 'UNKNOWN';

export type CriterionStats = {
  scorecardId: string;
  criterionId: string;
  question: string | null;
  failed: number;
  passed: number;
  unknown: number;
};

export type Delivery = {
  id: string;
  messageId: string;
  endpointId: string;
  callId: string;
  trigger: Trigger;
  sequence: number;
  state: DeliveryState;
  createdAt: string;
  firedAt: string;
  dueAt: string | null;
  attempts: number;
  failures: number;
  manual: boolean;
  lastAttemptAt: string | null;
  closedAt: string | null;
  lastStatus: number | null;
  lastError: string | null;
  behind: string | null;
};

export type DeliveryCopy = {
  itemId: string | null;
  outcome: 'delivered' | 'retryable' | 'rejected' | 'gone' | 'blocked';
  status: number | null;
  durationMs: number;
};

export type DeliveryDetails = {
  id: string;
  messageId: string;
  endpointId: string;
  callId: string;
  trigger: Trigger;
  sequence: number;
  state: DeliveryState;
  createdAt: string;
  firedAt: string;
  dueAt: string | null;
  attempts: number;
  failures: number;
  manual: boolean;
  lastAttemptAt: string | null;
  closedAt: string | null;
  lastStatus: number | null;
  lastError: string | null;
  behind: string | null;
  body: string;
  attemptList: Attempt[];
  diagnosis: Diagnosis | null;
  replayOf: string | null;
  replays: string[];
};

export type DeliveryPage = { data: Delivery[]; nextCursor: string | null };

export type DeliveryState =
  | 'waiting'
  | 'due'
  | 'retrying'
  | 'delivered'
  | 'rejected'
  | 'exhausted'
  | 'blocked'
  | 'cancelled'
  | 'sending'
  | 'held';

export type DeliveryWithAttempts = {
  id: string;
  messageId: string;
  endpointId: string;
  callId: string;
  trigger: Trigger;
  sequence: number;
  state: DeliveryState;
  createdAt: string;
  firedAt: string;
  dueAt: string | null;
  attempts: number;
  failures: number;
  manual: boolean;
  lastAttemptAt: string | null;
  closedAt: string | null;
  lastStatus: number | null;
  lastError: string | null;
  behind: string | null;
  attemptList: Attempt[];
};

export type Diagnosis = {
  id: string;
  nextStepId: string;
  status: number | null;
  title: string;
  text: string;
  nextStep: string;
};

export type Direction = 'OUTBOUND' | 'INBOUND';

export type EmailChange = { email: string; way: 'mail' | 'owner'; expiresAt: string };

export type EmailChangeConfirmation = { token: string };

export type EmailChangeState = { pending: EmailChange | null };

export type EnableAnswer = { endpoint: Endpoint; cancelled: number };

export type EnableRequest = { held: 'send' | 'newest' | 'drop' };

export type Endpoint = {
  id: string;
  projectId: string;
  name: string;
  kind: EndpointKind;
  target: string | null;
  warnings: string[];
  triggers: Trigger[];
  filter: EndpointFilter | null;
  opsTriggers: OpsTrigger[];
  enabled: boolean;
  disabledReason: ('operator' | 'gone' | 'failing') | null;
  disabledAt: string | null;
  health: EndpointHealth;
  auth: ShownAuth | null;
  contentKey: string;
  payloadVersion: 1 | 2;
  signatureFormat: SignatureFormat;
  headers: ShownHeader[];
  timeoutMs: number;
  retryScheduleMs: number[];
  retryOther4xx: boolean;
  pacing: Pacing;
  agent: EndpointAgent | null;
  createdAt: string;
  updatedAt: string;
  revision: number;
};

export type EndpointAgent = {
  engine?: 'AUTO' | 'METRICS' | 'LLM';
  callLogWaitMs?: number;
  scorecardId?: string | null;
  deadlineMs?: number;
};

export type EndpointAgentPatch = {
  engine?: ('AUTO' | 'METRICS' | 'LLM') | null;
  callLogWaitMs?: number | null;
  scorecardId?: string | null;
  deadlineMs?: number | null;
};

export type EndpointAuth = {
  method: 'bearer' | 'rsa-sha256' | 'hmac-sha256';
  token?: string;
  secret?: string;
};

export type EndpointCheck = { errors: FieldError[]; warnings: string[] };

export type EndpointFilter = {
  direction?: Direction;
  tags?: string[];
  agentIds?: string[];
  queues?: string[];
  metadata?: Record<string, string>;
};

export type EndpointHeader = { name: string; value?: string };

export type EndpointHealth = {
  state: 'healthy' | 'failing' | 'held';
  holdUntil: string | null;
  consecutiveFailures: number;
  lastSuccessAt: string | null;
  attentionSince: string | null;
};

export type EndpointInput = {
  name: string;
  kind: EndpointKind;
  target?: string | null;
  triggers: Trigger[];
  filter?: EndpointFilter | null;
  opsTriggers?: OpsTrigger[];
  enabled?: boolean;
  auth?: EndpointAuth;
  contentKey?: string;
  payloadVersion?: 1 | 2;
  signatureFormat?: SignatureFormat;
  headers?: EndpointHeader[];
  timeoutMs?: number;
  retryScheduleMs?: number[];
  retryOther4xx?: boolean;
  pacing?: PacingInput;
  agent?: EndpointAgent;
};

export type EndpointKind =
  | 'slack'
  | 'teams'
  | 'email'
  | 'custom'
  | 'builtin-analyzer'
  | 'builtin-evaluator'
  | 'self-provided-agent'
  | 'pull';

export type EndpointLine = { made: number[]; delivered: number[]; failed: number[] };

export type EndpointPage = { data: Endpoint[]; nextCursor: string | null };

export type EndpointPatch = {
  name?: string;
  target?: string | null;
  keepSecrets?: boolean;
  triggers?: Trigger[];
  filter?: EndpointFilter | null;
  opsTriggers?: OpsTrigger[] | null;
  auth?: EndpointAuth;
  contentKey?: string | null;
  payloadVersion?: (1 | 2) | null;
  signatureFormat?: SignatureFormat | null;
  headers?: EndpointHeader[] | null;
  timeoutMs?: number | null;
  retryScheduleMs?: number[] | null;
  retryOther4xx?: boolean | null;
  pacing?: PacingPatch | null;
  agent?: EndpointAgentPatch | null;
};

export type EndpointStats = {
  endpointId: string;
  name: string;
  kind: EndpointKind;
  enabled: boolean;
  disabledReason: ('operator' | 'gone' | 'failing') | null;
  health: 'healthy' | 'failing' | 'held';
  attention: boolean;
  made: number;
  delivered: number;
  firstTry: number;
  failed: number;
  attempts: number;
  latencyMs: LatencyMs | null;
  backlog: number;
  failing: number;
  oldestOpenAt: string | null;
  lastSuccessAt: string | null;
  line: EndpointLine;
};

export type EndpointStatsList = {
  from: string;
  to: string;
  stepS: number;
  endpoints: EndpointStats[];
};

export type Erasure = {
  id: string;
  state: ErasureState;
  subject: 'call' | 'client' | 'number';
  value: string;
  removed: Removed;
  reason: string | null;
  askedBy: string;
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
};

export type ErasureRequest = {
  callId?: string;
  clientId?: string;
  number?: string;
  reason?: string | null;
};

export type ErasureState = 'queued' | 'running' | 'done' | 'aborted';

export type ErrorCode =
  | 'CALL_NOT_PERMITTED'
  | 'CALL_CONNECTION_FAILED'
  | 'CALL_INTERRUPTED'
  | 'CALL_RESULT_PROCESSING_FAILED'
  | 'ANALYZER_FAILED'
  | 'INTERNAL_ERROR'
  | 'UNKNOWN_ERROR';

export type Evaluation = {
  schemaVersion: '1';
  engine: AcwEngine;
  language: string;
  scorecard: { id: string; revision: number; name: string };
  score: Score;
  criteria: JudgedCriterion[];
  warnings: (
    | 'TOO_SHORT'
    | 'CLOCK_SKEW_SUSPECTED'
    | 'TIMES_IN_SECONDS_SUSPECTED'
    | 'END_TIMES_MISSING'
    | 'DIRECTION_MISMATCH'
    | 'LANGUAGE_UNKNOWN'
    | 'LANGUAGE_MISMATCH'
    | 'PHRASES_NOT_AVAILABLE'
    | 'LISTS_CUT'
    | 'TRANSCRIPT_CUT'
    | 'EVIDENCE_DROPPED'
    | 'FIELDS_DROPPED'
    | 'MODEL_FAILED_METRICS_ONLY'
    | 'MODEL_WAS_AWAY'
    | 'CRITERIA_UNKNOWN'
    | 'VOICEMAIL'
    | 'NOT_BOTH_HEARD'
  )[];
};

export type EvaluationStats = {
  from: string;
  to: string;
  stepS: number;
  steps: {
    from: string;
    evaluations: number;
    averagePercentage: number | null;
    passed: number;
    judged: number;
  }[];
  total: { evaluations: number; averagePercentage: number | null; passed: number; judged: number };
  criteria: CriterionStats[];
  complete: boolean;
  completeFrom: string;
};

export type Evidence = { turn: number; quote: string; startMs: number };

export type Explanation = {
  callId: string;
  endpointId: string;
  truncated: boolean;
  explanations: {
    trigger: Trigger;
    messageId: string | null;
    firedAt: string | null;
    deliveryId: string | null;
    state: DeliveryState | null;
    dueAt: string | null;
    behind: string | null;
    leaseUntil: string | null;
    reason:
      | (
          | 'NOT_FIRED'
          | 'TRIGGER_NOT_TICKED'
          | 'FILTERED'
          | 'ENDPOINT_CREATED_LATER'
          | 'ENDPOINT_DELETED'
          | 'OTHER'
        )
      | null;
    text: string;
  }[];
};

export type FailRequest = {
  leases: string[];
  reason?: string;
  retryAfter?: number;
  retry?: boolean;
};

export type FieldError = { field: string; message: string };

export type Firing = {
  messageId: string;
  reportNumber: number | null;
  trigger: Trigger;
  firedAt: string;
  data: string;
  errors: string | null;
};

export type Found = {
  kind: FoundKind;
  id: string;
  by: 'id' | 'callId' | 'callSid' | 'clientId' | 'number' | 'tag' | 'webhookId' | 'name' | 'prefix';
  exact: boolean;
  title: string;
  state: string | null;
  endpointKind: EndpointKind | null;
  callId: string | null;
  at: string | null;
};

export type FoundKind = 'call' | 'delivery' | 'endpoint' | 'acw-run' | 'acw-result';

export type InboxAnswer = {
  outcome: 'pending' | 'answered' | 'hung' | 'dropped' | 'left';
  status: number | null;
  body: string;
  reason: string;
};

export type InboxBehaviour = {
  action: 'answer' | 'hang' | 'drop';
  status: number | null;
  body: string | null;
  retryAfter: string | null;
  delayMs: number;
  at: 'rcpt' | 'data';
  first: number | null;
  callId: string | null;
};

export type InboxBehaviourInput = {
  action?: 'answer' | 'hang' | 'drop';
  status?: number | null;
  body?: string | null;
  retryAfter?: string | null;
  delayMs?: number;
  at?: 'rcpt' | 'data';
  first?: number | null;
  callId?: string | null;
};

export type InboxBox = {
  channel: 'http' | 'slack' | 'teams' | 'email';
  name: string;
  target: string;
  received: number;
  behaviour: InboxBehaviour | null;
};

export type InboxBoxPage = { data: InboxBox[]; nextCursor: string | null };

export type InboxCleared = { removed: number };

export type InboxItem = {
  id: string;
  channel: 'http' | 'slack' | 'teams' | 'email';
  box: string;
  receivedAt: string;
  trigger: string | null;
  callId: string | null;
  attempt: number | null;
  sequence: number | null;
  endpointId: string | null;
  deliveryId: string | null;
  test: boolean;
  bytes: number;
  answer: InboxAnswer;
  verification: InboxVerification | null;
};

export type InboxItemDetail = {
  id: string;
  channel: 'http' | 'slack' | 'teams' | 'email';
  box: string;
  receivedAt: string;
  trigger: string | null;
  callId: string | null;
  attempt: number | null;
  sequence: number | null;
  endpointId: string | null;
  deliveryId: string | null;
  test: boolean;
  bytes: number;
  answer: InboxAnswer;
  verification: InboxVerification | null;
  headers: { name: string; value: string }[];
  body: string;
  json: unknown;
  mail: InboxMail | null;
};

export type InboxItemPage = { data: InboxItem[]; nextCursor: string | null };

export type InboxMail = {
  from: string;
  to: string[];
  subject: string;
  messageId: string | null;
  text: string;
  html: string | null;
};

export type InboxVerification = {
  verdict: 'valid' | 'invalid' | 'unsigned';
  detail: string;
  signature: 'valid' | 'invalid' | 'absent';
  timestamp: 'within' | 'outside' | 'absent';
  ageS: number | null;
  digest: 'matches' | 'differs' | 'absent';
  order: 'in-order' | 'repeat' | 'late' | 'unknown';
};

export type InstanceProjectInput = {
  name: string;
  serviceName?: string;
  externalId?: string;
  limits?: ProjectLimitsInput;
  ownerEmail?: string;
};

export type InstanceProjectPatch = {
  name?: string;
  serviceName?: string;
  externalId?: string | null;
  limits?: ProjectLimitsInput | null;
  suspended?: boolean;
};

export type Invitation = {
  id: string;
  email: string;
  role: Role;
  invitedBy: string;
  createdAt: string;
  expiresAt: string;
};

export type InvitationAcceptance = { token: string; name?: string; password?: string };

export type InvitationCreated = {
  id: string;
  email: string;
  role: Role;
  invitedBy: string;
  createdAt: string;
  expiresAt: string;
  link: string;
  mail: InvitationMail | null;
};

export type InvitationInput = { email: string; role: Role };

export type InvitationMail = { sent: boolean; fault: string | null };

export type InvitationPage = { data: Invitation[]; nextCursor: string | null };

export type InvitationPreview = {
  email: string;
  role: Role;
  projectName: string;
  expiresAt: string;
  hasAccount: boolean;
};

export type InvitationPreviewInput = { token: string };

export type Issue = {
  fingerprint: string;
  endpointId: string;
  endpointName: string;
  endpointKind: EndpointKind;
  class: string;
  resultClass:
    | (
        | '2xx'
        | '3xx'
        | '4xx'
        | '5xx'
        | 'timeout'
        | 'connect-timeout'
        | 'dns'
        | 'refused'
        | 'reset'
        | 'tls'
        | 'protocol'
        | 'network'
        | 'signing'
        | 'configuration'
        | 'authentication'
        | 'blocked'
        | 'consumer'
      )
    | null;
  diagnosis: Diagnosis;
  status: IssueStatus;
  firstAt: string | null;
  lastAt: string | null;
  count: number;
  failing: number;
  givenUp: number;
  waiting: number;
  calls: number;
  trend: IssueTrend;
  mark: IssueMark | null;
};

export type IssueCounts = { open: number; acknowledged: number; muted: number; resolved: number };

export type IssueDetails = {
  fingerprint: string;
  endpointId: string;
  endpointName: string;
  endpointKind: EndpointKind;
  class: string;
  resultClass:
    | (
        | '2xx'
        | '3xx'
        | '4xx'
        | '5xx'
        | 'timeout'
        | 'connect-timeout'
        | 'dns'
        | 'refused'
        | 'reset'
        | 'tls'
        | 'protocol'
        | 'network'
        | 'signing'
        | 'configuration'
        | 'authentication'
        | 'blocked'
        | 'consumer'
      )
    | null;
  diagnosis: Diagnosis;
  status: IssueStatus;
  firstAt: string | null;
  lastAt: string | null;
  count: number;
  failing: number;
  givenUp: number;
  waiting: number;
  calls: number;
  trend: IssueTrend;
  mark: IssueMark | null;
  complete: boolean;
  examples: Delivery[];
};

export type IssueMark = {
  status: 'open' | 'acknowledged' | 'muted';
  note: string | null;
  by: string;
  at: string;
};

export type IssuePage = {
  data: Issue[];
  nextCursor: string | null;
  complete: boolean;
  lookedAt: number;
  counts: IssueCounts;
};

export type IssuePatch = { status?: 'open' | 'acknowledged' | 'muted'; note?: string | null };

export type IssueStatus = 'open' | 'acknowledged' | 'muted' | 'resolved';

export type IssueTrend = { from: string; stepS: number; counts: number[] };

export type JudgedCriterion = {
  id: string;
  question: string;
  result: CriterionResult;
  points: number;
  maxPoints: number;
  autoFail: boolean;
  source: 'RULE' | 'LLM';
  rationale: string;
  evidence: Evidence[];
};

export type Jwks = { keys: Record<string, string>[] };

export type LatencyMs = { p50: number; p95: number; p99: number };

export type LeasesRequest = { leases: string[] };

export type LeasesSettled = { settled: number; lost: string[] };

export type ListedCall = {
  callId: string;
  direction: Direction;
  status: string | null;
  callSid: string;
  clientId: string;
  firstReportAt: string;
  lastReportAt: string;
  endedAt: string | null;
  facts: CallFacts;
  reports: number;
  errors: ErrorCode[];
  stale: boolean;
  deliveries: number;
  deliveriesDelivered: number;
  deliveriesFailed: number;
  deliveriesOpen: number;
  acwRuns: number;
};

export type MaintenanceWindow = {
  id: string;
  from: string;
  until: string;
  triggers: OpsTrigger[];
  note: string | null;
  createdBy: string;
  createdAt: string;
};

export type MaintenanceWindowInput = {
  from?: string;
  until: string;
  triggers?: OpsTrigger[];
  note?: string | null;
};

export type MaintenanceWindowPage = { data: MaintenanceWindow[]; nextCursor: string | null };

export type Member = {
  id: string;
  name: string;
  email: string;
  role: Role;
  memberSince: string;
  secondFactor: boolean;
  pendingEmail: string | null;
};

export type MemberEmailConfirmation = { email: string };

export type MemberPage = { data: Member[]; nextCursor: string | null };

export type MemberPatch = { role: Role; revokeKeys?: boolean };

export type Membership = {
  projectId: string;
  projectName: string;
  role: Role;
  rights: string[];
  masked: boolean;
  secondFactorMissing: boolean;
};

export type Message = {
  lease: string;
  leaseUntil: string;
  deliveryId: string;
  messageId: string;
  callId: string;
  trigger: Trigger;
  sequence: number;
  attempt: number;
  headers: Record<string, string>;
  body: string;
};

export type Messages = { messages: Message[] };

export type MetricRule = {
  type: 'METRIC';
  metric:
    | 'durationMs'
    | 'talk.AGENT.ratio'
    | 'talk.CUSTOMER.ratio'
    | 'talk.AGENT.wpm'
    | 'talk.CUSTOMER.wpm'
    | 'silence.ratio'
    | 'silence.longestMs'
    | 'interruptions.AGENT'
    | 'interruptions.CUSTOMER'
    | 'responseLatencyMs.AGENT.p50'
    | 'responseLatencyMs.AGENT.p95';
  min?: number | null;
  max?: number | null;
};

export type NoticeState = 'due' | 'sent' | 'failed' | 'dropped';

export type OidcOffer = { name: string; startUrl: string };

export type Ok = { status: 'ok'; version: string };

export type Onboarding = {
  steps: {
    step: 'server' | 'endpoint' | 'call' | 'delivery' | 'signature' | 'platform' | 'secured';
    done: boolean;
    detail: string | null;
  }[];
  done: number;
};

export type OpsTrigger =
  | 'OPS_ENDPOINT_FAILING'
  | 'OPS_ENDPOINT_HELD'
  | 'OPS_ENDPOINT_DISABLED'
  | 'OPS_DELIVERIES_EXHAUSTED'
  | 'OPS_LANE_OLD'
  | 'OPS_BACKLOG_LARGE'
  | 'OPS_DISK_LOW'
  | 'OPS_RETENTION_BEHIND'
  | 'OPS_CERTIFICATE_ENDING'
  | 'OPS_SOURCE_SILENT'
  | 'OPS_SOURCE_REFUSED'
  | 'OPS_RUNS_FAILING'
  | 'OPS_SCORES_LOW';

export type Pacing = { ratePerS: number | null; burst: number; concurrency: number };

export type PacingInput = { ratePerS?: number | null; burst?: number; concurrency?: number };

export type PacingPatch = {
  ratePerS?: number | null;
  burst?: number | null;
  concurrency?: number | null;
};

export type Participant = { id: string; role: Speaker; name?: string };

export type Passkey = {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
  signsIn: boolean;
};

export type PasskeyAdded = { passkey: Passkey; recoveryCodes: string[] };

export type PasskeyAssertion = {
  id: string;
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
  userHandle?: string | null;
};

export type PasskeyCreation = {
  challenge: string;
  rp: { id: string; name: string };
  user: { id: string; name: string; displayName: string };
  pubKeyCredParams: { type: 'public-key'; alg: number }[];
  timeout: number;
  excludeCredentials: PasskeyDescriptor[];
  authenticatorSelection: { residentKey: string; userVerification: string };
  attestation: 'none';
};

export type PasskeyCredential = {
  id: string;
  clientDataJSON: string;
  attestationObject: string;
  transports?: string[];
};

export type PasskeyDescriptor = { id: string; type: 'public-key'; transports: string[] };

export type PasskeyInput = { name: string; credential: PasskeyCredential };

export type PasskeyPage = { data: Passkey[]; nextCursor: string | null };

export type PasskeyRequest = {
  challenge: string;
  rpId: string;
  timeout: number;
  userVerification: string;
  allowCredentials: PasskeyDescriptor[];
};

export type PasswordReset = { token: string; password: string };

export type PasswordResetLink = { link: string; expiresAt: string };

export type PasswordResetPreview = { email: string; name: string; expiresAt: string };

export type PasswordResetPreviewInput = { token: string };

export type PasswordResetRequest = { email: string };

export type PhraseRule = {
  type: 'PHRASE';
  match: 'ANY' | 'ALL' | 'NONE';
  phrases: string[];
  speaker?: ('AGENT' | 'CUSTOMER') | null;
  within?: Within | null;
  languages?: string[] | null;
};

export type PreviewRequest = {
  kind: EndpointKind;
  trigger: Trigger;
  contentKey?: string;
  payloadVersion?: 1 | 2;
  signatureFormat?: SignatureFormat;
  sample?: Sample;
  at?: string;
  test?: boolean;
};

export type ProbeAnswer = {
  outcome:
    | 'reachable'
    | 'expired'
    | 'not-yet-valid'
    | 'wrong-name'
    | 'self-signed'
    | 'untrusted'
    | 'tls-failed'
    | 'name-not-found'
    | 'refused'
    | 'closed'
    | 'timed-out'
    | 'blocked'
    | 'unreachable'
    | 'expires-soon';
  durationMs: number;
  tlsProtocol: string | null;
  certificateValidUntil: string | null;
};

export type ProbeRequest = {
  kind: 'slack' | 'teams' | 'custom' | 'self-provided-agent';
  target: string;
};

export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  instance: string;
  requestId: string;
  removedAt?: string;
  removedBy?: 'retention' | 'request';
  errors?: { field: string; message: string }[];
};

export type Project = {
  id: string;
  name: string;
  serviceName: string;
  stale: Stale;
  retention: Retention;
  maskForViewers: boolean;
  requireSecondFactor: boolean;
  externalId: string | null;
  limits: ProjectLimits;
  usage: ProjectUsage;
  suspendedAt: string | null;
  alerts: AlertSettings;
  createdAt: string;
  updatedAt: string;
};

export type ProjectInput = { name: string; serviceName?: string };

export type ProjectLimits = {
  endpointsMax: number | null;
  reportsPerSecond: number | null;
  callsMax: number | null;
};

export type ProjectLimitsInput = {
  endpointsMax?: number | null;
  reportsPerSecond?: number | null;
  callsMax?: number | null;
};

export type ProjectPage = { data: Project[]; nextCursor: string | null };

export type ProjectPatch = {
  name?: string;
  serviceName?: string;
  stale?: StalePatch;
  retention?: RetentionPatch;
  maskForViewers?: boolean;
  requireSecondFactor?: boolean;
  alerts?: AlertSettingsPatch;
};

export type ProjectUsage = { calls: number | null; countedAt: string | null };

export type Reauthentication = { password: string };

export type RecoverAnswer = { reopened: number; more: boolean; jobId: string };

export type RecoverRequest = { since: string };

export type RecoveryCodes = { codes: string[] };

export type Removed = {
  calls: number;
  reports: number;
  firings: number;
  deliveries: number;
  attempts: number;
  callLogs: number;
  runs: number;
  results: number;
  sourceRequests: number;
};

export type ReplayAnswer = { made: ReplayedDelivery[] };

export type ReplayRequest = { triggers?: Trigger[]; endpointIds?: string[] };

export type ReplayedDelivery = {
  id: string;
  endpointId: string;
  trigger: Trigger;
  sequence: number;
};

export type Report = {
  status?: string;
  direction?: Direction;
  callSid?: string;
  clientId?: string;
  errors?: ReportError[];
  occurredAt?: string;
  from?: string;
  to?: string;
  answeredAt?: string;
  endedAt?: string;
  durationMs?: number;
  sipCode?: number;
  hangupCause?: string;
  recordingUrl?: string;
  agentId?: string;
  queue?: string;
  tags?: string[];
  metadata?: Record<string, string>;
  reportId?: string;
};

export type ReportAnswer = {
  callId: string;
  applied: boolean;
  reason?: 'STALE' | 'DUPLICATE' | 'TERMINAL' | 'NOT_ALLOWED';
  callStatus: string | null;
  known?: false;
  errorsFired?: false;
  triggers: Trigger[];
};

export type ReportBatch = { reports: BatchReport[] };

export type ReportBatchAnswer = { results: (BatchAccepted | BatchRefused)[] };

export type ReportError = { code: ErrorCode; message?: string; timestamp?: string };

export type ResultClass =
  | '2xx'
  | '3xx'
  | '4xx'
  | '5xx'
  | 'timeout'
  | 'connect-timeout'
  | 'dns'
  | 'refused'
  | 'reset'
  | 'tls'
  | 'protocol'
  | 'network'
  | 'signing'
  | 'configuration'
  | 'authentication'
  | 'blocked'
  | 'consumer';

export type Retention = {
  deliveredDays: number;
  notDeliveredDays: number;
  excerptDays: number;
  acwResultDays: number;
  callLogDays: number;
  auditDays: number;
};

export type RetentionPatch = {
  deliveredDays?: number;
  notDeliveredDays?: number;
  excerptDays?: number;
  acwResultDays?: number;
  callLogDays?: number;
  auditDays?: number;
};

export type RetiringSecret = { secret: string; until: string };

export type RetryAnswer = { retried: number; more: boolean; jobId: string };

export type RetryRequest = {
  filter: {
    endpointId?: string;
    callId?: string;
    trigger?: Trigger;
    state?: ('delivered' | 'rejected' | 'exhausted' | 'blocked' | 'cancelled')[];
    from?: string;
    to?: string;
  };
};

export type Role = 'owner' | 'admin' | 'operator' | 'viewer';

export type RotateRequest = { overlapDays?: number };

export type RotateSecretRequest = { overlapHours?: number; secret?: string };

export type Rule = PhraseRule | MetricRule;

export type RunDurationMs = { p50: number; p95: number };

export type Sample = 'plain' | 'errors' | 'long' | 'unicode' | 'empty' | 'facts';

export type SavedEndpoint = {
  id: string;
  projectId: string;
  name: string;
  kind: EndpointKind;
  target: string | null;
  warnings: string[];
  triggers: Trigger[];
  filter: EndpointFilter | null;
  opsTriggers: OpsTrigger[];
  enabled: boolean;
  disabledReason: ('operator' | 'gone' | 'failing') | null;
  disabledAt: string | null;
  health: EndpointHealth;
  auth: ShownAuth | null;
  contentKey: string;
  payloadVersion: 1 | 2;
  signatureFormat: SignatureFormat;
  headers: ShownHeader[];
  timeoutMs: number;
  retryScheduleMs: number[];
  retryOther4xx: boolean;
  pacing: Pacing;
  agent: EndpointAgent | null;
  createdAt: string;
  updatedAt: string;
  revision: number;
  newSecret?: string;
};

export type Scope =
  | 'reports:write'
  | 'calls:read'
  | 'calls:delete'
  | 'endpoints:read'
  | 'endpoints:write'
  | 'deliveries:read'
  | 'deliveries:write'
  | 'deliveries:pull'
  | 'call-logs:read'
  | 'call-logs:write'
  | 'acw-results:read'
  | 'acw-results:write'
  | 'project:admin';

export type Score = {
  earned: number;
  possible: number;
  unknown: number;
  percentage: number | null;
  passMark: number;
  passed: boolean | null;
  autoFailed: boolean;
  unknownCriteria: 'LEAVE_OUT' | 'NO_SCORE' | 'COUNT_AS_FAILED';
};

export type Scorecard = {
  id: string;
  revision: number;
  isDefault: boolean;
  name: string;
  passMark: number;
  unknownCriteria: 'LEAVE_OUT' | 'NO_SCORE' | 'COUNT_AS_FAILED';
  criteria: Criterion[];
  createdAt: string;
  updatedAt: string;
  deletedAt: string | null;
};

export type ScorecardChange = {
  name: string;
  passMark: number;
  unknownCriteria?: 'LEAVE_OUT' | 'NO_SCORE' | 'COUNT_AS_FAILED';
  criteria: CriterionInput[];
  revision?: number;
};

export type ScorecardInput = {
  name: string;
  passMark: number;
  unknownCriteria?: 'LEAVE_OUT' | 'NO_SCORE' | 'COUNT_AS_FAILED';
  criteria: CriterionInput[];
};

export type ScorecardPage = { data: Scorecard[]; nextCursor: string | null };

export type ScorecardTrial = { scorecard: ScorecardInput; callId: string };

export type SearchReply = { data: Found[]; searched: string[] };

export type SecondFactor = {
  enabled: boolean;
  authenticator: boolean;
  passkeys: number;
  passkeysUsable: boolean;
  recoveryCodes: number;
};

export type SecondFactorCode = { code: string };

export type SecondFactorMeans = {
  authenticator: boolean;
  recoveryCodes: number;
  passkey: PasskeyRequest | null;
};

export type Session = {
  id: string;
  user: User;
  memberships: Membership[];
  mayCreateProjects: boolean;
  signedInBy: 'setup' | 'password' | 'invitation' | 'oidc' | 'passkey';
  createdAt: string;
  idleUntil: string;
  expiresAt: string;
  provenUntil: string;
  csrf: SessionRules;
};

export type SessionRules = { origin: string; contentType: string; projectHeader: string };

export type Setup = { token: string; email: string; name: string; password: string };

export type SetupState = { needed: boolean; oidc: OidcOffer | null; resetByMail: boolean };

export type ShownAuth = {
  method: 'bearer' | 'rsa-sha256' | 'hmac-sha256';
  token?: string;
  secret?: string;
  retiring?: RetiringSecret[];
};

export type ShownHeader = { name: string; value: string };

export type ShownRequest = { headers: Record<string, string>; body: string };

export type SignIn = { email: string; password: string };

export type SignatureFormat = 'webhook-signature' | 'rfc9421' | 'both';

export type SigningKey = {
  kid: string;
  state: SigningKeyState;
  publicKey: string;
  createdAt: string;
  stateSince: string;
  stateUntil: string | null;
};

export type SigningKeyPage = { data: SigningKey[]; nextCursor: string | null };

export type SigningKeyState = 'next' | 'active' | 'retiring' | 'retired' | 'revoked';

export type SkipAnswer = { skipped: Delivery; head: Delivery | null };

export type SkipRequest = { reason: string };

export type Source = {
  id: string;
  name: string;
  adapter: string;
  url: string;
  publicUrl: string | null;
  secret: string;
  previousSecret: string | null;
  previousSecretEndsAt: string | null;
  settings: Record<string, unknown> | null;
  createdAt: string;
  updatedAt: string;
};

export type SourceAdapter = {
  name: string;
  title: string;
  methods: ('POST' | 'GET' | 'HEAD')[];
  contentTypes: string[];
  bodyBytesMax: number;
  signature: string;
  signsAddress: boolean;
  windowSeconds: number | null;
  secretFrom: 'platform' | 'operator';
  secret: string;
  secretForm: 'text' | 'base64' | 'public-key' | 'user:password';
  address: string;
  events: string;
  callLogs: boolean;
  settings: Record<string, unknown> | null;
  settingsRequired: boolean;
  guide: string;
};

export type SourceAdapterPage = { data: SourceAdapter[]; nextCursor: string | null };

export type SourceInput = {
  name: string;
  adapter: string;
  secret: string;
  previousSecret?: string | null;
  previousSecretEndsAt?: string | null;
  publicUrl?: string | null;
  settings?: Record<string, unknown> | null;
};

export type SourcePage = { data: Source[]; nextCursor: string | null };

export type SourcePatch = {
  name?: string;
  secret?: string;
  previousSecret?: string | null;
  previousSecretEndsAt?: string | null;
  publicUrl?: string | null;
  settings?: Record<string, unknown> | null;
};

export type SourceRequest = {
  at: string;
  result: string;
  outcome: 'taken' | 'ignored' | 'refused';
  became: string[];
  unmapped: string[];
  body: string;
};

export type SourceRequestPage = { data: SourceRequest[]; nextCursor: string | null };

export type SourceTry = {
  body: string;
  contentType?: string;
  method?: 'POST' | 'GET';
  headers?: Record<string, string>;
  query?: Record<string, string>;
  settings?: Record<string, unknown>;
};

export type SourceTryResult = {
  result: 'taken' | 'refused';
  code: string | null;
  why: string | null;
  lines: { line: string; value: string | null; became: string }[];
  reports: {
    callId: string;
    status: string | null;
    direction: string | null;
    errors: string[];
    occurredAt: string | null;
    reportId: string | null;
    facts: Record<string, unknown>;
    ifFirst: 'begins' | 'kept';
    instead: string[];
  }[];
  hints: { callId: string; hint: string }[];
  logTurns: number | null;
  unmapped: string[];
};

export type Speaker = 'AGENT' | 'CUSTOMER' | 'SYSTEM';

export type Stale = {
  acceptingMs: number;
  callingMs: number;
  closingMs: number;
  otherInternalMs: number;
  outbound: boolean;
};

export type StalePatch = {
  acceptingMs?: number;
  callingMs?: number;
  closingMs?: number;
  otherInternalMs?: number;
  outbound?: boolean;
};

export type Stats = {
  from: string;
  to: string;
  stepS: number;
  steps: {
    from: string;
    made: number;
    delivered: number;
    firstTry: number;
    failed: number;
    attempts: number;
    latencyMs: LatencyMs | null;
  }[];
  total: {
    made: number;
    delivered: number;
    firstTry: number;
    failed: number;
    attempts: number;
    latencyMs: LatencyMs | null;
  };
  backlog: number;
  failing: number;
  oldestOpenAt: string | null;
};

export type System = {
  version: string;
  node: string;
  now: string;
  upS: number;
  memoryBytes: number;
  store: { engine: 'sqlite' | 'postgres'; writable: boolean; schemaVersion: number; bytes: number };
  dispatcher: {
    alive: boolean;
    inFlight: number;
    endpointsWithWork: number;
    residentHeads: number;
    ownedShards: number;
  };
  pages: number;
  publicUrl: string | null;
  seals: {
    refused: number;
    lastAt: string | null;
    lastKind: string | null;
    lastRecord: string | null;
  };
  inbox: { on: boolean; reason: string | null };
};

export type TestAnswer = {
  webhookId: string;
  outcome: 'delivered' | 'retryable' | 'rejected' | 'gone' | 'blocked';
  status: number | null;
  error: string | null;
  detail: string | null;
  durationMs: number;
  excerpt: string | null;
  diagnosis: Diagnosis | null;
  request: ShownRequest;
};

export type TestRequest = { trigger?: Trigger; sample?: Sample; at?: string };

export type Transition = { reportNumber: number; from: string | null; to: string; at: string };

export type Trigger =
  | 'OUTBOUND_CALL_CALLING'
  | 'OUTBOUND_CALL_CLOSING'
  | 'OUTBOUND_CALL_COMPLETED'
  | 'OUTBOUND_CALL_VOICEMAIL_REACHED'
  | 'OUTBOUND_CALL_ERROR'
  | 'OUTBOUND_CALL_BUSY'
  | 'OUTBOUND_CALL_NO_RESPONSE'
  | 'OUTBOUND_CALL_UNREACHABLE'
  | 'OUTBOUND_CALL_CANCELED'
  | 'OUTBOUND_CALL_EXPIRED'
  | 'OUTBOUND_CALL_MAX_ATTEMPTS_REACHED'
  | 'OUTBOUND_CALL_HEALTHCHECK_FAILED'
  | 'INBOUND_CALL_CALLING'
  | 'INBOUND_CALL_CLOSING'
  | 'INBOUND_CALL_COMPLETED'
  | 'INBOUND_CALL_ERROR'
  | 'INBOUND_CALL_CONCURRENCY_LIMIT_EXCEEDED'
  | 'CALL_LOG_CREATED'
  | 'ACW_COMPLETED';

export type TriggerList = {
  data: TriggerRecord[];
  countedSince: string;
  unknownStatuses: { status: string; calls: number; lastReportAt: string }[];
};

export type TriggerRecord = {
  name: Trigger;
  group: 'outbound' | 'inbound' | 'call-log' | 'after-call-work';
  fires: string;
  dataKeys: string[];
  errors: 'always' | 'if-reported' | 'never';
  fired: number;
  subscribers: { id: string; name: string; kind: EndpointKind; enabled: boolean }[];
};

export type Turn = {
  speaker: Speaker;
  text: string;
  startMs: number;
  endMs?: number;
  confidence?: number;
};

export type User = {
  id: string;
  name: string;
  email: string;
  language: string | null;
  hasPassword: boolean;
  hasIdentityProvider: boolean;
};

export type WebhookCall = {
  from?: string;
  to?: string;
  answeredAt?: string;
  endedAt?: string;
  durationMs?: number;
  sipCode?: number;
  hangupCause?: string;
  recordingUrl?: string;
  agentId?: string;
  queue?: string;
  tags?: string[];
  metadata?: Record<string, string>;
};

export type Within = { edge: 'FIRST' | 'LAST'; seconds: number };

/** What each operation takes and answers. */

export interface Operations {
  getOpenapi: {
    answer: unknown;
  };
  reportCall: {
    path: { callId: string | number };
    body: Report;
    answer: ReportAnswer;
  };
  reportCalls: {
    body: ReportBatch;
    answer: ReportBatchAnswer;
  };
  ingestCallback: {
    path: { adapter: string | number; sourceId: string | number };
    body: Record<string, string>;
    answer: unknown;
  };
  ingestQuery: {
    path: { adapter: string | number; sourceId: string | number };
    answer: unknown;
  };
  trySource: {
    path: { id: string | number };
    body: SourceTry;
    answer: SourceTryResult;
  };
  listCalls: {
    query?: {
      cursor?: string;
      limit?: number;
      direction?: Direction;
      status?: string[];
      notStatus?: string[];
      errors?: boolean;
      stale?: boolean;
      clientId?: string;
      callSid?: string;
      number?: string;
      tag?: string;
      notClientId?: string[];
      notCallSid?: string[];
      from?: string;
      to?: string;
    };
    answer: CallPage;
    isPage: true;
  };
  getCall: {
    path: { callId: string | number };
    answer: CallDetails;
  };
  deleteCall: {
    path: { callId: string | number };
    answer: null;
  };
  explainCall: {
    path: { callId: string | number };
    query: { endpointId: string };
    answer: Explanation;
  };
  listDeliveries: {
    query?: {
      cursor?: string;
      limit?: number;
      callId?: string;
      endpointId?: string[];
      trigger?: Trigger[];
      class?: ResultClass[];
      state?: DeliveryState[];
      notState?: DeliveryState[];
      notEndpointId?: string[];
      notTrigger?: Trigger[];
      attemptsMin?: number;
      from?: string;
      to?: string;
    };
    answer: DeliveryPage;
    isPage: true;
  };
  getDelivery: {
    path: { id: string | number };
    answer: DeliveryDetails;
  };
  retryDelivery: {
    path: { id: string | number };
    answer: DeliveryDetails;
  };
  cancelDelivery: {
    path: { id: string | number };
    body?: CancelRequest;
    answer: DeliveryDetails;
  };
  retryDeliveries: {
    body: RetryRequest;
    answer: RetryAnswer;
  };
  replayDelivery: {
    path: { id: string | number };
    answer: DeliveryDetails;
  };
  replayCall: {
    path: { callId: string | number };
    body?: ReplayRequest;
    answer: ReplayAnswer;
  };
  skipLaneHead: {
    path: { id: string | number; callId: string | number };
    body: SkipRequest;
    answer: SkipAnswer;
  };
  sendDeliveryToInbox: {
    path: { id: string | number };
    answer: DeliveryCopy;
  };
  createBulkJob: {
    body: BulkRequest;
    answer: BulkJob;
  };
  listBulkJobs: {
    query?: { cursor?: string; limit?: number };
    answer: BulkPage;
    isPage: true;
  };
  previewBulkJob: {
    body: BulkPreviewRequest;
    answer: BulkPreview;
  };
  abortBulkJob: {
    path: { id: string | number };
    answer: BulkJob;
  };
  getBulkJob: {
    path: { id: string | number };
    answer: BulkJob;
  };
  listBulkItems: {
    path: { id: string | number };
    query?: { cursor?: string; limit?: number };
    answer: BulkItemPage;
    isPage: true;
  };
  createErasure: {
    body: ErasureRequest;
    answer: Erasure;
  };
  getErasure: {
    path: { id: string | number };
    answer: Erasure;
  };
  listIssues: {
    query?: {
      cursor?: string;
      limit?: number;
      status?: IssueStatus[];
      endpointId?: string;
      from?: string;
      to?: string;
    };
    answer: IssuePage;
    isPage: true;
  };
  getIssue: {
    path: { fingerprint: string | number };
    answer: IssueDetails;
  };
  updateIssue: {
    path: { fingerprint: string | number };
    body: IssuePatch;
    answer: IssueDetails;
  };
  listAlerts: {
    query?: {
      cursor?: string;
      limit?: number;
      state?: AlertState;
      trigger?: OpsTrigger;
      endpointId?: string;
    };
    answer: AlertPage;
    isPage: true;
  };
  getAlert: {
    path: { id: string | number };
    answer: AlertDetails;
  };
  updateAlert: {
    path: { id: string | number };
    body: AlertPatch;
    answer: AlertDetails;
  };
  listMaintenanceWindows: {
    query?: { cursor?: string; limit?: number };
    answer: MaintenanceWindowPage;
    isPage: true;
  };
  createMaintenanceWindow: {
    body: MaintenanceWindowInput;
    answer: MaintenanceWindow;
  };
  deleteMaintenanceWindow: {
    path: { id: string | number };
    answer: null;
  };
  listEndpoints: {
    query?: { cursor?: string; limit?: number; id?: string[] };
    answer: EndpointPage;
    isPage: true;
  };
  createEndpoint: {
    body: EndpointInput;
    answer: SavedEndpoint;
  };
  getEndpoint: {
    path: { id: string | number };
    answer: Endpoint;
  };
  updateEndpoint: {
    path: { id: string | number };
    body: EndpointPatch;
    answer: SavedEndpoint;
  };
  deleteEndpoint: {
    path: { id: string | number };
    answer: null;
  };
  checkEndpoint: {
    body: EndpointInput;
    answer: EndpointCheck;
  };
  checkEndpointChange: {
    path: { id: string | number };
    body: EndpointPatch;
    answer: EndpointCheck;
  };
  enableEndpoint: {
    path: { id: string | number };
    body: EnableRequest;
    answer: EnableAnswer;
  };
  disableEndpoint: {
    path: { id: string | number };
    answer: Endpoint;
  };
  rotateEndpointSecret: {
    path: { id: string | number };
    body?: RotateSecretRequest;
    answer: SavedEndpoint;
  };
  recoverEndpoint: {
    path: { id: string | number };
    body: RecoverRequest;
    answer: RecoverAnswer;
  };
  testEndpoint: {
    path: { id: string | number };
    body?: TestRequest;
    answer: TestAnswer;
  };
  previewEndpoint: {
    body: PreviewRequest;
    answer: ShownRequest;
  };
  probeEndpoint: {
    body: ProbeRequest;
    answer: ProbeAnswer;
  };
  previewCall: {
    path: { callId: string | number };
    body: CallPreviewRequest;
    answer: ShownRequest;
  };
  pullMessages: {
    path: { id: string | number };
    query?: { max?: number; wait?: number; lease?: number };
    answer: Messages;
  };
  acknowledgeMessages: {
    path: { id: string | number };
    body: LeasesRequest;
    answer: LeasesSettled;
  };
  failMessages: {
    path: { id: string | number };
    body: FailRequest;
    answer: LeasesSettled;
  };
  releaseMessages: {
    path: { id: string | number };
    body: LeasesRequest;
    answer: LeasesSettled;
  };
  putCallLog: {
    path: { callId: string | number };
    body: CallLogInput;
    answer: CallLogStored;
  };
  getCallLog: {
    path: { callId: string | number };
    answer: CallLog;
  };
  deleteCallLog: {
    path: { callId: string | number };
    answer: null;
  };
  createAcwResult: {
    body: AcwResultInput;
    answer: AcwResultReceipt;
  };
  getAcwResult: {
    query: { acwResultId: string };
    answer: AcwResult;
  };
  listAcwResults: {
    path: { callId: string | number };
    query?: { cursor?: string; limit?: number };
    answer: AcwResultPage;
    isPage: true;
  };
  listAcwRuns: {
    query?: {
      cursor?: string;
      limit?: number;
      callId?: string;
      acwAgentId?: string;
      state?: AcwRunState[];
      from?: string;
      to?: string;
    };
    answer: AcwRunPage;
    isPage: true;
  };
  getAcwRun: {
    path: { runId: string | number };
    answer: AcwRun;
  };
  rerunAcwRun: {
    path: { runId: string | number };
    answer: AcwRun;
  };
  launchAcwRun: {
    path: { callId: string | number };
    body: AcwRunInput;
    answer: AcwRun;
  };
  listScorecards: {
    query?: { cursor?: string; limit?: number };
    answer: ScorecardPage;
    isPage: true;
  };
  createScorecard: {
    body: ScorecardInput;
    answer: Scorecard;
  };
  getScorecard: {
    path: { id: string | number };
    query?: { revision?: number };
    answer: Scorecard;
  };
  updateScorecard: {
    path: { id: string | number };
    body: ScorecardChange;
    answer: Scorecard;
  };
  deleteScorecard: {
    path: { id: string | number };
    answer: null;
  };
  setDefaultScorecard: {
    path: { id: string | number };
    answer: Scorecard;
  };
  tryScorecard: {
    body: ScorecardTrial;
    answer: Evaluation;
  };
  listSourceAdapters: {
    answer: SourceAdapterPage;
    isPage: true;
  };
  listSources: {
    query?: { cursor?: string; limit?: number };
    answer: SourcePage;
    isPage: true;
  };
  createSource: {
    body: SourceInput;
    answer: Source;
  };
  getSource: {
    path: { id: string | number };
    answer: Source;
  };
  updateSource: {
    path: { id: string | number };
    body: SourcePatch;
    answer: Source;
  };
  deleteSource: {
    path: { id: string | number };
    answer: null;
  };
  listSourceRequests: {
    path: { id: string | number };
    answer: SourceRequestPage;
    isPage: true;
  };
  listInbox: {
    query?: {
      cursor?: string;
      limit?: number;
      channel?: 'http' | 'slack' | 'teams' | 'email';
      box?: string;
      callId?: string;
      q?: string;
      from?: string;
      to?: string;
    };
    answer: InboxItemPage;
    isPage: true;
  };
  clearInbox: {
    answer: InboxCleared;
  };
  getInboxItem: {
    path: { id: string | number };
    answer: InboxItemDetail;
  };
  listInboxBoxes: {
    answer: InboxBoxPage;
    isPage: true;
  };
  getInboxBox: {
    path: { channel: string | number; name: string | number };
    answer: InboxBox;
  };
  programInboxBox: {
    path: { channel: string | number; name: string | number };
    body: InboxBehaviourInput;
    answer: InboxBox;
  };
  resetInboxBox: {
    path: { channel: string | number; name: string | number };
    answer: InboxBox;
  };
  listApiKeys: {
    query?: {
      cursor?: string;
      limit?: number;
      madeBy?: string;
      makerState?: 'active' | 'removed' | 'demoted' | 'unknown';
    };
    answer: ApiKeyPage;
    isPage: true;
  };
  createApiKey: {
    body: ApiKeyInput;
    answer: ApiKeyCreated;
  };
  getApiKey: {
    path: { id: string | number };
    answer: ApiKey;
  };
  revokeApiKey: {
    path: { id: string | number };
    answer: null;
  };
  listSigningKeys: {
    answer: SigningKeyPage;
    isPage: true;
  };
  createSigningKey: {
    answer: SigningKey;
  };
  rotateSigningKeys: {
    body?: RotateRequest;
    answer: SigningKeyPage;
    isPage: true;
  };
  revokeSigningKey: {
    path: { kid: string | number };
    answer: SigningKeyPage;
    isPage: true;
  };
  getJwks: {
    path: { projectId: string | number };
    answer: Jwks;
  };
  getSigningKeyPem: {
    path: { projectId: string | number; kid: string | number };
    answer: string;
  };
  getProject: {
    answer: Project;
  };
  updateProject: {
    body: ProjectPatch;
    answer: Project;
  };
  listInstanceProjects: {
    query?: { cursor?: string; limit?: number; externalId?: string };
    answer: ProjectPage;
    isPage: true;
  };
  createInstanceProject: {
    body: InstanceProjectInput;
    answer: Project;
  };
  getInstanceProject: {
    path: { projectId: string | number };
    answer: Project;
  };
  updateInstanceProject: {
    path: { projectId: string | number };
    body: InstanceProjectPatch;
    answer: Project;
  };
  listAudit: {
    query?: {
      cursor?: string;
      limit?: number;
      action?: string[];
      notAction?: string[];
      actor?: string;
      target?: string;
      from?: string;
      to?: string;
    };
    answer: AuditPage;
    isPage: true;
  };
  getSetup: {
    answer: SetupState;
  };
  completeSetup: {
    body: Setup;
    answer: Session;
  };
  signIn: {
    body: SignIn;
    answer: Session;
  };
  getSession: {
    answer: Session;
  };
  signOut: {
    answer: null;
  };
  signInWithCode: {
    body: SecondFactorCode;
    answer: Session;
  };
  reauthenticate: {
    body: Reauthentication;
    answer: Session;
  };
  getSecondFactor: {
    answer: SecondFactor;
  };
  removeSecondFactor: {
    answer: null;
  };
  beginSecondFactor: {
    answer: AuthenticatorSecret;
  };
  confirmSecondFactor: {
    body: SecondFactorCode;
    answer: RecoveryCodes;
  };
  renewRecoveryCodes: {
    answer: RecoveryCodes;
  };
  removeMemberSecondFactor: {
    path: { id: string | number };
    answer: null;
  };
  listPasskeys: {
    query?: { cursor?: string; limit?: number };
    answer: PasskeyPage;
    isPage: true;
  };
  addPasskey: {
    body: PasskeyInput;
    answer: PasskeyAdded;
  };
  removePasskey: {
    path: { id: string | number };
    answer: null;
  };
  beginPasskey: {
    answer: PasskeyCreation;
  };
  beginPasskeySignIn: {
    answer: PasskeyRequest;
  };
  signInWithPasskey: {
    body: PasskeyAssertion;
    answer: Session;
  };
  getSecondFactorMeans: {
    answer: SecondFactorMeans;
  };
  signInWithSecondPasskey: {
    body: PasskeyAssertion;
    answer: Session;
  };
  beginPasskeyProof: {
    answer: PasskeyRequest;
  };
  reauthenticateWithPasskey: {
    body: PasskeyAssertion;
    answer: Session;
  };
  updateAccount: {
    body: AccountPatch;
    answer: Session;
  };
  listSessions: {
    query?: { cursor?: string; limit?: number };
    answer: AccountSessionPage;
    isPage: true;
  };
  endOtherSessions: {
    answer: null;
  };
  endSession: {
    path: { id: string | number };
    answer: null;
  };
  listMembers: {
    query?: { cursor?: string; limit?: number };
    answer: MemberPage;
    isPage: true;
  };
  updateMember: {
    path: { id: string | number };
    body: MemberPatch;
    answer: Member;
  };
  removeMember: {
    path: { id: string | number };
    query?: { revokeKeys?: boolean };
    answer: null;
  };
  leaveProject: {
    answer: null;
  };
  createInvitation: {
    body: InvitationInput;
    answer: InvitationCreated;
  };
  listInvitations: {
    query?: { cursor?: string; limit?: number };
    answer: InvitationPage;
    isPage: true;
  };
  deleteInvitation: {
    path: { id: string | number };
    answer: null;
  };
  previewInvitation: {
    body: InvitationPreviewInput;
    answer: InvitationPreview;
  };
  acceptInvitation: {
    body: InvitationAcceptance;
    answer: Session;
  };
  createPasswordReset: {
    path: { id: string | number };
    answer: PasswordResetLink;
  };
  requestPasswordReset: {
    body: PasswordResetRequest;
    answer: null;
  };
  previewPasswordReset: {
    body: PasswordResetPreviewInput;
    answer: PasswordResetPreview;
  };
  completePasswordReset: {
    body: PasswordReset;
    answer: null;
  };
  getEmailChange: {
    answer: EmailChangeState;
  };
  withdrawEmailChange: {
    answer: null;
  };
  confirmEmailChange: {
    body: EmailChangeConfirmation;
    answer: Session;
  };
  confirmMemberEmail: {
    path: { id: string | number };
    body: MemberEmailConfirmation;
    answer: Member;
  };
  refuseMemberEmail: {
    path: { id: string | number };
    answer: null;
  };
  listProjects: {
    query?: { cursor?: string; limit?: number };
    answer: ProjectPage;
    isPage: true;
  };
  createProject: {
    body: ProjectInput;
    answer: Project;
  };
  startOidc: {
    query?: { returnTo?: string; again?: 'true' };
    answer: null;
  };
  finishOidc: {
    answer: null;
  };
  search: {
    query: { q: string; limit?: number };
    answer: SearchReply;
  };
  getStats: {
    query?: { from?: string; to?: string; step?: number; endpointId?: string };
    answer: Stats;
  };
  getEndpointStats: {
    query?: { from?: string; to?: string };
    answer: EndpointStatsList;
  };
  getCallStats: {
    query?: { from?: string; to?: string; step?: number };
    answer: CallStats;
  };
  getBacklogStats: {
    query?: { from?: string; to?: string; step?: number };
    answer: BacklogStats;
  };
  getAcwRunStats: {
    query?: { from?: string; to?: string; step?: number; acwAgentId?: string };
    answer: AcwRunStats;
  };
  getEvaluationStats: {
    query?: { from?: string; to?: string; step?: number; acwAgentId?: string };
    answer: EvaluationStats;
  };
  streamEvents: {
    answer: Response;
  };
  getSystem: {
    answer: System;
  };
  getOnboarding: {
    answer: Onboarding;
  };
  listTriggers: {
    answer: TriggerList;
  };
  getHealth: {
    answer: Ok;
  };
  getReadiness: {
    answer: Ok;
  };
  getMetrics: {
    answer: string;
  };
}

export const OPERATIONS = {
  getOpenapi: {
    method: 'GET',
    path: '/openapi.json',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  reportCall: {
    method: 'POST',
    path: '/v1/calls/{callId}/reports',
    keyed: true,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  reportCalls: {
    method: 'POST',
    path: '/v1/reports',
    keyed: false,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  ingestCallback: {
    method: 'POST',
    path: '/v1/ingest/{adapter}/{sourceId}',
    keyed: false,
    body: 'form',
    answer: 'json',
    isPage: false,
  },
  ingestQuery: {
    method: 'GET',
    path: '/v1/ingest/{adapter}/{sourceId}',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  trySource: {
    method: 'POST',
    path: '/v1/sources/{id}/try',
    keyed: false,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  listCalls: {
    method: 'GET',
    path: '/v1/calls',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: true,
  },
  getCall: {
    method: 'GET',
    path: '/v1/calls/{callId}',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  deleteCall: {
    method: 'DELETE',
    path: '/v1/calls/{callId}',
    keyed: false,
    body: null,
    answer: 'none',
    isPage: false,
  },
  explainCall: {
    method: 'GET',
    path: '/v1/calls/{callId}/explain',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  listDeliveries: {
    method: 'GET',
    path: '/v1/deliveries',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: true,
  },
  getDelivery: {
    method: 'GET',
    path: '/v1/deliveries/{id}',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  retryDelivery: {
    method: 'POST',
    path: '/v1/deliveries/{id}/retry',
    keyed: true,
    body: null,
    answer: 'json',
    isPage: false,
  },
  cancelDelivery: {
    method: 'POST',
    path: '/v1/deliveries/{id}/cancel',
    keyed: true,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  retryDeliveries: {
    method: 'POST',
    path: '/v1/deliveries/retry',
    keyed: true,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  replayDelivery: {
    method: 'POST',
    path: '/v1/deliveries/{id}/replay',
    keyed: true,
    body: null,
    answer: 'json',
    isPage: false,
  },
  replayCall: {
    method: 'POST',
    path: '/v1/calls/{callId}/replay',
    keyed: true,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  skipLaneHead: {
    method: 'POST',
    path: '/v1/endpoints/{id}/lanes/{callId}/skip-head',
    keyed: true,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  sendDeliveryToInbox: {
    method: 'POST',
    path: '/v1/deliveries/{id}/send-to-inbox',
    keyed: true,
    body: null,
    answer: 'json',
    isPage: false,
  },
  createBulkJob: {
    method: 'POST',
    path: '/v1/bulk',
    keyed: true,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  listBulkJobs: {
    method: 'GET',
    path: '/v1/bulk',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: true,
  },
  previewBulkJob: {
    method: 'POST',
    path: '/v1/bulk/preview',
    keyed: false,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  abortBulkJob: {
    method: 'DELETE',
    path: '/v1/bulk/{id}',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  getBulkJob: {
    method: 'GET',
    path: '/v1/bulk/{id}',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  listBulkItems: {
    method: 'GET',
    path: '/v1/bulk/{id}/items',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: true,
  },
  createErasure: {
    method: 'POST',
    path: '/v1/erasures',
    keyed: true,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  getErasure: {
    method: 'GET',
    path: '/v1/erasures/{id}',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  listIssues: {
    method: 'GET',
    path: '/v1/issues',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: true,
  },
  getIssue: {
    method: 'GET',
    path: '/v1/issues/{fingerprint}',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  updateIssue: {
    method: 'PATCH',
    path: '/v1/issues/{fingerprint}',
    keyed: false,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  listAlerts: {
    method: 'GET',
    path: '/v1/alerts',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: true,
  },
  getAlert: {
    method: 'GET',
    path: '/v1/alerts/{id}',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  updateAlert: {
    method: 'PATCH',
    path: '/v1/alerts/{id}',
    keyed: false,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  listMaintenanceWindows: {
    method: 'GET',
    path: '/v1/maintenance-windows',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: true,
  },
  createMaintenanceWindow: {
    method: 'POST',
    path: '/v1/maintenance-windows',
    keyed: true,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  deleteMaintenanceWindow: {
    method: 'DELETE',
    path: '/v1/maintenance-windows/{id}',
    keyed: false,
    body: null,
    answer: 'none',
    isPage: false,
  },
  listEndpoints: {
    method: 'GET',
    path: '/v1/endpoints',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: true,
  },
  createEndpoint: {
    method: 'POST',
    path: '/v1/endpoints',
    keyed: true,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  getEndpoint: {
    method: 'GET',
    path: '/v1/endpoints/{id}',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  updateEndpoint: {
    method: 'PATCH',
    path: '/v1/endpoints/{id}',
    keyed: false,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  deleteEndpoint: {
    method: 'DELETE',
    path: '/v1/endpoints/{id}',
    keyed: false,
    body: null,
    answer: 'none',
    isPage: false,
  },
  checkEndpoint: {
    method: 'POST',
    path: '/v1/endpoints/check',
    keyed: false,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  checkEndpointChange: {
    method: 'POST',
    path: '/v1/endpoints/{id}/check',
    keyed: false,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  enableEndpoint: {
    method: 'POST',
    path: '/v1/endpoints/{id}/enable',
    keyed: true,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  disableEndpoint: {
    method: 'POST',
    path: '/v1/endpoints/{id}/disable',
    keyed: true,
    body: null,
    answer: 'json',
    isPage: false,
  },
  rotateEndpointSecret: {
    method: 'POST',
    path: '/v1/endpoints/{id}/rotate-secret',
    keyed: true,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  recoverEndpoint: {
    method: 'POST',
    path: '/v1/endpoints/{id}/recover',
    keyed: true,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  testEndpoint: {
    method: 'POST',
    path: '/v1/endpoints/{id}/test',
    keyed: true,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  previewEndpoint: {
    method: 'POST',
    path: '/v1/endpoints/preview',
    keyed: false,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  probeEndpoint: {
    method: 'POST',
    path: '/v1/endpoints/probe',
    keyed: false,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  previewCall: {
    method: 'POST',
    path: '/v1/calls/{callId}/preview',
    keyed: false,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  pullMessages: {
    method: 'GET',
    path: '/v1/endpoints/{id}/messages',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  acknowledgeMessages: {
    method: 'POST',
    path: '/v1/endpoints/{id}/messages/ack',
    keyed: true,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  failMessages: {
    method: 'POST',
    path: '/v1/endpoints/{id}/messages/fail',
    keyed: true,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  releaseMessages: {
    method: 'POST',
    path: '/v1/endpoints/{id}/messages/release',
    keyed: true,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  putCallLog: {
    method: 'POST',
    path: '/v1/call-logs/{callId}',
    keyed: true,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  getCallLog: {
    method: 'GET',
    path: '/v1/call-logs/{callId}',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  deleteCallLog: {
    method: 'DELETE',
    path: '/v1/call-logs/{callId}',
    keyed: false,
    body: null,
    answer: 'none',
    isPage: false,
  },
  createAcwResult: {
    method: 'POST',
    path: '/v1/acw-results',
    keyed: true,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  getAcwResult: {
    method: 'GET',
    path: '/v1/acw-results',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  listAcwResults: {
    method: 'GET',
    path: '/v1/calls/{callId}/acw-results',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: true,
  },
  listAcwRuns: {
    method: 'GET',
    path: '/v1/acw-runs',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: true,
  },
  getAcwRun: {
    method: 'GET',
    path: '/v1/acw-runs/{runId}',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  rerunAcwRun: {
    method: 'POST',
    path: '/v1/acw-runs/{runId}/rerun',
    keyed: true,
    body: null,
    answer: 'json',
    isPage: false,
  },
  launchAcwRun: {
    method: 'POST',
    path: '/v1/calls/{callId}/acw-runs',
    keyed: true,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  listScorecards: {
    method: 'GET',
    path: '/v1/scorecards',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: true,
  },
  createScorecard: {
    method: 'POST',
    path: '/v1/scorecards',
    keyed: true,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  getScorecard: {
    method: 'GET',
    path: '/v1/scorecards/{id}',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  updateScorecard: {
    method: 'PUT',
    path: '/v1/scorecards/{id}',
    keyed: false,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  deleteScorecard: {
    method: 'DELETE',
    path: '/v1/scorecards/{id}',
    keyed: false,
    body: null,
    answer: 'none',
    isPage: false,
  },
  setDefaultScorecard: {
    method: 'POST',
    path: '/v1/scorecards/{id}/default',
    keyed: true,
    body: null,
    answer: 'json',
    isPage: false,
  },
  tryScorecard: {
    method: 'POST',
    path: '/v1/scorecards/try',
    keyed: false,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  listSourceAdapters: {
    method: 'GET',
    path: '/v1/source-adapters',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: true,
  },
  listSources: {
    method: 'GET',
    path: '/v1/sources',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: true,
  },
  createSource: {
    method: 'POST',
    path: '/v1/sources',
    keyed: true,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  getSource: {
    method: 'GET',
    path: '/v1/sources/{id}',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  updateSource: {
    method: 'PATCH',
    path: '/v1/sources/{id}',
    keyed: false,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  deleteSource: {
    method: 'DELETE',
    path: '/v1/sources/{id}',
    keyed: false,
    body: null,
    answer: 'none',
    isPage: false,
  },
  listSourceRequests: {
    method: 'GET',
    path: '/v1/sources/{id}/requests',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: true,
  },
  listInbox: {
    method: 'GET',
    path: '/v1/inbox',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: true,
  },
  clearInbox: {
    method: 'DELETE',
    path: '/v1/inbox',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  getInboxItem: {
    method: 'GET',
    path: '/v1/inbox/{id}',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  listInboxBoxes: {
    method: 'GET',
    path: '/v1/inbox/boxes',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: true,
  },
  getInboxBox: {
    method: 'GET',
    path: '/v1/inbox/boxes/{channel}/{name}',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  programInboxBox: {
    method: 'PUT',
    path: '/v1/inbox/boxes/{channel}/{name}',
    keyed: false,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  resetInboxBox: {
    method: 'DELETE',
    path: '/v1/inbox/boxes/{channel}/{name}',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  listApiKeys: {
    method: 'GET',
    path: '/v1/api-keys',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: true,
  },
  createApiKey: {
    method: 'POST',
    path: '/v1/api-keys',
    keyed: true,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  getApiKey: {
    method: 'GET',
    path: '/v1/api-keys/{id}',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  revokeApiKey: {
    method: 'DELETE',
    path: '/v1/api-keys/{id}',
    keyed: false,
    body: null,
    answer: 'none',
    isPage: false,
  },
  listSigningKeys: {
    method: 'GET',
    path: '/v1/signing-keys',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: true,
  },
  createSigningKey: {
    method: 'POST',
    path: '/v1/signing-keys',
    keyed: true,
    body: null,
    answer: 'json',
    isPage: false,
  },
  rotateSigningKeys: {
    method: 'POST',
    path: '/v1/signing-keys/rotate',
    keyed: true,
    body: 'json',
    answer: 'json',
    isPage: true,
  },
  revokeSigningKey: {
    method: 'POST',
    path: '/v1/signing-keys/{kid}/revoke',
    keyed: true,
    body: null,
    answer: 'json',
    isPage: true,
  },
  getJwks: {
    method: 'GET',
    path: '/v1/projects/{projectId}/.well-known/jwks.json',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  getSigningKeyPem: {
    method: 'GET',
    path: '/v1/projects/{projectId}/signing-keys/{kid}.pem',
    keyed: false,
    body: null,
    answer: 'text',
    isPage: false,
  },
  getProject: {
    method: 'GET',
    path: '/v1/project',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  updateProject: {
    method: 'PATCH',
    path: '/v1/project',
    keyed: false,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  listInstanceProjects: {
    method: 'GET',
    path: '/v1/instance/projects',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: true,
  },
  createInstanceProject: {
    method: 'POST',
    path: '/v1/instance/projects',
    keyed: true,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  getInstanceProject: {
    method: 'GET',
    path: '/v1/instance/projects/{projectId}',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  updateInstanceProject: {
    method: 'PATCH',
    path: '/v1/instance/projects/{projectId}',
    keyed: false,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  listAudit: {
    method: 'GET',
    path: '/v1/audit',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: true,
  },
  getSetup: {
    method: 'GET',
    path: '/v1/setup',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  completeSetup: {
    method: 'POST',
    path: '/v1/setup',
    keyed: false,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  signIn: {
    method: 'POST',
    path: '/v1/session',
    keyed: false,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  getSession: {
    method: 'GET',
    path: '/v1/session',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  signOut: {
    method: 'DELETE',
    path: '/v1/session',
    keyed: false,
    body: null,
    answer: 'none',
    isPage: false,
  },
  signInWithCode: {
    method: 'POST',
    path: '/v1/session/second-factor',
    keyed: false,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  reauthenticate: {
    method: 'POST',
    path: '/v1/session/reauthentication',
    keyed: false,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  getSecondFactor: {
    method: 'GET',
    path: '/v1/account/second-factor',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  removeSecondFactor: {
    method: 'DELETE',
    path: '/v1/account/second-factor',
    keyed: false,
    body: null,
    answer: 'none',
    isPage: false,
  },
  beginSecondFactor: {
    method: 'POST',
    path: '/v1/account/second-factor',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  confirmSecondFactor: {
    method: 'POST',
    path: '/v1/account/second-factor/confirm',
    keyed: true,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/v1/account/second-factor/recovery-codes',
    keyed: true,
    body: null,
    answer: 'json',
    isPage: false,
  },
  removeMemberSecondFactor: {
    method: 'DELETE',
    path: '/v1/members/{id}/second-factor',
    keyed: false,
    body: null,
    answer: 'none',
    isPage: false,
  },
  listPasskeys: {
    method: 'GET',
    path: '/v1/account/passkeys',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: true,
  },
  addPasskey: {
    method: 'POST',
    path: '/v1/account/passkeys',
    keyed: true,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  removePasskey: {
    method: 'DELETE',
    path: '/v1/account/passkeys/{id}',
    keyed: false,
    body: null,
    answer: 'none',
    isPage: false,
  },
  beginPasskey: {
    method: 'POST',
    path: '/v1/account/passkeys/options',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  beginPasskeySignIn: {
    method: 'POST',
    path: '/v1/session/passkey/options',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  signInWithPasskey: {
    method: 'POST',
    path: '/v1/session/passkey',
    keyed: false,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  getSecondFactorMeans: {
    method: 'POST',
    path: '/v1/session/second-factor/options',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  signInWithSecondPasskey: {
    method: 'POST',
    path: '/v1/session/second-factor/passkey',
    keyed: false,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  beginPasskeyProof: {
    method: 'POST',
    path: '/v1/session/reauthentication/options',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  reauthenticateWithPasskey: {
    method: 'POST',
    path: '/v1/session/reauthentication/passkey',
    keyed: false,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  updateAccount: {
    method: 'PATCH',
    path: '/v1/account',
    keyed: false,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  listSessions: {
    method: 'GET',
    path: '/v1/account/sessions',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: true,
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/v1/account/sessions',
    keyed: false,
    body: null,
    answer: 'none',
    isPage: false,
  },
  endSession: {
    method: 'DELETE',
    path: '/v1/account/sessions/{id}',
    keyed: false,
    body: null,
    answer: 'none',
    isPage: false,
  },
  listMembers: {
    method: 'GET',
    path: '/v1/members',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: true,
  },
  updateMember: {
    method: 'PATCH',
    path: '/v1/members/{id}',
    keyed: false,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  removeMember: {
    method: 'DELETE',
    path: '/v1/members/{id}',
    keyed: false,
    body: null,
    answer: 'none',
    isPage: false,
  },
  leaveProject: {
    method: 'DELETE',
    path: '/v1/members/me',
    keyed: false,
    body: null,
    answer: 'none',
    isPage: false,
  },
  createInvitation: {
    method: 'POST',
    path: '/v1/invitations',
    keyed: true,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  listInvitations: {
    method: 'GET',
    path: '/v1/invitations',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: true,
  },
  deleteInvitation: {
    method: 'DELETE',
    path: '/v1/invitations/{id}',
    keyed: false,
    body: null,
    answer: 'none',
    isPage: false,
  },
  previewInvitation: {
    method: 'POST',
    path: '/v1/invitations/preview',
    keyed: false,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  acceptInvitation: {
    method: 'POST',
    path: '/v1/invitations/accept',
    keyed: false,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  createPasswordReset: {
    method: 'POST',
    path: '/v1/members/{id}/password-reset',
    keyed: true,
    body: null,
    answer: 'json',
    isPage: false,
  },
  requestPasswordReset: {
    method: 'POST',
    path: '/v1/password-resets',
    keyed: false,
    body: 'json',
    answer: 'none',
    isPage: false,
  },
  previewPasswordReset: {
    method: 'POST',
    path: '/v1/password-resets/preview',
    keyed: false,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  completePasswordReset: {
    method: 'POST',
    path: '/v1/password-resets/complete',
    keyed: false,
    body: 'json',
    answer: 'none',
    isPage: false,
  },
  getEmailChange: {
    method: 'GET',
    path: '/v1/account/email-change',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  withdrawEmailChange: {
    method: 'DELETE',
    path: '/v1/account/email-change',
    keyed: false,
    body: null,
    answer: 'none',
    isPage: false,
  },
  confirmEmailChange: {
    method: 'POST',
    path: '/v1/account/email-change/confirm',
    keyed: true,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  confirmMemberEmail: {
    method: 'POST',
    path: '/v1/members/{id}/email-change/confirm',
    keyed: true,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  refuseMemberEmail: {
    method: 'DELETE',
    path: '/v1/members/{id}/email-change',
    keyed: false,
    body: null,
    answer: 'none',
    isPage: false,
  },
  listProjects: {
    method: 'GET',
    path: '/v1/projects',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: true,
  },
  createProject: {
    method: 'POST',
    path: '/v1/projects',
    keyed: true,
    body: 'json',
    answer: 'json',
    isPage: false,
  },
  startOidc: {
    method: 'GET',
    path: '/v1/oidc/start',
    keyed: false,
    body: null,
    answer: 'none',
    isPage: false,
  },
  finishOidc: {
    method: 'GET',
    path: '/v1/oidc/callback',
    keyed: false,
    body: null,
    answer: 'none',
    isPage: false,
  },
  search: {
    method: 'GET',
    path: '/v1/search',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  getStats: {
    method: 'GET',
    path: '/v1/stats',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  getEndpointStats: {
    method: 'GET',
    path: '/v1/stats/endpoints',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  getCallStats: {
    method: 'GET',
    path: '/v1/stats/calls',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  getBacklogStats: {
    method: 'GET',
    path: '/v1/stats/backlog',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  getAcwRunStats: {
    method: 'GET',
    path: '/v1/stats/acw-runs',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  getEvaluationStats: {
    method: 'GET',
    path: '/v1/stats/evaluations',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  streamEvents: {
    method: 'GET',
    path: '/v1/stream',
    keyed: false,
    body: null,
    answer: 'stream',
    isPage: false,
  },
  getSystem: {
    method: 'GET',
    path: '/v1/system',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  getOnboarding: {
    method: 'GET',
    path: '/v1/onboarding',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  listTriggers: {
    method: 'GET',
    path: '/v1/triggers',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  getHealth: {
    method: 'GET',
    path: '/healthz',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  getReadiness: {
    method: 'GET',
    path: '/readyz',
    keyed: false,
    body: null,
    answer: 'json',
    isPage: false,
  },
  getMetrics: {
    method: 'GET',
    path: '/metrics',
    keyed: false,
    body: null,
    answer: 'text',
    isPage: false,
  },
} as const;

/** The request is not valid HTTP. */
export class MalformedRequestError extends ApiError {}

/** The body is not valid JSON. */
export class MalformedJsonError extends ApiError {}

/** The body is not a valid form. */
export class MalformedFormError extends ApiError {}

/** A path or query parameter is wrong. */
export class InvalidParameterError extends ApiError {}

/** No valid API key, and not signed in. */
export class UnauthenticatedError extends ApiError {}

/** The e-mail or the password is wrong. */
export class SignInFailedError extends ApiError {}

/** The code of the second factor is missing. */
export class SecondFactorRequiredError extends ApiError {}

/** The scope or the role is not enough. */
export class ForbiddenError extends ApiError {}

/** The project is suspended. */
export class ProjectSuspendedError extends ApiError {}

/** The project asks for a second factor. */
export class SecondFactorMissingError extends ApiError {}

/** Prove again who you are. */
export class ReauthenticationRequiredError extends ApiError {}

/** The request comes from another site. */
export class NotSameOriginError extends ApiError {}

/** The signature does not match. */
export class SignatureInvalidError extends ApiError {}

/** There is nothing here. */
export class NotFoundError extends ApiError {}

/** There is no log of the call. */
export class CallLogNotFoundError extends ApiError {}

/** The agent has no open run for the call. */
export class AcwRunNotFoundError extends ApiError {}

/** The method is not supported here. */
export class MethodNotAllowedError extends ApiError {}

/** The request came too slowly. */
export class RequestTimeoutError extends ApiError {}

/** The direction of a call cannot change. */
export class DirectionChangedError extends ApiError {}

/** The report id was used for another report. */
export class ReportIdReusedError extends ApiError {}

/** The endpoint is disabled. */
export class EndpointDisabledError extends ApiError {}

/** The state of the delivery does not allow this. */
export class DeliveryStateError extends ApiError {}

/** Passkeys cannot be used at this address. */
export class PasskeysUnavailableError extends ApiError {}

/** The present state does not allow this. */
export class StateConflictError extends ApiError {}

/** A limit of the project is reached. */
export class ProjectLimitReachedError extends ApiError {}

/** The run has another result. */
export class AcwResultExistsError extends ApiError {}

/** The run has ended. */
export class AcwRunClosedError extends ApiError {}

/** The first request of this key still runs. */
export class IdempotencyKeyRunningError extends ApiError {}

/** The answer to this key was not kept. */
export class IdempotencyKeyLostError extends ApiError {}

/** The call was removed. */
export class CallRemovedError extends ApiError {}

/** It was changed meanwhile. */
export class PreconditionFailedError extends ApiError {}

/** The body is too large. */
export class BodyTooLargeError extends ApiError {}

/** The address is too long. */
export class UriTooLongError extends ApiError {}

/** The content type is not supported. */
export class MediaTypeError extends ApiError {}

/** The expectation cannot be met. */
export class ExpectationFailedError extends ApiError {}

/** The request names another host. */
export class MisdirectedRequestError extends ApiError {}

/** The input breaks a rule. */
export class InvalidInputError extends ApiError {}

/** The key was used for another request. */
export class IdempotencyKeyReusedError extends ApiError {}

/** The first report must state the direction. */
export class DirectionRequiredError extends ApiError {}

/** The status does not exist for the direction. */
export class StatusNotForDirectionError extends ApiError {}

/** The target may not be called. */
export class TargetRefusedError extends ApiError {}

/** A limit is reached. */
export class LimitReachedError extends ApiError {}

/** The headers are too large. */
export class HeadersTooLargeError extends ApiError {}

/** Too many requests. */
export class RateLimitedError extends ApiError {}

/** The service failed. */
export class InternalError extends ApiError {}

/** The disk is full. */
export class StorageFullError extends ApiError {}

/** The store cannot be written. */
export class StorageUnavailableError extends ApiError {}

/** Too much is waiting to be written. */
export class OverloadedError extends ApiError {}

/** The service is not ready. */
export class NotReadyError extends ApiError {}

/** The service is shutting down. */
export class ShuttingDownError extends ApiError {}

export const ERROR_CLASSES = {
  MALFORMED_REQUEST: MalformedRequestError,
  MALFORMED_JSON: MalformedJsonError,
  MALFORMED_FORM: MalformedFormError,
  INVALID_PARAMETER: InvalidParameterError,
  UNAUTHENTICATED: UnauthenticatedError,
  SIGN_IN_FAILED: SignInFailedError,
  SECOND_FACTOR_REQUIRED: SecondFactorRequiredError,
  FORBIDDEN: ForbiddenError,
  PROJECT_SUSPENDED: ProjectSuspendedError,
  SECOND_FACTOR_MISSING: SecondFactorMissingError,
  REAUTHENTICATION_REQUIRED: ReauthenticationRequiredError,
  NOT_SAME_ORIGIN: NotSameOriginError,
  SIGNATURE_INVALID: SignatureInvalidError,
  NOT_FOUND: NotFoundError,
  CALL_LOG_NOT_FOUND: CallLogNotFoundError,
  ACW_RUN_NOT_FOUND: AcwRunNotFoundError,
  METHOD_NOT_ALLOWED: MethodNotAllowedError,
  REQUEST_TIMEOUT: RequestTimeoutError,
  DIRECTION_CHANGED: DirectionChangedError,
  REPORT_ID_REUSED: ReportIdReusedError,
  ENDPOINT_DISABLED: EndpointDisabledError,
  DELIVERY_STATE: DeliveryStateError,
  PASSKEYS_UNAVAILABLE: PasskeysUnavailableError,
  STATE_CONFLICT: StateConflictError,
  PROJECT_LIMIT_REACHED: ProjectLimitReachedError,
  ACW_RESULT_EXISTS: AcwResultExistsError,
  ACW_RUN_CLOSED: AcwRunClosedError,
  IDEMPOTENCY_KEY_RUNNING: IdempotencyKeyRunningError,
  IDEMPOTENCY_KEY_LOST: IdempotencyKeyLostError,
  CALL_REMOVED: CallRemovedError,
  PRECONDITION_FAILED: PreconditionFailedError,
  BODY_TOO_LARGE: BodyTooLargeError,
  URI_TOO_LONG: UriTooLongError,
  MEDIA_TYPE: MediaTypeError,
  EXPECTATION_FAILED: ExpectationFailedError,
  MISDIRECTED_REQUEST: MisdirectedRequestError,
  INVALID_INPUT: InvalidInputError,
  IDEMPOTENCY_KEY_REUSED: IdempotencyKeyReusedError,
  DIRECTION_REQUIRED: DirectionRequiredError,
  STATUS_NOT_FOR_DIRECTION: StatusNotForDirectionError,
  TARGET_REFUSED: TargetRefusedError,
  LIMIT_REACHED: LimitReachedError,
  HEADERS_TOO_LARGE: HeadersTooLargeError,
  RATE_LIMITED: RateLimitedError,
  INTERNAL: InternalError,
  STORAGE_FULL: StorageFullError,
  STORAGE_UNAVAILABLE: StorageUnavailableError,
  OVERLOADED: OverloadedError,
  NOT_READY: NotReadyError,
  SHUTTING_DOWN: ShuttingDownError,
} as const;
