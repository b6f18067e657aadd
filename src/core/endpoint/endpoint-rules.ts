/**
 * The settings that an operator may give an endpoint (S5.8, S7.4, S12.8). The shape of the input
 * has been checked; every broken rule is returned, each with the field and what to do. The
 * destination guard decides whether the address of a target may be called.
 */

import type { FieldError } from '../error/service-error.ts';
import { DATA_NAMES } from '../payload/render.ts';
import { lineFault, type TextBounds } from '../text.ts';
import { isOpsTrigger } from '../trigger/ops-trigger.ts';
import { isTrigger } from '../trigger/trigger.ts';
import { type AgentInput, agentFaults } from './agent-rules.ts';
import {
  type AuthMethod,
  type EndpointKind,
  isAgent,
  isPulled,
  PAYLOAD_VERSION_DEFAULT,
  type Pacing,
  type PayloadVersion,
  type SignatureFormat,
  takesAlerts,
  takesPayload,
} from './endpoint.ts';
import {
  RETRIES_MAX,
  RETRY_STEP_MS_MAX,
  RETRY_STEP_MS_MIN,
  TIMEOUT_MS,
} from './endpoint-defaults.ts';
import type { EndpointFilter } from './filter.ts';
import { filterFaults } from './filter-rules.ts';
import { type HeaderInput, headerFaults } from './header-rules.ts';
import { secretFault } from './signing-secret.ts';
import { type TargetPolicy, targetFault } from './target-rules.ts';

/** All settings of an endpoint, completed with defaults or, for a change, the present ones. */
export interface EndpointInput {
  readonly name: string;
  readonly kind: EndpointKind;
  readonly target: string | null;
  readonly triggers: readonly string[];
  readonly filter: EndpointFilter | null;
  readonly opsTriggers: readonly string[];
  /** A null token or secret stands for the one that is already sealed. */
  readonly auth: AuthDraft | null;
  readonly contentKey: string;
  readonly payloadVersion: PayloadVersion;
  readonly signatureFormat: SignatureFormat;
  readonly headers: readonly HeaderInput[];
  readonly timeoutMs: number;
  readonly retryScheduleMs: readonly number[];
  readonly pacing: Pacing;
  /** Null: no settings of an agent were sent. */
  readonly agent: AgentInput | null;
}

/** Keeps fields that do not belong to the method, so that the rules can refuse them. */
export interface AuthDraft {
  readonly method: AuthMethod;
  readonly token?: string | null;
  readonly secret?: string | null;
}

export const NAME_BOUNDS: TextBounds = { min: 1, max: 120 };
export const CONTENT_KEY_DEFAULT = 'message';
export const SIGNATURE_FORMAT_DEFAULT: SignatureFormat = 'webhook-signature';
export const TOKEN_LENGTH_MAX = 2_048;
export const RATE_PER_S = { min: 0.1, max: 1_000 } as const;
export const BURST = { min: 1, max: 1_000 } as const;
export const CONCURRENCY = { min: 1, max: 200 } as const;

const CONTENT_KEY = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
/**
 * Names with another meaning in a payload, so that a reader never takes the text for such a value.
 */
const CONTENT_KEYS_TAKEN: readonly string[] = ['data', 'errors', '__proto__', ...DATA_NAMES];
/** RFC 6750 section 2.1. */
const B64TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

/** Returns an empty list if all rules are kept. */
export function checkEndpoint(input: EndpointInput, rules: TargetPolicy): readonly FieldError[] {
  const single: readonly (readonly [field: string, fault: string | null])[] = [
    ['/name', lineFault(input.name, NAME_BOUNDS)],
    ['/target', targetFault(input.kind, input.target, rules)],
    ['/auth', authFault(input)],
    ['/auth/token', tokenFault(input)],
    ['/auth/secret', signingSecretFault(input)],
    ['/contentKey', contentKeyFault(input)],
    ['/payloadVersion', payloadVersionFault(input)],
    ['/signatureFormat', signatureFormatFault(input)],
    ['/timeoutMs', rangeFault(input.timeoutMs, TIMEOUT_MS, 'milliseconds')],
  ];
  return [
    ...single.flatMap(([field, message]) => (message === null ? [] : [{ field, message }])),
    ...triggerFaults(input),
    ...filterFaults(input.filter),
    ...opsTriggerFaults(input),
    ...extraHeaderFaults(input),
    ...scheduleFaults(input.retryScheduleMs),
    ...pacingFaults(input.kind, input.pacing),
    ...agentFaults(input.kind, input.agent),
  ];
}

function authFault({ kind, auth }: EndpointInput): string | null {
  if (!takesPayload(kind)) {
    return auth === null
      ? null
      : `Leave it out: requests to an endpoint of kind ${kind} carry none.`;
  }
  return auth === null
    ? 'Choose the method bearer (with a token), rsa-sha256 or hmac-sha256.'
    : null;
}

function tokenFault({ auth }: EndpointInput): string | null {
  const token = auth?.token ?? null;
  if (auth === null || token === null) return null;
  if (auth.method === 'rsa-sha256') return 'Leave it out: rsa-sha256 signs with the project key.';
  if (auth.method === 'hmac-sha256') return 'Leave it out: hmac-sha256 signs with a secret.';
  if (token.length > TOKEN_LENGTH_MAX) return `Use at most ${TOKEN_LENGTH_MAX} characters.`;
  return B64TOKEN.test(token)
    ? null
    : 'Use A-Z, a-z, 0-9 and -._~+/ only, with = at the end if need be (RFC 6750).';
}

function signingSecretFault({ auth }: EndpointInput): string | null {
  const secret = auth?.secret ?? null;
  if (auth === null || secret === null) return null;
  return auth.method === 'hmac-sha256'
    ? secretFault(secret)
    : `Leave it out: ${auth.method} has no secret of the endpoint.`;
}

function contentKeyFault({ kind, contentKey }: EndpointInput): string | null {
  if (!takesPayload(kind)) {
    return contentKey === CONTENT_KEY_DEFAULT
      ? null
      : `Leave it out: an endpoint of kind ${kind} does not receive the JSON payload.`;
  }
  if (CONTENT_KEYS_TAKEN.includes(contentKey)) {
    return `Use another name; ${contentKey} means something else in the payload.`;
  }
  return CONTENT_KEY.test(contentKey)
    ? null
    : 'Use A-Z, a-z, 0-9, _ and -, a letter or _ first, at most 64 characters.';
}

function payloadVersionFault({ kind, payloadVersion }: EndpointInput): string | null {
  if (payloadVersion === PAYLOAD_VERSION_DEFAULT || takesPayload(kind)) return null;
  return `Leave it out: an endpoint of kind ${kind} does not receive the JSON payload.`;
}

function signatureFormatFault({ kind, auth, signatureFormat }: EndpointInput): string | null {
  if (signatureFormat === SIGNATURE_FORMAT_DEFAULT) return null;
  if (!takesPayload(kind)) {
    return `Leave it out: requests to an endpoint of kind ${kind} are not signed.`;
  }
  switch (auth?.method) {
    case 'bearer':
      return 'Leave it out: a Bearer token signs nothing; signatures need rsa-sha256.';
    case 'hmac-sha256':
      return 'Leave it out: hmac-sha256 signs as webhook-signature only; rfc9421 needs rsa-sha256.';
    default:
      return null;
  }
}

function triggerFaults({ kind, triggers, opsTriggers }: EndpointInput): readonly FieldError[] {
  if (triggers.length === 0 && opsTriggers.length === 0) {
    return [{ field: '/triggers', message: 'Name at least one trigger.' }];
  }
  return triggers.flatMap((trigger, index) => {
    const message = triggerFault(kind, trigger, triggers.indexOf(trigger) < index);
    return message === null ? [] : [{ field: `/triggers/${index}`, message }];
  });
}

function triggerFault(kind: EndpointKind, trigger: string, repeated: boolean): string | null {
  if (!isTrigger(trigger)) return NO_TRIGGER;
  if (repeated) return REPEATED;
  return trigger === 'ACW_COMPLETED' && isAgent(kind)
    ? 'Remove it; an agent would be launched by its own end.'
    : null;
}

function opsTriggerFaults({ kind, opsTriggers }: EndpointInput): readonly FieldError[] {
  if (opsTriggers.length > 0 && !takesAlerts(kind)) {
    const message = `Leave it out: an endpoint of kind ${kind} gets no alerts.`;
    return [{ field: '/opsTriggers', message }];
  }
  return opsTriggers.flatMap((trigger, index) => {
    const field = `/opsTriggers/${index}`;
    if (!isOpsTrigger(trigger)) return [{ field, message: NO_TRIGGER }];
    return opsTriggers.indexOf(trigger) < index ? [{ field, message: REPEATED }] : [];
  });
}

const NO_TRIGGER = 'There is no such trigger; use one of the list.';
const REPEATED = 'Remove it; it is in the list already.';

function extraHeaderFaults({ kind, headers }: EndpointInput): readonly FieldError[] {
  if (takesPayload(kind)) return headerFaults(headers);
  if (headers.length === 0) return [];
  return [
    { field: '/headers', message: `Leave it out: an endpoint of kind ${kind} has no headers.` },
  ];
}

function scheduleFaults(schedule: readonly number[]): readonly FieldError[] {
  if (schedule.length > RETRIES_MAX) {
    return [{ field: '/retryScheduleMs', message: `Give at most ${RETRIES_MAX} waits.` }];
  }
  const bounds = { min: RETRY_STEP_MS_MIN, max: RETRY_STEP_MS_MAX };
  return schedule.flatMap((stepMs, index) => {
    const message = rangeFault(stepMs, bounds, 'milliseconds');
    return message === null ? [] : [{ field: `/retryScheduleMs/${index}`, message }];
  });
}

function pacingFaults(
  kind: EndpointKind,
  { ratePerS, burst, concurrency }: Pacing,
): readonly FieldError[] {
  const inRate = ratePerS === null || (ratePerS >= RATE_PER_S.min && ratePerS <= RATE_PER_S.max);
  const faults: readonly (readonly [field: string, fault: string | null])[] = [
    [
      '/pacing/ratePerS',
      inRate ? null : `Use ${RATE_PER_S.min} to ${RATE_PER_S.max} a second, or null for no rate.`,
    ],
    ['/pacing/ratePerS', inRate && isPulled(kind) && ratePerS !== null ? OWN_PACE : null],
    ['/pacing/burst', rangeFault(burst, BURST, 'deliveries')],
    ['/pacing/concurrency', rangeFault(concurrency, CONCURRENCY, 'deliveries')],
  ];
  return faults.flatMap(([field, message]) => (message === null ? [] : [{ field, message }]));
}

const OWN_PACE = 'Leave it out: the consumers of a pull endpoint fetch at a pace of their own.';

function rangeFault(
  value: number,
  bounds: { readonly min: number; readonly max: number },
  unit: string,
): string | null {
  if (Number.isInteger(value) && value >= bounds.min && value <= bounds.max) return null;
  return `Use a whole number from ${bounds.min} to ${bounds.max} ${unit}.`;
}
