/**
 * A self-provided agent: takes launches over HTTP, believes those that verify, answers at once, and
 * works afterwards. Each launch is worked on once, and each ends with a result or an error that
 * says why there is none, so that no receiver waits for the deadline of the run.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createKeySet, type ValidWebhook, verifyWebhook } from '../../receiver/src/index.ts';
import { leftOpen } from './questions.ts';
import { createRingpostApi, type Outcome } from './ringpost-api.ts';
import type { Settings } from './settings.ts';
import { createWorkQueue } from './work-queue.ts';

const BODY_BYTES_MAX = 256 * 1_024;
const WORKERS = 8;
const WAITING_MAX = 1_000;
/** How many launches are remembered; a launch is sent again for half an hour at most. */
const SEEN_MAX = 10_000;
const ENGINE = 'left-open-questions 1.0.0';

export interface Agent {
  readonly server: Server;
  /** Waits for the work that was taken on, then gives up what is left of it. */
  finish(withinMs: number): Promise<void>;
}

interface Launch {
  readonly webhookId: string;
  readonly callId: string;
  readonly acwAgentId: string;
  readonly acwRunId: string;
}

export function createAgent(settings: Settings): Agent {
  const { project, token, url } = settings;
  // Pinned here: an address in a request must never decide whose keys are believed.
  const jwksUrl = `${url}/v1/projects/${project}/.well-known/jwks.json`;
  const keys = project === null ? null : createKeySet(jwksUrl);
  const api = createRingpostApi(settings);
  const queue = createWorkQueue(WORKERS, WAITING_MAX);
  const seen = new Set<string>();

  const take = async (request: IncomingMessage): Promise<Answer> => {
    if (request.method !== 'POST') return { status: 405 };
    const rawBody = await readBody(request);
    if (rawBody === null) return { status: 413 };
    const webhook = await verifyWebhook({
      headers: request.headers,
      rawBody,
      ...(keys === null ? {} : { keys }),
      ...(token === null ? {} : { bearerToken: token }),
    });
    if (webhook.kind === 'invalid') {
      console.error(`refused: ${webhook.reason}: ${webhook.detail}`);
      return { status: webhook.answerStatus };
    }
    const launch = launchOf(webhook, request);
    if (launch === null) {
      console.error('refused: no launch; is this the target of an endpoint of another kind?');
      return { status: 400 };
    }
    // The same launch may come again when our answer was lost: take it once, answer it again.
    const id = `${launch.acwAgentId} ${launch.webhookId}`;
    if (seen.has(id)) return { status: 202 };
    if (!queue.add((stop) => work(launch, stop))) return { status: 503, retryAfterS: 10 };
    seen.add(id);
    const [oldest] = seen;
    if (seen.size > SEEN_MAX && oldest !== undefined) seen.delete(oldest);
    return { status: 202 };
  };

  const work = async (launch: Launch, stop: AbortSignal): Promise<void> => {
    const { callId, acwAgentId, acwRunId } = launch;
    const outcome = await judge(callId, stop);
    const result = { callId, acwAgentId, acwRunId, engine: ENGINE, ...outcome };
    const said = await api.postResult(result, stop);
    console.log(`${acwRunId} ${outcome.isError ? outcome.errors[0]?.message : 'judged'}: ${said}`);
  };

  const judge = async (callId: string, stop: AbortSignal): Promise<Outcome> => {
    try {
      const read = await api.readCallLog(callId, stop);
      return read.kind === 'log'
        ? { isError: false, result: leftOpen(read.log) }
        : failed(read.why);
    } catch (error) {
      stop.throwIfAborted();
      return failed(`The agent could not read the call log: ${error}`);
    }
  };

  const server = createServer((request, response) => {
    take(request).then(
      (answer) => respond(response, answer),
      (error: unknown) => {
        console.error(error);
        respond(response, { status: 500 });
      },
    );
  });
  server.requestTimeout = 10_000;
  return { server, finish: queue.finish };
}

interface Answer {
  readonly status: number;
  readonly retryAfterS?: number;
}

function respond(response: ServerResponse, { status, retryAfterS }: Answer): void {
  if (retryAfterS !== undefined) response.setHeader('retry-after', retryAfterS);
  response.writeHead(status).end();
}

function failed(message: string): Outcome {
  return { isError: true, errors: [{ code: 'ANALYZER_FAILED', message }] };
}

/** The run is named by headers, since the body of a launch is the standard payload. */
function launchOf(webhook: ValidWebhook, { headers }: IncomingMessage): Launch | null {
  const { 'acw-agent-id': acwAgentId } = headers;
  const { callId } = webhook.payload.data;
  // The run is of the result: it is signed, or proven by the token.
  const acwRunId = webhook.runId;
  if (acwRunId === null || typeof callId !== 'string') return null;
  if (typeof acwAgentId !== 'string' || acwAgentId !== webhook.endpointId) return null;
  return { webhookId: webhook.webhookId, callId, acwAgentId, acwRunId };
}

/** Null when it is too large to be a launch. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
