/**
 * Step 9 for pull endpoints: what a consumer says of its messages, or the end of a lease without a
 * word, becomes the outcome of an attempt and is judged and written as every other one (S6.36 to
 * S6.38). The settlement carries the token of the lease, so a message is settled once, by
 * the first one. Failures of one endpoint are counted one after another within the process.
 */
import type { ConsumerFailure, SendResult } from '../../core/delivery/outcome.ts';
import { type EndpointKey, formatId } from '../../core/id.ts';
import { cancellation, judged } from '../dispatch/attempt.ts';
import type { BeginSpan } from '../dispatch/attempt-span.ts';
import { HealthRecord } from '../dispatch/health-record.ts';
import { createKeyedMutex } from '../manage/keyed-mutex.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { DispatchStore, EndpointRuntime, Settlement } from '../ports/dispatch-store.ts';
import type { Emit } from '../ports/emit.ts';
import type { LeasedHead } from '../ports/lease-store.ts';

export interface LeaseSettlerParts {
  readonly store: Pick<DispatchStore, 'runtime' | 'settle'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly emit: Emit;
  /** Absent: nothing is traced. */
  readonly beginSpan?: BeginSpan;
  /** A message of the endpoint may be there for a consumer. */
  readonly onReady: (endpoint: EndpointKey) => void;
}

export type ConsumerResult = SendResult | ConsumerFailure;

export interface LeaseSettler {
  /**
   * `resultOf`: how the attempt of a lease ended; null: the message is cancelled. Returns the
   * tokens of the leases that it settled; the others were over. Rejects with a `ServiceError` if
   * one of them could not be written.
   */
  settle(
    endpoint: EndpointKey,
    leased: readonly LeasedHead[],
    resultOf: (leased: LeasedHead, nowMs: number) => ConsumerResult | null,
  ): Promise<readonly string[]>;
}

/** Of a settlement under a lease: no shard is owned. */
const NO_EPOCH = 0;

export function createLeaseSettler(parts: LeaseSettlerParts): LeaseSettler {
  const inTurn = createKeyedMutex<EndpointKey>();
  return {
    async settle(endpoint, leased, resultOf) {
      const nowMs = parts.clock.wallMs();
      const ended = leased.map((each) => ({ each, result: resultOf(each, nowMs) }));
      const work = () => settleAll(parts, endpoint, ended, nowMs);
      const isPlain = ended.every(({ result }) => result?.kind === 'done');
      return isPlain ? work() : inTurn(endpoint, work);
    },
  };
}

/** How long the consumer had the message; 0 if the clock went back. */
export function heldMs({ takenAtMs }: LeasedHead, nowMs: number): number {
  return Math.max(0, nowMs - takenAtMs);
}

interface EndedLease {
  readonly each: LeasedHead;
  readonly result: ConsumerResult | null;
}

async function settleAll(
  parts: LeaseSettlerParts,
  endpoint: EndpointKey,
  ended: readonly EndedLease[],
  nowMs: number,
): Promise<readonly string[]> {
  const { store, emit, onReady } = parts;
  const runtime = await store.runtime(endpoint);
  const health = new HealthRecord();
  if (runtime !== null) health.load(runtime.health);
  const heldUntilMs = health.now.holdUntilMs;
  const settlements = ended.map((each) => settlementOf(parts, runtime, health, each, nowMs));
  const results = await Promise.allSettled(settlements.map((each) => store.settle(each)));
  const settled: string[] = [];
  let isReady = false;
  let fault: unknown = null;
  for (const [index, result] of results.entries()) {
    const lease = ended[index]?.each;
    const settlement = settlements[index];
    if (lease === undefined || settlement === undefined) continue;
    if (result.status === 'rejected') fault = result.reason;
    else if (result.value.kind !== 'fenced') {
      settled.push(lease.token);
      isReady ||= result.value.promoted !== null;
      if (settlement.attempt !== null && runtime !== null) {
        const had = { token: lease.token, heldMs: heldMs(lease, nowMs) };
        parts.beginSpan?.(lease.head, runtime.endpoint, had)?.end(settlement.attempt);
      }
      tell(parts, runtime, lease, settlement, result.value.kind === 'settled');
      if (result.value.disabled === true && settlement.disable !== null && runtime !== null) {
        const { id: endpointId } = runtime.endpoint;
        emit({ name: 'endpoint.disabled', endpointId, reason: settlement.disable });
      }
    }
  }
  if (runtime !== null && health.now.holdUntilMs !== heldUntilMs) {
    const { holdUntilMs: untilMs } = health.now;
    const { id: endpointId } = runtime.endpoint;
    if (untilMs !== null) emit({ name: 'endpoint.held', endpointId, untilMs });
    else emit({ name: 'endpoint.released', endpointId });
    isReady ||= untilMs === null;
  }
  // A lease less: the endpoint may have reached its most.
  if (isReady || settled.length > 0) onReady(endpoint);
  if (fault !== null) throw fault;
  return settled;
}

function settlementOf(
  { random }: LeaseSettlerParts,
  runtime: EndpointRuntime | null,
  health: HealthRecord,
  { each: { head, token, takenAtMs }, result }: EndedLease,
  nowMs: number,
): Settlement {
  const fence = { epoch: NO_EPOCH, lease: token };
  if (runtime === null || result === null) return cancellation(head, fence, nowMs);
  const startedAtMs = Math.min(takenAtMs, nowMs);
  const fraction = random.fraction();
  const end = { result, startedAtMs, nowMs, fraction, fence };
  return judged(head, runtime.endpoint, health, end).settlement;
}

/** Tells pages, metrics and the log what an attempt of the dispatcher would tell them. */
function tell(
  { emit, clock }: LeaseSettlerParts,
  runtime: EndpointRuntime | null,
  { head }: LeasedHead,
  { attempt, next }: Settlement,
  isMoved: boolean,
): void {
  const { delivery, createdAtMs, callId, projectKey: project } = head;
  const endpointId = runtime?.endpoint.id ?? '';
  if (attempt !== null) {
    const { number, outcome, status, error, durationMs } = attempt;
    emit({
      name: 'attempt.ended',
      endpointId,
      deliveryId: formatId('dlv', createdAtMs, delivery),
      callId,
      trigger: head.trigger,
      attempt: number,
      outcome,
      status,
      error,
      attention: false,
      durationMs,
      ageMs: clock.wallMs() - createdAtMs,
    });
  }
  const state = isMoved ? next.state : '';
  emit({ name: 'delivery.moved', project, delivery, createdAtMs, callId, endpointId, state });
  if (isMoved && next.state !== 'retrying') {
    emit({ name: 'delivery.closed', delivery, createdAtMs, callId, endpointId, state: next.state });
  }
}
