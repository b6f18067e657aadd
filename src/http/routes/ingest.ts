/**
 * Step 1 for platforms that post their own callbacks: `/v1/ingest/{adapter}/{sourceId}`. The
 * adapter reads the exact bytes and checks the signature against the configured address, never the
 * Host header. 204 is sent after the commit; a genuine request without use is answered 204 too,
 * because a provider would only send it again. Source: S2.14, S2.15.
 */
import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../../core/error/service-error.ts';
import type { IngestAdapter, IngestResult } from '../../engine/ports/ingest-adapter.ts';
import type { Source } from '../../engine/ports/manage-store.ts';
import type { App } from '../app.ts';
import { baseOf } from '../base-url.ts';
import { maskedBody } from '../masking/masked-body.ts';
import { IngestPath } from '../schema/ingest.ts';
import { NoContent, replies } from '../schema/shared.ts';
import type { Service } from '../service.ts';

const FORM = 'application/x-www-form-urlencoded';
const QUERY_FIELDS_MAX = 20;

export function registerIngestRoutes(app: App, service: Service): void {
  const adapters = new Map(service.adapters.map((adapter) => [adapter.name, adapter]));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => {
    done(null, bytes);
  });
  app.post(
    '/v1/ingest/:adapter/:sourceId',
    {
      config: { scope: null },
      bodyLimit: service.limits.reportBytesMax,
      schema: {
        operationId: 'ingestCallback',
        summary: 'Receive a callback of a telephony platform',
        description:
          'For the platform, not for you: the platform signs it with the secret of the source, ' +
          'and it needs no API key. `callId` and `clientId` may stand in the query of the ' +
          'address that you give to the platform. A 503 means that nothing was stored; Twilio ' +
          'sends again only if the address says so, as in `#rc=5&rp=5xx,ct,rt`.',
        tags: ['ingest'],
        params: IngestPath,
        response: replies({ 204: NoContent }),
      },
    },
    async (request, reply) => {
      const adapter = adapters.get(request.params.adapter);
      const opened =
        adapter === undefined
          ? null
          : await service.sources.open(adapter.name, request.params.sourceId);
      if (adapter === undefined || opened === null) {
        throw new ServiceError('NOT_FOUND', 'There is no such ingest source.');
      }
      const { source, secret } = opened;
      const body = textOf(request, adapter);
      if (secret === null) {
        const note = { result: NOT_OPENED, body: maskedBody(body, adapter.contentType === FORM) };
        service.sources.note(source.key, { atMs: request.receivedAtMs, ...note }, false);
        throw new ServiceError('SIGNATURE_INVALID', 'The signature cannot be checked now.');
      }
      const result = adapter.read({
        body,
        headers: headersOf(request),
        publicUrl: addressOf(request.url, source, baseOf(service.publicUrl, app.server).url),
        query: queryOf(request.url),
        secret,
      });
      const unmapped = result.kind === 'refused' ? null : result.unmapped;
      if (unmapped !== null) {
        service.emit({ name: 'ingest.unmapped', adapter: adapter.name, value: unmapped });
      }
      const outcome = await outcomeOf(result, source, request.receivedAtMs, service.intake);
      // No data of a deleted call is stored again, not even for the operator of its source.
      const kept = outcome === DELETED ? '' : maskedBody(body, adapter.contentType === FORM);
      const note = { result: outcome, body: kept };
      service.sources.note(source.key, { atMs: request.receivedAtMs, ...note }, isProven(result));
      if (result.kind === 'refused') throw new ServiceError(result.code, result.detail);
      return reply.code(204).send(null);
    },
  );
}

const DELETED = 'not applied: CALL_REMOVED: The call was deleted by request.';

const NOT_OPENED =
  'refused: the secret of this source does not open: it was sealed by another master key, or for ' +
  'another source. Enter it again.';

/**
 * Returns the outcome in words for the operator. Rejects if nothing could be stored; the platform
 * may try again.
 */
async function outcomeOf(
  result: IngestResult,
  source: Source,
  receivedAtMs: number,
  intake: Service['intake'],
): Promise<string> {
  if (result.kind === 'refused') return `refused: ${result.code}: ${result.detail}`;
  if (result.kind === 'ignored') return `ignored: ${result.why}`;
  const { callId, report } = result;
  const { projectKey, id } = source;
  const item = { projectKey, callId, report, source: `ingest:${id}`, receivedAtMs } as const;
  const [receipt] = await intake.accept([item]);
  if (receipt === undefined) throw new Error('a report without a receipt');
  // A later try of the same callback could not be accepted either.
  if (receipt.kind === 'refused' && receipt.code === 'CALL_REMOVED') return DELETED;
  if (receipt.kind === 'refused') return `not applied: ${receipt.code}: ${receipt.detail}`;
  const { applied, reason } = receipt.answer;
  const moved = applied ? 'applied' : `not applied: ${reason}`;
  return `${report.status ?? 'errors'} of ${callId}: ${moved}`;
}

/** Only a request with a valid signature is known to come from the platform. */
function isProven(result: IngestResult): boolean {
  return result.kind !== 'refused' || result.code === 'INVALID_INPUT';
}

function textOf(request: FastifyRequest, adapter: IngestAdapter): string {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== adapter.contentType) {
    throw new ServiceError('MEDIA_TYPE', `Send the body as ${adapter.contentType}.`);
  }
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  if (!isUtf8(bytes)) throw new ServiceError('MALFORMED_FORM', 'The body is not valid UTF-8.');
  return bytes.toString('utf8');
}

/** The address that the platform was given, with the query of the request at `url`. */
function addressOf(url: string, source: Source, base: string): string {
  const search = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  if (source.publicUrl !== null) return (source.publicUrl.split('?', 1)[0] ?? '') + search;
  return `${base}/v1/ingest/${source.adapter}/${source.id}${search}`;
}

/** Strict, because guessing an id from a broken escape could name another call. */
function queryOf(url: string): Readonly<Record<string, string>> {
  const search = url.indexOf('?') < 0 ? '' : url.slice(url.indexOf('?') + 1);
  const values = new Map<string, string>();
  for (const part of search.split('&', QUERY_FIELDS_MAX)) {
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
