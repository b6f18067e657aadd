/**
 * Steps 8 and 9 for one delivery: it is sent, the outcome is judged, and what is to be written
 * comes back. Decides nothing itself: core does. The body is put together from its stored parts, so
 * it has the same bytes on every attempt. Must never write to the store (S4.2, S6.2).
 */

import { launched, neverLaunched } from '../../acw/run/launch.ts';
import { disableReason, type EndedAttempt } from '../../core/delivery/health.ts';
import { type ConsumerFailure, judge, type SendResult } from '../../core/delivery/outcome.ts';
import { nextState } from '../../core/delivery/state.ts';
import type { Endpoint, EndpointKind } from '../../core/endpoint/endpoint.ts';
import { formatId } from '../../core/id.ts';
import { bodyFor, readForm } from '../../core/payload/render.ts';
import type { Channel, Permit, SendRequest } from '../ports/channel.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { AttemptRecord, Head, Settlement } from '../ports/dispatch-store.ts';
import type { AttemptSpan, BeginSpan } from './attempt-span.ts';
import type { HealthRecord } from './health-record.ts';
import type { ShardPermit } from './shard-ownership.ts';

export interface AttemptParts {
  readonly channels: ReadonlyMap<EndpointKind, Channel>;
  readonly clock: Clock;
  readonly random: Random;
  /** Absent: nothing is traced. */
  readonly beginSpan?: BeginSpan;
}

/** The outcome of an attempt, and the delivery's id as it was sent. */
export interface Ended {
  readonly deliveryId: string;
  /** True if no retry can help, so that an operator must look at the endpoint. */
  readonly attention: boolean;
  readonly settlement: Settlement & { readonly attempt: AttemptRecord };
}

/**
 * Updates `health` by the outcome. Returns null if the permit ended before an answer came: the next
 * owner of the shard sends the delivery, and this attempt says nothing about the receiver.
 */
export async function attempt(
  head: Head,
  endpoint: Endpoint,
  health: HealthRecord,
  permit: ShardPermit,
  { channels, clock, random, beginSpan }: AttemptParts,
): Promise<Ended | null> {
  const startedMonoMs = clock.monoMs();
  const span = beginSpan?.(head, endpoint) ?? null;
  const request = requestOf(head, endpoint, clock.wallMs(), permit, span);
  const result = await send(channels.get(endpoint.kind), request);
  if (result.kind === 'error' && !permit.holds()) {
    span?.end({ outcome: 'unknown', status: null, error: result.error });
    return null;
  }

  const nowMs = clock.wallMs();
  // Computed from the time of its end, as the due time is, because the clock may have been set in
  // between; clock-repair.ts repairs a head by the delay between the two.
  const startedAtMs = nowMs - Math.ceil(clock.monoMs() - startedMonoMs);
  const fraction = random.fraction();
  const fence = { epoch: permit.epoch };
  const end = { result, startedAtMs, nowMs, fraction, fence };
  const { attention, settlement } = judged(head, endpoint, health, end);
  span?.end(settlement.attempt);
  return { deliveryId: request.deliveryId, attention, settlement };
}

/** An attempt that has ended: `fence` is what its settlement carries. Times: epoch ms. */
export interface EndedSend {
  readonly result: SendResult | ConsumerFailure;
  readonly startedAtMs: number;
  readonly nowMs: number;
  readonly fraction: number;
  readonly fence: Pick<Settlement, 'epoch' | 'lease'>;
}

/** What the end of an attempt means, and what is to be written. Updates `health`. */
export function judged(
  head: Head,
  endpoint: Endpoint,
  health: HealthRecord,
  { result, startedAtMs, nowMs, fraction, fence }: EndedSend,
): Omit<Ended, 'deliveryId'> {
  const verdict = judge(result, endpoint, nowMs);
  const { manual, failures, call } = head;
  const { resumeState, resumeAtMs, lastAttemptAtMs } = head;
  const resume = { resumeState, resumeAtMs, lastAttemptAtMs };
  const schedule = endpoint.retryScheduleMs;
  const tried = { verdict, failures, manual, ...resume, schedule, nowMs, fraction };
  const next = nextState(tried);

  const { outcome, error, attention } = verdict;
  const status = result.kind === 'response' ? result.status : null;
  const gaveUp = outcome !== 'delivered' && !manual && next.state !== 'retrying';
  const ended: EndedAttempt = { outcome, error, call, nowMs, gaveUp, attention, fraction };
  health.after(ended);

  const run = launched(endpoint, next);
  const settlement = {
    ...fence,
    ...settled(head),
    attempt: {
      number: head.attempts + 1,
      startedAtMs,
      durationMs: result.durationMs,
      outcome,
      status,
      error,
      excerpt: 'excerpt' in result ? result.excerpt : null,
      manual,
    },
    next,
    ...(run === null ? {} : { run }),
    health: health.unsaved(),
    disable: disableReason(health.now, outcome, nowMs),
    revision: endpoint.revision,
  };
  return { attention, settlement };
}

/** Which delivery a settlement is of. */
function settled({ delivery, endpoint, call, projectKey, createdAtMs }: Head) {
  return { delivery, endpoint, call, projectKey, createdAtMs };
}

/** The outcome that is written if the delivery must no longer be sent. Nothing is sent. */
export function cancellation(
  head: Head,
  fence: Pick<Settlement, 'epoch' | 'lease'>,
  nowMs: number,
): Settlement {
  return {
    ...fence,
    ...settled(head),
    attempt: null,
    // A manual attempt that cannot be made leaves a closed delivery as it was.
    next: { state: head.resumeState ?? 'cancelled', atMs: nowMs, failures: head.failures },
    // If the head was no launch, there is no run to move.
    run: neverLaunched('ENDPOINT_DELETED', nowMs),
    health: null,
    disable: null,
    revision: null,
  };
}

/** Of a delivery: the request, whose bytes are the same on every attempt. */
export function requestOf(
  head: Head,
  endpoint: Endpoint,
  atMs: number,
  permit: Permit,
  span: AttemptSpan | null = null,
): SendRequest {
  return {
    endpoint,
    webhookId: formatId('msg', head.firedAtMs, head.firing),
    deliveryId: formatId('dlv', head.createdAtMs, head.delivery),
    trigger: head.trigger,
    callId: head.callId,
    attempt: head.attempts + 1,
    sequence: head.sequence,
    reopened: isReopened(head),
    atMs,
    payloadVersion: readForm(head.bodyForm).payloadVersion,
    body: bodyFor(endpoint, head.bodyForm, head),
    firing: head,
    permit,
    ...(span === null ? {} : { traceparent: span.traceparent }),
  };
}

/**
 * A reopened delivery has attempts that do not count as failures, or is to return to a closed
 * state. One that is only tried earlier by hand seems reopened as well; it comes in order.
 */
function isReopened({ manual, resumeState, attempts, failures }: Head): boolean {
  return (manual && resumeState !== null) || attempts > failures;
}

/** A channel never rejects; if one does, the attempt still ends, as a failure that is retried. */
async function send(channel: Channel | undefined, request: SendRequest): Promise<SendResult> {
  if (channel === undefined) {
    return { kind: 'error', error: 'configuration', detail: 'no such channel', durationMs: 0 };
  }
  try {
    return await channel.send(request);
  } catch (error) {
    return { kind: 'error', error: 'network', detail: String(error), durationMs: 0 };
  }
}
