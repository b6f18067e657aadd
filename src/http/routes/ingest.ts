/**
 * Step 1 for platforms that post their own callbacks: `/v1/ingest/{adapter}/{sourceId}`. The
 * adapter says which methods, content types and sizes its platform needs; it reads the exact bytes
 * and checks the signature against the configured address, never the Host header. The answer is
 * sent after the commit; a genuine request without use is answered alike, because a platform would
 * only send it again. Source: S2.14, S2.15, S2.22.
 */
import { isUtf8 } from 'node:buffer';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../core/error/service-error.ts';
import type { Outcome } from '../../engine/platform-intake.ts';
import {
  type IngestAdapter,
  type IngestMethod,
  type IngestResult,
  STATUS_CODES,
} from '../../engine/ports/ingest-adapter.ts';
import type { Source } from '../../engine/ports/manage-store.ts';
import type { App } from '../app.ts';
import { baseOf } from '../base-url.ts';
import { maskedLater } from '../masking/masked-body.ts';
import { replyWithProblem } from '../reply/error-reply.ts';
import type { BodyBudget, BodyShare } from '../request/body-budget.ts';
import { closeAfter, receiveBody } from '../request/bounded-body.ts';
import { IngestPath } from '../schema/ingest.ts';
import { NoContent, replies, Type } from '../schema/shared.ts';
import { NOT_MAPPED } from '../schema/source.ts';
import type { Service } from '../service.ts';

const FORM = 'application/x-www-form-urlencoded';
/** An unwanted body of so many bytes is received and dropped, and the connection goes on. */
const DUMPED_BYTES_MAX = 64 * 1024;
/** A platform that calls with GET puts what it says into the query. */
const QUERY_FIELDS_MAX = 100;

const FOR_PLATFORMS =
  'For the platform, not for you: the platform signs it with the secret of the source, and it ' +
  'needs no API key. `callId` and `clientId` may stand in the query of the address that you give ' +
  'to the platform. ';

export function registerIngestRoutes(app: App, service: Service, budget: BodyBudget): void {
  const adapters = new Map(service.adapters.map((adapter) => [adapter.name, adapter]));
  app.removeAllContentTypeParsers();
  // The adapter says how long a body may be, so the route reads it.
  app.addContentTypeParser('*', (_request, _message, done) => done(null, undefined));
  const answer = async (
    request: FastifyRequest<{ Params: { adapter: string; sourceId: string } }>,
    reply: FastifyReply,
  ) => {
    const adapter = adapters.get(request.params.adapter);
    const opened =
      adapter === undefined
        ? null
        : await service.sources.open(adapter.name, request.params.sourceId);
    if (adapter === undefined || opened === null) {
      throw new ServiceError('NOT_FOUND', 'There is no such ingest source.');
    }
    const share = budget.open();
    try {
      return await take(app, service, { adapter, ...opened, request, reply, share });
    } catch (error) {
      return refuse(error, adapter, request, reply);
    } finally {
      share.close();
    }
  };
  app.post(
    '/v1/ingest/:adapter/:sourceId',
    {
      config: { scope: null },
      schema: {
        operationId: 'ingestCallback',
        summary: 'Receive a callback of a telephony platform',
        description:
          `${FOR_PLATFORMS}A 503 means that nothing was stored; Twilio sends again only if the ` +
          'address says so, as in `#rc=5&rp=5xx,ct,rt`.',
        tags: ['ingest'],
        params: IngestPath,
        response: replies({ 200: Answer, 204: NoContent }),
      },
    },
    answer,
  );
  app.get(
    '/v1/ingest/:adapter/:sourceId',
    {
      config: { scope: null },
      schema: {
        operationId: 'ingestQuery',
        summary: 'Receive a callback of a platform that calls with GET, or a try of the address',
        description: `${FOR_PLATFORMS}Most platforms post; for those this is 405.`,
        tags: ['ingest'],
        params: IngestPath,
        response: replies({ 200: Answer, 204: NoContent }),
      },
    },
    answer,
  );
}

const Answer = Type.Any({ description: 'What the platform wants to read' });

interface Asked {
  readonly adapter: IngestAdapter;
  readonly source: Source;
  readonly secrets: readonly string[];
  readonly settings: object | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Of the memory for the bodies of all callbacks. */
  readonly share: BodyShare;
}

async function take(app: App, service: Service, asked: Asked): Promise<FastifyReply> {
  const { adapter, source, secrets, settings, request, reply } = asked;
  const method = methodOf(asked);
  const contentType = typeOf(asked);
  const atMs = request.receivedAtMs;
  const claim = unclaimed(asked);
  const body = claim === null ? await bodyOf(asked, contentType, service) : '';
  const noted = (result: string, proven: boolean | null, of: Partial<Outcome> = {}) => {
    // No data of a deleted call is stored again, not even for the operator of its source.
    const shown = of.deleted === true ? nothing : maskedLater(body, contentType === FORM);
    service.sources.note(source, { atMs, result, body: shown, proven, callIds: of.callIds ?? [] });
  };
  if (claim !== null) {
    if (!(Number(request.headers['content-length']) <= DUMPED_BYTES_MAX)) closeAfter(reply);
    noted(`refused: SIGNATURE_INVALID: ${claim}`, false);
    throw new ServiceError('SIGNATURE_INVALID', claim);
  }
  if (secrets.length === 0) {
    noted(NOT_OPENED, null);
    throw new ServiceError('SIGNATURE_INVALID', 'The signature cannot be checked now.');
  }
  if (method === 'HEAD') return reply.code(200).send();
  const result = adapter.read({
    method,
    contentType,
    body,
    headers: headersOf(request),
    publicUrl: addressOf(request.url, source, () => baseOf(service.publicUrl, app.server).url),
    query: queryOf(request.url),
    secrets,
    nowMs: atMs,
    settings,
  });
  if (result.kind === 'refused') {
    noted(`refused: ${result.code}: ${result.detail}`, isProven(result));
    throw new ServiceError(result.code, result.detail);
  }
  for (const value of result.unmapped) {
    service.emit({ name: 'ingest.unmapped', adapter: adapter.name, value });
  }
  if (result.reports.length > 0) {
    await service.reportRate.take(source.projectKey, result.reports.length);
  }
  const outcome = await service.platforms.take(source, result, atMs, request.callerSpan);
  noted([outcome.text, ...result.unmapped].join(NOT_MAPPED), true, outcome);
  const { status, body: said, contentType: type } = result.answer ?? adapter.answer;
  if (status === 204) return reply.code(204).send(null);
  return reply.code(status).type(type).serializer(String).send(said);
}

const nothing = () => '';

const NOT_OPENED =
  'refused: the secret of this source does not open: it was sealed by another master key, or for ' +
  'another source. Enter it again.';

/** Only a request with a valid signature is known to come from the platform. */
function isProven(result: IngestResult): boolean {
  return result.kind !== 'refused' || result.code === 'INVALID_INPUT';
}

/** Answers as the platform needs it; what it has no rule for goes the way of every problem. */
function refuse(
  error: unknown,
  { statusOf }: IngestAdapter,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const code = error instanceof ServiceError ? error.code : null;
  const known = STATUS_CODES.find((each) => each === code);
  const status = known === undefined ? undefined : statusOf[known];
  if (status === undefined) throw error;
  return replyWithProblem(error, request, reply, { status });
}

function methodOf({ adapter, request, reply }: Asked): IngestMethod {
  const { methods } = adapter;
  const found = methods.find((method) => method === request.method);
  if (found !== undefined) return found;
  const allow = [...methods].sort().join(', ');
  reply.header('allow', allow);
  throw new ServiceError('METHOD_NOT_ALLOWED', `Callbacks of ${adapter.name} come with ${allow}.`);
}

/**
 * What a request says that does not even claim to be the platform's: a stranger fills no memory.
 * Null: its body is worth reading.
 */
function unclaimed({ adapter, settings, request }: Asked): string | null {
  if (request.method !== 'POST') return null;
  const names = adapter.proofHeaders(settings);
  if (names.length === 0 || names.some((name) => (request.headers[name] ?? '') !== '')) return null;
  return `The header ${names.join(' or ')} is missing.`;
}

/** Of the body, in lower case without parameters; empty if there is none. */
function typeOf({ adapter, request }: Asked): string {
  if (request.method !== 'POST') return '';
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (adapter.contentTypes.includes(type)) return type;
  throw new ServiceError('MEDIA_TYPE', `Send the body as ${adapter.contentTypes.join(' or ')}.`);
}

async function bodyOf(
  { adapter, request, reply, share }: Asked,
  type: string,
  { emit }: Pick<Service, 'emit'>,
): Promise<string> {
  if (request.method !== 'POST') return '';
  const bytes = await receiveBody(request, reply, adapter.bodyBytesMax, share).catch((error) => {
    // The store has not been asked yet: it is the bodies of others that leave no room.
    if (error instanceof ServiceError && error.code === 'OVERLOADED') {
      emit({ name: 'ingest.overloaded' });
    }
    throw error;
  });
  if (isUtf8(bytes)) return bytes.toString('utf8');
  const code = type === FORM ? 'MALFORMED_FORM' : 'MALFORMED_JSON';
  throw new ServiceError(code, 'The body is not valid UTF-8.');
}

/** The address that the platform was given, with the query of the request at `url`. */
function addressOf(url: string, source: Source, base: () => string): string {
  const search = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  if (source.publicUrl !== null) return (source.publicUrl.split('?', 1)[0] ?? '') + search;
  return `${base()}/v1/ingest/${source.adapter}/${source.id}${search}`;
}

/** Strict, because guessing an id from a broken escape could name another call. */
function queryOf(url: string): Readonly<Record<string, string>> {
  const search = url.indexOf('?') < 0 ? '' : url.slice(url.indexOf('?') + 1);
  const values = new Map<string, string>();
  const parts = search.split('&', QUERY_FIELDS_MAX + 1);
  if (parts.length > QUERY_FIELDS_MAX) {
    throw invalid('', `has more than ${QUERY_FIELDS_MAX} fields`);
  }
  for (const part of parts) {
    if (part === '') continue;
    const [name = '', ...rest] = part.split('=').map(decode);
    if (values.has(name)) throw invalid(name, 'is given twice');
    values.set(name, rest.join('='));
  }
  return Object.fromEntries(values);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    throw invalid('', 'holds a broken percent escape');
  }
}

function invalid(name: string, message: string): ServiceError {
  const field = name === '' ? 'query' : `query.${name}`;
  return new ServiceError('INVALID_PARAMETER', 'The query of the address is wrong.', {
    fields: [{ field, message }],
  });
}

function headersOf(request: FastifyRequest): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, value?.toString()]),
  );
}
