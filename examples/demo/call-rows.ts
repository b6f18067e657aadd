/**
 * What happened to one call, as rows in the order of time: in full, one row for each of the nine
 * steps, or in brief, one for each report (steps 1 to 6) and one for each attempt (7 to 9). Pure.
 * Steps 1 and 8 are seen from outside; the others are read from the call's timeline in the API,
 * which is what an operator would do.
 */
import type { CallView, DeliveryView } from './api.ts';
import type { Row, Tone } from './journal.ts';
import type { Arrival } from './receiver.ts';

/** One callback of the platform, and what the service answered. */
export interface Post {
  readonly callStatus: string;
  readonly sequenceNumber: string;
  readonly atMs: number;
  readonly answered: number;
  readonly answerMs: number;
  /** Null when the service knew the callback already and wrote nothing. */
  readonly reportNumber: number | null;
}

export interface CallFacts {
  readonly view: CallView;
  readonly posts: readonly Post[];
  readonly arrivals: readonly Arrival[];
  nameOf(endpointId: string): string;
}

const REASONS: Readonly<Record<string, string>> = {
  TERMINAL: 'no move, the call has ended',
  STALE: 'no move, a newer report came before',
  NOT_ALLOWED: 'no move, not possible from where the call is',
};

export function rowsOfCall(facts: CallFacts, style: 'full' | 'brief'): readonly Row[] {
  const inFull = style === 'full';
  const reports = facts.posts.flatMap((post, at) =>
    (inFull ? reportInFull : reportInBrief)(facts, post, `report ${at}`),
  );
  const attempts = attemptsOf(facts);
  const widths = {
    place: Math.max(0, ...attempts.map(({ place }) => place.length)),
    event: Math.max(0, ...attempts.map(({ event }) => event.length)),
  };
  const sendings = attempts.flatMap((attempt) =>
    inFull ? attemptInFull(attempt) : [attemptInBrief(attempt, widths)],
  );
  return [...reports, ...sendings].sort((a, b) => a.atMs - b.atMs || first(a) - first(b));
}

function first({ steps }: Row): number {
  return typeof steps === 'string' ? 0 : steps[0];
}

function reportInFull(facts: CallFacts, post: Post, key: string): readonly Row[] {
  const { callStatus, sequenceNumber, answered, answerMs } = post;
  const { atMs, moved, firings, isCopy } = reported(facts, post);
  const row = (step: number, words: string, rowAtMs = atMs): Row => ({
    key: `${key} ${step}`,
    atMs: rowAtMs,
    steps: [step, step],
    lines: [words],
    tone: 'plain',
  });
  const copy = isCopy ? '; a copy, nothing is written' : '';
  const rows = [
    row(1, `the platform posts "${callStatus}", SequenceNumber ${sequenceNumber}`, post.atMs),
    row(2, `answered ${answered} after ${answerMs.toFixed(0)} ms${copy}`),
  ];
  if (!isCopy) rows.push(row(3, moved));
  if (firings.length === 0) return rows;
  const places = firings.flatMap((firing) => firing.places);
  const payloads = firings.length === 1 ? '1 payload' : `${firings.length} payloads`;
  const deliveries = places.length === 1 ? '1 delivery' : `${places.length} deliveries`;
  rows.push(row(4, firings.map(({ trigger }) => trigger).join(', then ')));
  rows.push(row(5, `${payloads} for ${deliveries}`));
  rows.push(row(6, places.join(', ') || 'no endpoint has ticked it'));
  return rows;
}

function reportInBrief(facts: CallFacts, post: Post, key: string): readonly Row[] {
  const { moved, firings, isCopy } = reported(facts, post);
  const outcome = isCopy ? 'a copy, nothing is written' : moved;
  const lines = [`"${post.callStatus}", SequenceNumber ${post.sequenceNumber}: ${outcome}`];
  for (const { trigger, places } of firings) {
    lines.push(`fires ${trigger}, queued as ${places.join(', ') || 'nothing'}`);
  }
  const last = isCopy ? 2 : firings.length === 0 ? 3 : 6;
  return [{ key, atMs: post.atMs, steps: [1, last], lines, tone: 'plain' }];
}

/** Steps 2 to 6 happen in one transaction, at one time. */
function reported({ view: { timeline }, nameOf }: CallFacts, { reportNumber, atMs }: Post) {
  const report = timeline.reports.find(({ number }) => number === reportNumber);
  const move = timeline.transitions.find((each) => each.reportNumber === reportNumber);
  const firings = timeline.firings
    .filter((firing) => firing.reportNumber === reportNumber)
    .map(({ trigger, messageId }) => ({
      trigger,
      places: timeline.deliveries
        .filter((delivery) => delivery.messageId === messageId)
        .map((delivery) => placeOf(nameOf, delivery)),
    }));
  const stay = `no move, ${report?.status} already`;
  const moved =
    move === undefined
      ? (REASONS[report?.reason ?? ''] ?? stay)
      : `${move.from ?? 'new'} -> ${move.to}`;
  const receivedAtMs = Math.max(atMs, Date.parse(report?.receivedAt ?? '') || atMs);
  return { atMs: receivedAtMs, moved, firings, isCopy: report === undefined };
}

interface AttemptFacts {
  readonly key: string;
  readonly place: string;
  readonly event: string;
  readonly number: number;
  readonly takenAtMs: number;
  readonly sentAtMs: number;
  readonly judgedAtMs: number;
  readonly answer: string;
  readonly proof: string;
  readonly judged: string;
  readonly tone: Tone;
}

function attemptsOf({ view, arrivals, nameOf }: CallFacts): readonly AttemptFacts[] {
  const { deliveries, firings } = view.timeline;
  return deliveries.flatMap((delivery) =>
    delivery.attemptList.map((attempt): AttemptFacts => {
      const name = nameOf(delivery.endpointId);
      const { number, status, error, startedAt, durationMs, outcome } = attempt;
      const arrival = arrivals.find(
        ({ endpoint, webhook }) =>
          endpoint === name &&
          webhook?.sequence === delivery.sequence &&
          webhook.attempt === number,
      );
      const startedAtMs = Date.parse(startedAt);
      const sentAtMs = arrival?.atMs ?? startedAtMs;
      const delivered = outcome === 'delivered';
      return {
        key: `${placeOf(nameOf, delivery)} ${number}`,
        place: placeOf(nameOf, delivery),
        event: firings.find(({ messageId }) => messageId === delivery.messageId)?.trigger ?? '?',
        number,
        sentAtMs,
        takenAtMs: Math.min(startedAtMs, sentAtMs),
        judgedAtMs: Math.max(startedAtMs + durationMs, sentAtMs),
        answer: String(status ?? error),
        proof: name === 'signed' ? 'signatures valid' : 'token valid',
        judged: delivered ? deliveredIn(delivery, attempt) : nextOf(delivery, attempt),
        tone: delivered ? 'good' : 'bad',
      };
    }),
  );
}

type Attempt = DeliveryView['attemptList'][number];

function deliveredIn({ attemptList }: DeliveryView, attempt: Attempt): string {
  const first = attemptList[0];
  if (attempt.number === 1 || first === undefined) {
    return `delivered in ${attempt.durationMs.toFixed(0)} ms`;
  }
  const seconds = (Date.parse(attempt.startedAt) - Date.parse(first.startedAt)) / 1_000;
  return `delivered at attempt ${attempt.number}, after ${seconds.toFixed(1)} s`;
}

function nextOf({ attemptList, dueAt, state }: DeliveryView, attempt: Attempt): string {
  const next = attemptList.find(({ number }) => number === attempt.number + 1);
  const againAt = next?.startedAt ?? (state === 'retrying' ? dueAt : null);
  if (againAt === null) return `now ${state}`;
  const waitMs = Date.parse(againAt) - Date.parse(attempt.startedAt) - attempt.durationMs;
  return `attempt ${attempt.number + 1} in ${(waitMs / 1_000).toFixed(1)} s`;
}

function attemptInFull(attempt: AttemptFacts): readonly Row[] {
  const { key, place, event, number, answer, proof, judged, tone } = attempt;
  const row = (step: number, atMs: number, words: string, rowTone: Tone = 'plain'): Row => ({
    key: `${key} ${step}`,
    atMs,
    steps: [step, step],
    lines: [words],
    tone: rowTone,
  });
  return [
    row(7, attempt.takenAtMs, `${place}, attempt ${number}`),
    row(8, attempt.sentAtMs, `${place} ${event}: ${proof}, answered ${answer}`),
    row(9, attempt.judgedAtMs, `${place} ${judged}`, tone),
  ];
}

function attemptInBrief(
  attempt: AttemptFacts,
  widths: { readonly place: number; readonly event: number },
): Row {
  const { key, place, event, answer, judged, tone, takenAtMs } = attempt;
  const what = tone === 'bad' ? `${answer}, ${judged}` : judged;
  const words = `${place.padEnd(widths.place)} ${event.padEnd(widths.event)}  ${what}`;
  return { key, atMs: takenAtMs, steps: [7, 9], lines: [words], tone };
}

/** `signed #2`: the second webhook of the call for the endpoint `signed`. */
function placeOf(nameOf: CallFacts['nameOf'], { endpointId, sequence }: DeliveryView): string {
  return `${nameOf(endpointId)} #${sequence}`;
}
