/**
 * An OpenTelemetry collector for tests: a real HTTP server that takes `POST /v1/traces` in JSON and
 * refuses what the protocol does not allow (opentelemetry-proto, ExportTraceServiceRequest), so a
 * test that gets a span also knows that its request was right.
 */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly name: string;
  readonly kind: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  /** Null unless the span has failed. */
  readonly fault: string | null;
  /** The resource attributes of the process that sent it. */
  readonly resource: Readonly<Record<string, string | number | boolean>>;
}

/** Its answer to a request, by how many came before; `hang` never answers. */
export type CollectorAnswer =
  | 'hang'
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string };

export interface Collector {
  readonly url: string;
  /** The spans of the requests that it accepted. */
  readonly spans: readonly CollectedSpan[];
  readonly requests: readonly { readonly headers: IncomingHttpHeaders; readonly bytes: number }[];
  /** What was wrong with requests. */
  readonly faults: readonly string[];
  answer(how: (earlier: number) => CollectorAnswer): void;
  until(enough: () => boolean): Promise<void>;
  close(): Promise<void>;
}

const TAKEN: CollectorAnswer = { status: 200, body: '{"partialSuccess":{}}' };

export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const requests: { headers: IncomingHttpHeaders; bytes: number }[] = [];
  const faults: string[] = [];
  const waiting = new Set<() => void>();
  let answerOf: (earlier: number) => CollectorAnswer = () => TAKEN;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const answer = answerOf(requests.length);
      requests.push({ headers: request.headers, bytes: body.length });
      try {
        expect(request.method === 'POST' && request.url === '/v1/traces', 'POST /v1/traces');
        expect(request.headers['content-type'] === 'application/json', 'JSON');
        const read = spansOf(JSON.parse(body.toString()));
        if (answer !== 'hang' && answer.status < 300) spans.push(...read);
      } catch (error) {
        faults.push(String(error));
      }
      reply(response, answer);
      for (const look of waiting) look();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    requests,
    faults,
    answer(how) {
      answerOf = how;
    },
    until(enough) {
      return new Promise((resolve, reject) => {
        const look = (): void => {
          if (faults.length === 0 && !enough()) return;
          waiting.delete(look);
          if (faults.length > 0) reject(new Error(faults.join('\n')));
          else resolve();
        };
        waiting.add(look);
        look();
      });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function reply(response: ServerResponse, answer: CollectorAnswer): void {
  if (answer === 'hang') return;
  const { status, headers = {}, body = '' } = answer;
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}

type Json = Readonly<Record<string, unknown>>;

function expect(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`expected ${what}`);
}

/** Refuses an object with a key that the protocol does not know. */
function fields(value: unknown, known: readonly string[], where: string): Json {
  expect(typeof value === 'object' && value !== null && !Array.isArray(value), `${where}: object`);
  for (const key of Object.keys(value)) expect(known.includes(key), `${where}: no ${key}`);
  return value as Json;
}

function list(value: unknown, where: string): readonly unknown[] {
  expect(Array.isArray(value), `${where}: list`);
  return value;
}

function text(value: unknown, pattern: RegExp, where: string): string {
  expect(typeof value === 'string' && pattern.test(value), `${where}: ${pattern}, has ${value}`);
  return value;
}

function spansOf(body: unknown): readonly CollectedSpan[] {
  const { resourceSpans } = fields(body, ['resourceSpans'], 'request');
  return list(resourceSpans, 'resourceSpans').flatMap((each) => {
    const one = fields(each, ['resource', 'scopeSpans'], 'resourceSpans');
    const { attributes } = fields(one.resource, ['attributes'], 'resource');
    const resource = attributesOf(attributes);
    expect(typeof resource['service.name'] === 'string', 'service.name');
    return list(one.scopeSpans, 'scopeSpans').flatMap((scoped) => {
      const { scope, spans } = fields(scoped, ['scope', 'spans'], 'scopeSpans');
      text(fields(scope, ['name', 'version'], 'scope').name, /./, 'scope.name');
      return list(spans, 'spans').map((span) => spanOf(span, resource));
    });
  });
}

const SPAN = [
  'traceId',
  'spanId',
  'parentSpanId',
  'flags',
  'name',
  'kind',
  'startTimeUnixNano',
  'endTimeUnixNano',
  'attributes',
  'status',
];
const NANOSECONDS = /^\d{19}$/;

function spanOf(value: unknown, resource: CollectedSpan['resource']): CollectedSpan {
  const span = fields(value, SPAN, 'span');
  const startMs = msOf(text(span.startTimeUnixNano, NANOSECONDS, 'start'));
  const endMs = msOf(text(span.endTimeUnixNano, NANOSECONDS, 'end'));
  expect(startMs <= endMs, 'a start before the end');
  const { kind, parentSpanId: parent } = span;
  expect(typeof kind === 'number' && kind >= 1 && kind <= 5, 'kind');
  const status = span.status === undefined ? null : fields(span.status, ['code', 'message'], 's');
  expect(status === null || status.code === 2, 'status.code 2');
  return {
    traceId: text(span.traceId, /^(?!0+$)[0-9a-f]{32}$/, 'traceId'),
    spanId: text(span.spanId, /^(?!0+$)[0-9a-f]{16}$/, 'spanId'),
    parentSpanId: parent === undefined ? null : text(parent, /^(?!0+$)[0-9a-f]{16}$/, 'parent'),
    name: text(span.name, /./, 'name'),
    kind,
    startMs,
    endMs,
    attributes: attributesOf(span.attributes),
    fault: status === null ? null : text(status.message, /./, 'status.message'),
    resource,
  };
}

/** Milliseconds; microseconds are kept as decimals. */
function msOf(nanoseconds: string): number {
  return Number(nanoseconds.slice(0, 13)) + Number(nanoseconds.slice(13)) / 1e6;
}

function attributesOf(value: unknown): CollectedSpan['attributes'] {
  const found: Record<string, string | number | boolean> = {};
  for (const each of list(value, 'attributes')) {
    const { key, value: held } = fields(each, ['key', 'value'], 'attribute');
    const name = text(key, /^[a-z][a-z0-9_.]*$/, 'attribute');
    expect(found[name] === undefined, `${name} once`);
    const { stringValue, intValue, boolValue } = fields(
      held,
      ['stringValue', 'intValue', 'boolValue'],
      name,
    );
    if (intValue !== undefined) found[name] = Number(text(intValue, /^-?\d+$/, name));
    else found[name] = typeof boolValue === 'boolean' ? boolValue : text(stringValue, /^/, name);
  }
  return found;
}
