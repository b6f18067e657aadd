/**
 * Step 7 for one endpoint: which of its heads may be sent now, and what is known of those in the
 * store. In memory are a small ready queue and the heads in flight. Of all other heads only three
 * facts are kept: whether there are more, whether first attempts are held back, and the earliest
 * due time. Whenever a head is dropped from memory one of the three is set, so nothing is lost.
 * Must never do I/O or read a clock (S6.5; docs/internals/design.md, "The dispatcher").
 */
import { HEALTHY } from '../../core/delivery/health.ts';
import { type Endpoint, isPulled } from '../../core/endpoint/endpoint.ts';
import type { EndpointKey } from '../../core/id.ts';
import type { DispatchStore, EndpointRuntime, Head } from '../ports/dispatch-store.ts';
import { HealthRecord } from './health-record.ts';
import {
  DUE_READ_GAP_MS,
  IDLE_READ_GAP_MS,
  PROBE_READ_HEADS,
  READ_HEADS_MAX,
  REFILL_AT,
} from './limits.ts';
import { Pacer } from './pacer.ts';
import { FifoNode, isMistimed, isRetry, ReadyQueue, type ResidentHeads } from './ready-queue.ts';

export type HoldChange =
  | { readonly kind: 'held'; readonly untilMs: number }
  | { readonly kind: 'released' };

/**
 * What a read of the store asks for. `retries`: on hold, the heads that may still be sent. `probe`:
 * a first attempt after a hold has ended.
 */
export type HeadsWanted = 'all' | 'retries' | 'probe';

/**
 * `from`: where the read goes on; null: it begins with the oldest head. `recoveredAtMs`: retries
 * last tried before this time are asked for even if they are not due.
 */
interface HeadsAsked {
  readonly wanted: HeadsWanted;
  readonly limit: number;
  readonly from: ReadPlace | null;
  readonly recoveredAtMs: number | null;
}

type HeadsFound = Awaited<ReturnType<DispatchStore['readyHeads']>>;

export class EndpointQueue {
  readonly key: EndpointKey;
  /** The place in the queue for a slot, if the endpoint waits for one. */
  readonly slotNode: FifoNode<EndpointQueue> = new FifoNode<EndpointQueue>(this);
  /** The place in the queue for a read of the store. */
  readonly readNode: FifoNode<EndpointQueue> = new FifoNode<EndpointQueue>(this);
  /** Only `WakeTimer` writes these two fields. */
  wakeAtMs: number | null = null;
  wakeIndex = -1;

  /** Whether settings and health have been read and were not changed from outside since. */
  known = false;
  /** Null while the settings are unknown, and if the endpoint no longer exists. */
  endpoint: Endpoint | null = null;
  readonly health = new HealthRecord();
  readonly pacer: Pacer;
  /** Whether the slots count the endpoint as suspect; only `FairSlots` writes it. */
  suspect = false;

  /** Whether a read of the store is under way. */
  reading = false;
  /** Grows with every change from outside, so that the result of an earlier read is discarded. */
  generation = 0;
  readFailures = 0;

  readonly #ready: ReadyQueue;
  /** Whether the store has heads that may be ready. */
  #more = false;
  readonly #progress = new ReadProgress();
  /** Whether the store has first attempts that a hold keeps back. */
  #heldBack = false;
  /** The earliest due time of the heads that are due later. */
  #laterDueAtMs: number | null = null;
  /** Heads that fall due are not read before this time, so that several share a read. */
  #dueReadFromMs = 0;
  /** No read before this time, because the last one failed or brought nothing new. */
  #readFromMs: number | null = null;
  #disabling = false;
  #clockDoubted = false;
  #noticedHoldMs: number | null = null;

  /** `emptyAtMonoMs`: an earlier queue of this endpoint may have used up its rate until then. */
  constructor(
    key: EndpointKey,
    resident: ResidentHeads,
    emptyAtMonoMs: number = Number.NEGATIVE_INFINITY,
  ) {
    this.key = key;
    this.#ready = new ReadyQueue(resident);
    this.pacer = new Pacer(emptyAtMonoMs);
  }

  /** The number of attempts that have a slot. */
  get busy(): number {
    return this.#ready.busy;
  }

  /** Takes a head that a commit has just made: it becomes ready or is remembered as a fact. */
  offer(head: Head, nowMs: number): void {
    if (this.#ready.holds(head)) {
      this.#ready.contest(head);
    } else if (head.dueAtMs > nowMs && !this.health.pulls(head.lastAttemptAtMs, nowMs)) {
      this.#clockDoubted ||= isMistimed(head, nowMs);
      this.noteDueAt(head.dueAtMs);
    } else if (!this.#mayEnter(head, nowMs)) {
      this.#heldBack = true;
    } else if (this.#ready.size >= this.#offersMax()) {
      this.#forget(head.dueAtMs);
    } else {
      this.#ready.enter(head);
    }
  }

  /**
   * The store has heads, the earliest due at that time. Which are in memory is unknown: another
   * process may have made some, by a clock that is behind.
   */
  noteFound(dueAtMs: number): void {
    this.#progress.forgetAny();
    this.noteDueAt(dueAtMs);
  }

  /** Remembers that the store has a head that is due at that time. */
  noteDueAt(dueAtMs: number): void {
    if (this.#laterDueAtMs === null || dueAtMs < this.#laterDueAtMs) this.#laterDueAtMs = dueAtMs;
  }

  /** The next head that may be sent; it stays in the ready queue until `startNext`. */
  next(): Head | null {
    return this.#ready.next();
  }

  startNext(): void {
    this.#ready.startNext();
  }

  freeSlot(): void {
    this.#ready.freeSlot();
  }

  /** The settlement is durable (or given up), so the lane is free for the next head. */
  freeLane(head: Head): void {
    if (this.#ready.freeLane(head)) this.#forgetAny();
  }

  /**
   * The delivery will be retried at its due time, or at once if the endpoint recovered meanwhile.
   */
  retryLater(dueAtMs: number, triedAtMs: number, nowMs: number): void {
    if (this.health.pulls(triedAtMs, nowMs)) {
      this.health.wake();
      this.#forgetAny();
    } else {
      this.#clockDoubted ||= triedAtMs > nowMs;
      this.noteDueAt(dueAtMs);
    }
  }

  /** Returns true once after a time in the future, which proves that the clock went back. */
  takeClockDoubt(): boolean {
    const isDoubtful = this.#clockDoubted;
    this.#clockDoubted = false;
    return isDoubtful;
  }

  /** An operator or another process changed something, so what was read before is discarded. */
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
    if (this.isSilent()) this.#dropReady();
  }

  /** The clock may have been ahead when the hold was set: in this process, or before its start. */
  repairHold(nowMs: number): void {
    if (this.health.repairHold(nowMs)) this.noticeHealth();
  }

  /**
   * An attempt found that the endpoint must be disabled: nothing is sent until the settings are
   * read again, because the store decides.
   */
  disable(): void {
    this.#disabling = true;
    this.#dropReady();
  }

  /**
   * Applies a change of health to the heads; returns the change of the hold if it must be reported.
   */
  noticeHealth(): HoldChange | null {
    if (this.health.takeRecovery()) this.#forgetAny();
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

  /**
   * Whether the endpoint does not exist or is deleted; its deliveries are then cancelled, not sent.
   */
  isGone(): boolean {
    return this.known && (this.endpoint === null || this.endpoint.deletedAtMs !== null);
  }

  isDisabled(): boolean {
    if (this.#disabling) return true;
    return this.known && this.endpoint?.enabled === false && this.endpoint.deletedAtMs === null;
  }

  /** Whether nothing is sent: the endpoint is disabled, or its consumers fetch what it has. */
  isSilent(): boolean {
    return this.isDisabled() || this.#isPulled();
  }

  #isPulled(): boolean {
    const { endpoint } = this;
    return this.known && endpoint !== null && isPulled(endpoint.kind) && !this.isGone();
  }

  /** Turns times that have passed into facts. */
  elapse(nowMs: number): void {
    if (this.#readFromMs !== null && this.#readFromMs <= nowMs) this.#readFromMs = null;
    const dueReadAtMs = this.#dueReadAtMs();
    if (dueReadAtMs !== null && dueReadAtMs <= nowMs) {
      this.#forget(this.#laterDueAtMs ?? nowMs);
      this.#laterDueAtMs = null;
      this.#dueReadFromMs = nowMs + DUE_READ_GAP_MS;
    }
    this.pacer.elapse(nowMs);
    if (this.#heldBack && this.health.now.holdUntilMs === null) this.#release();
  }

  /** The wall clock jumped: forgets waits that were measured with it. Due times stay. */
  forgetWaits(): void {
    this.pacer.forgetWait();
    this.#progress.forgetAny();
    this.#readFromMs = null;
    this.#dueReadFromMs = 0;
  }

  /** Whether a read may start. Unknown settings are read only if there is a use for them. */
  wantsRead(nowMs: number): boolean {
    if (this.reading || this.#readFromMs !== null) return false;
    if (!this.known) return this.#ready.size > 0 || this.#more || this.#heldBack;
    return this.wantedHeads(nowMs) !== null;
  }

  /** The next read from the store; null if there is none. */
  wantedHeads(nowMs: number): HeadsWanted | null {
    if (this.isSilent()) return null;
    const phase = this.health.phase(nowMs);
    if (this.#more && this.#ready.size <= Math.min(this.#ready.sizeMax() / 4, REFILL_AT)) {
      return phase === 'open' ? 'all' : 'retries';
    }
    return phase === 'probe' && this.#heldBack && this.#isQuiet() ? 'probe' : null;
  }

  beginRead(): void {
    this.reading = true;
  }

  /** A head that is dropped from memory from here on makes another read necessary. */
  beginHeads(wanted: HeadsWanted, nowMs: number): HeadsAsked {
    this.#ready.beginRead();
    const recoveredAtMs = this.health.pulledForwardMs(nowMs);
    const lastTo = this.#progress.begin();
    const from = wanted === 'all' && recoveredAtMs === null ? lastTo : null;
    if (wanted === 'probe') this.#heldBack = false;
    else this.#more = false;
    // Only retries are read. Whether first attempts wait is unknown, so a probe will look.
    if (wanted === 'retries') this.#heldBack = true;
    // The rows come by due time, so those that are in memory may come first.
    const known = from === null ? this.#ready.lanes : from.heads;
    const limit = wanted === 'probe' ? PROBE_READ_HEADS : this.#room() + known;
    return { wanted, limit, from, recoveredAtMs };
  }

  /** Takes the result of a read: new heads become ready as far as the limits allow. */
  absorb({ heads, nextDueAtMs }: HeadsFound, asked: HeadsAsked, nowMs: number): void {
    let left = heads.length >= asked.limit;
    let entered = 0;
    let to = asked.from === null ? null : { dueAtMs: asked.from.dueAtMs, heads: 0 };
    for (const head of heads) {
      if (!this.#ready.holds(head)) {
        const isFull = this.#ready.size >= this.#ready.sizeMax();
        if (!this.#mayEnter(head, nowMs)) this.#heldBack = true;
        else if (isFull) {
          left = true;
          break;
        } else {
          this.#ready.enter(head);
          entered += 1;
        }
      }
      to = placeAfter(to, head);
    }
    if (nextDueAtMs !== null) this.noteDueAt(nextDueAtMs);
    if (asked.wanted === 'all' && !left && !this.#more) this.health.rest();
    if (!left) return;
    if (asked.wanted === 'probe') this.#heldBack = true;
    else this.#more = true;
    // Retries that a recovery pulls forward do not come by due time.
    if (asked.wanted === 'all' && asked.recoveredAtMs === null) this.#progress.end(to);
    if (entered === 0 && !isFurther(to, asked.from)) this.#readFromMs = nowMs + IDLE_READ_GAP_MS;
  }

  /** The store answered a read. */
  succeedRead(): void {
    this.readFailures = 0;
  }

  failRead(wanted: HeadsWanted | null, againAtMs: number): void {
    this.readFailures += 1;
    if (wanted === 'probe') this.#heldBack = true;
    else if (wanted !== null) this.#forgetAny();
    this.#readFromMs = againAtMs;
  }

  endRead(): void {
    this.reading = false;
    this.#ready.endRead();
  }

  /** Whether a head may be sent now, as far as this endpoint alone decides. */
  isReady(): boolean {
    if (!this.known || this.#ready.size === 0 || this.pacer.untilMs !== null) return false;
    return !this.isSilent() && this.busy < this.#concurrency();
  }

  /** When something changes merely because time passes; null if nothing will. */
  nextWakeMs(nowMs: number): number | null {
    if (this.known && this.isSilent()) return null;
    const pacedMs = this.pacer.untilMs ?? Number.POSITIVE_INFINITY;
    const isHeld = this.#heldBack && this.health.phase(nowMs) === 'held';
    const heldMs = (isHeld ? this.health.now.holdUntilMs : null) ?? Number.POSITIVE_INFINITY;
    const readMs = this.#readFromMs ?? Number.POSITIVE_INFINITY;
    const dueReadMs = this.#dueReadAtMs() ?? Number.POSITIVE_INFINITY;
    const atMs = Math.min(dueReadMs, readMs, pacedMs, heldMs);
    return atMs === Number.POSITIVE_INFINITY ? null : atMs;
  }

  /** Whether no head is in memory or in flight, and no read is under way or waits. */
  isEmpty(): boolean {
    return this.#ready.lanes === 0 && !this.reading && this.readNode.list === null;
  }

  /** Whether nothing is in memory, and nothing in the store can become ready by itself. */
  isIdle(): boolean {
    if (!this.isEmpty()) return false;
    if (this.known && this.isSilent()) return true;
    return !this.#more && !this.#heldBack && this.#laterDueAtMs === null;
  }

  /**
   * How many offered heads fit. While the store has more heads or is being read, those come first,
   * because they are older.
   */
  #offersMax(): number {
    if (this.#more || this.isSilent()) return 0;
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
    this.#forgetAny();
  }

  #dropReady(): void {
    this.#ready.dropReady();
    this.#forgetAny();
  }

  /** The store has a head that is due at that time, and memory has not. */
  #forget(dueAtMs: number): void {
    this.#more = true;
    this.#progress.forget(dueAtMs);
  }

  /** The store may have heads, whenever they are due, that memory has not. */
  #forgetAny(): void {
    this.#more = true;
    this.#progress.forgetAny();
  }

  /** How many heads a read may bring. */
  #room(): number {
    return Math.min(this.#ready.sizeMax() - this.#ready.size, READ_HEADS_MAX);
  }
}

/** A due time, and how many heads that are due at it were read. */
interface ReadPlace {
  readonly dueAtMs: number;
  readonly heads: number;
}

/**
 * How far the heads in the store were read, so that the next read of a long backlog goes on there.
 * Heads that are due before are in memory or were settled, unless memory forgot one since the last
 * read began: then the next read begins with the oldest head again.
 */
class ReadProgress {
  /** Null: no read left heads in the store. */
  #to: ReadPlace | null = null;
  /** The earliest due time of the heads that were forgotten since the last read began. */
  #forgottenDueMs = Number.POSITIVE_INFINITY;

  /** Begins a read; returns where it may go on, or null. */
  begin(): ReadPlace | null {
    const to = this.#to;
    const isWhole = to !== null && to.dueAtMs <= this.#forgottenDueMs;
    this.#to = null;
    this.#forgottenDueMs = Number.POSITIVE_INFINITY;
    return isWhole ? to : null;
  }

  /** A read by due time left heads in the store. */
  end(to: ReadPlace | null): void {
    this.#to = to;
  }

  forget(dueAtMs: number): void {
    this.#forgottenDueMs = Math.min(this.#forgottenDueMs, dueAtMs);
  }

  forgetAny(): void {
    this.forget(Number.NEGATIVE_INFINITY);
  }
}

function placeAfter(place: ReadPlace | null, { dueAtMs }: Head): ReadPlace {
  return { dueAtMs, heads: place?.dueAtMs === dueAtMs ? place.heads + 1 : 1 };
}

function isFurther(place: ReadPlace | null, before: ReadPlace | null): boolean {
  if (place === null || before === null) return false;
  return place.dueAtMs > before.dueAtMs || place.heads > before.heads;
}
