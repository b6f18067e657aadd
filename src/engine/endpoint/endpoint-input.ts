/**
 * What an operator sends about an endpoint (S12.8), in the clear: the one place where a token or a
 * header value has not been sealed yet. Never stored, logged or answered.
 */
import type {
  AgentEngine,
  AuthMethod,
  EndpointKind,
  SignatureFormat,
} from '../../core/endpoint/endpoint.ts';
import type { Trigger } from '../../core/trigger/trigger.ts';

/**
 * Without a token, a bearer endpoint keeps the one it has; without a secret, an endpoint with
 * hmac-sha256 keeps its own, or gets one that is made for it. rsa-sha256 takes neither.
 */
export interface AuthInput {
  readonly method: AuthMethod;
  readonly token?: string;
  readonly secret?: string;
}

/** Without a value, a header keeps the one it has. */
export interface HeaderInput {
  readonly name: string;
  readonly value?: string;
}

export interface EndpointInput {
  readonly name: string;
  readonly kind: EndpointKind;
  readonly target?: string | null;
  readonly triggers: readonly Trigger[];
  readonly enabled?: boolean;
  readonly auth?: AuthInput;
  readonly contentKey?: string;
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

/** Of endpoints that launch an agent; which ones a kind knows, `agent-rules.ts` says. */
export interface AgentSettingsInput {
  readonly engine?: AgentEngine;
  readonly callLogWaitMs?: number;
  /** Null: the default scorecard of the project. */
  readonly scorecardId?: string | null;
  readonly deadlineMs?: number;
}

/** A JSON merge patch (RFC 7396): absent stays as it is, null goes back to the default. */
export interface EndpointPatch {
  /** The token and header values that are kept go along to another address of the same origin. */
  readonly keepSecrets?: boolean;
  readonly name?: string;
  readonly target?: string | null;
  readonly triggers?: readonly Trigger[];
  readonly auth?: AuthInput;
  readonly contentKey?: string | null;
  readonly signatureFormat?: SignatureFormat | null;
  readonly headers?: readonly HeaderInput[] | null;
  readonly timeoutMs?: number | null;
  readonly retryScheduleMs?: readonly number[] | null;
  readonly retryOther4xx?: boolean | null;
  readonly pacing?: {
    /** Null: no rate. */
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
