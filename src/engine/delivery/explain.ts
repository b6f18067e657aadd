/**
 * Why an endpoint did or did not get a delivery for a call (S12.13): one answer for each firing of
 * the call, and one for each ticked trigger that never fired. Pure: it reads a timeline and an
 * endpoint and puts them into words. It compares only times of our clock, since a firing carries
 * the platform's time. Must never guess: if the rows prove nothing, the reason is OTHER.
 */
import { readFacts } from '../../core/call/facts.ts';
import type { Direction } from '../../core/call/status.ts';
import type { ShownState } from '../../core/delivery/state.ts';
import { type Endpoint, isPulled } from '../../core/endpoint/endpoint.ts';
import { type FilterPart, unmetPart } from '../../core/endpoint/filter.ts';
import { type DeliveryKey, type FiringKey, formatId } from '../../core/id.ts';
import { isoTime } from '../../core/time.ts';
import type { Trigger } from '../../core/trigger/trigger.ts';
import type {
  CallTimeline,
  DeliverySummary,
  TimelineFiring,
  TimelineReport,
} from '../ports/query-store.ts';
import { lastAnswer, whatToDo } from './last-answer.ts';

export const NO_DELIVERY_REASONS = [
  'NOT_FIRED',
  'TRIGGER_NOT_TICKED',
  'FILTERED',
  'ENDPOINT_CREATED_LATER',
  'ENDPOINT_DELETED',
  'OTHER',
] as const;
export type NoDeliveryReason = (typeof NO_DELIVERY_REASONS)[number];

export interface Explanation {
  readonly trigger: Trigger;
  /** Null if the trigger never fired for this call, or fired before the part that was read. */
  readonly firing: { readonly key: FiringKey; readonly firedAtMs: number } | null;
  readonly delivery: { readonly summary: DeliverySummary; readonly shown: ShownState } | null;
  /** Until when a consumer of a pull endpoint has it; null: none has. Epoch ms. */
  readonly leaseUntilMs: number | null;
  /** Null if there is a delivery. */
  readonly reason: NoDeliveryReason | null;
  /** One or two sentences for operators. */
  readonly text: string;
}

export type ExplainedEndpoint = Pick<
  Endpoint,
  'key' | 'kind' | 'triggers' | 'filter' | 'enabled' | 'createdAtMs' | 'updatedAtMs' | 'deletedAtMs'
>;

export type ExplainedTimeline = Pick<CallTimeline, 'firings' | 'firedTriggers'> & {
  readonly call: Pick<CallTimeline['call'], 'direction'>;
  readonly reports: readonly Pick<TimelineReport, 'number' | 'receivedAtMs'>[];
  readonly deliveries: readonly DeliverySummary[];
};

/** The message of the lane that a consumer of a pull endpoint has (S6.34). */
export interface LaneLease {
  readonly delivery: DeliveryKey;
  readonly untilMs: number;
}

export function explain(
  timeline: ExplainedTimeline,
  endpoint: ExplainedEndpoint,
  shownState: (delivery: DeliverySummary) => ShownState,
  lease: LaneLease | null = null,
): readonly Explanation[] {
  const mine = new Map(
    timeline.deliveries
      .filter((delivery) => delivery.endpoint === endpoint.key)
      .map((delivery) => [delivery.firing, delivery]),
  );
  const received = new Map(timeline.reports.map((each) => [each.number, each.receivedAtMs]));
  const fired = timeline.firings.map((firing): Explanation => {
    const { trigger, key, firedAtMs } = firing;
    const summary = mine.get(key);
    if (summary !== undefined) {
      const shown = shownState(summary);
      const leaseUntilMs = lease?.delivery === summary.key ? lease.untilMs : null;
      const text =
        leaseUntilMs === null
          ? deliveryText(summary, shown, endpoint)
          : `Attempt ${summary.attempts + 1} is with a consumer until ${isoTime(leaseUntilMs)}.`;
      return {
        trigger,
        firing: { key, firedAtMs },
        delivery: { summary, shown },
        leaseUntilMs,
        reason: null,
        text,
      };
    }
    const atMs = madeAtMs(firing, received, timeline.deliveries);
    const unmet = unmetOf(firing, timeline.call.direction, endpoint);
    const reason = reasonOf(trigger, atMs, endpoint, unmet);
    const text =
      reason === 'FILTERED' && unmet !== null
        ? filteredText(trigger, unmet, endpoint, atMs)
        : REASON_TEXTS[reason](trigger);
    const fired = { key, firedAtMs };
    return { trigger, firing: fired, delivery: null, leaseUntilMs: null, reason, text };
  });
  return [...fired, ...neverFired(timeline, endpoint)];
}

/**
 * When the firing was made by our clock; null if the report that tells it was not read. A firing
 * that no report caused has only its own time.
 */
function madeAtMs(
  { key, reportNumber, firedAtMs }: TimelineFiring,
  received: ReadonlyMap<number, number>,
  deliveries: readonly DeliverySummary[],
): number | null {
  if (reportNumber === 0) return firedAtMs;
  const beside = deliveries.find(({ firing }) => firing === key);
  return received.get(reportNumber) ?? beside?.createdAtMs ?? null;
}

/** The ticked triggers of the call's direction that are in none of the firings that were read. */
function neverFired(timeline: ExplainedTimeline, endpoint: ExplainedEndpoint): Explanation[] {
  const seen = new Set(timeline.firings.map((firing) => firing.trigger));
  const fired = new Set(timeline.firedTriggers);
  const other = timeline.call.direction === 'INBOUND' ? 'OUTBOUND_' : 'INBOUND_';
  return endpoint.triggers
    .filter((trigger) => !seen.has(trigger) && !trigger.startsWith(other))
    .map((trigger) => ({
      trigger,
      firing: null,
      delivery: null,
      leaseUntilMs: null,
      ...(fired.has(trigger)
        ? { reason: 'OTHER', text: EARLIER_TEXT(trigger) }
        : { reason: 'NOT_FIRED', text: REASON_TEXTS.NOT_FIRED(trigger) }),
    }));
}

const EARLIER_TEXT = (trigger: Trigger): string =>
  `${trigger} fired before the newest firings of this call, which are all that is read here. ` +
  'Its delivery, if there is one, is in the list of deliveries.';

function reasonOf(
  trigger: Trigger,
  atMs: number | null,
  endpoint: ExplainedEndpoint,
  unmet: FilterPart | null,
): NoDeliveryReason {
  if (atMs !== null && endpoint.createdAtMs > atMs) return 'ENDPOINT_CREATED_LATER';
  if (atMs !== null && endpoint.deletedAtMs !== null && endpoint.deletedAtMs <= atMs) {
    return 'ENDPOINT_DELETED';
  }
  if (!endpoint.triggers.includes(trigger)) return 'TRIGGER_NOT_TICKED';
  return unmet === null ? 'OTHER' : 'FILTERED';
}

/** Judged as intake judges, on what was known of the call when the trigger fired. */
function unmetOf(
  { facts }: TimelineFiring,
  direction: Direction,
  { filter }: ExplainedEndpoint,
): FilterPart | null {
  return filter === null ? null : unmetPart(filter, { direction, facts: readFacts(facts) });
}

const PART_WORDS: Readonly<Record<FilterPart, string>> = {
  direction: 'another direction',
  tags: 'other tags',
  agentIds: 'another agent',
  queues: 'another queue',
  metadata: 'other metadata',
};

/** Says no value, since those of the call may be hidden from the reader. */
function filteredText(
  trigger: Trigger,
  unmet: FilterPart,
  { updatedAtMs }: ExplainedEndpoint,
  atMs: number | null,
): string {
  const text =
    `Filtered: ${trigger} fired, but the filter of this endpoint wants calls with ` +
    `${PART_WORDS[unmet]} than were known of this call at that moment.`;
  return atMs !== null && updatedAtMs <= atMs
    ? text
    : `${text} The endpoint was changed since, so its filter may have been another one then.`;
}

const REASON_TEXTS: Readonly<Record<NoDeliveryReason, (trigger: Trigger) => string>> = {
  NOT_FIRED: (trigger) => `The endpoint subscribes to ${trigger}, but this call has not fired it.`,
  TRIGGER_NOT_TICKED: (trigger) => `${trigger} fired, but this endpoint does not subscribe to it.`,
  ENDPOINT_CREATED_LATER: (trigger) => `${trigger} fired before this endpoint was created.`,
  ENDPOINT_DELETED: (trigger) => `${trigger} fired after this endpoint was deleted.`,
  FILTERED: (trigger) => `Filtered: ${trigger} fired, but the endpoint does not want such calls.`,
  OTHER: (trigger) =>
    `${trigger} fired, but there is no delivery: the endpoint subscribed to it only later, ` +
    'or the delivery is past its retention.',
};

function deliveryText(
  delivery: DeliverySummary,
  shown: ShownState,
  endpoint: ExplainedEndpoint,
): string {
  const attempts = `${delivery.attempts} ${delivery.attempts === 1 ? 'attempt' : 'attempts'}`;
  const answer = lastAnswer(delivery, endpoint.kind);
  const advice = whatToDo(delivery, endpoint.kind);
  switch (shown) {
    case 'waiting':
      return (
        `It waits behind ${behind(delivery)} of the same call: ` +
        'an endpoint gets the deliveries of one call one after another.'
      );
    case 'due':
      if (isPulled(endpoint.kind)) return 'It waits for a consumer to fetch it.';
      return 'It is due and goes as soon as the endpoint has room.';
    case 'sending':
      return `Attempt ${delivery.attempts + 1} is in flight.`;
    case 'retrying':
      return `${attempts} failed${answer}; the next attempt is scheduled.${advice}`;
    case 'held':
      return endpoint.enabled
        ? 'It is held: the endpoint fails, so first attempts wait until a probe succeeds.'
        : 'It is held: the endpoint is disabled. Enabling it sends what is held.';
    case 'delivered':
      return `Delivered after ${attempts}${answer}.`;
    case 'rejected':
      return `The receiver refused it${answer}; such an answer is not retried.${advice}`;
    case 'exhausted':
      return `Given up after ${attempts}${answer}. It can be retried by hand.${advice}`;
    case 'blocked':
      return 'The address of the endpoint may not be called, so nothing was sent.';
    case 'cancelled':
      return 'Cancelled: by hand, because its trigger was taken off the endpoint, or with it.';
  }
}

function behind(delivery: DeliverySummary): string {
  if (delivery.behind === null) return 'an earlier delivery';
  return formatId('dlv', delivery.behind.createdAtMs, delivery.behind.key);
}
