/**
 * The received items in memory, bounded in three ways: number, bytes and age; the oldest are
 * removed first. A caller names the project and finds only its items.
 */
import { formatId, parseId } from '../core/id.ts';
import type {
  InboxAnswer,
  InboxBoxName,
  InboxFilter,
  InboxVerification,
} from '../engine/ports/inbox.ts';
import { isAbout, type Reading } from './reading.ts';

export const ITEMS_MAX = 500;
export const AGE_MS_MAX = 24 * 3_600_000;
/** Bodies and headers of all items: 128 of the largest. */
export const KEPT_BYTES_MAX = 32 * 1024 * 1024;

export interface Arrival extends InboxBoxName, Reading {
  readonly projectId: string;
  readonly endpointId: string | null;
  readonly deliveryId: string | null;
  readonly test: boolean;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  readonly order: InboxVerification['order'];
}

export interface Held extends Arrival {
  readonly key: number;
  readonly id: string;
  readonly receivedAtMs: number;
  readonly bytes: number;
  /** Changes once, when the item is answered. */
  answer: InboxAnswer;
  order: InboxVerification['order'];
  /** Resolves when the order of the item is known. */
  ordered: Promise<void>;
  /** Computed when the item is first read. */
  verification: InboxVerification | null;
}

export class Kept {
  /** In the order of arrival. */
  #items: Held[] = [];
  #bytes = 0;
  #key = 0;

  add(arrival: Arrival, answer: InboxAnswer, nowMs: number): Held {
    this.#key += 1;
    const id = formatId('inb', nowMs, this.#key);
    const held: Held = {
      ...arrival,
      key: this.#key,
      id,
      receivedAtMs: nowMs,
      bytes: bytesOf(arrival),
      answer,
      verification: null,
      ordered: Promise.resolve(),
    };
    this.#items.push(held);
    this.#bytes += held.bytes;
    this.#prune(nowMs);
    return held;
  }

  /** The newest first, starting before the key `before`. */
  list(
    projectId: string,
    filter: InboxFilter,
    page: { readonly before: number | null; readonly limit: number; readonly nowMs: number },
  ): readonly Held[] {
    this.#prune(page.nowMs);
    const found: Held[] = [];
    for (let at = this.#items.length - 1; at >= 0 && found.length < page.limit; at -= 1) {
      const item = this.#items[at];
      if (item === undefined || item.projectId !== projectId) continue;
      if (page.before !== null && item.key >= page.before) continue;
      if (isWanted(item, filter)) found.push(item);
    }
    return found;
  }

  get(projectId: string, id: string, nowMs: number): Held | null {
    this.#prune(nowMs);
    const key = parseId('inb', id)?.key;
    const item = this.#items.find((each) => each.key === key) ?? null;
    return item !== null && item.id === id && item.projectId === projectId ? item : null;
  }

  clear(projectId: string): number {
    return this.#keep((item) => item.projectId !== projectId);
  }

  forgetCalls(projectId: string, callIds: readonly string[]): void {
    this.#keep(
      (item) => item.projectId !== projectId || !callIds.some((callId) => isAbout(item, callId)),
    );
  }

  /** Returns how many were removed. */
  #keep(stays: (item: Held) => boolean): number {
    const kept = this.#items.filter(stays);
    const gone = this.#items.length - kept.length;
    this.#items = kept;
    this.#bytes = kept.reduce((sum, { bytes }) => sum + bytes, 0);
    return gone;
  }

  /** A clock that is set back makes no item older. */
  #prune(nowMs: number): void {
    let gone = 0;
    for (const item of this.#items) {
      const many = this.#items.length - gone > ITEMS_MAX || this.#bytes > KEPT_BYTES_MAX;
      if (!many && nowMs - item.receivedAtMs <= AGE_MS_MAX) break;
      this.#bytes -= item.bytes;
      gone += 1;
    }
    if (gone > 0) this.#items.splice(0, gone);
  }
}

function isWanted(item: Held, { channel, name, callId, text, fromMs, toMs }: InboxFilter): boolean {
  if (channel !== null && item.channel !== channel) return false;
  if (name !== null && item.name !== name) return false;
  if (fromMs !== null && item.receivedAtMs < fromMs) return false;
  if (toMs !== null && item.receivedAtMs >= toMs) return false;
  if (callId !== null && !isAbout(item, callId)) return false;
  return text === null || speaksOf(item, text.toLowerCase());
}

function speaksOf(item: Held, text: string): boolean {
  const { callId, trigger, name, deliveryId, endpointId } = item;
  const parts = [callId, trigger, name, deliveryId, endpointId];
  return parts.some((part) => part?.toLowerCase().includes(text) === true);
}

/** The memory of an item besides its body and headers: objects and short texts. */
const ITEM_BYTES = 1_024;

function bytesOf({ headers, body }: Arrival): number {
  // At most two bytes a character, plus the entries of the list.
  const texts = headers.reduce((sum, [name, value]) => sum + 2 * (name.length + value.length), 0);
  return ITEM_BYTES + texts + 64 * headers.length + body.length;
}
