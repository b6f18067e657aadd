/**
 * Tells the calls in the order of time. A row is printed only at a quiet moment of its call, when
 * nothing of it is on its way: whatever is learnt later happened later, so times never run back.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Api, DeliveryView } from './api.ts';
import { type Post, rowsOfCall } from './call-rows.ts';
import type { Journal, Row } from './journal.ts';
import { type Arrival, ENDPOINT_NAMES } from './receiver.ts';

export interface Story {
  /** Looks up which report the service made of a callback that it has just answered. */
  posted(callId: string, post: Omit<Post, 'reportNumber'>): Promise<void>;
  /** Tells a call until it is `done` and quiet; at the deadline what there is. */
  follow(callId: string, more: Following): Promise<void>;
}

export interface Following {
  readonly style: 'full' | 'brief';
  readonly done: () => boolean;
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  /** Rows of other calls that are told beside this one; rows of all times up to now. */
  readonly beside?: () => readonly Row[];
}

export interface StoryParts {
  readonly api: Pick<Api, 'call'>;
  readonly journal: Pick<Journal, 'row'>;
  readonly nameOf: (endpointId: string) => string;
  readonly arrivals: () => readonly Arrival[];
}

const LOOK_PAUSE_MS = 30;
const MOVING_STATES = ['due', 'sending'];
const OPEN_STATES = [...MOVING_STATES, 'waiting', 'retrying'];

export function createStory({ api, journal, nameOf, arrivals }: StoryParts): Story {
  const postsOf = new Map<string, Post[]>();
  /** The keys of rows that were printed, by call: a call can be followed in parts. */
  const printedOf = new Map<string, Set<string>>();
  /** The receiver tells what arrived there; of the others only the service does. */
  const isReceivers = ({ endpointId }: DeliveryView): boolean =>
    ENDPOINT_NAMES.some((name) => name === nameOf(endpointId));
  const refusedSince = (from: number): readonly Row[] =>
    arrivals().flatMap((arrival, at) =>
      arrival.webhook !== null || at < from ? [] : [refusal(arrival, `refused ${at}`)],
    );

  return {
    async posted(callId, post) {
      const posts = postsOf.get(callId) ?? [];
      postsOf.set(callId, posts);
      const { reports } = (await api.call(callId)).timeline;
      const known = posts.map(({ reportNumber }) => reportNumber);
      const fresh = reports.find(({ number }) => !known.includes(number));
      posts.push({ ...post, reportNumber: fresh?.number ?? null });
    },

    async follow(callId, { style, done, deadlineMs, signal, beside = () => [] }) {
      const printed = printedOf.get(callId) ?? new Set<string>();
      printedOf.set(callId, printed);
      const posts = postsOf.get(callId) ?? [];
      const before = arrivals().length;
      for (;;) {
        const isDone = done();
        const lookedAtMs = Date.now();
        const isLate = lookedAtMs >= deadlineMs;
        const view = await api.call(callId);
        const own = arrivals().filter(({ webhook }) => webhook?.payload.data.callId === callId);
        const { deliveries } = view.timeline;
        if (isLate || isQuiet(deliveries, deliveries.filter(isReceivers), own)) {
          const rows = rowsOfCall({ view, posts, arrivals: own, nameOf }, style);
          const left = [...rows, ...beside(), ...refusedSince(before)]
            .filter(({ key }) => !printed.has(key))
            .sort((a, b) => a.atMs - b.atMs);
          const ready = left.filter(({ atMs }) => isLate || atMs <= lookedAtMs);
          for (const each of ready) {
            journal.row(each);
            printed.add(each.key);
          }
          const isOver = isDone && !deliveries.some(({ state }) => OPEN_STATES.includes(state));
          if (isLate || (isOver && ready.length === left.length)) return;
        }
        await pause(LOOK_PAUSE_MS, undefined, { signal });
      }
    },
  };
}

/** Every request that arrived is judged, and the service is about to send none. */
function isQuiet(
  all: readonly DeliveryView[],
  receivers: readonly DeliveryView[],
  own: readonly Arrival[],
): boolean {
  const attempts = receivers.reduce((count, { attemptList }) => count + attemptList.length, 0);
  return attempts === own.length && !all.some(({ state }) => MOVING_STATES.includes(state));
}

function refusal({ endpoint, reason, atMs }: Arrival, key: string): Row {
  const lines = [`${endpoint}: the receiver refused it, ${reason}`];
  return { key, atMs, steps: [8, 8], lines, tone: 'bad' };
}
