/**
 * Tells the nine steps of each call while they happen. Steps 1, 2, 7 and 8 are seen from outside;
 * 3 to 6 and 9 are read from the call's timeline in the API, which is what an operator would do.
 * An arrival is told after the steps that led to it, with the time at which it came.
 */
import type { Api, CallView, DeliveryView } from './api.ts';
import type { Journal } from './journal.ts';
import type { Callback } from './platform.ts';
import type { Arrival, EndpointName } from './receiver.ts';

export interface Story {
  reported(callId: string, callback: Callback): void;
  accepted(callId: string, status: number, durationMs: number): void;
  /** Steps 3 to 6 of what was reported since the last time. */
  tell(callId: string): Promise<void>;
  arrived(arrival: Arrival): void;
  /** Resolves when step 9 of every arrival was told, or when it cannot be. */
  finished(): Promise<void>;
}

export interface StoryParts {
  readonly api: Pick<Api, 'call'>;
  readonly journal: Journal;
  readonly nameOf: (endpointId: string) => EndpointName | null;
  /** Calls that are told in one line per callback and one per webhook. */
  readonly isBrief: (callId: string) => boolean;
}

interface CallStory {
  reports: number;
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

export function createStory({ api, journal, nameOf, isBrief }: StoryParts): Story {
  const calls = new Map<string, CallStory>();
  const storyOf = (callId: string): CallStory => {
    const known = calls.get(callId);
    if (known !== undefined) return known;
    const queued = new Set<string>();
    const fresh: CallStory = { reports: 0, queued, early: [], unjudged: new Set(), judging: null };
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
    const { sequence, attempt, event } = webhook;
    const proof = endpoint === 'signed' ? 'both signatures valid' : 'token valid';
    const words = `${endpoint} ${sequence}: ${event}, ${proof}, answered ${status}`;
    if (isBrief(callId)) {
      journal.steps(' 7-9 sent', callId, words, tone);
      return;
    }
    journal.step(7, callId, `${endpoint} ${sequence} heads its lane, attempt ${attempt}`, { atMs });
    journal.step(8, callId, words, { atMs, tone });
    const story = storyOf(callId);
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
      if (isBrief(callId)) return;
      const { CallStatus, SequenceNumber } = callback;
      journal.step(1, callId, `the platform posts ${CallStatus} (its number ${SequenceNumber})`);
    },

    accepted(callId, status, durationMs) {
      if (isBrief(callId) && status === 204) return;
      const words = `answered ${status} after ${durationMs.toFixed(0)} ms`;
      journal.step(2, callId, words, { tone: status === 204 ? 'plain' : 'bad' });
    },

    async tell(callId) {
      const story = storyOf(callId);
      const view = await api.call(callId);
      const reports = view.timeline.reports.filter(({ number }) => number > story.reports);
      if (reports.length === 0) {
        journal.step(3, callId, 'the same callback again: nothing is written');
      }
      for (const report of reports) {
        story.reports = report.number;
        tellReport(view, report, { journal, nameOf, brief: isBrief(callId), story });
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

/** Steps 3 to 6 of one report. */
function tellReport(
  { callId, timeline }: CallView,
  report: CallView['timeline']['reports'][number],
  parts: Pick<StoryParts, 'journal' | 'nameOf'> & { brief: boolean; story: CallStory },
): void {
  const { journal, nameOf, brief, story } = parts;
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
    const tail = places.length === 0 ? '' : `, queued as ${places.join(', ')}`;
    journal.steps(' 1-6 made', callId, `${moved}${tail}`);
    return;
  }
  journal.step(3, callId, moved, { atMs });
  if (firings.length === 0) return;
  journal.step(4, callId, fired, { atMs });
  const bodies = `${firings.length} ${firings.length === 1 ? 'body' : 'bodies'}, written once`;
  journal.step(5, callId, `${bodies}, for ${places.length} deliveries`, { atMs });
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
