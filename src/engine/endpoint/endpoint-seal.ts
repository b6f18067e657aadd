/**
 * Makes the stored settings of a checked draft: tokens, header values and the URLs of Slack and
 * Teams are sealed. A secret that did not change keeps its sealed text, so that an edit without
 * effect can be recognised.
 */

import { agentSettings } from '../../core/endpoint/agent-rules.ts';
import {
  type Endpoint,
  type EndpointAuth,
  type EndpointHeader,
  type EndpointSettings,
  hasSecretTarget,
  type Sealed,
} from '../../core/endpoint/endpoint.ts';
import { hintOf, maskedUrl } from '../../core/endpoint/secret-hint.ts';
import type { FieldError } from '../../core/error/service-error.ts';
import {
  HEADER_CONTEXT,
  headerPlace,
  isSealedText,
  recordPlace,
  SECRET_CONTEXT,
  type SealedRecord,
  type Secrets,
  TARGET_CONTEXT,
  TOKEN_CONTEXT,
} from '../ports/secrets.ts';
import { type EndpointDraft, inTableOrder, opsInTableOrder } from './endpoint-draft.ts';

/**
 * The secrets that the operator must send: those that were left out although there is none to keep,
 * or although the requests would take them elsewhere. A secret never follows a target to another
 * origin; otherwise an editor of an endpoint could read it. To another address of the same origin
 * it is sent if the operator says so. A secret of hmac-sha256 is never part of a request, so it
 * stays.
 */
export function missingSecrets(
  draft: EndpointDraft,
  present: Endpoint | null,
): readonly FieldError[] {
  const way = present === null ? 'none' : wayOf(present.target, draft.target);
  const moves = way === 'origin' || (way === 'address' && draft.keepSecrets !== true);
  const rest = REST[way];
  const keepsToken = !moves && present?.auth?.method === 'bearer';
  const { method, token = null } = draft.auth ?? {};
  const noToken = method === 'bearer' && token === null && !keepsToken;
  const kept = new Set(moves ? [] : present?.headers.map((header) => header.name));
  return [
    ...(noToken ? [{ field: '/auth/token', message: `Send the token${rest}` }] : []),
    ...draft.headers.flatMap(({ name, value }, index) =>
      value === null && !kept.has(name)
        ? [{ field: `/headers/${index}/value`, message: `Send the value${rest}` }]
        : [],
    ),
  ];
}

const REST = {
  none: '.',
  address: ' again, or keepSecrets: true to let it go along: the address of the target changed.',
  origin: ' again: the target is on another origin.',
} as const;

/** How far a target moves; even another path or query may lead to another receiver. */
function wayOf(before: string | null, after: string | null): keyof typeof REST {
  if (originOf(before) !== originOf(after)) return 'origin';
  return addressOf(before) === addressOf(after) ? 'none' : 'address';
}

function addressOf(target: string | null): string | null {
  return target !== null && URL.canParse(target) ? new URL(target).href : target;
}

/** The masked form of a target stands for the present secret target; null: the target is new. */
export function keptTarget(
  { kind, target }: Pick<EndpointDraft, 'kind' | 'target'>,
  present: Endpoint | null,
): Sealed | null {
  return hasSecretTarget(kind) && present?.target === target ? present.secretTarget : null;
}

/** A text that is no address counts as its own origin; the rules of targets refuse it. */
function originOf(target: string | null): string | null {
  return target !== null && URL.canParse(target) ? new URL(target).origin : target;
}

/**
 * `draft` has been checked, and every secret that it leaves out exists in `present`. `record`: the
 * record for which the secrets are sealed.
 */
export function sealDraft(
  draft: EndpointDraft,
  present: Endpoint | null,
  secrets: Pick<Secrets, 'seal' | 'open'>,
  record: SealedRecord,
): EndpointSettings {
  const place = recordPlace(record);
  const reseal: Reseal = (plain, context, sealed, name) => {
    const at = name === undefined ? place : headerPlace(place, name);
    return sealed !== undefined && isSealedText(secrets, sealed, context, plain, at)
      ? sealed
      : secrets.seal(plain, context, at);
  };
  return {
    name: draft.name,
    kind: draft.kind,
    ...sealTarget(draft, present, reseal),
    triggers: inTableOrder(draft.triggers),
    opsTriggers: opsInTableOrder(draft.opsTriggers),
    auth: sealAuth(draft.auth, present?.auth ?? null, reseal),
    filter: draft.filter,
    contentKey: draft.contentKey,
    payloadVersion: draft.payloadVersion,
    signatureFormat: draft.signatureFormat,
    headers: sealHeaders(draft.headers, present?.headers ?? [], reseal),
    timeoutMs: draft.timeoutMs,
    retryScheduleMs: draft.retryScheduleMs,
    retryOther4xx: draft.retryOther4xx,
    pacing: draft.pacing,
    agent: agentSettings(draft.kind, draft.agent),
  };
}

type Reseal = (
  plain: string,
  context: string,
  sealed: Sealed | undefined,
  header?: string,
) => Sealed;

function sealTarget(
  draft: EndpointDraft,
  present: Endpoint | null,
  reseal: Reseal,
): Pick<EndpointSettings, 'target' | 'secretTarget'> {
  const { kind, target } = draft;
  if (target === null || !hasSecretTarget(kind)) return { target, secretTarget: null };
  const kept = keptTarget(draft, present);
  if (kept !== null) return { target, secretTarget: kept };
  return {
    target: maskedUrl(target),
    secretTarget: reseal(target, TARGET_CONTEXT, present?.secretTarget ?? undefined),
  };
}

function sealAuth(
  draft: EndpointDraft['auth'],
  present: EndpointAuth | null,
  reseal: Reseal,
): EndpointAuth | null {
  if (draft === null) return null;
  const { method, token = null, secret = null } = draft;
  switch (method) {
    case 'rsa-sha256':
      return { method };
    case 'bearer': {
      const kept = present?.method === method ? present : null;
      if (token === null) return kept;
      const sealed = reseal(token, TOKEN_CONTEXT, kept?.token);
      return { method, token: sealed, tokenHint: hintOf(token) };
    }
    case 'hmac-sha256': {
      const kept = present?.method === method ? present : null;
      if (secret === null) return kept;
      const sealed = reseal(secret, SECRET_CONTEXT, kept?.secret);
      if (kept?.secret === sealed) return kept;
      return { method, secret: sealed, secretHint: hintOf(secret), retiring: [] };
    }
  }
}

function sealHeaders(
  draft: EndpointDraft['headers'],
  present: readonly EndpointHeader[],
  reseal: Reseal,
): readonly EndpointHeader[] {
  return draft.flatMap(({ name, value }) => {
    const kept = present.find((header) => header.name === name);
    if (value === null) return kept === undefined ? [] : [kept];
    return [{ name, value: reseal(value, HEADER_CONTEXT, kept?.value, name), hint: hintOf(value) }];
  });
}
