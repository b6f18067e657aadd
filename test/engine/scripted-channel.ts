/**
 * A channel whose receiver is scripted by a test: its answers, and their delay by the test's clock.
 * Records requests, and detects two attempts of one lane at once, which must never happen.
 */
import type { SendResult } from '../../src/core/delivery/outcome.ts';
import type { Channel, Permit, SendRequest } from '../../src/engine/ports/channel.ts';
import type { Clock } from '../../src/engine/ports/clock.ts';

export interface Sent {
  readonly request: SendRequest;
  readonly atMs: number;
  result: SendResult | null;
}

/** A status, a result, or `hang`: no answer until `release`. */
export type Script = number | SendResult | 'hang';

export class ScriptedChannel implements Channel {
  readonly sent: Sent[] = [];
  /** Returns the receiver's answer to a request; a test replaces it. */
  answer: (request: SendRequest) => Script = () => 200;
  latencyMs = 0;
  /** The most attempts at once, of all endpoints and of each. */
  mostAtOnce = 0;
  readonly mostOf = new Map<string, number>();
  readonly faults: string[] = [];
  readonly #clock: Clock;
  /** The attempt in flight in each lane. */
  readonly #lanes = new Map<string, Sent>();
  readonly #inFlight = new Map<string, number>();
  #hanging: ((result: SendResult) => void)[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get inFlight(): number {
    return this.#lanes.size;
  }

  async send(request: SendRequest): Promise<SendResult> {
    if (!request.permit.holds()) return ENDED;
    const sent: Sent = { request, atMs: this.#clock.wallMs(), result: null };
    this.sent.push(sent);
    const endpoint = request.endpoint.id;
    const lane = `${endpoint} ${request.callId}`;
    if (this.#lanes.has(lane)) this.faults.push(`two attempts at once in ${lane}`);
    this.#lanes.set(lane, sent);
    const busy = (this.#inFlight.get(endpoint) ?? 0) + 1;
    this.#inFlight.set(endpoint, busy);
    this.mostOf.set(endpoint, Math.max(busy, this.mostOf.get(endpoint) ?? 0));
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#lanes.size);
    const script = this.answer(request);
    sent.result = await this.#result(script, request.permit);
    if (this.#lanes.get(lane) === sent) {
      this.#lanes.delete(lane);
      this.#inFlight.set(endpoint, (this.#inFlight.get(endpoint) ?? 0) - 1);
    }
    return sent.result;
  }

  /** The sender died: a request in flight may still arrive, but no sender waits for its answer. */
  senderDied(): void {
    this.#lanes.clear();
    this.#inFlight.clear();
  }

  /** Ends every attempt that hangs. */
  release(script: number | SendResult): void {
    for (const end of this.#hanging.splice(0)) end(resultOf(script, 0));
  }

  /** `callId#sequence` of each request, in order; only of `callId` if it is given. */
  order(callId?: string): readonly string[] {
    return this.sent
      .filter(({ request }) => callId === undefined || request.callId === callId)
      .map(({ request }) => `${request.callId}#${request.sequence}`);
  }

  #result(script: Script, permit: Permit): Promise<SendResult> | SendResult {
    if (script === 'hang') {
      return new Promise((end) => {
        this.#hanging.push(end);
        permit.onEnd(() => end(ENDED));
      });
    }
    const result = resultOf(script, this.latencyMs);
    if (this.latencyMs === 0) return result;
    return new Promise((resolve) => {
      this.#clock.after(this.latencyMs, () => resolve(result));
    });
  }
}

export const TIMEOUT: SendResult = {
  kind: 'error',
  error: 'timeout',
  detail: 'no answer',
  durationMs: 10_000,
};

/** A channel's result if the permit ended before an answer came. */
const ENDED: SendResult = {
  kind: 'error',
  error: 'network',
  detail: 'the right to send it ended',
  durationMs: 0,
};

function resultOf(script: number | SendResult, durationMs: number): SendResult {
  if (typeof script !== 'number') return script;
  return { kind: 'response', status: script, retryAfter: null, excerpt: null, durationMs };
}
