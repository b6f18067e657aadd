/**
 * Step 1: a report, what a telephony platform says about a call: its shape, and which values it
 * may carry (S2.1 to S2.3). `checkReport` takes JSON whose shape has been checked (strings and
 * arrays where they belong) and returns a `Report`, or every broken rule, each with the field and
 * what to do. `transition.ts` decides whether the call may move that way.
 */
import type { FieldError } from '../error/service-error.ts';
import { ERROR_CODES, isErrorCode, type ReportedError } from '../payload/call-error.ts';
import { freeTextFault, ID_BOUNDS, lineFault, OPTIONAL_ID_BOUNDS } from '../text.ts';
import { DAY_MS, parseIsoTime, TIME_HELP } from '../time.ts';
import { type CallFacts, type FactsInput, factFaults, factsOf } from './facts.ts';
import {
  type CallStatus,
  DIRECTIONS,
  type Direction,
  meantStatus,
  STATUS_PATTERN,
} from './status.ts';

/** At least one of `status`, `errors` and `facts` is given. Times: epoch ms. */
export interface Report {
  readonly status: CallStatus | null;
  readonly direction: Direction | null;
  /** Null or empty: the report does not say it, so the known value stays (S1.11). */
  readonly callSid: string | null;
  readonly clientId: string | null;
  readonly errors: readonly ReportedError[];
  readonly occurredAtMs: number | null;
  /** Used to recognise a repeated report of the call for `REPORT_ID_DAYS`. */
  readonly reportId: string | null;
  /** What it says of the call besides; absent or null: nothing. */
  readonly facts?: CallFacts | null;
}

/** `MACHINE`: an answering machine or a fax took the call; `PERSON`: a person did. */
export const HINTS = ['ANSWERED', 'MACHINE', 'PERSON'] as const;
export type Hint = (typeof HINTS)[number];
/** How long a hint waits for the report that needs it; a call seldom lasts a day. */
export const HINT_DAYS = 2;

/**
 * What a report says if this is known of its call (S2.21): a platform's hangup may say neither the
 * call's direction nor that a machine had answered.
 */
export interface ReportVariant {
  /** The direction that the call must have; null: either. */
  readonly direction: Direction | null;
  /** What must have been said of the call; null: nothing. */
  readonly hint: Hint | null;
  readonly status: CallStatus | null;
  readonly errors: readonly ReportedError[];
}

/**
 * The report as the first variant that fits has it. `direction`: of the call; null if it is new,
 * then that of the report counts.
 */
export function fitting(
  report: Report,
  variants: readonly ReportVariant[],
  known: { readonly direction: Direction | null; readonly hints: readonly Hint[] },
): Report {
  const direction = known.direction ?? report.direction;
  const variant = variants.find(
    (each) =>
      (each.direction === null || each.direction === direction) &&
      (each.hint === null || known.hints.includes(each.hint)),
  );
  if (variant === undefined) return report;
  return { ...report, status: variant.status, errors: variant.errors };
}

export const REPORT_ID_DAYS = 7;
/** The most reports in one request, and in one transaction. */
export const REPORTS_MAX = 1_000;

/** How old a late report may be; the report id is remembered for as long. */
export const REPORT_AGE_MS_MAX = REPORT_ID_DAYS * DAY_MS;
/** How far a platform's clock may be ahead of ours. */
export const CLOCK_AHEAD_MS_MAX = 5 * 60_000;

/**
 * A report counts at the platform's own time if that is plausible, else at the time of receipt, so
 * that a platform with a wrong clock cannot move a call to the last century or into the future.
 */
export function eventTimeMs({ occurredAtMs }: Report, receivedAtMs: number): number {
  return plausibleMs(occurredAtMs, receivedAtMs) ?? receivedAtMs;
}

/** The platform's time if it is plausible, else null. The times of errors are treated alike. */
export function plausibleMs(atMs: number | null, receivedAtMs: number): number | null {
  if (atMs === null || atMs < receivedAtMs - REPORT_AGE_MS_MAX) return null;
  return atMs <= receivedAtMs + CLOCK_AHEAD_MS_MAX ? atMs : null;
}

/** A report as JSON, its facts among the other fields. One that is undefined counts as absent. */
export interface ReportInput extends FactsInput {
  readonly status?: string | undefined;
  readonly direction?: string | undefined;
  readonly callSid?: string | undefined;
  readonly clientId?: string | undefined;
  readonly errors?: readonly ReportErrorInput[] | undefined;
  readonly occurredAt?: string | undefined;
  readonly reportId?: string | undefined;
}

export interface ReportErrorInput {
  readonly code: string;
  readonly message?: string | undefined;
  readonly timestamp?: string | undefined;
}

export type CheckedReport =
  | { readonly kind: 'ok'; readonly report: Report }
  | { readonly kind: 'invalid'; readonly fields: readonly FieldError[] };

/** Where the fields of an item are; by default a single report whose call is in the path. */
export interface ReportPlace {
  readonly callId: string;
  /** The prefix of the JSON pointers, for example `/reports/3`. */
  readonly report: string;
}

export const REPORT_ERRORS_MAX = 100;

const SINGLE: ReportPlace = { callId: 'path.callId', report: '' };
const CODE_HELP = `Use one of ${ERROR_CODES.join(', ')}.`;

export function checkReport(
  input: ReportInput,
  callId: string,
  place: ReportPlace = SINGLE,
): CheckedReport {
  const fields: FieldError[] = [];
  const at = (name: string): string => `${place.report}/${name}`;
  const note = (field: string, message: string | null): void => {
    if (message !== null) fields.push({ field, message });
  };
  note(place.callId, lineFault(callId, ID_BOUNDS));
  const factual = factFaults(input, place.report);
  const facts = factual.length === 0 ? factsOf(input) : null;
  const hasErrors = (input.errors ?? []).length > 0;
  if (input.status === undefined && !hasErrors && facts === null && factual.length === 0) {
    note(at('status'), 'Send a status, an error or a fact of the call.');
  }
  if (input.status !== undefined && !STATUS_PATTERN.test(input.status)) {
    note(at('status'), 'Use A-Z, 0-9 and _, a letter first, at most 64 characters.');
  } else if (input.status !== undefined) {
    note(at('status'), misspeltFault(input.status));
  }
  const direction = DIRECTIONS.find((known) => known === input.direction) ?? null;
  if (input.direction !== undefined && direction === null) {
    note(at('direction'), `Use ${DIRECTIONS.join(' or ')}.`);
  }
  note(at('callSid'), lineFault(input.callSid ?? '', OPTIONAL_ID_BOUNDS));
  note(at('clientId'), lineFault(input.clientId ?? '', OPTIONAL_ID_BOUNDS));
  if (input.reportId !== undefined) note(at('reportId'), lineFault(input.reportId, ID_BOUNDS));
  const occurredAtMs = input.occurredAt === undefined ? null : parseIsoTime(input.occurredAt);
  if (input.occurredAt !== undefined && occurredAtMs === null) note(at('occurredAt'), TIME_HELP);
  const errors = checkErrors(input.errors ?? [], at('errors'), fields);
  fields.push(...factual);
  if (fields.length > 0) return { kind: 'invalid', fields };
  const { status = null, callSid = null, clientId = null, reportId = null } = input;
  const report = { status, direction, callSid, clientId, errors, occurredAtMs, reportId };
  return { kind: 'ok', report: facts === null ? report : { ...report, facts } };
}

function misspeltFault(status: string): string | null {
  const meant = meantStatus(status);
  return meant === null ? null : `There is no public status ${status}: did you mean ${meant}?`;
}

function checkErrors(
  inputs: readonly ReportErrorInput[],
  pointer: string,
  fields: FieldError[],
): readonly ReportedError[] {
  if (inputs.length > REPORT_ERRORS_MAX) {
    fields.push({
      field: pointer,
      message: `Send at most ${REPORT_ERRORS_MAX} errors; these are ${inputs.length}.`,
    });
    return [];
  }
  return inputs.flatMap((input, index) => checkError(input, `${pointer}/${index}`, fields));
}

/** Returns one error of a list, or nothing if a rule is broken. */
function checkError(
  input: ReportErrorInput,
  pointer: string,
  fields: FieldError[],
): readonly ReportedError[] {
  const { code } = input;
  const atMs = input.timestamp === undefined ? null : parseIsoTime(input.timestamp);
  if (input.timestamp !== undefined && atMs === null) {
    fields.push({ field: `${pointer}/timestamp`, message: TIME_HELP });
  }
  const fault = freeTextFault(input.message ?? '');
  if (fault !== null) fields.push({ field: `${pointer}/message`, message: fault });
  if (!isErrorCode(code)) {
    fields.push({ field: `${pointer}/code`, message: CODE_HELP });
    return [];
  }
  return [{ code, message: input.message ?? null, atMs }];
}
