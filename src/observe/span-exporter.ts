/**
 * Sends ended spans to an OpenTelemetry collector: OTLP over HTTP, JSON, one request at a time,
 * beside the path of reports. Must never delay or fail that path: a full queue drops the newest, a
 * request ends by its timeout, and an answer that asks to come later is tried again a few times,
 * always later. What is dropped is told as an event, from which log and metric are made.
 */

import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { messageOf } from '../core/error/service-error.ts';
import type { Clock, Random, Timer } from '../engine/ports/clock.ts';
import type { Emit, SpanDrop } from '../engine/ports/emit.ts';
import type { EndedSpan } from '../engine/ports/tracer.ts';
import { machineMs } from '../thread/machine-time.ts';
import { type Resource, spansJson } from './span-json.ts';

export interface ExporterParts {
  /** The collector's base address; `/v1/traces` is added. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly resource: Resource;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly emit: Emit;
  readonly limits?: Partial<ExporterLimits>;
}

export interface ExporterLimits {
  /** Spans that wait: 2 MB. More would outlive the young generation and cost the path its time. */
  readonly queueMax: number;
  /** Spans of a request: some 120 KB, since V8 keeps a larger text apart and collects it late. */
  readonly batchMax: number;
  /** How long the first span of a batch waits for others. */
  readonly gatherMs: number;
  readonly timeoutMs: number;
  /** Tries of a batch, the first included. */
  readonly triesMax: number;
  /** The wait before the second try; it doubles, up to the longest. */
  readonly backoffMs: number;
  readonly backoffMaxMs: number;
  /** How often drops are told at most. */
  readonly tellMs: number;
  /** How long a stop goes on sending what waits. */
  readonly closeMs: number;
}

const LIMITS: ExporterLimits = {
  queueMax: 4_096,
  batchMax: 256,
  gatherMs: 1_000,
  timeoutMs: 10_000,
  triesMax: 5,
  backoffMs: 1_000,
  backoffMaxMs: 30_000,
  tellMs: 10_000,
  closeMs: 5_000,
};

/** OTLP: the answers after which a client may try again. */
const TRANSIENT: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** Of an answer; its only use is the number of spans that the collector refused. */
const ANSWER_BYTES_MAX = 65_536;
const HEADER_BYTES_MAX = 16_384;
/** Between the two clocks; beyond it the wall clock was set. */
const DRIFT_MAX_MS = 2;

export interface SpanExporter {
  take(span: EndedSpan): void;
  /** Sends what waits, as long as `closeMs` allows, and drops the rest. */
  close(): Promise<void>;
}

export function createSpanExporter(parts: ExporterParts): SpanExporter {
  return new Exporter(parts);
}

type Answer =
  | { readonly kind: 'taken'; readonly refused: number; readonly detail: string }
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'later'; readonly detail: string; readonly afterMs: number };

class Exporter implements SpanExporter {
  #queue: EndedSpan[] = [];
  #state: 'idle' | 'gathering' | 'sending' = 'idle';
  #closing = false;
  #epochMs = Number.NaN;
  /** Ends a wait early; set while there is one. */
  #wake: (() => void) | null = null;
  #loop: Promise<void> = Promise.resolve();
  #drops = new Map<SpanDrop, { count: number; detail: string }>();
  /** Runs while drops are only counted. */
  #quiet: Timer | null = null;
  readonly #abort = new AbortController();
  readonly #limits: ExporterLimits;
  readonly #parts: ExporterParts;
  readonly #target: URL;
  readonly #agent: http.Agent;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(parts: ExporterParts) {
    this.#parts = parts;
    this.#limits = { ...LIMITS, ...parts.limits };
    this.#target = new URL(`${parts.url}/v1/traces`);
    // Node's own client: it is loaded for the server, and undici's whole entry takes 35 ms.
    const { Agent } = this.#target.protocol === 'https:' ? https : http;
    this.#agent = new Agent({ keepAlive: true, maxSockets: 1 });
    this.#headers = {
      ...parts.headers,
      'content-type': 'application/json',
      'user-agent': parts.userAgent,
    };
  }

  take(span: EndedSpan): void {
    const { queueMax, batchMax } = this.#limits;
    if (this.#closing || this.#queue.length >= queueMax) {
      this.#drop(1, this.#closing ? 'stopped' : 'queue_full', '');
      return;
    }
    this.#queue.push(span);
    if (this.#state === 'idle') {
      this.#state = 'gathering';
      this.#loop = this.#run();
    } else if (this.#state === 'gathering' && this.#queue.length >= batchMax) {
      this.#wake?.();
    }
  }

  async close(): Promise<void> {
    this.#closing = true;
    const limit = this.#parts.clock.after(this.#limits.closeMs, () => {
      this.#abort.abort();
      this.#wake?.();
    });
    this.#wake?.();
    await this.#loop;
    limit.cancel();
    this.#quiet?.cancel();
    this.#tell();
    this.#agent.destroy();
  }

  /** Until the queue is empty. Never rejects. */
  async #run(): Promise<void> {
    const { gatherMs, batchMax } = this.#limits;
    if (!this.#closing) await this.#wait(gatherMs);
    this.#state = 'sending';
    while (this.#queue.length > 0) {
      await this.#send(this.#queue.splice(0, batchMax));
      // A busy process fills batches while it sends; a calm one gathers.
      if (this.#queue.length > 0 && this.#queue.length < batchMax && !this.#closing) {
        this.#state = 'gathering';
        await this.#wait(gatherMs);
        this.#state = 'sending';
      }
    }
    this.#state = 'idle';
  }

  async #send(batch: readonly EndedSpan[]): Promise<void> {
    const { triesMax, backoffMs, backoffMaxMs } = this.#limits;
    const count = batch.length;
    if (this.#abort.signal.aborted) return this.#drop(count, 'stopped', '');
    const body = spansJson(batch, this.#parts.resource, this.#offset());
    for (let tries = 1; ; tries += 1) {
      const answer = await this.#post(body);
      if (answer.kind === 'taken') {
        const refused = Math.min(count, answer.refused);
        if (count > refused) this.#parts.emit({ name: 'spans.exported', count: count - refused });
        if (refused > 0) this.#drop(refused, 'refused', answer.detail);
        return;
      }
      if (this.#abort.signal.aborted) return this.#drop(count, 'stopped', answer.detail);
      if (answer.kind === 'refused') return this.#drop(count, 'refused', answer.detail);
      if (tries >= triesMax) return this.#drop(count, 'failed', answer.detail);
      const longest = Math.min(backoffMaxMs, backoffMs * 2 ** (tries - 1));
      const restMs = longest * (0.5 + this.#parts.random.fraction() / 2);
      await this.#wait(Math.min(backoffMaxMs, Math.max(restMs, answer.afterMs)));
    }
  }

  async #post(body: string): Promise<Answer> {
    const abort = new AbortController();
    const end = (): void => abort.abort();
    const timer = this.#parts.clock.after(this.#limits.timeoutMs, end);
    this.#abort.signal.addEventListener('abort', end);
    try {
      const bytes = Buffer.from(body);
      const answer = await this.#request(bytes, abort.signal);
      const text = await readBounded(answer);
      return judge(answer.statusCode ?? 0, answer.headers['retry-after'], text ?? '');
    } catch (error) {
      const timedOut = abort.signal.aborted && !this.#abort.signal.aborted;
      const { timeoutMs } = this.#limits;
      const detail = timedOut ? `no answer within ${timeoutMs} ms` : messageOf(error);
      return { kind: 'later', detail, afterMs: 0 };
    } finally {
      timer.cancel();
      this.#abort.signal.removeEventListener('abort', end);
    }
  }

  #request(bytes: Buffer, signal: AbortSignal): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const options = {
        method: 'POST',
        agent: this.#agent,
        headers: { ...this.#headers, 'content-length': bytes.length },
        maxHeaderSize: HEADER_BYTES_MAX,
        signal,
      };
      const send = this.#target.protocol === 'https:' ? https.request : http.request;
      send(this.#target, options, resolve).on('error', reject).end(bytes);
    });
  }

  async #wait(ms: number): Promise<void> {
    if (this.#abort.signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = this.#parts.clock.after(ms, resolve);
    this.#wake = resolve;
    await promise;
    this.#wake = null;
    timer.cancel();
  }

  /** Kept as long as it is right, so that spans of one batch and the next do not overlap. */
  #offset(): number {
    const nowMs = this.#parts.clock.wallMs() - machineMs();
    if (!(Math.abs(nowMs - this.#epochMs) <= DRIFT_MAX_MS)) this.#epochMs = nowMs;
    return this.#epochMs;
  }

  #drop(count: number, reason: SpanDrop, detail: string): void {
    const present = this.#drops.get(reason);
    this.#drops.set(reason, { count: count + (present?.count ?? 0), detail });
    if (this.#quiet !== null) return;
    this.#tell();
    if (this.#closing) return;
    this.#quiet = this.#parts.clock.after(this.#limits.tellMs, () => {
      this.#quiet = null;
      this.#tell();
    });
  }

  #tell(): void {
    const drops = this.#drops;
    this.#drops = new Map();
    for (const [reason, { count, detail }] of drops) {
      this.#parts.emit({ name: 'spans.dropped', reason, count, detail });
    }
  }
}

function judge(status: number, retryAfter: string | string[] | undefined, text: string): Answer {
  if (status >= 200 && status < 300) return { kind: 'taken', ...refusedOf(text) };
  const detail = `the collector answered ${status}`;
  if (!TRANSIENT.has(status)) return { kind: 'refused', detail };
  const seconds = typeof retryAfter === 'string' && /^\d{1,6}$/.test(retryAfter) ? retryAfter : '0';
  return { kind: 'later', detail, afterMs: Number(seconds) * 1_000 };
}

/** `{"partialSuccess":{"rejectedSpans":"3","errorMessage":"…"}}` */
function refusedOf(text: string): { readonly refused: number; readonly detail: string } {
  try {
    const { rejectedSpans, errorMessage } = JSON.parse(text).partialSuccess;
    const refused = Number(rejectedSpans);
    return {
      refused: Number.isSafeInteger(refused) && refused > 0 ? refused : 0,
      detail: `the collector refused them: ${String(errorMessage).slice(0, 200)}`,
    };
  } catch {
    return { refused: 0, detail: '' };
  }
}

/** Returns null if it is longer than an answer may be; its connection is then closed. */
async function readBounded(answer: IncomingMessage): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop ends the connection.
  for await (const chunk of answer) {
    size += chunk.length;
    if (size > ANSWER_BYTES_MAX) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
