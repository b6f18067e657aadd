/**
 * Tells the nine steps of each call while they happen. Steps 1, 7 and 8 are seen from outside;
 * 2 to 6 and 9 are read from the call's timeline in the API, which is what an operator would do.
 * An arrival is told after the steps that led to it, with the time at which it came.
 */
import type { Api, CallView, DeliveryView } from './api.ts';
import type { Journal } from './journal.ts';
import type { Callback } from './platform.ts';
import type { Arrival, EndpointName } from './receiver.ts';

export interface Story {
  reported(callId: string, callback: Callback): void;
  /** Steps 2 to 6 of what was just answered with this status. */
  accepted(callId: string, status: number, durationMs: number): Promise<void>;
  arrived(arrival: Arrival): void;
  /** Resolves when step 9 of every arrival was told, or when it cannot be. */
  finished(): Promise<void>;
}

export interface StoryParts {
  readonly api: Pick<Api, 'call'>;
  readonly journal: Journal;
  readonly nameOf: (endpointId: string) => EndpointName | null;
  /** Calls of a crowd are told in a few lines: how many webhooks they bring, else null. */
  readonly webhooksOfCrowd: (callId: string) => number | null;
}

interface CallStory {
  reports: number;
  accepted: number;
  /** Deliveries whose step 6 was told, as `endpoint sequence`. */
  readonly queued: Set<string>;
  /** Arrivals that came before their step 6 was told. */
  early: Arrival[];
  /** Attempts whose step 8 was told and whose step 9 was not, as `endpoint sequence attempt`. */
  readonly unjudged: Set<string>;
  judging: Promise<void> | null;
}

const JUDGE_PAUSE_MS = 30;
const JUDGE_TRIES_MAX = 150;

export function createStory({ api, journal, nameOf, webhooksOfCrowd }: StoryParts): Story {
  const calls = new Map<string, CallStory>();
  const storyOf = (callId: string): CallStory => {
    const known = calls.get(callId);
    if (known !== undefined) return known;
    const queued = new Set<string>();
    const fresh: CallStory = {
      ...{ reports: 0, accepted: 0, queued, early: [] },
      ...{ unjudged: new Set<string>(), judging: null },
    };
    calls.set(callId, fresh);
    return fresh;
  };

  const tellArrival = (callId: string, arrival: Arrival): void => {
    const { endpoint, webhook, atMs, status, reason } = arrival;
    const tone = status < 300 ? 'good' : 'bad';
    if (webhook === null) {
      journal.step(8, callId, `${endpoint}: refused, ${reason}`, { atMs, tone });
      return;
    }
    const story = storyOf(callId);
    const crowd = webhooksOfCrowd(callId);
    if (status < 300) story.accepted += 1;
    if (crowd !== null && status < 300) {
      if (story.accepted === crowd) {
        journal.steps(' 7-9 sent', callId, `${crowd} webhooks, all accepted`, tone);
      }
      return;
    }
    const { sequence, attempt, event } = webhook;
    const proof = endpoint === 'signed' ? 'both signatures valid' : 'token valid';
    const words = `${endpoint} ${sequence}: ${event}, ${proof}, answered ${status}`;
    journal.step(7, callId, `${endpoint} ${sequence} heads its lane, attempt ${attempt}`, { atMs });
    journal.step(8, callId, words, { atMs, tone });
    story.unjudged.add(`${endpoint} ${sequence} ${attempt}`);
    story.judging ??= judge(callId, story).finally(() => {
      story.judging = null;
    });
  };

  const judge = async (callId: string, story: CallStory): Promise<void> => {
    for (let tries = 0; tries < JUDGE_TRIES_MAX && story.unjudged.size > 0; tries += 1) {
      const { timeline } = await api.call(callId);
      for (const delivery of timeline.deliveries) {
        for (const attempt of delivery.attemptList) {
          const place = `${nameOf(delivery.endpointId)} ${delivery.sequence}`;
          if (!story.unjudged.delete(`${place} ${attempt.number}`)) continue;
          const { words, tone } = judgement(delivery, attempt);
          journal.step(9, callId, `${place}: ${words}`, { tone });
        }
      }
      if (story.unjudged.size > 0) await new Promise((go) => setTimeout(go, JUDGE_PAUSE_MS));
    }
  };

  return {
    reported(callId, callback) {
      if (webhooksOfCrowd(callId) !== null) return;
      const { CallStatus, SequenceNumber } = callback;
      journal.step(1, callId, `the platform posts ${CallStatus} (its number ${SequenceNumber})`);
    },

    async accepted(callId, status, durationMs) {
      const story = storyOf(callId);
      const view = await api.call(callId);
      const reports = view.timeline.reports.filter(({ number }) => number > story.reports);
      const brief = webhooksOfCrowd(callId) !== null;
      const answered = `answered ${status} after ${durationMs.toFixed(0)} ms`;
      if (reports.length === 0 && !brief) {
        journal.step(2, callId, `${answered}: the same callback again, nothing is written`);
      }
      for (const report of reports) {
        story.reports = report.number;
        tellReport(view, report, { journal, nameOf, brief, answered, story });
      }
      const early = story.early.splice(0);
      for (const arrival of early) this.arrived(arrival);
    },

    arrived(arrival) {
      const { webhook, endpoint } = arrival;
      if (webhook === null) {
        tellArrival('?', arrival);
        return;
      }
      const callId = String(webhook.payload.data.callId);
      const story = storyOf(callId);
      if (story.queued.has(`${endpoint} ${webhook.sequence}`)) tellArrival(callId, arrival);
      else story.early.push(arrival);
    },

    async finished() {
      await Promise.all([...calls.values()].map(({ judging }) => judging));
    },
  };
}

/** Steps 2 to 6 of one report. */
function tellReport(
  { callId, timeline }: CallView,
  report: CallView['timeline']['reports'][number],
  parts: Pick<StoryParts, 'journal' | 'nameOf'> & {
    readonly brief: boolean;
    readonly answered: string;
    readonly story: CallStory;
  },
): void {
  const { journal, nameOf, brief, answered, story } = parts;
  const atMs = Date.parse(report.receivedAt);
  const move = timeline.transitions.find(({ reportNumber }) => reportNumber === report.number);
  const moved =
    move === undefined
      ? `${report.status} changes nothing: ${report.reason}`
      : `${move.from ?? 'nothing'} -> ${move.to}`;
  const firings = timeline.firings.filter(({ reportNumber }) => reportNumber === report.number);
  const fired = firings.map(({ trigger }) => trigger).join(', then ');
  const deliveries = firings.flatMap(({ messageId }) =>
    timeline.deliveries.filter((delivery) => delivery.messageId === messageId),
  );
  const places = deliveries.map(({ endpointId, sequence }) => `${nameOf(endpointId)} ${sequence}`);
  for (const place of places) story.queued.add(place);
  if (brief) {
    if (firings.length === 0) return;
    journal.steps(' 1-6 made', callId, `${moved}, fired ${fired}, queued ${places.join(', ')}`);
    return;
  }
  journal.step(2, callId, answered, { atMs });
  journal.step(3, callId, moved, { atMs });
  if (firings.length === 0) return;
  journal.step(4, callId, fired, { atMs });
  const bodies = firings.length === 1 ? '1 payload' : `${firings.length} payloads`;
  const count = places.length === 1 ? '1 delivery' : `${places.length} deliveries`;
  journal.step(5, callId, `${bodies}, rendered once, for ${count}`, { atMs });
  journal.step(6, callId, places.join(', ') || 'no endpoint has ticked it', { atMs });
}

function judgement(
  delivery: DeliveryView,
  attempt: DeliveryView['attemptList'][number],
): { words: string; tone: 'good' | 'bad' } {
  const { outcome, status, error, durationMs } = attempt;
  if (outcome === 'delivered') {
    return { words: `delivered in ${durationMs.toFixed(0)} ms`, tone: 'good' };
  }
  const waitMs = Date.parse(delivery.dueAt ?? '') - Date.parse(attempt.startedAt) - durationMs;
  const last = delivery.attemptList.at(-1)?.number === attempt.number;
  const next =
    last && delivery.state === 'retrying'
      ? `the lane waits, again in ${(waitMs / 1_000).toFixed(1)} s`
      : `now ${delivery.state}`;
  return { words: `${status ?? error} is ${outcome}: ${next}`, tone: 'bad' };
}
