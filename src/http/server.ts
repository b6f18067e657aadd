/**
 * The HTTP server: fastify with strict validation, bounded sizes and times, one hook for
 * authorisation, one mapper for errors, and every route. It does not listen by itself and holds no
 * rule of calls or deliveries. Source: S12, S15.1.
 */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { ServiceError } from '../core/error/service-error.ts';
import type { App } from './app.ts';
import { baseOf } from './base-url.ts';
import { registerClosing } from './closing.ts';
import { registerDashboard } from './dashboard/dashboard-files.ts';
import { basePathOf, withoutBasePath } from './dashboard/dashboard-page.ts';
import { registerKeyedRequests } from './keyed-request.ts';
import { registerLiveNotes } from './live-notes.ts';
import { registerOpenapi } from './openapi/document.ts';
import { registerAuth } from './person/auth.ts';
import { personOf } from './person/person.ts';
import { registerCookies } from './person/session-cookie.ts';
import { showSession } from './person/shown-session.ts';
import { answerClientError, answerConnect, answerExpectation } from './reply/client-error.ts';
import { replyWithProblem } from './reply/error-reply.ts';
import { registerNotFound } from './reply/not-found.ts';
import { API_HEADERS, TRANSPORT_SECURITY } from './reply/security-headers.ts';
import { registerDraining } from './request/body-drain.ts';
import { createHostCheck } from './request/host-check.ts';
import { JSON_RULES, type JsonRules, parseJson } from './request/json-body.ts';
import { registerQueryValues } from './request/query-values.ts';
import { headRefusal } from './request/request-refusal.ts';
import { schemaCompilers } from './request/schema-compilers.ts';
import { registerHealth, registerMetrics, registerRoutes } from './routes.ts';
import type { Service } from './service.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How strictly the body's JSON is read; `JSON_RULES` if absent. */
    json?: JsonRules;
    /** Whether the body may be empty. */
    bodyOptional?: boolean;
    /** Whether the route needs the text of its body as it arrived. */
    keepText?: boolean;
    /** Whether the reply is a page with its own security headers, not data. */
    page?: boolean;
  }
  interface FastifyRequest {
    /** The JSON text of the body for routes with `keepText`; else empty. */
    bodyText: string;
    /** The header `traceparent`, unchecked: a tracer ignores what names no span. */
    readonly callerSpan: string | undefined;
  }
}

export interface HttpOptions {
  readonly log: FastifyBaseLogger;
  /** The folder of the built dashboard; null or empty: no pages. */
  readonly dashboard: string | null;
  /** False: only health and metrics, for a process without the role `api`. */
  readonly api?: boolean;
  /** Where `/metrics` is: on this server, on another one, or this server has nothing else. */
  readonly metrics?: 'beside' | 'elsewhere' | 'alone';
  readonly timeouts?: HttpTimeouts;
  /** Address ranges of proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies?: readonly string[];
  /** Further host names that requests may use. */
  readonly allowedHosts?: readonly string[];
  /** Called after each answer of the API; `route` is its pattern, '' if no route matched. */
  readonly onAnswer?: (answer: HttpAnswer) => void;
  /** The machine's own name. */
  readonly machineName?: string;
}

export interface HttpAnswer {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
}

/** How long a client may take; `checkMs`: how often Node looks for clients that take longer. */
export interface HttpTimeouts {
  readonly headersMs: number;
  readonly requestMs: number;
  readonly checkMs: number;
}

const TIMEOUTS: HttpTimeouts = { headersMs: 15_000, requestMs: 30_000, checkMs: 5_000 };

/** A path holds at most one `callId`: 256 code points of 4 bytes, percent-encoded. */
const PARAM_LENGTH_MAX = 3_072;
const HEADER_BYTES_MAX = 16 * 1024;
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
const CONNECTIONS_MAX = 20_000;

const NO_ROLE =
  'This process has no role api: it serves /healthz, /readyz and /metrics. Ask one that has it ' +
  '(RINGPOST_ROLES).';

const ONLY_METRICS = 'This port has /metrics only (RINGPOST_METRICS_PORT).';

export function createHttpServer(service: Service, options: HttpOptions): App {
  const timeouts = options.timeouts ?? TIMEOUTS;
  const proxies = options.trustedProxies ?? [];
  const app = fastify({
    loggerInstance: forWarnings(options.log),
    logController: new LogController({ disableRequestLogging: true }),
    // One logger for all requests: a child logger for each would cost more than its lines.
    childLoggerFactory: (logger) => logger,
    genReqId: requestIds(),
    requestIdHeader: false,
    trustProxy: proxies.length > 0 ? [...proxies] : false,
    bodyLimit: service.limits.bodyBytesMax,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    rewriteUrl: withoutBasePath(basePathOf(service.publicUrl)),
    return503OnClosing: false,
    routerOptions: { maxParamLength: PARAM_LENGTH_MAX },
    // Fastify would join all faults into one text, which is never used.
    schemaErrorFormatter: () => new Error('the schema refuses it'),
    frameworkErrors: (error, request, reply) => answerFault(error, request, reply, service),
    clientErrorHandler: answerClientError,
    http: {
      maxHeaderSize: HEADER_BYTES_MAX,
      // The first hook refuses such a request with a problem.
      requireHostHeader: false,
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkMs,
    },
  }).withTypeProvider<TypeBoxTypeProvider>();
  const { validator, serializer } = schemaCompilers();
  app.setValidatorCompiler(validator);
  app.setSerializerCompiler(serializer);
  app.server.maxConnections = CONNECTIONS_MAX;
  app.server.on('checkExpectation', answerExpectation);
  app.server.on('connect', answerConnect);
  app.setErrorHandler((error, request, reply) => {
    tellOfStore(error, service);
    tellOfLimit(error, service);
    return answerFault(error, request, reply, service);
  });
  registerFirstHook(app, service, options);
  const { onAnswer } = options;
  if (onAnswer !== undefined) registerTimes(app, onAnswer);
  registerDraining(app, service.clock);
  registerClosing(app, service.clock);
  registerCookies(app);
  const takeKeys = registerKeyedRequests(app, service);
  registerAuth(app, service);
  takeKeys();
  registerLiveNotes(app, service);
  registerBodyParser(app);
  registerQueryValues(app);
  const { metrics = 'beside' } = options;
  if (metrics === 'alone') {
    registerNotFound(app, ONLY_METRICS);
    registerMetrics(app, service);
    return app;
  }
  if (options.api === false) {
    registerNotFound(app, NO_ROLE);
    registerHealth(app, service);
    if (metrics === 'beside') registerMetrics(app, service);
    return app;
  }
  registerNotFound(app, 'No route has this address.');
  registerOpenapi(app, service);
  registerRoutes(app, service);
  if (metrics === 'beside') registerMetrics(app, service);
  registerDashboard(app, {
    directory: options.dashboard,
    version: service.version,
    publicUrl: service.publicUrl,
    onMissing: (text) => service.emit({ name: 'dashboard.missing', text }),
    isSetupNeeded: () => service.people.setup.isNeeded(),
    sessionOf: async (request) => {
      const person = await personOf(request, service);
      if (person === null) return null;
      return showSession(person, new URL(baseOf(service.publicUrl, app.server).url).origin);
    },
  });
  return app;
}

/**
 * Reports failures of the store. Without this, a process that only answers requests would report
 * none.
 */
function tellOfStore(error: unknown, { emit }: Service): void {
  if (!(error instanceof ServiceError)) return;
  if (error.code !== 'STORAGE_FULL' && error.code !== 'STORAGE_UNAVAILABLE') return;
  emit({ name: 'store.failed', operation: 'request', error: error.message });
}

/** Of endpoints, which only a refusal shows; reports tell of themselves. */
function tellOfLimit(error: unknown, { emit }: Service): void {
  if (!(error instanceof ServiceError) || error.code !== 'PROJECT_LIMIT_REACHED') return;
  if (error.fields.length === 0) emit({ name: 'project.limited', limit: 'endpoints', count: 1 });
}

function answerFault(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { emit }: Service,
): FastifyReply {
  const { id: requestId } = request;
  const onFault = (fault: unknown) => emit({ name: 'request.failed', requestId, error: fault });
  return replyWithProblem(error, request, reply, { onFault });
}

function registerTimes(app: App, onAnswer: (answer: HttpAnswer) => void): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? '';
    onAnswer({ method: request.method, route, status: reply.statusCode, ms: reply.elapsedTime });
    done();
  });
}

/** Without Fastify's line about the address, which the command line prints itself. */
function forWarnings(log: FastifyBaseLogger): FastifyBaseLogger {
  const chatty = log.level === 'info' || log.level === 'debug' || log.level === 'trace';
  return chatty ? log.child({}, { level: 'warn' }) : log;
}

/** Runs before everything else: the time, the headers of every reply, and early refusals. */
function registerFirstHook(app: App, service: Service, options: HttpOptions): void {
  const { publicUrl } = service;
  const { allowedHosts = [], machineName = hostname() } = options;
  const isSecure = publicUrl?.startsWith('https:') === true;
  const hostRefusal = createHostCheck({ publicUrl, allowedHosts, machineName });
  let draining = false;
  app.addHook('preClose', async () => {
    draining = true;
  });
  app.decorateRequest('receivedAtMs', 0);
  app.decorateRequest('callerSpan', {
    getter() {
      const { traceparent } = this.raw.headers;
      return typeof traceparent === 'string' ? traceparent : undefined;
    },
  });
  app.addHook('onRequest', (request, reply, done) => {
    request.receivedAtMs = service.clock.wallMs();
    if (request.routeOptions.config.page !== true) reply.headers(API_HEADERS);
    if (isSecure) reply.header('strict-transport-security', TRANSPORT_SECURITY);
    reply.header('x-request-id', request.id);
    if (draining && request.url !== '/healthz') {
      done(new ServiceError('SHUTTING_DOWN', 'The service is shutting down; try another one.'));
    } else {
      done(headRefusal(request) ?? hostRefusal(request.headers.host) ?? undefined);
    }
  });
  // A connection that was busy when the server closed would otherwise stay open until its client
  // leaves.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (draining) reply.header('connection', 'close');
    done(null, payload);
  });
}

/** JSON only; a route of another content type brings its own parser inside its own scope. */
function registerBodyParser(app: App): void {
  app.decorateRequest('bodyText', '');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, bytes: Buffer, done) => {
      // The address or the method is wrong, so the body is not read.
      if (request.is404) return done(null, undefined);
      const { config, schema } = request.routeOptions;
      const none = schema?.body === undefined;
      if (bytes.length === 0 && (none || config.bodyOptional === true))
        return done(null, undefined);
      const body = parseJson(bytes, config.json ?? JSON_RULES);
      if (config.keepText === true) request.bodyText = bytes.toString('utf8');
      if (none && !isDeepStrictEqual(body, {})) {
        done(new ServiceError('INVALID_INPUT', 'Leave the body out: this address takes none.'));
      } else done(null, body);
    },
  );
}

/** Unique among processes by their random part, and cheap. */
function requestIds(): () => string {
  const start = randomBytes(6).toString('hex');
  let count = 0;
  return () => {
    count += 1;
    return `req_${start}${count.toString(36).padStart(6, '0')}`;
  };
}
