/**
 * The parts of the public API's records that the dashboard shows.
 * Must not name a field that the API does not have: the types come from its schemas.
 */

export interface EndpointRecord {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly target: string | null;
  readonly triggers: readonly string[];
  readonly enabled: boolean;
  readonly disabledReason: string | null;
}

export interface DeliveryRecord {
  readonly id: string;
  readonly state: string;
  readonly trigger: string;
  readonly endpointId: string;
  readonly callId: string;
  readonly webhookId: string;
  readonly sequence: number;
  readonly attempts: number;
  readonly createdAt: string;
  readonly dueAt: string | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
}

export interface AttemptRecord {
  readonly number: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly outcome: string;
  readonly status: number | null;
  readonly error: string | null;
  readonly excerpt: string | null;
  readonly manual: boolean;
}

export interface DeliveryDetail extends DeliveryRecord {
  readonly body: string;
  readonly attemptList: readonly AttemptRecord[];
}
