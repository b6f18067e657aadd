/**
 * Step 8: the settings of an endpoint that a request needs, checked and unsealed once per revision.
 * Holds tokens in the clear, in memory only; reasons for a refusal never repeat them.
 */
import { createSecretKey } from 'node:crypto';
import { createBoundedCache } from '../../core/bounded-cache.ts';
import {
  type Endpoint,
  type EndpointAuth,
  isPulled,
  SECRET_PREFIX,
} from '../../core/endpoint/endpoint.ts';
import { headerFaults } from '../../core/endpoint/header-rules.ts';
import type { EndpointKey } from '../../core/id.ts';
import {
  HEADER_CONTEXT,
  headerPlace,
  opened,
  recordPlace,
  SECRET_CONTEXT,
  type Secrets,
  TOKEN_CONTEXT,
} from '../../engine/ports/secrets.ts';
import type { Guard } from '../destination-guard.ts';
import { type Failure, failure } from '../send-failure.ts';
import type { SigningSecret } from './signature.ts';

export interface StaticHeader {
  readonly name: string;
  readonly value: string;
}

export type OpenedEndpoint =
  | {
      readonly kind: 'ready';
      /** Empty for a pull endpoint. */
      readonly target: string;
      readonly headers: readonly StaticHeader[];
      readonly credential: Credential;
      /** All its secrets, in the clear. */
      readonly secrets: readonly string[];
    }
  | { readonly kind: 'unusable'; readonly failure: Failure };

/** How a request is authenticated: the credentials that it carries, or the keys that sign it. */
export type Credential =
  | { readonly kind: 'token'; readonly authorization: string }
  /** The signing keys of the project. */
  | { readonly kind: 'keys' }
  | { readonly kind: 'secrets'; readonly signing: readonly SigningSecret[] };

export type OpenEndpoint = (endpoint: Endpoint) => OpenedEndpoint;

const OPENED_MAX = 10_000;

export function createEndpointOpener(options: {
  readonly secrets: Pick<Secrets, 'open'>;
  readonly guard: Pick<Guard, 'checkTarget'>;
}): OpenEndpoint {
  const remembered = createBoundedCache<
    EndpointKey,
    { readonly revision: number; readonly it: OpenedEndpoint }
  >(OPENED_MAX);
  return (endpoint) => {
    const present = remembered.get(endpoint.key);
    if (present?.revision === endpoint.revision) return present.it;
    const it = open(endpoint, options);
    remembered.set(endpoint.key, { revision: endpoint.revision, it });
    return it;
  };
}

function open(
  endpoint: Endpoint,
  { secrets, guard }: Parameters<typeof createEndpointOpener>[0],
): OpenedEndpoint {
  const { target, auth } = endpoint;
  if (target === null && !isPulled(endpoint.kind)) {
    return misconfigured('The endpoint has no target.');
  }
  if (auth === null) return misconfigured('The endpoint has no authentication.');
  // The rules of registration apply to each attempt, because the allow list may have become
  // shorter.
  const refusal = target === null ? null : guard.checkTarget(target);
  if (refusal !== null) {
    return { kind: 'unusable', failure: { kind: 'blocked', detail: refusal } };
  }
  const place = recordPlace(endpoint);
  const headers: StaticHeader[] = [];
  for (const { name, value } of endpoint.headers) {
    const plain = opened(secrets, value, HEADER_CONTEXT, headerPlace(place, name));
    if (plain === null)
      return misconfigured(
        'The value of a static header cannot be opened: it was sealed by another master key, or ' +
          'for another endpoint; enter it again.',
      );
    headers.push({ name, value: plain });
  }
  if (headerFaults(headers).length > 0) return misconfigured('A static header cannot be sent.');
  const found = credentialOf(auth, secrets, place);
  if (typeof found === 'string') return misconfigured(found);
  const { credential, plain } = found;
  const hidden = [...plain, ...headers.map(({ value }) => value)];
  return { kind: 'ready', target: target ?? '', headers, credential, secrets: hidden };
}

/** Returns the credential with its secrets in the clear, or a sentence why it cannot be used. */
function credentialOf(
  auth: EndpointAuth,
  secrets: Pick<Secrets, 'open'>,
  place: string,
): { readonly credential: Credential; readonly plain: readonly string[] } | string {
  switch (auth.method) {
    case 'rsa-sha256':
      return { credential: { kind: 'keys' }, plain: [] };
    case 'bearer': {
      const token = opened(secrets, auth.token, TOKEN_CONTEXT, place);
      if (token === null) return `The Bearer token ${NOT_OPENED}; enter it again.`;
      if (!B64TOKEN.test(token)) return 'The Bearer token holds characters that cannot be sent.';
      return { credential: { kind: 'token', authorization: `Bearer ${token}` }, plain: [token] };
    }
    case 'hmac-sha256': {
      const found = openedSecrets(auth, secrets, place);
      if (found === null) return `The signing secret ${NOT_OPENED}; rotate it.`;
      const signing = found.map(({ text, untilMs }) => ({
        key: createSecretKey(text.slice(SECRET_PREFIX.length), 'base64'),
        untilMs,
      }));
      const plain = found.map(({ text }) => text);
      return { credential: { kind: 'secrets', signing }, plain };
    }
  }
}

const NOT_OPENED = 'cannot be opened: it was sealed by another master key, or for another endpoint';

/** RFC 6750 section 2.1. */
const B64TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;

function misconfigured(detail: string): OpenedEndpoint {
  return { kind: 'unusable', failure: failure('configuration', detail) };
}

/**
 * In the clear, the present secret first, each with its end; null if one of them cannot be opened.
 */
export function openedSecrets(
  auth: Extract<EndpointAuth, { readonly method: 'hmac-sha256' }>,
  secrets: Pick<Secrets, 'open'>,
  place: string,
): readonly { readonly text: string; readonly untilMs: number | null }[] | null {
  const kept = [{ secret: auth.secret, untilMs: null }, ...auth.retiring];
  const found = kept.flatMap(({ secret, untilMs }) => {
    const text = opened(secrets, secret, SECRET_CONTEXT, place);
    return text === null ? [] : [{ text, untilMs }];
  });
  return found.length < kept.length ? null : found;
}
