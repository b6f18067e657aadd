/**
 * Compares an item of the inbox with the request that its delivery sent: the facts side by side
 * and, where two texts differ, line by line. Pure.
 */
import type { AttemptRecord, DeliveryDetail } from '../../api/record.ts';
import { prettyTokens } from '../../kit/code/code-text.ts';
import type { InboxDetail } from './inbox-api.ts';

export type FactName = 'call' | 'trigger' | 'endpoint' | 'attempt' | 'status' | 'bytes';

export interface ComparedFact {
  readonly name: FactName;
  /** Null: the delivery does not have this value. */
  readonly sent: string | null;
  readonly came: string | null;
  readonly same: boolean;
}

export function comparedFacts(
  item: InboxDetail,
  delivery: DeliveryDetail,
): readonly ComparedFact[] {
  const attempt = attemptOf(item, delivery);
  const facts: readonly (readonly [FactName, string | null, string | null])[] = [
    ['call', delivery.callId, item.callId],
    ['trigger', delivery.trigger, item.trigger],
    ['endpoint', delivery.endpointId, item.endpointId],
    ['attempt', attempt === null ? null : String(attempt.number), textOf(item.attempt)],
    ['status', textOf(attempt?.status ?? null), textOf(item.answer.status)],
    ['bytes', String(bytesOf(delivery.body)), String(item.bytes)],
  ];
  return facts.map(([name, sent, came]) => ({ name, sent, came, same: sent === came }));
}

export function attemptOf(
  { attempt }: Pick<InboxDetail, 'attempt'>,
  { attemptList }: Pick<DeliveryDetail, 'attemptList'>,
): AttemptRecord | null {
  return attemptList.find(({ number }) => number === attempt) ?? null;
}

export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

const LINES_MAX = 1_000;

/** `removed`: only in what was sent. Long texts are compared up to their first 1,000 lines. */
export function lineDiff(sent: string, came: string): readonly DiffLine[] {
  const one = linesOf(sent);
  const other = linesOf(came);
  const width = other.length + 1;
  // Lengths of the longest common rest, from the end: a table of at most a million numbers.
  const rest = new Uint16Array((one.length + 1) * width);
  for (let i = one.length - 1; i >= 0; i -= 1) {
    for (let j = other.length - 1; j >= 0; j -= 1) {
      const longer = Math.max(rest[(i + 1) * width + j] ?? 0, rest[i * width + j + 1] ?? 0);
      const both = (rest[(i + 1) * width + j + 1] ?? 0) + 1;
      rest[i * width + j] = one[i] === other[j] ? both : longer;
    }
  }
  const out: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < one.length || j < other.length) {
    const [mine, theirs] = [one[i], other[j]];
    if (mine !== undefined && mine === theirs) {
      out.push({ kind: 'same', text: mine });
      [i, j] = [i + 1, j + 1];
    } else if (
      theirs === undefined ||
      (mine !== undefined && (rest[(i + 1) * width + j] ?? 0) >= (rest[i * width + j + 1] ?? 0))
    ) {
      out.push({ kind: 'removed', text: mine ?? '' });
      i += 1;
    } else {
      out.push({ kind: 'added', text: theirs });
      j += 1;
    }
  }
  return out;
}

/** JSON is laid out first: it comes as one line. */
function linesOf(text: string): readonly string[] {
  const laidOut =
    prettyTokens(text)
      ?.map((token) => token.text)
      .join('') ?? text;
  return laidOut.split(/\r?\n/).slice(0, LINES_MAX);
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

function textOf(value: number | null): string | null {
  return value === null ? null : String(value);
}
