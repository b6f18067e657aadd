/**
 * Step 7 for one endpoint: which of its heads may go now, and what is known of those in the store.
 * In memory are a small ready queue and what is in flight; of all other heads only three facts:
 * there are more, first attempts are held back, the earliest is due at a time. A head is forgotten
 * only together with setting one of the three, so nothing is lost. Must never do I/O or read a
 * clock (S6.5; docs/internals/design.md, "The dispatcher").
 */
import { HEALTHY } from '../../core/delivery/health.ts';
import type { Endpoint, Pacing } from '../../core/endpoint/endpoint.ts';
import { type Bucket, freshBucket, takeToken } from '../../core/endpoint/pacing.ts';
import type { EndpointKey } from '../../core/id.ts';
import type { DispatchStore, EndpointRuntime, Head } from '../ports/dispatch-store.ts';
import { HealthRecord } from './health-record.ts';
import { DUE_READ_GAP_MS, IDLE_READ_GAP_MS, PROBE_READ_HEADS } from './limits.ts';
import { FifoNode, isMistimed, isRetry, ReadyQueue, type ResidentHeads } from './ready-queue.ts';

export type HoldChange =
  | { readonly kind: 'held'; readonly untilMs: number }
  | { readonly kind: 'released' };

/**
 * The request of a read of the store. `retries`: on hold, what may still go. `probe`: a first
 * attempt after a hold has passed.
 */
export type HeadsWanted = 'all' | 'retries' | 'probe';

/** `recoveredAtMs`: retries last tried before it are asked for although they are not due. */
interface HeadsAsked {
  readonly wanted: HeadsWanted;
  readonly limit: number;
  readonly recoveredAtMs: number | null;
}

type HeadsFound = Awaited<ReturnType<DispatchStore['readyHeads']>>;

export class EndpointQueue {
  readonly key: EndpointKey;
  /** Waiting for a slot, or idle. */
  readonly slotNode: FifoNode<EndpointQueue> = new FifoNode<EndpointQueue>(this);
  /** Waiting for a read of the store. */
  readonly readNode: FifoNode<EndpointQueue> = new FifoNode<EndpointQueue>(this);
  /** Only `WakeTimer` writes these two. */
  wakeAtMs: number | null = null;
  wakeIndex = -1;

  /** Settings and health have been read, and have not been changed from outside since. */
  known = false;
  /** Null while not known, and if the endpoint no longer exists. */
  endpoint: Endpoint | null = null;
  readonly health = new HealthRecord();
  readonly pacer: Pacer;
  /** Counted as suspect by the slots; only `FairSlots` writes it. */
  suspect = false;

  /** A read of the store is under way. */
  reading = false;
  /** Grows with every change from outside, so that a read from before it is thrown away. */
  generation = 0;
  readFailures = 0;

  readonly #ready: ReadyQueue;
  /** The store has heads that may be ready. */
  #more = false;
  /** The store has first attempts that a hold keeps back. */
  #heldBack = false;
  /** The earliest due time of the heads that are due later. */
  #laterDueAtMs: number | null = null;
  /** Heads that fall due are not read before this, so that some of them share a read. */
  #dueReadFromMs = 0;
  /** No read before this: the last one failed, or brought nothing new. */
  #readFromMs: number | null = null;
  #disabling = false;
  #clockDoubted = false;
  #noticedHoldMs: number | null = null;

  /** `emptyAtMonoMs`: an earlier queue of the endpoint may have used up its rate until then. */
  constructor(
    key: EndpointKey,
    resident: ResidentHeads,
    emptyAtMonoMs: number = Number.NEGATIVE_INFINITY,
  ) {
    this.key = key;
    this.#ready = new ReadyQueue(resident);
    this.pacer = new Pacer(emptyAtMonoMs);
  }

  /** Attempts that have a slot. */
  get busy(): number {
    return this.#ready.busy;
  }

  /** A head that a commit has just made. It becomes ready or is remembered as a fact. */
  offer(head: Head, nowMs: number): void {
    if (this.#ready.holds(head)) {
      this.#ready.contest(head);
    } else if (head.dueAtMs > nowMs && !this.health.pulls(head.lastAttemptAtMs, nowMs)) {
      this.#clockDoubted ||= isMistimed(head, nowMs);
      this.noteDueAt(head.dueAtMs);
    } else if (!this.#mayEnter(head, nowMs)) {
      this.#heldBack = true;
    } else if (this.#ready.size >= this.#offersMax()) {
      this.#more = true;
    } else {
      this.#ready.enter(head);
    }
  }

  /** The store has a head that is due then. */
  noteDueAt(dueAtMs: number): void {
    if (this.#laterDueAtMs === null || dueAtMs < this.#laterDueAtMs) this.#laterDueAtMs = dueAtMs;
  }

  /** The next head that may go, and stays in the ready queue until `startNext`. */
  next(): Head | null {
    return this.#ready.next();
  }

  startNext(): void {
    this.#ready.startNext();
  }

  freeSlot(): void {
    this.#ready.freeSlot();
  }

  /** The settlement is durable (or given up): the lane is free for the head that follows. */
  freeLane(head: Head): void {
    if (this.#ready.freeLane(head)) this.#more = true;
  }

  /** It goes on retrying: at its due time, or at once when the endpoint recovered meanwhile. */
  retryLater(dueAtMs: number, triedAtMs: number, nowMs: number): void {
    if (this.health.pulls(triedAtMs, nowMs)) {
      this.health.wake();
      this.#more = true;
    } else {
      this.#clockDoubted ||= triedAtMs > nowMs;
      this.noteDueAt(dueAtMs);
    }
  }

  /** True once after a time in the future, which only a clock that went back explains. */
  takeClockDoubt(): boolean {
    const isDoubtful = this.#clockDoubted;
    this.#clockDoubted = false;
    return isDoubtful;
  }

  /** Something was changed from outside: nothing that was read before counts any more. */
  invalidate(): void {
    this.generation += 1;
    this.known = false;
    this.forgetWaits();
    this.#dropReady();
  }

  learn(runtime: EndpointRuntime | null): void {
    this.known = true;
    this.#disabling = false;
    this.endpoint = runtime?.endpoint ?? null;
    this.health.load(runtime?.health ?? HEALTHY);
    this.noticeHealth();
    if (this.isDisabled()) this.#dropReady();
  }

  /** An attempt said that it must be disabled: nothing goes until the store says what is. */
  disable(): void {
    this.#disabling = true;
    this.#dropReady();
  }

  /** After the health moved: what it means for the heads, and whether to tell of it. */
  noticeHealth(): HoldChange | null {
    if (this.health.takeRecovery()) this.#more = true;
    const { holdUntilMs } = this.health.now;
    if (holdUntilMs === this.#noticedHoldMs) return null;
    this.#noticedHoldMs = holdUntilMs;
    if (holdUntilMs !== null) {
      if (this.#ready.dropFirstAttempts()) this.#heldBack = true;
      return { kind: 'held', untilMs: holdUntilMs };
    }
    this.#release();
    return { kind: 'released' };
  }

  /** It does not exist, or is deleted: its deliveries are cancelled instead of sent. */
  isGone(): boolean {
    return this.known && (this.endpoint === null || this.endpoint.deletedAtMs !== null);
  }

  isDisabled(): boolean {
    if (this.#disabling) return true;
    return this.known && this.endpoint?.enabled === false && this.endpoint.deletedAtMs === null;
  }

  /** Turns times that have passed into facts. */
  elapse(nowMs: number): void {
    if (this.#readFromMs !== null && this.#readFromMs <= nowMs) this.#readFromMs = null;
    const dueReadAtMs = this.#dueReadAtMs();
    if (dueReadAtMs !== null && dueReadAtMs <= nowMs) {
      this.#laterDueAtMs = null;
      this.#dueReadFromMs = nowMs + DUE_READ_GAP_MS;
      this.#more = true;
    }
    this.pacer.elapse(nowMs);
    if (this.#heldBack && this.health.now.holdUntilMs === null) this.#release();
  }

  /** The wall clock that measured our own waits jumped; due times stay. */
  forgetWaits(): void {
    this.pacer.forgetWait();
    this.#readFromMs = null;
    this.#dueReadFromMs = 0;
  }

  /** A read may start. Settings that are not known are read only if there is a use for them. */
  wantsRead(nowMs: number): boolean {
    if (this.reading || this.#readFromMs !== null) return false;
    if (!this.known) return this.#ready.size > 0 || this.#more || this.#heldBack;
    return this.wantedHeads(nowMs) !== null;
  }

  /** The next read from the store; null if there is none. */
  wantedHeads(nowMs: number): HeadsWanted | null {
    if (this.isDisabled()) return null;
    const phase = this.health.phase(nowMs);
    if (this.#more && this.#ready.size <= this.#ready.sizeMax() / 4) {
      return phase === 'open' ? 'all' : 'retries';
    }
    return phase === 'probe' && this.#heldBack && this.#isQuiet() ? 'probe' : null;
  }

  beginRead(): void {
    this.reading = true;
  }

  /** From here on everything forgotten counts as news. */
  beginHeads(wanted: HeadsWanted, nowMs: number): HeadsAsked {
    this.#ready.beginRead();
    if (wanted === 'probe') this.#heldBack = false;
    else this.#more = false;
    // Retries alone are read: whether first attempts wait is not known, so a probe will look.
    if (wanted === 'retries') this.#heldBack = true;
    // More rows than may be in memory already, so that a read brings something new.
    const limit = wanted === 'probe' ? PROBE_READ_HEADS : this.#ready.sizeMax() + this.#ready.lanes;
    return { wanted, limit, recoveredAtMs: this.health.pulledForwardMs(nowMs) };
  }

  /** The answer of a read: new heads become ready as far as they may. */
  absorb({ heads, nextDueAtMs }: HeadsFound, asked: HeadsAsked, nowMs: number): void {
    let left = heads.length >= asked.limit;
    let entered = 0;
    for (const head of heads) {
      if (this.#ready.holds(head)) continue;
      if (!this.#mayEnter(head, nowMs)) this.#heldBack = true;
      else if (this.#ready.size >= this.#ready.sizeMax()) left = true;
      else {
        this.#ready.enter(head);
        entered += 1;
      }
    }
    if (nextDueAtMs !== null) this.noteDueAt(nextDueAtMs);
    if (asked.wanted === 'all' && !left && !this.#more) this.health.rest();
    if (!left) return;
    if (asked.wanted === 'probe') this.#heldBack = true;
    else this.#more = true;
    if (entered === 0) this.#readFromMs = nowMs + IDLE_READ_GAP_MS;
  }

  /** The store has answered. */
  succeedRead(): void {
    this.readFailures = 0;
  }

  failRead(wanted: HeadsWanted | null, againAtMs: number): void {
    this.readFailures += 1;
    if (wanted === 'probe') this.#heldBack = true;
    else if (wanted !== null) this.#more = true;
    this.#readFromMs = againAtMs;
  }

  endRead(): void {
    this.reading = false;
    this.#ready.endRead();
  }

  /** A head may go now, as far as this endpoint alone decides. */
  isReady(): boolean {
    if (!this.known || this.#ready.size === 0 || this.pacer.untilMs !== null) return false;
    return !this.isDisabled() && this.busy < this.#concurrency();
  }

  /** When something changes by time alone; null when nothing does. */
  nextWakeMs(nowMs: number): number | null {
    if (this.known && this.isDisabled()) return null;
    const pacedMs = this.pacer.untilMs ?? Number.POSITIVE_INFINITY;
    const isHeld = this.#heldBack && this.health.phase(nowMs) === 'held';
    const heldMs = (isHeld ? this.health.now.holdUntilMs : null) ?? Number.POSITIVE_INFINITY;
    const readMs = this.#readFromMs ?? Number.POSITIVE_INFINITY;
    const dueReadMs = this.#dueReadAtMs() ?? Number.POSITIVE_INFINITY;
    const atMs = Math.min(dueReadMs, readMs, pacedMs, heldMs);
    return atMs === Number.POSITIVE_INFINITY ? null : atMs;
  }

  /** No head is in memory or in flight, and no read is under way or waits. */
  isEmpty(): boolean {
    return this.#ready.lanes === 0 && !this.reading && this.readNode.list === null;
  }

  /** Nothing in memory, and nothing in the store that could become ready by itself. */
  isIdle(): boolean {
    if (!this.isEmpty()) return false;
    if (this.known && this.isDisabled()) return true;
    return !this.#more && !this.#heldBack && this.#laterDueAtMs === null;
  }

  /** While the store has more or is being read, its heads come first: they are older. */
  #offersMax(): number {
    if (this.#more || this.isDisabled()) return 0;
    const sizeMax = this.#ready.sizeMax();
    return this.reading && this.known ? sizeMax / 2 : sizeMax;
  }

  #mayEnter(head: Head, nowMs: number): boolean {
    const phase = this.health.phase(nowMs);
    if (phase === 'open' || isRetry(head)) return true;
    return phase === 'probe' && this.#isQuiet();
  }

  #isQuiet(): boolean {
    return this.busy === 0 && this.#ready.size === 0;
  }

  #concurrency(): number {
    return this.suspect ? 1 : (this.endpoint?.pacing.concurrency ?? 1);
  }

  #dueReadAtMs(): number | null {
    if (this.#laterDueAtMs === null) return null;
    return Math.max(this.#laterDueAtMs, this.#dueReadFromMs);
  }

  #release(): void {
    this.#heldBack = false;
    this.#more = true;
  }

  #dropReady(): void {
    this.#ready.dropReady();
    this.#more = true;
  }
}

/**
 * Pacing of one endpoint over time: the token bucket, and until when it is empty. Both stay exact
 * because one process alone sends to an endpoint.
 */
class Pacer {
  /** No attempt before this wall time; null when one may start. */
  untilMs: number | null = null;
  /** The bucket may have been emptied until then, by one that was forgotten; monotonic. */
  readonly #emptyAtMonoMs: number;
  #bucket: Bucket | null = null;

  constructor(emptyAtMonoMs: number) {
    this.#emptyAtMonoMs = emptyAtMonoMs;
  }

  /**
   * True if an attempt may start now, and takes its token. `sinceMonoMs`: when this process took
   * the endpoint over from another one, which may have spent what there was.
   */
  take(pacing: Pacing, nowMs: number, monoMs: number, sinceMonoMs: number | null): boolean {
    if (pacing.ratePerS === null) return true;
    const emptyAtMs = Math.max(sinceMonoMs ?? Number.NEGATIVE_INFINITY, this.#emptyAtMonoMs);
    this.#bucket ??= emptyAtMs < 0 ? freshBucket(pacing, monoMs) : { tokens: 0, atMs: emptyAtMs };
    const taken = takeToken(this.#bucket, pacing, monoMs);
    this.#bucket = taken.bucket;
    this.untilMs = taken.waitMs > 0 ? nowMs + taken.waitMs : null;
    return taken.waitMs === 0;
  }

  /** Another process may send to the endpoint from here on. */
  forget(): void {
    this.#bucket = null;
    this.untilMs = null;
  }

  forgetWait(): void {
    this.untilMs = null;
  }

  elapse(nowMs: number): void {
    if (this.untilMs !== null && this.untilMs <= nowMs) this.untilMs = null;
  }
}
