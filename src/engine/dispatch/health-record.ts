/**
 * The health of one endpoint as the dispatcher carries it (step 9): what it is, what of it is in
 * the store, and the wake on recovery: after an outage the waiting retries need not wait for their
 * time (S6.18). The rules are in core; this only remembers. The wake stays in force until a read
 * has brought all retries, even when an attempt that began before the recovery fails after it, and
 * ends with a new hold.
 */
import {
  afterAttempt,
  type EndedAttempt,
  type EndpointHealth,
  HEALTHY,
  type HoldPhase,
  holdPhase,
} from '../../core/delivery/health.ts';
import { SAVE_SUCCESS_MS, SUSPECT_TIMEOUTS } from './limits.ts';

export class HealthRecord {
  now: EndpointHealth = HEALTHY;
  #saved: EndpointHealth = HEALTHY;
  #recoveredAtMs: number | null = null;
  #waking = false;
  #isNewRecovery = false;

  /** As it is in the store. */
  load(health: EndpointHealth): void {
    this.now = health;
    this.#saved = health;
    this.#notice();
  }

  after(attempt: EndedAttempt): void {
    this.now = afterAttempt(this.now, attempt);
    this.#notice();
  }

  /**
   * Changes that the store does not have yet; writing every success alone would be a row per
   * delivery.
   */
  unsaved(): EndpointHealth | null {
    if (isNearly(this.now, this.#saved)) return null;
    this.#saved = this.now;
    return this.now;
  }

  phase(nowMs: number): HoldPhase {
    return this.now.holdUntilMs === null ? 'open' : holdPhase(this.now, nowMs);
  }

  isSuspicious(): boolean {
    return this.now.consecutiveTimeouts >= SUSPECT_TIMEOUTS;
  }

  /** True once after a recovery: the store is to be asked. */
  takeRecovery(): boolean {
    const isNew = this.#isNewRecovery;
    this.#isNewRecovery = false;
    return isNew;
  }

  /**
   * A delivery last tried then need not wait for its due time. A recovery in the future means
   * that the clock went back, and pulls nothing: it would pull every retry at once.
   */
  pulls(triedAtMs: number | null, nowMs: number): boolean {
    const recoveredAtMs = this.#recoveredAtMs;
    if (recoveredAtMs === null || recoveredAtMs > nowMs) return false;
    return triedAtMs !== null && triedAtMs < recoveredAtMs;
  }

  /** The store has one that need not wait. */
  wake(): void {
    this.#waking = true;
  }

  /** A read has brought all of them. */
  rest(): void {
    this.#waking = false;
  }

  /** What to ask the store for: retries last tried before this; null: only what is due. */
  pulledForwardMs(nowMs: number): number | null {
    if (!this.#waking || this.#recoveredAtMs === null) return null;
    return this.#recoveredAtMs <= nowMs ? this.#recoveredAtMs : null;
  }

  #notice(): void {
    const { recoveredAtMs, holdUntilMs } = this.now;
    if (holdUntilMs !== null) {
      this.#recoveredAtMs = null;
      this.#waking = false;
    } else if (recoveredAtMs !== null && recoveredAtMs !== this.#recoveredAtMs) {
      this.#recoveredAtMs = recoveredAtMs;
      this.#waking = true;
      this.#isNewRecovery = true;
    }
  }
}

/** The same but for the time of the last success, which is kept by the minute. */
function isNearly(one: EndpointHealth, other: EndpointHealth): boolean {
  return (
    one === other ||
    (one.consecutiveFailures === other.consecutiveFailures &&
      one.consecutiveTimeouts === other.consecutiveTimeouts &&
      one.holdUntilMs === other.holdUntilMs &&
      one.recoveredAtMs === other.recoveredAtMs &&
      one.failingSinceMs === other.failingSinceMs &&
      one.settledFailures === other.settledFailures &&
      one.attentionSinceMs === other.attentionSinceMs &&
      Math.abs((one.lastSuccessAtMs ?? 0) - (other.lastSuccessAtMs ?? 0)) < SAVE_SUCCESS_MS)
  );
}
