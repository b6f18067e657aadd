/**
 * Step 1 of the nine: a platform reports a status. The 202 is sent after the commit and never waits
 * for a delivery. `report-batch.ts` takes many at once. Source: S2.
 */
import type { FastifyRequest, FastifySchemaValidationError } from 'fastify';
import type { FactsInput } from '../../core/call/facts.ts';
import {
  type CheckedReport,
  checkReport,
  type ReportErrorInput,
  type ReportInput,
  type ReportPlace,
} from '../../core/call/report.ts';
import { isInternal } from '../../core/call/status.ts';
import { type FieldError, ServiceError } from '../../core/error/service-error.ts';
import type { ReportItem, ReportReceipt } from '../../engine/ports/report-store.ts';
import type { App } from '../app.ts';
import { FIELDS_MAX, fieldErrorsOf } from '../reply/problem.ts';
import { CallIdPath, ReportBody, ReportHeaders, ReportReply } from '../schema/report.ts';
import { keyOf, replies } from '../schema/shared.ts';
import type { Service } from '../service.ts';

export function registerReport(app: App, service: Service): void {
  app.post(
    '/v1/calls/:callId/reports',
    {
      config: { scope: 'reports:write', repeats: 'own' },
      bodyLimit: service.limits.reportBytesMax,
      attachValidation: true,
      schema: {
        operationId: 'reportCall',
        summary: 'Report a status of a call, errors of it, or both',
        tags: ['reports'],
        params: CallIdPath,
        headers: ReportHeaders,
        body: ReportBody,
        response: replies({ 202: ReportReply }),
      },
    },
    async (request, reply) => {
      const { callId } = request.params;
      const shapeFaults = shapeFaultsOf(request.validationError);
      const body =
        shapeFaults.length > 0
          ? request.body
          : withHeaderId(request.body, request.headers['idempotency-key']);
      const checked = checkWholeReport(body, callId, shapeFaults);
      if (checked.kind === 'invalid') throw invalid(checked.fields);
      await service.reportRate.take(request.actor.projectKey, 1);
      const [receipt] = await service.intake.accept([itemOf(request, callId, checked.report)]);
      if (receipt === undefined) throw new Error('a report without a receipt');
      if (receipt.kind === 'refused') throw refusal(receipt);
      reply.code(202);
      return answerOf(receipt, checked.report);
    },
  );
}

export function itemOf(
  request: FastifyRequest,
  callId: string,
  report: ReportItem['report'],
): ReportItem {
  const { receivedAtMs, callerSpan: caller } = request;
  const { projectKey } = request.actor;
  return { projectKey, callId, report, source: 'api', receivedAtMs, caller };
}

/** Adds to the stored answer what the reporter may have meant by a misspelt status. */
export function answerOf(
  { answer }: Extract<ReportReceipt, { readonly kind: 'accepted' }>,
  { status, errors }: ReportItem['report'],
): ReportReply {
  return {
    ...answer,
    triggers: [...answer.triggers],
    ...(status !== null && isInternal(status) ? { known: false } : {}),
    ...(answer.reason !== undefined && errors.length > 0 ? { errorsFired: false } : {}),
  };
}

/** `Idempotency-Key` is another place for `reportId`; two different ones are an error. */
function withHeaderId(body: ReportBody, key: string | undefined): ReportBody {
  if (key === undefined) return body;
  const reportId = keyOf(key);
  if (body.reportId !== undefined && body.reportId !== reportId) {
    throw invalid([{ field: '/reportId', message: 'differs from the header Idempotency-Key' }]);
  }
  return { ...body, reportId };
}

/** What Fastify's validation found. */
type Found = { validation?: FastifySchemaValidationError[]; validationContext?: string };
export type ShapeError = (Error & Found) | undefined;

/** Faults that the schema found in the body; one elsewhere refuses the request by itself. */
function shapeFaultsOf(error: ShapeError): readonly FieldError[] {
  if (error === undefined) return [];
  if (error.validationContext !== 'body') throw error;
  return fieldErrorsOf(error.validation ?? [], 'body');
}

export function invalid(fields: readonly FieldError[]): ServiceError {
  return new ServiceError('INVALID_INPUT', 'The report breaks a rule; see errors.', { fields });
}

/** `field` of a receipt is a pointer into a single report, or `path.callId`. */
export function refusal(
  receipt: ReportReceipt & { readonly kind: 'refused' },
  prefix = '',
): ServiceError {
  const { code, detail } = receipt;
  const field = receipt.field.startsWith('/') ? `${prefix}${receipt.field}` : receipt.field;
  return new ServiceError(code, detail, { fields: [{ field, message: detail }] });
}

/**
 * Judges the shape and the values of a report in one pass, so that a reporter sees every broken
 * rule at once (S2.2). If a part has the wrong shape, the rest is judged as if that part were
 * right. `input`: as it arrived. `shapeFaults`: the faults that the schema found; empty if the
 * shape is right.
 */
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

const TEXTS = [
  ...['status', 'direction', 'callSid', 'clientId', 'occurredAt', 'reportId'],
  ...['from', 'to', 'answeredAt', 'endedAt', 'hangupCause', 'recordingUrl', 'agentId', 'queue'],
] as const;
/** Stands in for an error that cannot be read; it breaks no rule. */
const NEUTRAL_ERROR: ReportErrorInput = { code: 'UNKNOWN_ERROR' };
/** How many errors are read; a report with more is refused anyway. */
const ERRORS_READ_MAX = 1_000;

function readable(input: unknown): ReportInput {
  if (!isRecord(input)) return { errors: [NEUTRAL_ERROR] };
  return { ...textsOf(input, TEXTS), ...factsIn(input), ...errorsOf(input.errors) };
}

/** A fact of the wrong shape is left out: its fault is told already. */
function factsIn(input: Readonly<Record<string, unknown>>): FactsInput {
  const { durationMs, sipCode, tags, metadata } = input;
  return {
    ...(typeof durationMs === 'number' ? { durationMs } : {}),
    ...(typeof sipCode === 'number' ? { sipCode } : {}),
    ...(Array.isArray(tags) ? { tags: tags.filter((tag) => typeof tag === 'string') } : {}),
    ...(isRecord(metadata) ? { metadata: onlyTexts(metadata) } : {}),
  };
}

function onlyTexts(record: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.entries(record).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  return Object.fromEntries(texts);
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

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
