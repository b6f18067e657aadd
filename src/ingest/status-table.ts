/**
 * Step 1, the mapping of an adapter as one table: a line for each word of the platform, with what
 * it says of an outbound call and of an inbound one. A word without a line is never guessed. Rules:
 * S2.17, S2.18, S2.21.
 */
import type { Hint, Report, ReportVariant } from '../core/call/report.ts';
import type {
  Direction,
  IN_PROGRESS_STATUSES,
  INTERNAL_STATUSES,
  TerminalStatus,
} from '../core/call/status.ts';
import { type ErrorCode, isErrorCode } from '../core/payload/call-error.ts';
import type { IngestFacts, IngestReport } from '../engine/ports/ingest-adapter.ts';
import type { CallNames } from './call-naming.ts';

/**
 * A status; `ERROR` always with the code of its error. A platform that ends a call with an error
 * has ended it as `ERROR` (S2.18), so no table of an adapter has `COMPLETED` with one.
 */
export type Said =
  | (typeof INTERNAL_STATUSES)[number]
  | (typeof IN_PROGRESS_STATUSES)[number]
  | Exclude<TerminalStatus, 'ERROR'>
  | `ERROR ${ErrorCode}`;
/** What settings of a source may choose besides (S1.12). */
export type SaidBySettings = Said | `COMPLETED ${ErrorCode}`;

/** Null: the word is known, and nothing follows from it. */
export type Outcome<S extends SaidBySettings = Said> = S | ByHint<S> | null;
/** What was told of the call before decides, in this order. */
export interface ByHint<S extends SaidBySettings = Said> {
  readonly MACHINE?: S;
  readonly PERSON?: S;
  readonly ANSWERED?: S;
  readonly otherwise: S;
}

/** A word that ends with `*` stands for all that begin with it; the longest one counts. */
export type Lines<S extends SaidBySettings = Said> = Readonly<Record<string, Line<S>>>;
export type Line<S extends SaidBySettings = Said> = readonly [
  outbound: Outcome<S>,
  inbound: Outcome<S>,
];

/** An answered outbound call that ended: if the platform detected a machine before, it says so. */
export const ENDED: ByHint = { MACHINE: 'VOICEMAIL_REACHED', otherwise: 'COMPLETED' };

/** A call that was answered and then cut off by a fault (S2.18). */
export const INTERRUPTED = [
  { MACHINE: 'VOICEMAIL_REACHED', otherwise: 'ERROR CALL_INTERRUPTED' },
  'ERROR CALL_INTERRUPTED',
] as const satisfies Line;

export interface StatusTable<S extends SaidBySettings = Said> {
  /** Null: no line has the word. */
  line(word: string): Line<S> | null;
}

export function statusTable<S extends SaidBySettings = Said>(
  lines: NoInfer<Lines<S>>,
): StatusTable<S> {
  const whole = new Map<string, Line<S>>();
  const starts: (readonly [string, Line<S>])[] = [];
  for (const [word, line] of Object.entries(lines)) {
    if (word.endsWith('*')) starts.push([word.slice(0, -1), line]);
    else whole.set(word, line);
  }
  starts.sort(([one], [other]) => other.length - one.length);
  return {
    line: (word) =>
      whole.get(word) ?? starts.find(([start]) => word.startsWith(start))?.[1] ?? null,
  };
}

export interface Telling {
  readonly names: CallNames;
  /** Null: the callback does not say it; the direction of the known call decides. */
  readonly direction: Direction | null;
  readonly occurredAtMs: number | null;
  /** Made of signed values only, so that a repeated callback is the same report again. */
  readonly reportId: string;
  /** The platform's own words for an error, for the timeline. */
  readonly cause: string | null;
  readonly facts: IngestFacts;
}

/**
 * The report of a line; null if nothing follows from it, or, if the direction is not told, if
 * nothing follows from it for one of the two.
 */
export function reportOf(
  [outbound, inbound]: Line<SaidBySettings>,
  told: Telling,
): IngestReport | null {
  const { names, direction, occurredAtMs, reportId } = told;
  const main = direction === 'INBOUND' ? inbound : outbound;
  if (main === null || (direction === null && inbound === null)) return null;
  const ifInbound = direction === null ? variantsOf(inbound, 'INBOUND', told) : [];
  return {
    callId: names.callId,
    report: {
      direction,
      callSid: names.callSid,
      clientId: names.clientId,
      ...saidOf(typeof main === 'string' ? main : main.otherwise, told),
      occurredAtMs,
      reportId,
    },
    variants: [...ifInbound, ...variantsOf(main, direction === null ? 'OUTBOUND' : null, told)],
    facts: told.facts,
  };
}

const BY_HINT = ['MACHINE', 'PERSON', 'ANSWERED'] as const satisfies readonly Hint[];

/** `direction` null: the report says it, so what holds without a hint needs no variant. */
function variantsOf(
  outcome: Outcome<SaidBySettings>,
  direction: Direction | null,
  told: Telling,
): readonly ReportVariant[] {
  if (outcome === null) return [];
  const outcomes: ByHint<SaidBySettings> =
    typeof outcome === 'string' ? { otherwise: outcome } : outcome;
  const hinted = BY_HINT.flatMap((hint): readonly ReportVariant[] => {
    const said = outcomes[hint];
    return said === undefined ? [] : [{ direction, hint, ...saidOf(said, told) }];
  });
  if (direction !== 'INBOUND') return hinted;
  return [...hinted, { direction, hint: null, ...saidOf(outcomes.otherwise, told) }];
}

function saidOf(
  said: SaidBySettings,
  { cause, occurredAtMs }: Telling,
): Pick<Report, 'status' | 'errors'> {
  const [status = said, code] = said.split(' ');
  if (code === undefined || !isErrorCode(code)) return { status, errors: [] };
  return { status, errors: [{ code, message: cause, atMs: occurredAtMs }] };
}
