/**
 * Verifies that a request is a webhook of the service, complete and recent. It checks everything
 * that is configured (signature, Bearer token, endpoint) and parses the payload. Pass the body
 * bytes as they arrived: JSON that was parsed and written again does not verify. The endpoint,
 * event, sequence and run in its result are signed, or sent with a token that only this endpoint
 * has.
 */
import { checkBearerToken } from './bearer-token.ts';
import { type Bytes, bytesOf, textOf } from './bytes.ts';
import { type FailedCheck, failed, type InvalidReason } from './check.ts';
import { type Credentials, checkSignatures } from './check-signatures.ts';
import { fixedKeySet, type KeySet } from './key-set.ts';
import { parsePayload, type WebhookPayload } from './payload.ts';
import type { PublicJwk } from './public-key.ts';
import { type HeadersLike, headerReader, type ReadHeader } from './request-headers.ts';
import { secretBytes } from './secret-signature.ts';

export type { InvalidReason } from './check.ts';

export type SignatureFormat = 'webhook-signature' | 'rfc9421' | 'both';

export interface VerifyOptions {
  readonly headers: HeadersLike;
  readonly rawBody: Uint8Array | string;
  /** The public keys of the project, or `createKeySet(jwksUrl)`. */
  readonly keys?: KeySet | readonly PublicJwk[];
  /** The token of the endpoint; two while one replaces the other. */
  readonly bearerToken?: string | readonly string[];
  /** The `whsec_` secret of an endpoint with hmac-sha256; two while one replaces the other. */
  readonly signingSecret?: string | readonly string[];
  /** The required signatures; unset: at least one, and each present one must be valid. */
  readonly signatureFormat?: SignatureFormat;
  /** How far `webhook-timestamp` may be from now. Default 300 s. */
  readonly toleranceS?: number;
  /** Your endpoint's id. Requests to another endpoint of the same project are refused. */
  readonly endpointId?: string;
  /**
   * Accepts requests of older services, whose signature does not cover event and sequence. Needs
   * `endpointId`. `sequence` is then null and the order is not checked; the event is not proven.
   */
  readonly acceptUnsignedIdentity?: boolean;
  /** The `contentKey` of the endpoint. Default `message`. */
  readonly contentKey?: string;
  readonly method?: string;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}

export interface ValidWebhook {
  readonly kind: 'valid';
  /** The same on every attempt of this delivery. Use it to recognise duplicates, per endpoint. */
  readonly webhookId: string;
  readonly endpointId: string;
  readonly event: string;
  /** From 1. For logs only: no signature covers it, so a proxy may have changed it. */
  readonly attempt: number;
  /**
   * Position in the order of this call's deliveries to this endpoint, from 1. Null if it is not
   * proven: see `acceptUnsignedIdentity`.
   */
  readonly sequence: number | null;
  /**
   * An operator asked for this delivery again, so it may come after later ones of its call. False
   * if that is not proven.
   */
  readonly reopened: boolean;
  /**
   * `acwRunId` for the result that a self-provided agent must post; null: the request launches no
   * agent.
   */
  readonly runId: string | null;
  /** What proves endpoint, event, sequence and run: a signature, or only the token. */
  readonly identity: 'signed' | 'token' | 'unsigned';
  readonly payload: WebhookPayload;
}

export interface InvalidWebhook {
  readonly kind: 'invalid';
  readonly reason: InvalidReason;
  readonly detail: string;
  /**
   * The status to answer: 503 if a later attempt may succeed, else a 4xx, after which the service
   * does not try again.
   */
  readonly answerStatus: 400 | 401 | 413 | 503;
}

export type VerifyResult = ValidWebhook | InvalidWebhook;

const TOLERANCE_S = 300;
const PAYLOAD_VERSIONS: readonly string[] = ['1', '2'];
/** The service sends at most 64 KiB. */
export const BODY_BYTES_MAX = 262_144;

/**
 * Rejects with a TypeError on options that would verify nothing: neither `keys` nor `bearerToken`
 * nor `signingSecret`, or a tolerance that accepts every time.
 */
export async function verifyWebhook(options: VerifyOptions): Promise<VerifyResult> {
  const { keys, bearerToken, toleranceS = TOLERANCE_S } = options;
  if (!Number.isFinite(toleranceS) || toleranceS < 0) {
    throw new TypeError('toleranceS must be a finite number of seconds, 0 or more');
  }
  const tokens = listed(bearerToken);
  const secrets = listed(options.signingSecret).map(secretBytes);
  if (keys === undefined && tokens.length === 0 && secrets.length === 0) {
    throw new TypeError('verifyWebhook needs keys, signingSecret or bearerToken');
  }
  if (options.acceptUnsignedIdentity === true && options.endpointId === undefined) {
    throw new TypeError('acceptUnsignedIdentity needs endpointId');
  }
  const rawBody = toBytes(options.rawBody);
  if (rawBody.length > BODY_BYTES_MAX) {
    return invalid(failed('body-too-large', `The body has more than ${BODY_BYTES_MAX} bytes.`));
  }
  const header = headerReader(options.headers);
  const facts = readFacts(header, options);
  if (facts.kind === 'failed') return invalid(facts);
  if (tokens.length > 0) {
    const check = await checkBearerToken(header('authorization'), tokens);
    if (check.kind === 'failed') return invalid(check);
  }
  const { method = 'POST', signatureFormat } = options;
  const credentials: Credentials = {
    keys: keys === undefined || 'keyById' in keys ? (keys ?? null) : fixedKeySet(keys),
    secrets,
  };
  let identity: ValidWebhook['identity'] = 'token';
  let reopened = header('webhook-reopened') === 'true';
  if (credentials.keys !== null || secrets.length > 0) {
    const request = { header, method, rawBody };
    const check = await checkSignatures(request, credentials, facts, signatureFormat);
    if (check.kind === 'failed') return invalid(check);
    if (check.identity === 'signed' || tokens.length === 0) {
      ({ identity, reopened } = check);
    }
  }
  if (identity === 'unsigned' && options.acceptUnsignedIdentity !== true) {
    return invalid(failed('identity-unsigned', IDENTITY_UNSIGNED));
  }
  const parsed = parsePayload(textOf(rawBody), facts.event, options.contentKey);
  if (parsed.kind === 'malformed') return invalid(failed('payload-malformed', parsed.detail));
  const { webhookId, endpointId, event, attempt, runId } = facts;
  const { payload } = parsed;
  const sequence = identity === 'unsigned' ? null : facts.sequence;
  const named = { webhookId, endpointId, event, attempt, sequence, reopened, runId, identity };
  return { kind: 'valid', ...named, payload };
}

const IDENTITY_UNSIGNED =
  'The signature does not cover webhook-endpoint-id, webhook-event and webhook-sequence.';

function listed(values: string | readonly string[] | undefined): readonly string[] {
  return typeof values === 'string' ? [values] : (values ?? []);
}

interface Facts {
  readonly kind: 'facts';
  readonly webhookId: string;
  readonly endpointId: string;
  readonly event: string;
  readonly attempt: number;
  readonly sequence: number;
  readonly runId: string | null;
  readonly timestampS: number;
  readonly nowS: number;
}

/** Without dots, which separate the parts of the signed content. */
const ID = /^[\x21-\x2d\x2f-\x7e]{1,256}$/;
const REQUIRED = {
  'webhook-id': ID,
  'webhook-endpoint-id': ID,
  'webhook-event': /^[A-Z][A-Z0-9_]{0,127}$/,
  'webhook-timestamp': /^[1-9]\d{0,11}$/,
  'webhook-attempt': /^[1-9]\d{0,8}$/,
  'webhook-sequence': /^[1-9]\d{0,8}$/,
} as const;

function readFacts(header: ReadHeader, options: VerifyOptions): Facts | FailedCheck {
  for (const [name, pattern] of Object.entries(REQUIRED)) {
    const value = header(name);
    if (value === null) return failed('missing-header', `${name} is missing.`);
    if (!pattern.test(value)) return failed('malformed-header', `${name} is malformed.`);
  }
  const runId = header('acw-run-id');
  if (runId !== null && !ID.test(runId)) {
    return failed('malformed-header', 'acw-run-id is malformed.');
  }
  const agentId = header('acw-agent-id');
  if (agentId !== null && agentId !== header('webhook-endpoint-id')) {
    return failed('malformed-header', 'acw-agent-id is another than webhook-endpoint-id.');
  }
  const version = header('webhook-payload-version');
  if (version !== null && version !== undefined && !PAYLOAD_VERSIONS.includes(version)) {
    return failed('payload-version', 'The payload has a version that is not known here.');
  }
  const endpointId = header('webhook-endpoint-id') ?? '';
  if (options.endpointId !== undefined && options.endpointId !== endpointId) {
    return failed('wrong-endpoint', 'The webhook was sent to another endpoint.');
  }
  const timestampS = Number(header('webhook-timestamp'));
  const nowS = (options.now ?? Date.now)() / 1_000;
  const aheadS = timestampS - nowS;
  const toleranceS = options.toleranceS ?? TOLERANCE_S;
  // Written so that a clock that returns NaN refuses everything.
  if (!(aheadS >= -toleranceS)) return failed('timestamp-too-old', 'webhook-timestamp is too old.');
  if (aheadS > toleranceS) {
    return failed('timestamp-in-future', 'webhook-timestamp is in the future.');
  }
  return {
    kind: 'facts',
    webhookId: header('webhook-id') ?? '',
    endpointId,
    event: header('webhook-event') ?? '',
    attempt: Number(header('webhook-attempt')),
    sequence: Number(header('webhook-sequence')),
    runId,
    timestampS,
    nowS,
  };
}

/** A copy: what was checked is what is parsed, whatever a caller does to the bytes meanwhile. */
function toBytes(body: Uint8Array | string): Bytes {
  return typeof body === 'string' ? bytesOf(body) : new Uint8Array(body);
}

function invalid({ reason, detail }: FailedCheck): InvalidWebhook {
  return { kind: 'invalid', reason, detail, answerStatus: answerStatusOf(reason) };
}

/** A key that is unknown now may be fetched at the next attempt. */
function answerStatusOf(reason: InvalidReason): InvalidWebhook['answerStatus'] {
  if (reason === 'keys-unavailable' || reason === 'unknown-key') return 503;
  if (reason === 'body-too-large') return 413;
  return reason === 'payload-malformed' || reason === 'payload-version' ? 400 : 401;
}
