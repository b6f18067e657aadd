/**
 * Step 7 for one endpoint: which of its heads may go now, and what is known of those in the store.
 * In memory are a small window and what is in flight; of everything else only three facts: there is
 * more, first attempts are held back, something is due at a time. A head is forgotten only together
 * with setting one of the three, so nothing is lost. Must never do I/O or read a clock (S6.5;
 * docs/internals/design.md, "The dispatcher").
 */
import { HEALTHY } from '../../core/delivery/health.ts';
import type { Endpoint } from '../../core/endpoint/endpoint.ts';
import type { EndpointKey } from '../../core/id.ts';
import type { EndpointRuntime, Head } from '../ports/dispatch-store.ts';
import { FifoNode } from './fifo.ts';
import type { HeadsAsked, HeadsFound, HeadsWanted } from './heads-asked.ts';
import { HealthRecord } from './health-record.ts';
import { IDLE_READ_GAP_MS, PROBE_READ_HEADS } from './limits.ts';
import { Pacer } from './pacer.ts';
import { isMistimed, isRetry, ReadyQueue } from './ready-queue.ts';
import type { ResidentHeads } from './resident-heads.ts';
import { StoreFacts } from './store-facts.ts';

export type HoldChange =
  | { readonly kind: 'held'; readonly untilMs: number }
  | { readonly kind: 'released' };

export class EndpointQueue {
  readonly key: EndpointKey;
  /** In line for a slot, or among the idle; and in line for a read. */
  readonly turn: FifoNode<EndpointQueue> = new FifoNode<EndpointQueue>(this);
  readonly readTurn: FifoNode<EndpointQueue> = new FifoNode<EndpointQueue>(this);
  wakeAtMs: number | null = null;
  wakeIndex = -1;

  /** Settings and health have been read and nobody has changed them since. */
  known = false;
  /** Null while not known, and when it no longer exists. */
  endpoint: Endpoint | null = null;
  readonly health = new HealthRecord();
  readonly pacer = new Pacer();
  /** Counted as suspect by the slots. */
  suspect = false;

  reading = false;
  /** Grows with every change from outside, so that a read from before it is thrown away. */
  generation = 0;
  readFailures = 0;

  readonly #window: ReadyQueue;
  readonly #store = new StoreFacts();
  #disabling = false;
  #doubtful = false;
  #noticedHoldMs: number | null = null;

  constructor(key: EndpointKey, resident: ResidentHeads) {
    this.key = key;
    this.#window = new ReadyQueue(resident);
  }

  /** Attempts that have a slot. */
  get busy(): number {
    return this.#window.busy;
  }

  /** A head that a commit has just made. It enters the window or is remembered as a fact. */
  offer(head: Head, nowMs: number): void {
    if (this.#window.holds(head)) {
      this.#window.contest(head);
    } else if (head.dueAtMs > nowMs && !this.health.pulls(head.lastAttemptAtMs, nowMs)) {
      this.#doubtful ||= isMistimed(head, nowMs);
      this.later(head.dueAtMs);
    } else if (!this.#mayEnter(head, nowMs)) {
      this.#store.heldBack = true;
    } else if (this.#window.size >= this.#offersMax()) {
      this.#store.more = true;
    } else {
      this.#window.enter(head);
    }
  }

  later(dueAtMs: number): void {
    this.#store.later(dueAtMs);
  }

  /** The next head that may go, still in the window: what may not go never entered it. */
  next(): Head | null {
    return this.#window.next();
  }

  takeOff(): void {
    this.#window.takeOff();
  }

  freeSlot(): void {
    this.#window.busy -= 1;
  }

  /** The settlement is durable (or given up): the lane is free for the head that follows. */
  land(head: Head): void {
    if (this.#window.land(head)) this.#store.more = true;
  }

  /** It goes on retrying: at its due time, or at once when the endpoint recovered meanwhile. */
  retryLater(dueAtMs: number, triedAtMs: number, nowMs: number): void {
    if (this.health.pulls(triedAtMs, nowMs)) {
      this.health.wake();
      this.#store.more = true;
    } else {
      this.#doubtful ||= triedAtMs > nowMs;
      this.later(dueAtMs);
    }
  }

  /** True once after a time that only a clock gone back explains: it lies in the future. */
  takeDoubt(): boolean {
    const isDoubtful = this.#doubtful;
    this.#doubtful = false;
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
    if (this.health.takeRecovery()) this.#store.more = true;
    const { holdUntilMs } = this.health.now;
    if (holdUntilMs === this.#noticedHoldMs) return null;
    this.#noticedHoldMs = holdUntilMs;
    if (holdUntilMs !== null) {
      if (this.#window.dropFirstAttempts()) this.#store.heldBack = true;
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

  /** Fifo times that have passed into facts. */
  elapse(nowMs: number): void {
    this.#store.elapse(nowMs);
    this.pacer.elapse(nowMs);
    if (this.#store.heldBack && this.health.now.holdUntilMs === null) this.#release();
  }

  /** The wall clock that measured our own waits jumped. */
  forgetWaits(): void {
    this.pacer.untilMs = null;
    this.#store.forgetWaits();
  }

  /** A read may start. Settings that are not known are read only when there is a use for them. */
  wantsRead(nowMs: number): boolean {
    if (this.reading || !this.#store.mayBeRead()) return false;
    if (!this.known) return this.#window.size > 0 || this.#store.more || this.#store.heldBack;
    return this.wantedHeads(nowMs) !== null;
  }

  /** What to read from the store now, if anything. */
  wantedHeads(nowMs: number): HeadsWanted | null {
    if (this.isDisabled()) return null;
    const phase = this.health.phase(nowMs);
    if (this.#store.more && this.#window.size <= this.#window.sizeMax() / 4) {
      return phase === 'open' ? 'all' : 'retries';
    }
    return phase === 'probe' && this.#store.heldBack && this.#isQuiet() ? 'probe' : null;
  }

  /** From here on everything forgotten counts as news. */
  beginHeads(wanted: HeadsWanted, nowMs: number): HeadsAsked {
    this.#window.beginRead();
    if (wanted === 'probe') this.#store.heldBack = false;
    else this.#store.more = false;
    // Retries alone are read: whether first attempts wait is not known, so a probe will look.
    if (wanted === 'retries') this.#store.heldBack = true;
    // More rows than may be in memory already, so that a read brings something new.
    const limit =
      wanted === 'probe' ? PROBE_READ_HEADS : this.#window.sizeMax() + this.#window.lanes;
    return { wanted, limit, recoveredAtMs: this.health.pulledForwardMs(nowMs) };
  }

  /** The answer of a read: what is new enters the window as far as it may. */
  absorb({ heads, nextDueAtMs }: HeadsFound, asked: HeadsAsked, nowMs: number): void {
    let left = heads.length >= asked.limit;
    let entered = 0;
    for (const head of heads) {
      if (this.#window.holds(head)) continue;
      if (!this.#mayEnter(head, nowMs)) this.#store.heldBack = true;
      else if (this.#window.size >= this.#window.sizeMax()) left = true;
      else {
        this.#window.enter(head);
        entered += 1;
      }
    }
    if (nextDueAtMs !== null) this.later(nextDueAtMs);
    if (asked.wanted === 'all' && !left && !this.#store.more) this.health.rest();
    if (!left) return;
    if (asked.wanted === 'probe') this.#store.heldBack = true;
    else this.#store.more = true;
    if (entered === 0) this.#store.pauseReads(nowMs + IDLE_READ_GAP_MS);
  }

  failRead(wanted: HeadsWanted | null, againAtMs: number): void {
    this.readFailures += 1;
    if (wanted === 'probe') this.#store.heldBack = true;
    else if (wanted !== null) this.#store.more = true;
    this.#store.pauseReads(againAtMs);
  }

  endRead(): void {
    this.reading = false;
    this.#window.endRead();
  }

  /** A head may go now, as far as this endpoint alone decides. */
  isReady(): boolean {
    if (!this.known || this.#window.size === 0 || this.pacer.untilMs !== null) return false;
    return !this.isDisabled() && this.busy < this.#concurrency();
  }

  /** When something changes by time alone; null when nothing does. */
  nextWakeMs(nowMs: number): number | null {
    if (this.known && this.isDisabled()) return null;
    const pacedMs = this.pacer.untilMs ?? Number.POSITIVE_INFINITY;
    const isHeld = this.#store.heldBack && this.health.phase(nowMs) === 'held';
    const heldMs = (isHeld ? this.health.now.holdUntilMs : null) ?? Number.POSITIVE_INFINITY;
    const atMs = Math.min(this.#store.nextChangeMs(), pacedMs, heldMs);
    return atMs === Number.POSITIVE_INFINITY ? null : atMs;
  }

  /** Nothing of it is in flight or being read, and no head is in memory. */
  isEmpty(): boolean {
    return this.#window.lanes === 0 && !this.reading && this.readTurn.line === null;
  }

  /** Nothing in memory, and nothing in the store that could become ready by itself. */
  isIdle(): boolean {
    if (!this.isEmpty()) return false;
    return (this.known && this.isDisabled()) || this.#store.isNothing();
  }

  /** While the store has more or is being read, its heads come first: they are older. */
  #offersMax(): number {
    if (this.#store.more || this.isDisabled()) return 0;
    const sizeMax = this.#window.sizeMax();
    return this.reading && this.known ? sizeMax / 2 : sizeMax;
  }

  #mayEnter(head: Head, nowMs: number): boolean {
    const phase = this.health.phase(nowMs);
    if (phase === 'open' || isRetry(head)) return true;
    return phase === 'probe' && this.#isQuiet();
  }

  #isQuiet(): boolean {
    return this.busy === 0 && this.#window.size === 0;
  }

  #concurrency(): number {
    return this.suspect ? 1 : (this.endpoint?.pacing.concurrency ?? 1);
  }

  #release(): void {
    this.#store.heldBack = false;
    this.#store.more = true;
  }

  #dropReady(): void {
    this.#window.dropReady();
    this.#store.more = true;
  }
}
