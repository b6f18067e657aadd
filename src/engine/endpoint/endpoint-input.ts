/**
 * An operator's input about an endpoint (S12.8), in the clear: only here tokens and header values
 * are not sealed yet. Must never be stored, logged or answered.
 */
import type {
  AgentEngine,
  AuthMethod,
  EndpointKind,
  PayloadVersion,
  SignatureFormat,
} from '../../core/endpoint/endpoint.ts';
import type { EndpointFilter } from '../../core/endpoint/filter.ts';
import type { OpsTrigger } from '../../core/trigger/ops-trigger.ts';
import type { Trigger } from '../../core/trigger/trigger.ts';

/**
 * Without a token, a bearer endpoint keeps its present one. Without a secret, an endpoint with
 * hmac-sha256 keeps its present one or gets a new one. rsa-sha256 takes neither.
 */
export interface AuthInput {
  readonly method: AuthMethod;
  readonly token?: string;
  readonly secret?: string;
}

/** Without a value, a header keeps its present one. */
export interface HeaderInput {
  readonly name: string;
  readonly value?: string;
}

export interface EndpointInput {
  readonly name: string;
  readonly kind: EndpointKind;
  readonly target?: string | null;
  readonly triggers: readonly Trigger[];
  /** Null or empty: it wants every call. */
  readonly filter?: EndpointFilter | null;
  readonly opsTriggers?: readonly OpsTrigger[];
  readonly enabled?: boolean;
  readonly auth?: AuthInput;
  readonly contentKey?: string;
  readonly payloadVersion?: PayloadVersion;
  readonly signatureFormat?: SignatureFormat;
  readonly headers?: readonly HeaderInput[];
  readonly timeoutMs?: number;
  readonly retryScheduleMs?: readonly number[];
  readonly retryOther4xx?: boolean;
  readonly pacing?: {
    readonly ratePerS?: number | null;
    readonly burst?: number;
    readonly concurrency?: number;
  };
  readonly agent?: AgentSettingsInput;
}

/** For endpoints that launch an agent; `agent-rules.ts` says which settings each kind has. */
export interface AgentSettingsInput {
  readonly engine?: AgentEngine;
  readonly callLogWaitMs?: number;
  /** Null: the project's default scorecard. */
  readonly scorecardId?: string | null;
  readonly deadlineMs?: number;
}

/** A JSON merge patch (RFC 7396): an absent field stays, a null field gets its default. */
export interface EndpointPatch {
  /** Kept tokens and header values may be sent to another address of the same origin. */
  readonly keepSecrets?: boolean;
  readonly name?: string;
  readonly target?: string | null;
  readonly triggers?: readonly Trigger[];
  /** Replaced whole, unlike other records: its parts only mean something together. */
  readonly filter?: EndpointFilter | null;
  readonly opsTriggers?: readonly OpsTrigger[] | null;
  readonly auth?: AuthInput;
  readonly contentKey?: string | null;
  readonly payloadVersion?: PayloadVersion | null;
  readonly signatureFormat?: SignatureFormat | null;
  readonly headers?: readonly HeaderInput[] | null;
  readonly timeoutMs?: number | null;
  readonly retryScheduleMs?: readonly number[] | null;
  readonly retryOther4xx?: boolean | null;
  readonly pacing?: {
    /** Null: no limit of the rate. */
    readonly ratePerS?: number | null;
    readonly burst?: number | null;
    readonly concurrency?: number | null;
  } | null;
  readonly agent?:
    | {
        readonly [Setting in keyof AgentSettingsInput]: AgentSettingsInput[Setting] | null;
      }
    | null;
}
