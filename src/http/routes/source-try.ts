/**
 * Tries a sample of a platform's request on a source: what each line of its settings became and why
 * (S2.23). Its body takes its room from that of the callbacks, so that samples do not fill the
 * memory either. Stores nothing, counts nothing and answers no platform.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../core/error/service-error.ts';
import { utf8Bytes } from '../../core/text.ts';
import { INGEST_BYTES_MAX, type IngestRequest } from '../../engine/ports/ingest-adapter.ts';
import type { App } from '../app.ts';
import { baseOf } from '../base-url.ts';
import { tooLarge } from '../reply/error-reply.ts';
import type { BodyBudget, BodyShare } from '../request/body-budget.ts';
import { receiveBody } from '../request/bounded-body.ts';
import { JSON_RULES, parseJson } from '../request/json-body.ts';
import { replies } from '../schema/shared.ts';
import { SourcePath } from '../schema/source.ts';
import { SourceTryBody, SourceTryResult, showTry } from '../schema/source-try.ts';
import type { Service } from '../service.ts';

/**
 * The longest body of any adapter as a text in JSON, with the backslashes before its quotes, and
 * headers beside it: a sample of which more than every third character needs one is beyond it. How
 * long a sample may be says its adapter.
 */
const TRY_BYTES_MAX = 1.5 * INGEST_BYTES_MAX;

export function registerSourceTryRoute(app: App, service: Service, budget: BodyBudget): void {
  const open = new WeakMap<FastifyRequest, { share: BodyShare; reply: FastifyReply }>();
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', async (request: FastifyRequest) => {
    const held = open.get(request);
    if (held === undefined) throw new Error('a sample without its share of the memory');
    const bytes = await receiveBody(request, held.reply, TRY_BYTES_MAX, held.share);
    return parseJson(bytes, JSON_RULES);
  });
  app.post(
    '/v1/sources/:id/try',
    {
      config: { scope: 'project:admin', repeats: 'makes-nothing' },
      bodyLimit: TRY_BYTES_MAX,
      preParsing: (request, reply, payload, done) => {
        const share = budget.open();
        open.set(request, { share, reply });
        // Also where the client leaves before the answer.
        reply.raw.once('close', () => share.close());
        done(null, payload);
      },
      schema: {
        operationId: 'trySource',
        summary: 'What a source would make of a sample of a request, line by line',
        tags: ['sources'],
        params: SourcePath,
        body: SourceTryBody,
        response: replies({ 200: SourceTryResult }),
      },
    },
    async ({ actor, params, body: sample, receivedAtMs }) => {
      const source = await service.sources.get(actor.projectKey, params.id);
      const adapter = service.adapters.find(({ name }) => name === source.adapter);
      const opened = await service.sources.open(source.adapter, source.id);
      if (adapter === undefined || opened === null) {
        throw new ServiceError(
          'NOT_FOUND',
          'This process does not have the adapter of the source.',
        );
      }
      if (utf8Bytes(sample.body) > adapter.bodyBytesMax) throw tooLarge(adapter.bodyBytesMax);
      const { settings = opened.settings, method = 'POST', headers, query = {} } = sample;
      if (sample.settings !== undefined) refuseFaults(adapter, sample.settings);
      const search = new URLSearchParams(query).toString();
      const base = baseOf(service.publicUrl, app.server).url;
      const address = source.publicUrl ?? `${base}/v1/ingest/${source.adapter}/${source.id}`;
      const request: IngestRequest = {
        method,
        contentType: method === 'GET' ? '' : (sample.contentType ?? adapter.contentTypes[0] ?? ''),
        body: sample.body,
        headers: lowerCase(headers ?? {}),
        publicUrl: search === '' ? address : `${address}?${search}`,
        query,
        secrets: opened.secrets,
        nowMs: receivedAtMs,
        settings,
        isSample: headers === undefined,
      };
      const traced = adapter.trace?.(request, headers !== undefined);
      const { result, lines } = traced ?? { result: adapter.read(request), lines: [] };
      return showTry(result, lines);
    },
  );
}

function refuseFaults({ settingsFaults }: Service['adapters'][number], settings: object): void {
  const faults = settingsFaults?.(settings) ?? [
    { field: '', message: 'This adapter takes no settings.' },
  ];
  if (faults.length === 0) return;
  const fields = faults.map(({ field, message }) => ({ field: `/settings${field}`, message }));
  throw new ServiceError('INVALID_INPUT', 'The settings break a rule.', { fields });
}

function lowerCase(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
