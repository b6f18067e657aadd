/**
 * All settings of an endpoint before they are sealed: the operator's input, completed with defaults
 * or with the present settings. Pure; `endpoint-seal.ts` continues from here.
 */

import { type AgentInput, agentInput, NO_AGENT_INPUT } from '../../core/endpoint/agent-rules.ts';
import {
  type Endpoint,
  PAYLOAD_VERSION_DEFAULT,
  type Pacing,
} from '../../core/endpoint/endpoint.ts';
import {
  PACING_DEFAULTS,
  RETRY_SCHEDULE_MS,
  TIMEOUT_MS,
} from '../../core/endpoint/endpoint-defaults.ts';
import {
  type AuthDraft,
  type EndpointInput as CheckedInput,
  CONTENT_KEY_DEFAULT,
  SIGNATURE_FORMAT_DEFAULT,
} from '../../core/endpoint/endpoint-rules.ts';
import { storedFilter } from '../../core/endpoint/filter-rules.ts';
import { OPS_TRIGGERS, type OpsTrigger } from '../../core/trigger/ops-trigger.ts';
import { TRIGGERS, type Trigger } from '../../core/trigger/trigger.ts';
import type { AuthInput, EndpointInput, EndpointPatch, HeaderInput } from './endpoint-input.ts';

/**
 * A null token or header value stands for the endpoint's present one; so does the masked form of a
 * secret target.
 */
export interface EndpointDraft extends CheckedInput {
  readonly triggers: readonly Trigger[];
  readonly opsTriggers: readonly OpsTrigger[];
  readonly retryOther4xx: boolean;
  /**
   * The operator agrees that kept secrets are sent to another address of the same origin. Not
   * stored.
   */
  readonly keepSecrets?: boolean;
}

/** The draft of a new endpoint. */
export function draftOf(input: EndpointInput): EndpointDraft {
  return {
    name: input.name,
    kind: input.kind,
    target: input.target ?? null,
    triggers: input.triggers,
    filter: storedFilter(input.filter ?? null),
    opsTriggers: input.opsTriggers ?? [],
    auth: input.auth === undefined ? null : authDraft(input.auth),
    contentKey: input.contentKey ?? CONTENT_KEY_DEFAULT,
    payloadVersion: input.payloadVersion ?? PAYLOAD_VERSION_DEFAULT,
    signatureFormat: input.signatureFormat ?? SIGNATURE_FORMAT_DEFAULT,
    headers: (input.headers ?? []).map(headerDraft),
    timeoutMs: input.timeoutMs ?? TIMEOUT_MS.default,
    retryScheduleMs: input.retryScheduleMs ?? RETRY_SCHEDULE_MS,
    retryOther4xx: input.retryOther4xx ?? false,
    pacing: { ...PACING_DEFAULTS[input.kind], ...input.pacing },
    agent: agentPatched(input.agent, null),
  };
}

/** The draft of a present endpoint after a merge patch. */
export function draftPatched(present: Endpoint, patch: EndpointPatch): EndpointDraft {
  const now = draftOfPresent(present);
  const defaults = draftOf({ name: now.name, kind: now.kind, triggers: now.triggers });
  return {
    name: patch.name ?? now.name,
    kind: now.kind,
    target: patch.target === undefined ? now.target : patch.target,
    triggers: patch.triggers ?? now.triggers,
    filter: patch.filter === undefined ? now.filter : storedFilter(patch.filter),
    opsTriggers: orDefault(patch.opsTriggers, now.opsTriggers, defaults.opsTriggers),
    auth: patch.auth === undefined ? now.auth : authDraft(patch.auth),
    contentKey: orDefault(patch.contentKey, now.contentKey, defaults.contentKey),
    payloadVersion: orDefault(patch.payloadVersion, now.payloadVersion, defaults.payloadVersion),
    signatureFormat: orDefault(
      patch.signatureFormat,
      now.signatureFormat,
      defaults.signatureFormat,
    ),
    headers: patch.headers === undefined ? now.headers : (patch.headers ?? []).map(headerDraft),
    timeoutMs: orDefault(patch.timeoutMs, now.timeoutMs, defaults.timeoutMs),
    retryScheduleMs: orDefault(
      patch.retryScheduleMs,
      now.retryScheduleMs,
      defaults.retryScheduleMs,
    ),
    retryOther4xx: orDefault(patch.retryOther4xx, now.retryOther4xx, defaults.retryOther4xx),
    pacing: pacingPatched(patch.pacing, now.pacing, defaults.pacing),
    agent: agentPatched(patch.agent, now.agent),
    ...(patch.keepSecrets === true ? { keepSecrets: true } : {}),
  };
}

/** Sorts ticked triggers in the order of the table, so that another order is no change. */
export function inTableOrder(triggers: readonly Trigger[]): readonly Trigger[] {
  const ticked = new Set(triggers);
  return TRIGGERS.filter((trigger) => ticked.has(trigger));
}

export function opsInTableOrder(triggers: readonly OpsTrigger[]): readonly OpsTrigger[] {
  const ticked = new Set(triggers);
  return OPS_TRIGGERS.filter((trigger) => ticked.has(trigger));
}

function draftOfPresent(present: Endpoint): EndpointDraft {
  const { auth, headers, agent, ...rest } = present;
  return {
    ...rest,
    auth: auth === null ? null : authDraft({ method: auth.method }),
    headers: headers.map(({ name }) => ({ name, value: null })),
    agent: agentInput(agent),
  };
}

function authDraft({ method, token, secret }: AuthInput): AuthDraft {
  return { method, token: token ?? null, ...(secret === undefined ? {} : { secret }) };
}

function headerDraft({ name, value }: HeaderInput): EndpointDraft['headers'][number] {
  return { name: name.toLowerCase(), value: value ?? null };
}

function pacingPatched(patch: EndpointPatch['pacing'], now: Pacing, defaults: Pacing): Pacing {
  if (patch === undefined) return now;
  if (patch === null) return defaults;
  return {
    ratePerS: patch.ratePerS === undefined ? now.ratePerS : patch.ratePerS,
    burst: orDefault(patch.burst, now.burst, defaults.burst),
    concurrency: orDefault(patch.concurrency, now.concurrency, defaults.concurrency),
  };
}

/** A null in the patch sets the default, as everywhere in a merge patch. */
function agentPatched(patch: EndpointPatch['agent'], now: AgentInput | null): AgentInput | null {
  if (patch === undefined) return now;
  if (patch === null) return null;
  const present = now ?? NO_AGENT_INPUT;
  return {
    engine: patch.engine === undefined ? present.engine : patch.engine,
    callLogWaitMs: patch.callLogWaitMs === undefined ? present.callLogWaitMs : patch.callLogWaitMs,
    scorecardId: patch.scorecardId === undefined ? present.scorecardId : patch.scorecardId,
    deadlineMs: patch.deadlineMs === undefined ? present.deadlineMs : patch.deadlineMs,
  };
}

function orDefault<Value>(sent: Value | null | undefined, now: Value, preset: Value): Value {
  if (sent === undefined) return now;
  return sent === null ? preset : sent;
}
