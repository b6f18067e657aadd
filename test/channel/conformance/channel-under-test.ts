/**
 * What the suite needs to know of a channel: how to open it on a receiver that records requests and
 * gives chosen answers, and what the answers of such receivers mean. See `suite.ts`.
 */
import type { TestContext } from 'node:test';
import type { AttemptOutcome } from '../../../src/core/delivery/outcome.ts';
import type { Endpoint } from '../../../src/core/endpoint/endpoint.ts';
import type { Channel } from '../../../src/engine/ports/channel.ts';

/** The receiver defines `Answer`; the suite only passes it on. */
export interface ChannelUnderTest<Answer> {
  /** The name of the `describe` block. */
  readonly name: string;
  /** Opens a new channel, endpoint and receiver, which end with the test. */
  open(test: TestContext): Promise<OpenedChannel<Answer>>;
  readonly accept: Answer;
  /** The receiver cannot accept the message now, so that it is retried. */
  readonly notNow: Answer;
  /** The receiver reads the message and never answers. */
  readonly hang: Answer;
  /** The receiver refuses the message and repeats all of it in its answer, secrets too. */
  readonly echo: Answer;
  /** Every answer with a meaning of its own for the kind, and its meaning. */
  readonly meanings: readonly Meaning<Answer>[];
}

export interface Meaning<Answer> {
  readonly when: string;
  readonly answer: Answer;
  readonly outcome: AttemptOutcome;
  /** Whether an operator must look; by default false. */
  readonly attention?: boolean;
  /** By default null: the receiver asks for no wait. */
  readonly retryAfterMs?: number;
}

export interface OpenedChannel<Answer> {
  readonly channel: Channel;
  /** An endpoint that targets the receiver. */
  readonly endpoint: Endpoint;
  /** Secrets in clear text, which only the receiver may see. */
  readonly secrets: readonly string[];
  /** The complete messages, in the order of their arrival. */
  readonly received: readonly Received[];
  /** Resolves when so many complete messages have arrived. */
  arrived(count: number): Promise<void>;
  /** Sets the answer to later messages. */
  answer(answer: Answer): void;
}

export interface Received {
  /** The bytes that `show` has shown, as text. */
  readonly body: string;
  /** The headers or login that came with the body, credentials in clear text. */
  readonly beside: string;
}

/** Collects items and lets tests wait for a number of them. */
export class Arrivals<Item> {
  readonly items: Item[] = [];
  #waiting: { readonly count: number; readonly resolve: () => void }[] = [];

  push(item: Item): void {
    this.items.push(item);
    const { length } = this.items;
    for (const { count, resolve } of this.#waiting) if (count <= length) resolve();
    this.#waiting = this.#waiting.filter(({ count }) => count > length);
  }

  async reach(count: number): Promise<void> {
    if (this.items.length >= count) return;
    await new Promise<void>((resolve) => this.#waiting.push({ count, resolve }));
  }
}
