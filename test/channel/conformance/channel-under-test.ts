/**
 * What the suite needs to know of a channel: how to open it on a receiver that records requests and
 * answers as it is told, and what the answers of such receivers mean. See `suite.ts`.
 */
import type { TestContext } from 'node:test';
import type { AttemptOutcome } from '../../../src/core/delivery/outcome.ts';
import type { Endpoint } from '../../../src/core/endpoint/endpoint.ts';
import type { Channel } from '../../../src/engine/ports/channel.ts';

/** `Answer` is the receiver's own; the suite only hands it on. */
export interface ChannelUnderTest<Answer> {
  /** Begins the names of the tests. */
  readonly name: string;
  /** A channel, an endpoint and a receiver of their own; all end with the test. */
  open(test: TestContext): Promise<OpenedChannel<Answer>>;
  readonly accept: Answer;
  /** The receiver cannot take it now: it is tried again. */
  readonly notNow: Answer;
  /** Takes the message and never answers. */
  readonly hang: Answer;
  /** Refuses it, and repeats in its answer all that it was sent, secrets too. */
  readonly echo: Answer;
  /** The table of the kind: every answer that means something, and what. */
  readonly meanings: readonly Meaning<Answer>[];
}

export interface Meaning<Answer> {
  readonly when: string;
  readonly answer: Answer;
  readonly outcome: AttemptOutcome;
  /** Default false: no operator has to look. */
  readonly attention?: boolean;
  /** Default null: the receiver asks for no wait. */
  readonly retryAfterMs?: number;
}

export interface OpenedChannel<Answer> {
  readonly channel: Channel;
  /** Of the receiver, with a short timeout. */
  readonly endpoint: Endpoint;
  /** In the clear. Only the receiver may see them. */
  readonly secrets: readonly string[];
  /** Whole messages, in the order of their arrival. */
  readonly received: readonly Received[];
  /** Resolves when so many whole messages have arrived. */
  arrived(count: number): Promise<void>;
  /** How messages are answered from now on. */
  answer(answer: Answer): void;
}

export interface Received {
  /** The bytes that `show` promised, as text. */
  readonly body: string;
  /** What came with them, credentials in the clear. */
  readonly beside: string;
}

/** Lets tests wait until so many of something are there. */
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
