/**
 * A telephony platform under load: it walks calls from CALLING to an end, several at a time, one
 * report after the other or many calls in a batch, and repeats a report under its id until the
 * service answers 202. What was answered 202 is what the service owes.
 */
import type { Stream } from '../../sim/script/random.ts';
import { API_KEY } from '../support/service-process.ts';
import { pause } from './pause.ts';

/** A report that was answered 202, with the triggers that it fired. */
export interface Acknowledged {
  readonly callId: string;
  readonly reportId: string;
  readonly triggers: readonly string[];
}

export type Walks = readonly [readonly string[], ...(readonly string[])[]];

const WALKS: Walks = [
  ['CALLING', 'COMPLETED'],
  ['CALLING', 'CLOSING', 'COMPLETED'],
  ['CALLING', 'BUSY'],
  ['QUEUED', 'CALLING', 'VOICEMAIL_REACHED'],
  ['CANCELED'],
];

const RETRY_PAUSE_MS = 100;
/** Longer than the database may take for a statement, so that the service's refusal is read. */
const REQUEST_TIMEOUT_MS = 20_000;
const BATCH_CALLS_MAX = 12;

export interface LoadOptions {
  /** Called for every try, since a restarted service may have another port. */
  readonly url: () => string;
  /** Platforms that report one status at a time, and those that report many calls at once. */
  readonly singles: number;
  readonly batches: number;
  /** The average pause between two reports of one platform: bounds what the run has to deliver. */
  readonly restMs: number;
  readonly chance: Stream;
  /** Walks of statuses for calls other than the usual outbound ones. */
  readonly inbound?: Walks;
  /** Called with every answer, also with those after which the report is tried again. */
  readonly onAnswer?: (answer: Response, afterMs: number) => void;
}

export interface Load {
  readonly acknowledged: readonly Acknowledged[];
  readonly refused: readonly string[];
  /** Tries that ended without an answer or with 5xx. */
  readonly triesLost: number;
  /** Ends each platform after its current calls, with all their reports acknowledged. */
  stop(): Promise<void>;
}

interface Item {
  readonly callId: string;
  readonly reportId: string;
  readonly status: string;
  readonly direction: 'OUTBOUND' | 'INBOUND';
}

export function startLoad(options: LoadOptions): Load {
  const { singles, batches, restMs, chance, inbound } = options;
  const acknowledged: Acknowledged[] = [];
  const refused: string[] = [];
  const post = new Post(options);
  const direction = inbound === undefined ? 'OUTBOUND' : 'INBOUND';
  let stopping = false;
  let calls = 0;
  const newCall = (): readonly Item[] => {
    calls += 1;
    const callId = `call ${calls}/ü-${chance.u32()}`;
    return chance.pick(inbound ?? WALKS).map((status, step) => {
      return { callId, reportId: `${callId}:${step}`, status, direction };
    });
  };
  const note = ({ callId, reportId, status }: Item, answer: Answer): void => {
    if (answer.status === 202) {
      acknowledged.push({ callId, reportId, triggers: answer.triggers ?? [] });
    } else {
      refused.push(`${callId} ${status}: ${JSON.stringify(answer)}`);
    }
  };
  const walk = async (callsAtOnce: () => number): Promise<void> => {
    while (!stopping) {
      const walks = Array.from({ length: callsAtOnce() }, newCall);
      const steps = Math.max(...walks.map((items) => items.length));
      for (let step = 0; step < steps; step += 1) {
        const items = walks.flatMap((walked) => walked[step] ?? []);
        const answers = await post.until202(items);
        for (const [index, item] of items.entries()) note(item, answers[index] ?? NOTHING);
        await pause(chance.fraction() * 2 * restMs);
      }
    }
  };
  const walking = [
    ...Array.from({ length: singles }, () => walk(() => 1)),
    ...Array.from({ length: batches }, () => walk(() => chance.between(2, BATCH_CALLS_MAX))),
  ];
  return {
    acknowledged,
    refused,
    get triesLost() {
      return post.lost;
    },
    async stop() {
      stopping = true;
      await Promise.all(walking);
    },
  };
}

interface Answer {
  readonly status: number;
  readonly triggers?: readonly string[];
}

const NOTHING: Answer = { status: 0 };

class Post {
  readonly #options: LoadOptions;
  lost = 0;

  constructor(options: LoadOptions) {
    this.#options = options;
  }

  /** One answer per item; repeats the request until there is an answer. */
  async until202(items: readonly Item[]): Promise<readonly Answer[]> {
    for (;;) {
      const askedMs = performance.now();
      try {
        const response = await this.#once(items);
        const text = await response.text();
        this.#options.onAnswer?.(response, performance.now() - askedMs);
        if (response.status === 202) return answersOf(JSON.parse(text), items.length);
        if (response.status < 500) return items.map(() => ({ status: response.status }));
      } catch {
        // The service is down or was killed in the middle: the same reports are tried again.
      }
      this.lost += 1;
      await pause(RETRY_PAUSE_MS);
    }
  }

  #once(items: readonly Item[]): Promise<Response> {
    const [only] = items;
    const single = items.length === 1 && only !== undefined;
    const path = single ? `/v1/calls/${encodeURIComponent(only.callId)}/reports` : '/v1/reports';
    const { callId: _, ...report } = only ?? {};
    return fetch(`${this.#options.url()}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify(single ? report : { reports: items }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
  }
}

function answersOf(body: unknown, items: number): readonly Answer[] {
  const { results, triggers } = body as {
    readonly results?: readonly Answer[];
    readonly triggers?: readonly string[];
  };
  if (results !== undefined) return results;
  return Array.from({ length: items }, () => ({ status: 202, triggers: triggers ?? [] }));
}
