/**
 * The health of one endpoint in the dispatcher's memory (step 9): its value, which part of it is
 * stored, and the wake on recovery: after an outage, waiting retries need not wait for their due
 * time (S6.18). The rules are in core. The wake stays in force until a read has brought all
 * retries, even if an attempt that began before the recovery fails after it; a new hold ends it.
 */
import {
  afterAttempt,
  type EndedAttempt,
  type EndpointHealth,
  HEALTHY,
  type HoldPhase,
  holdPhase,
  repairedHold,
} from '../../core/delivery/health.ts';
import { SAVE_SUCCESS_MS, SUSPECT_TIMEOUTS } from './limits.ts';

export class HealthRecord {
  now: EndpointHealth = HEALTHY;
  #saved: EndpointHealth = HEALTHY;
  #recoveredAtMs: number | null = null;
  #waking = false;
  #isNewRecovery = false;

  /** Takes the health as the store has it. */
  load(health: EndpointHealth): void {
    this.now = health;
    this.#saved = health;
    this.#notice();
  }

  /** After a start, or a clock that went back. Returns whether the hold was another one. */
  repairHold(nowMs: number): boolean {
    const before = this.now;
    this.now = repairedHold(before, nowMs);
    return this.now !== before;
  }

  after(attempt: EndedAttempt): void {
    this.now = afterAttempt(this.now, attempt);
    this.#notice();
  }

  /**
   * Changes that are not stored yet; storing every single success would cost a row per delivery.
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

  /** Returns true once after a recovery, so that the store is asked for retries. */
  takeRecovery(): boolean {
    const isNew = this.#isNewRecovery;
    this.#isNewRecovery = false;
    return isNew;
  }

  /**
   * Whether a delivery last tried at that time need not wait for its due time. If the recovery lies
   * in the future, the clock went back, and no retry is advanced; otherwise every retry would be.
   */
  pulls(triedAtMs: number | null, nowMs: number): boolean {
    const recoveredAtMs = this.#recoveredAtMs;
    if (recoveredAtMs === null || recoveredAtMs > nowMs) return false;
    return triedAtMs !== null && triedAtMs < recoveredAtMs;
  }

  /** The store has a retry that need not wait. */
  wake(): void {
    this.#waking = true;
  }

  /** A read has brought all such retries. */
  rest(): void {
    this.#waking = false;
  }

  /** What to ask the store for: retries last tried before this time; null: only due ones. */
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

/** Equal except for the time of the last success, which is stored only by the minute. */
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
