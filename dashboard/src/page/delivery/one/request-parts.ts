/**
 * The request of an attempt, put together from what is stored: its headers, the same as a command
 * for curl, and the check of its signature by openssl. Credentials are never part of it. Pure.
 */
import { takesPayload } from '../../../../../src/core/endpoint/endpoint.ts';
import type { AttemptRecord, DeliveryDetail, EndpointRecord } from '../../../api/record.ts';
import { useText, type Words } from '../../../i18n/words.ts';
import { errorWords } from '../../../word/delivery-state.ts';

export interface RequestHeader {
  readonly name: string;
  /** Null: a credential, or a signature that was made for this attempt. */
  readonly value: string | null;
  /** `masked`: of a static header; only its last characters are known here. */
  readonly hidden?: 'credential' | 'signature' | 'masked';
}

type Delivery = Pick<
  DeliveryDetail,
  'messageId' | 'trigger' | 'endpointId' | 'sequence' | 'body' | 'attempts'
>;
type Endpoint = Pick<EndpointRecord, 'kind' | 'auth' | 'signatureFormat' | 'headers' | 'target'>;

/** Kinds that get the body as it is, with the headers of a webhook. */
export function takesWebhook(kind: EndpointRecord['kind']): boolean {
  return takesPayload(kind);
}

/** `attempt` null: of the next one, whose time is not known yet. */
export function requestHeaders(
  delivery: Delivery,
  endpoint: Endpoint,
  attempt: Pick<AttemptRecord, 'number' | 'startedAt'> | null,
): readonly RequestHeader[] {
  if (!takesWebhook(endpoint.kind)) return [{ name: 'content-type', value: 'application/json' }];
  return [
    { name: 'content-type', value: 'application/json' },
    { name: 'webhook-id', value: delivery.messageId },
    ...(attempt === null
      ? []
      : [{ name: 'webhook-timestamp', value: String(secondsOf(attempt.startedAt)) }]),
    { name: 'webhook-event', value: delivery.trigger },
    { name: 'webhook-endpoint-id', value: delivery.endpointId },
    { name: 'webhook-attempt', value: String(attempt?.number ?? delivery.attempts + 1) },
    { name: 'webhook-sequence', value: String(delivery.sequence) },
    { name: 'webhook-payload-version', value: '1' },
    ...credentials(endpoint),
    ...endpoint.headers.map(({ name, value }) => ({
      name: name.toLowerCase(),
      value,
      hidden: 'masked' as const,
    })),
  ];
}

function credentials({ auth, signatureFormat }: Endpoint): readonly RequestHeader[] {
  if (auth === null) return [];
  if (auth.method === 'bearer') {
    return [{ name: 'authorization', value: null, hidden: 'credential' }];
  }
  const simple = ['webhook-signature', 'webhook-identity-signature'];
  const message = ['content-digest', 'signature-input', 'signature'];
  const names = {
    'webhook-signature': ['webhook-key-id', ...simple],
    rfc9421: message,
    both: ['webhook-key-id', ...simple, ...message],
  } as const;
  const added = auth.method === 'hmac-sha256' ? simple : names[signatureFormat];
  return added.map((name) => ({ name, value: null, hidden: 'signature' }));
}

/**
 * Secrets stand as variables of the shell, `$TOKEN` and `$X_TENANT`; a signature cannot be made
 * without the private key.
 */
export function curlCommand(delivery: Delivery, endpoint: Endpoint): string {
  const headers = requestHeaders(delivery, endpoint, null).flatMap(({ name, value, hidden }) => {
    if (hidden === 'credential') return [`-H "${name}: Bearer $TOKEN"`];
    if (hidden === 'masked') return [`-H "${name}: $${variableOf(name)}"`];
    return value === null ? [] : [`-H ${quoted(`${name}: ${value}`)}`];
  });
  return [
    `curl -X POST ${quoted(endpoint.target ?? '')}`,
    ...headers,
    `--data-binary ${quoted(delivery.body)}`,
  ].join(' \\\n  ');
}

function variableOf(header: string): string {
  return header.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_');
}

/** Quotes for a shell: within single quotes only the closing quote is special. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

type SignedDelivery = Pick<Delivery, 'messageId' | 'endpointId' | 'trigger' | 'sequence'> & {
  /** The id of the run that it launches. */
  readonly runId?: string;
};

/**
 * The signed content of the identity signature before the body (src/channel/custom/signature.ts).
 */
export function signedPrefix(
  { messageId, endpointId, trigger, sequence, runId = '' }: SignedDelivery,
  attempt: Pick<AttemptRecord, 'startedAt'> | null,
  version = 'v2rs256',
): string {
  const time = attempt === null ? '…' : String(secondsOf(attempt.startedAt));
  return `${[version, messageId, time, endpointId, trigger, sequence, '1', runId].join('.')}.`;
}

interface OpensslPlace {
  /** The address of the service, with a trailing slash. */
  readonly base: string;
  readonly project: string;
}

/** The command of the guide for receivers, with the known values filled in. */
export function opensslCommand(
  delivery: SignedDelivery,
  attempt: Pick<AttemptRecord, 'startedAt'> | null,
  { base, project }: OpensslPlace,
): string {
  return [
    "WEBHOOK_KEY_ID='…'",
    "WEBHOOK_IDENTITY_SIGNATURE='v2rs256,…'",
    `SIGNED=${quoted(signedPrefix(delivery, attempt))}`,
    `curl -fsS -o key.pem "${base}v1/projects/${project}/signing-keys/\${WEBHOOK_KEY_ID%% *}.pem"`,
    `{ printf '%s' "$SIGNED"; cat body; } > signed`,
    `printf '%s' "\${WEBHOOK_IDENTITY_SIGNATURE%% *}" | cut -d, -f2 | base64 -d > signature`,
    'openssl dgst -sha256 -verify key.pem -signature signature signed',
  ].join('\n');
}

function secondsOf(iso: string): number {
  return Math.floor(Date.parse(iso) / 1_000);
}

const OPEN: readonly string[] = ['waiting', 'due', 'sending', 'retrying', 'held'];

/**
 * Why a delivery cannot be replayed now, as the service would say it; null when it can. The
 * service decides; this only says it in advance. Pure.
 */
export function replayRefusal(
  state: string,
  endpoint: Pick<EndpointRecord, 'kind' | 'enabled'> | undefined,
  t: Words['deliveryRecord']['action'],
): string | null {
  if (OPEN.includes(state)) return t.replayOpen;
  if (endpoint === undefined) return t.replayRemoved;
  const { kind, enabled } = endpoint;
  if (kind === 'self-provided-agent' || isInside(kind)) return t.replayAgent;
  return enabled ? null : t.replayDisabled;
}

/** Agents within the service: nothing goes over the network. */
export function isInside(kind: EndpointRecord['kind']): boolean {
  return !takesWebhook(kind) && kind.startsWith('builtin-');
}

/** The properties of every tab of an attempt. */
export interface AttemptPart {
  readonly delivery: DeliveryDetail;
  readonly endpoint: EndpointRecord | undefined;
  /** Null: there was no attempt yet. */
  readonly attempt: AttemptRecord | null;
}

/**
 * The outcome of an attempt in a few words: `Status 503`, `no answer in time`.
 */
export function useAnswer({ status, error, outcome }: AttemptRecord): string {
  const t = useText('deliveryRecord');
  const words = useText('word');
  if (status !== null) return t.answer(status);
  if (error !== null) return errorWords(error, words);
  return outcome === 'delivered' ? t.done : outcome;
}
