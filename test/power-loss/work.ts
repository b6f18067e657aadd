/**
 * What platforms and the dispatcher ask of a store, a few operations at a time so that they share a
 * commit: calls that walk from QUEUED to COMPLETED, attempts that succeed, fail or give up. Records
 * what was acknowledged at the moment its promise resolves.
 */
import type { Stream } from '../../sim/script/random.ts';
import type { Head } from '../../src/engine/ports/dispatch-store.ts';
import type { Bench } from '../store/given.ts';

/** A change whose promise has resolved: every later power cut must leave it. */
export type Promised =
  | {
      readonly what: 'report';
      readonly callId: string;
      readonly reportId: string;
      readonly triggers: readonly string[];
      readonly deliveries: number;
    }
  | {
      readonly what: 'attempt';
      readonly delivery: number;
      readonly endpoint: number;
      readonly callId: string;
      readonly sequence: number;
      readonly number: number;
      readonly state: string;
    };

const CALLS_AT_ONCE = 12;
const OPERATIONS_MAX = 6;
const WALK: readonly string[] = ['QUEUED', 'CALLING', 'CLOSING', 'COMPLETED'];

/** The operations of platforms, the dispatcher and an operator, a few at a time. */
export class Work {
  readonly #bench: Bench;
  readonly #chance: Stream;
  readonly #keep: (promised: Promised) => void;
  readonly #calls: { callId: string; step: number }[] = [];
  readonly #heads: Head[] = [];
  #made = 0;

  constructor(bench: Bench, chance: Stream, keep: (promised: Promised) => void) {
    this.#bench = bench;
    this.#chance = chance;
    this.#keep = keep;
  }

  /** Requests 1 to `OPERATIONS_MAX` operations at once, which share a commit. */
  async turn(): Promise<void> {
    this.#bench.clock.nowMs += this.#chance.between(1, 2_000);
    const asked: Promise<void>[] = [];
    for (let count = this.#chance.between(1, OPERATIONS_MAX); count > 0; count -= 1) {
      const head = this.#heads.shift();
      if (head === undefined || this.#chance.chance(35)) {
        asked.push(this.#report());
        if (head !== undefined) this.#heads.unshift(head);
      } else {
        asked.push(this.#attempt(head));
      }
    }
    await Promise.all(asked);
  }

  async #report(): Promise<void> {
    while (this.#calls.length < CALLS_AT_ONCE) {
      this.#made += 1;
      this.#calls.push({ callId: `call-${this.#made}`, step: 0 });
    }
    const call = this.#calls[this.#chance.between(0, CALLS_AT_ONCE - 1)];
    if (call === undefined) return;
    const { callId, step } = call;
    call.step += 1;
    if (call.step === WALK.length) this.#calls.splice(this.#calls.indexOf(call), 1);
    const reportId = `${callId}:${step}`;
    const receipt = await this.#bench.report(callId, WALK[step] ?? null, { reportId });
    if (receipt.kind === 'refused') throw new Error(receipt.detail);
    const { triggers } = receipt.answer;
    this.#heads.push(...receipt.heads);
    this.#keep({ what: 'report', callId, reportId, triggers, deliveries: receipt.made.length });
  }

  async #attempt(head: Head): Promise<void> {
    const failing = this.#chance.chance(25);
    const state = !failing ? 'delivered' : head.failures >= 2 ? 'exhausted' : 'retrying';
    const { promoted } = await this.#land(head, state);
    if (state === 'retrying') {
      this.#heads.push({
        ...head,
        state,
        attempts: head.attempts + 1,
        failures: head.failures + 1,
      });
    }
    if (promoted !== null) this.#heads.push(promoted);
    const { delivery, endpoint, callId, sequence } = head;
    const number = head.attempts + 1;
    this.#keep({ what: 'attempt', delivery, endpoint, callId, sequence, number, state });
  }

  async #land(head: Head, state: 'delivered' | 'exhausted' | 'retrying') {
    const result = await this.#bench[state](head);
    if (result.kind !== 'settled') throw new Error(`the settlement was ${result.kind}`);
    return result;
  }
}
