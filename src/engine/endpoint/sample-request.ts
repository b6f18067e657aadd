/**
 * The request that carries a sample firing to an endpoint; a test sends it and a preview shows it.
 * Its ids have the usual form but can never be those of a stored firing or delivery.
 */

import { agentSettings } from '../../core/endpoint/agent-rules.ts';
import type {
  Endpoint,
  EndpointKind,
  PayloadVersion,
  SignatureFormat,
} from '../../core/endpoint/endpoint.ts';
import { takesPayload } from '../../core/endpoint/endpoint.ts';
import { checkEndpoint } from '../../core/endpoint/endpoint-rules.ts';
import { ServiceError } from '../../core/error/service-error.ts';
import { asKey, type EndpointKey, formatId } from '../../core/id.ts';
import { bodyFor, writeForm } from '../../core/payload/render.ts';
import { type Sample, sampleCallId, sampleFiring } from '../../core/payload/sample.ts';
import type { Project } from '../../core/project/project.ts';
import type { Trigger } from '../../core/trigger/trigger.ts';
import { type SendRequest, UNENDING_PERMIT } from '../ports/channel.ts';
import type { Random } from '../ports/clock.ts';
import type { KnownFiring } from '../ports/firing-store.ts';
import { draftOf } from './endpoint-draft.ts';

/** Keys of stored rows stay below this: no disk holds 2^44 firings. */
const KEY_FLOOR = 2 ** 44;
const PREVIEW_TARGETS: Readonly<Record<EndpointKind, string | null>> = {
  slack: 'https://hooks.slack.com/services/T/B/X',
  teams: 'https://receiver.environment.api.powerplatform.com/',
  email: 'receiver@example.com',
  custom: 'https://receiver.example/webhooks',
  'builtin-analyzer': null,
  'builtin-evaluator': null,
  'self-provided-agent': 'https://receiver.example/webhooks',
  pull: null,
};

export interface SampleChoice {
  /** `plain` if absent. */
  readonly sample?: Sample;
  /** The time of the firing; now if absent. The same time gives the same bytes. */
  readonly firedAtMs?: number;
}

export interface PreviewInput extends SampleChoice {
  /** Shows the firing of this call instead of a sample. */
  readonly callId?: string;
  /** Shows the sample as the test of an endpoint sends it. */
  readonly test?: boolean;
  readonly kind: EndpointKind;
  readonly trigger: Trigger;
  readonly contentKey?: string;
  readonly payloadVersion?: PayloadVersion;
  readonly signatureFormat?: SignatureFormat;
}

export function sampleRequest(
  endpoint: Endpoint,
  trigger: Trigger,
  serviceName: string,
  atMs: number,
  random: Random,
  { sample = 'plain', firedAtMs = atMs }: SampleChoice = {},
): SendRequest {
  const key = KEY_FLOOR + Math.floor(random.fraction() * KEY_FLOOR);
  const firing = sampleFiring(trigger, serviceName, firedAtMs, sample);
  return {
    endpoint,
    webhookId: formatId('msg', atMs, key),
    deliveryId: formatId('dlv', atMs, key),
    trigger,
    callId: sampleCallId(sample),
    attempt: 1,
    sequence: 1,
    atMs,
    payloadVersion: endpoint.payloadVersion,
    body: bodyFor(endpoint, writeForm(endpoint), firing),
    firing,
    test: true,
    permit: UNENDING_PERMIT,
  };
}

/** The firing of a call, as in an endpoint's first attempt. */
export function firedRequest(
  endpoint: Endpoint,
  callId: string,
  { key, firing }: KnownFiring,
  atMs: number,
): SendRequest {
  const { trigger, firedAtMs } = firing;
  return {
    endpoint,
    webhookId: formatId('msg', firedAtMs, key),
    deliveryId: formatId('dlv', atMs, KEY_FLOOR),
    trigger,
    callId,
    attempt: 1,
    sequence: 1,
    atMs,
    payloadVersion: endpoint.payloadVersion,
    body: bodyFor(endpoint, writeForm(endpoint), firing),
    firing,
    permit: UNENDING_PERMIT,
  };
}

/** An endpoint that exists only for a preview. Throws INVALID_INPUT if it could not exist. */
export function previewEndpoint(project: Project, input: PreviewInput): Endpoint {
  const { kind, contentKey, payloadVersion, signatureFormat } = input;
  const draft = draftOf({
    kind,
    ...(contentKey === undefined ? {} : { contentKey }),
    ...(payloadVersion === undefined ? {} : { payloadVersion }),
    ...(signatureFormat === undefined ? {} : { signatureFormat }),
    name: 'preview',
    target: PREVIEW_TARGETS[kind],
    triggers: [input.trigger],
    ...(takesPayload(kind) ? { auth: { method: 'rsa-sha256' } } : {}),
  });
  const fields = checkEndpoint(draft, { allowHttp: false }).map((error) =>
    error.field === '/triggers/0' ? { ...error, field: '/trigger' } : error,
  );
  if (fields.length > 0) {
    throw new ServiceError('INVALID_INPUT', 'No endpoint can have these settings.', { fields });
  }
  return {
    ...draft,
    // A preview signs nothing, so it needs no secret.
    auth: draft.auth === null ? null : { method: 'rsa-sha256' },
    headers: [],
    secretTarget: null,
    agent: agentSettings(draft.kind, draft.agent),
    key: asKey<EndpointKey>(0),
    id: formatId('ep', project.createdAtMs, 0),
    projectKey: project.key,
    projectId: project.id,
    enabled: true,
    disabledReason: null,
    disabledAtMs: null,
    deletedAtMs: null,
    createdAtMs: project.createdAtMs,
    updatedAtMs: project.createdAtMs,
    revision: 1,
  };
}
