/**
 * The few operations of the management API that the demo needs, over plain fetch. Every answer
 * other than 2xx is an error that shows the problem document.
 */
import type { Analysis } from '../../src/acw/analysis/analysis.ts';
import type { Evaluation } from '../../src/acw/evaluation/evaluation.ts';

/** What the demo reads of a call; the API says more. */
export interface CallView {
  readonly callId: string;
  readonly status: string | null;
  readonly callLog: { readonly state: string };
  readonly timeline: {
    readonly reports: readonly {
      readonly number: number;
      readonly receivedAt: string;
      readonly status: string | null;
      readonly applied: boolean;
      readonly reason: string | null;
    }[];
    readonly transitions: readonly {
      readonly reportNumber: number;
      readonly from: string | null;
      readonly to: string;
    }[];
    readonly firings: readonly {
      readonly messageId: string;
      readonly reportNumber: number;
      readonly trigger: string;
    }[];
    readonly deliveries: readonly DeliveryView[];
  };
}

export interface DeliveryView {
  readonly messageId: string;
  readonly endpointId: string;
  readonly sequence: number;
  readonly state: string;
  readonly dueAt: string | null;
  readonly attemptList: readonly {
    readonly number: number;
    readonly startedAt: string;
    readonly durationMs: number;
    readonly outcome: string;
    readonly status: number | null;
    readonly error: string | null;
  }[];
}

/** A request that a source received. */
export interface SourceRequest {
  readonly outcome: 'taken' | 'ignored' | 'refused';
  readonly became: readonly string[];
  readonly unmapped: readonly string[];
}

/** One thing that came to the local inbox. */
export interface InboxItem {
  readonly id: string;
  readonly channel: string;
  readonly callId: string | null;
  readonly trigger: string | null;
  readonly attempt: number | null;
  readonly sequence: number | null;
  readonly answer: { readonly outcome: string; readonly status: number | null };
}

export interface InboxItemDetail extends InboxItem {
  /** The body of what was posted to a chat. */
  readonly json: unknown;
  readonly mail: {
    readonly from: string;
    readonly to: readonly string[];
    readonly subject: string;
    readonly text: string;
  } | null;
}

/** One execution of an agent. */
export interface RunView {
  readonly acwAgentId: string;
  readonly agentKind: string;
  readonly state: string;
  readonly reason: string | null;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  readonly acwResultId: string | null;
}

interface ResultFacts {
  readonly acwResultId: string;
  readonly acwAgentId: string;
  readonly callId: string;
  readonly isError: boolean;
}

/** What a built-in agent recorded; `result` is null when it failed. */
export type ResultView =
  | (ResultFacts & { readonly agentKind: 'ANALYZER'; readonly result: Analysis | null })
  | (ResultFacts & { readonly agentKind: 'EVALUATOR'; readonly result: Evaluation | null });

export interface Api {
  createEndpoint(settings: object): Promise<{ readonly id: string; readonly projectId: string }>;
  createSource(settings: object): Promise<{ readonly id: string }>;
  /** The newest first. */
  sourceRequests(id: string): Promise<readonly SourceRequest[]>;
  /** In the order in which the calls began. */
  callIds(limit: number): Promise<readonly string[]>;
  call(callId: string): Promise<CallView>;
  /** What to give as target of an endpoint, so that it sends to this box of the inbox. */
  boxTarget(channel: string, name: string): Promise<string>;
  /** In the order of arrival. */
  inbox(): Promise<readonly InboxItem[]>;
  inboxItem(id: string): Promise<InboxItemDetail>;
  storeCallLog(callId: string, log: object): Promise<{ readonly version: number }>;
  /** Runs of agents for this call. */
  runs(callId: string): Promise<readonly RunView[]>;
  result(acwResultId: string): Promise<ResultView>;
}

const REQUEST_MS_MAX = 10_000;
/** More than the demo ever sends there. */
const INBOX_LIMIT = 100;

export function createApi(url: string, apiKey: string, signal: AbortSignal): Api {
  const request = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    // A request that was begun is finished: one that is cut off can leave a silent connection,
    // and the service would wait for it when it stops.
    signal.throwIfAborted();
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(REQUEST_MS_MAX),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  };
  return {
    createEndpoint: (settings) => request('POST', '/v1/endpoints', settings),
    createSource: (settings) => request('POST', '/v1/sources', settings),
    async sourceRequests(id) {
      const path = `/v1/sources/${id}/requests`;
      const page: { readonly data: readonly SourceRequest[] } = await request('GET', path);
      return page.data;
    },
    async callIds(limit) {
      const path = `/v1/calls?limit=${limit}`;
      const page: { readonly data: readonly { readonly callId: string }[] } = await request(
        'GET',
        path,
      );
      return page.data.map(({ callId }) => callId).toReversed();
    },
    call: (callId) => request('GET', `/v1/calls/${encodeURIComponent(callId)}`),
    async boxTarget(channel, name) {
      const path = `/v1/inbox/boxes/${channel}/${encodeURIComponent(name)}`;
      const box: { readonly target: string } = await request('GET', path);
      return box.target;
    },
    async inbox() {
      const path = `/v1/inbox?limit=${INBOX_LIMIT}`;
      const page: { readonly data: readonly InboxItem[] } = await request('GET', path);
      return page.data.toReversed();
    },
    inboxItem: (id) => request('GET', `/v1/inbox/${id}`),
    storeCallLog: (callId, log) =>
      request('POST', `/v1/call-logs/${encodeURIComponent(callId)}`, log),
    async runs(callId) {
      const path = `/v1/acw-runs?${new URLSearchParams({ callId })}`;
      const page: { readonly data: readonly RunView[] } = await request('GET', path);
      return page.data.toReversed();
    },
    result: (id) => request('GET', `/v1/acw-results?acwResultId=${id}`),
  };
}
