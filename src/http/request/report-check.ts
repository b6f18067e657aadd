/**
 * Step 1: a report is judged by its shape and by its values in one pass, so that a reporter sees
 * every broken rule at once. If a part has the wrong shape, the rest is judged as if that part were
 * right. Source: S2.2.
 */
import {
  type CheckedReport,
  checkReport,
  type ReportErrorInput,
  type ReportInput,
  type ReportPlace,
} from '../../core/call/report.ts';
import type { FieldError } from '../../core/error/service-error.ts';
import { FIELDS_MAX } from '../reply/problem.ts';

/** `input`: as it came. `shapeFaults`: what the schema found in it; empty when it is right. */
export function checkWholeReport(
  input: unknown,
  callId: string,
  shapeFaults: readonly FieldError[],
  place?: ReportPlace,
): CheckedReport {
  const checked = checkReport(readable(input), callId, place);
  if (shapeFaults.length === 0) return checked;
  const told = new Set(shapeFaults.map(({ field }) => field));
  const more = checked.kind === 'ok' ? [] : checked.fields.filter(({ field }) => !told.has(field));
  return { kind: 'invalid', fields: [...shapeFaults, ...more].slice(0, FIELDS_MAX) };
}

const TEXTS = ['status', 'direction', 'callSid', 'clientId', 'occurredAt', 'reportId'] as const;
/** Takes the place of what cannot be read, and breaks no rule. */
const NEUTRAL_ERROR: ReportErrorInput = { code: 'UNKNOWN_ERROR' };
/** More are refused anyway; those beyond are not looked at. */
const ERRORS_READ_MAX = 1_000;

function readable(input: unknown): ReportInput {
  if (!isRecord(input)) return { errors: [NEUTRAL_ERROR] };
  return { ...textsOf(input, TEXTS), ...errorsOf(input.errors) };
}

function errorsOf(errors: unknown): Pick<ReportInput, 'errors'> {
  if (errors === undefined) return {};
  if (!Array.isArray(errors)) return { errors: [NEUTRAL_ERROR] };
  return { errors: errors.slice(0, ERRORS_READ_MAX).map(errorOf) };
}

function errorOf(error: unknown): ReportErrorInput {
  if (!isRecord(error)) return NEUTRAL_ERROR;
  const { code = NEUTRAL_ERROR.code, ...rest } = textsOf(error, ['code', 'message', 'timestamp']);
  return { code, ...rest };
}

function textsOf<Name extends string>(
  input: object,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const texts: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value: unknown = Reflect.get(input, name);
    if (typeof value === 'string') texts[name] = value;
  }
  return texts;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
