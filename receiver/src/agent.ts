/**
 * An agent of one's own: takes the launch of a run, answers at once, reads the log of the call, and
 * posts the result, or an error that says why there is none. A launch that comes again is not
 * worked on again; the service takes one result of a run, so posting it twice is safe.
 */
import { type CallLogOptions, checkedUrl, readCallLog } from './call-log.ts';
import { createReceiver, NotMeant, type Receiver, type ReceiverOptions } from './receiver.ts';
import type { ValidWebhook } from './verify-webhook.ts';

export interface AgentRun {
  readonly runId: string;
  readonly callId: string;
  /** As the platform sent it: see the specification of call logs. */
  readonly log: Readonly<Record<string, unknown>>;
  /** The launch itself. */
  readonly webhook: ValidWebhook;
}

export interface AgentOptions extends Omit<ReceiverOptions, 'handle'> {
  /** Where the service is; https, or on this machine. */
  readonly url: string;
  /** A key with the scopes `call-logs:read` and `acw-results:write`. */
  readonly apiKey: string;
  /** Name and version of what judges, at most 128 characters. */
  readonly engine: string;
  /** Any object of at most 256 KiB as JSON. If it throws, the run ends with an error. */
  readonly run: (run: AgentRun) => Promise<object> | object;
  /** How long it waits for a log: see `readCallLog`. */
  readonly callLog?: Pick<CallLogOptions, 'attempts' | 'seconds'>;
  /** Takes the work that goes on after the answer, as `waitUntil` of a worker does. */
  readonly background?: (work: Promise<void>) => void;
  readonly fetchApi?: typeof fetch;
  /** For tests. */
  readonly sleep?: (ms: number) => Promise<void>;
}

const POST_TRIES = 10;
const REQUEST_MS_MAX = 10_000;
const WAIT_MS_MAX = 30_000;
/** The service takes errors of at most 4 KiB. */
const MESSAGE_CHARACTERS_MAX = 1_000;

/** The receiver of the launches. */
export function createAgent(options: AgentOptions): Receiver {
  checkedUrl(options.url, false);
  const { background = () => {}, log = console.error } = options;
  return createReceiver({
    ...options,
    handle(webhook) {
      if (webhook.runId === null) throw new NotMeant('this is no launch of an agent');
      background(
        workOn(options, webhook, webhook.runId).catch((error: unknown) => {
          log(`run ${webhook.runId} was not worked on`, error);
        }),
      );
    },
  });
}

type Outcome =
  | { readonly result: object }
  | {
      readonly isError: true;
      readonly errors: readonly { readonly code: 'ANALYZER_FAILED'; readonly message: string }[];
    };

async function workOn(options: AgentOptions, webhook: ValidWebhook, runId: string): Promise<void> {
  const { data } = webhook.payload;
  const callId = 'callId' in data ? String(data.callId) : '';
  const outcome = await outcomeOf(options, webhook, runId, callId);
  const facts = { callId, acwAgentId: webhook.endpointId, acwRunId: runId, engine: options.engine };
  const said = await postResult(options, JSON.stringify({ ...facts, ...outcome }));
  if (said !== null) (options.log ?? console.error)(`run ${runId}: no result was taken: ${said}`);
}

async function outcomeOf(
  { url, apiKey, callLog, fetchApi, sleep, run }: AgentOptions,
  webhook: ValidWebhook,
  runId: string,
  callId: string,
): Promise<Outcome> {
  try {
    const found = await readCallLog({
      url,
      apiKey,
      callId,
      ...callLog,
      ...(fetchApi === undefined ? {} : { fetch: fetchApi }),
      ...(sleep === undefined ? {} : { sleep }),
    });
    if (found.kind === 'none') return failure(`There is no call log: ${found.detail}`);
    return { result: await run({ runId, callId, log: found.log, webhook }) };
  } catch (error) {
    return failure(error instanceof Error ? error.message : String(error));
  }
}

function failure(message: string): Outcome {
  const text = message.slice(0, MESSAGE_CHARACTERS_MAX) || 'The agent failed.';
  return { isError: true, errors: [{ code: 'ANALYZER_FAILED', message: text }] };
}

/** Null if it was taken, now or before; else why not. */
async function postResult(options: AgentOptions, body: string): Promise<string | null> {
  const { url, apiKey, fetchApi: post = fetch, sleep = pause } = options;
  const address = `${url.replace(/\/+$/, '')}/v1/acw-results`;
  for (let tried = 1; ; tried += 1) {
    let said: string;
    let isPassing = true;
    let afterS = Number.NaN;
    try {
      const response = await post(address, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(REQUEST_MS_MAX),
      });
      const { status } = response;
      if (status === 200 || status === 201) return null;
      isPassing = status === 408 || status === 425 || status === 429 || status >= 500;
      afterS = Number(response.headers.get('retry-after') ?? Number.NaN);
      said = `${status} ${(await response.text()).slice(0, MESSAGE_CHARACTERS_MAX)}`;
    } catch (error) {
      said = String(error);
    }
    if (!isPassing || tried >= POST_TRIES) return said;
    const backOffMs = 1_000 * 2 ** (tried - 1);
    await sleep(Math.min(WAIT_MS_MAX, Number.isNaN(afterS) ? backOffMs : afterS * 1_000));
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
