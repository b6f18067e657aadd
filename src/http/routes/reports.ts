/**
 * Step 1 of the nine: a platform reports a status. The 202 is sent after the commit and never waits
 * for a delivery. In a batch, an item that breaks a rule is answered with its problem and does not
 * affect the others. Source: S2.
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
import { CATALOGUE, type FieldError, ServiceError } from '../../core/error/service-error.ts';
import type { ReportItem, ReportReceipt } from '../../engine/ports/report-store.ts';
import type { App } from '../app.ts';
import { FIELDS_MAX, fieldErrorsOf, problemOf } from '../reply/problem.ts';
import type { JsonRules } from '../request/json-body.ts';
import {
  BatchBody,
  BatchReply,
  type BatchResult,
  CallIdPath,
  ReportBody,
  ReportHeaders,
  ReportReply,
} from '../schema/report.ts';
import { keyOf, replies } from '../schema/shared.ts';
import type { Service } from '../service.ts';

/** A batch wraps its reports in two more levels. */
export const JSON_BATCH_RULES: JsonRules = {
  depthMax: 34,
  keysMax: 1_000,
  keysPerItem: true,
  elementsMax: 1_000,
  valuesMax: 100_000,
};
/**
 * The most faults that the answer to a batch lists; beyond that, each wrong item names its first
 * one.
 */
const BATCH_FIELDS_MAX = 2_000;

export function registerReportRoutes(app: App, service: Service): void {
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
      const [receipt] = await service.intake.accept([item(request, callId, checked.report)]);
      if (receipt === undefined) throw new Error('a report without a receipt');
      if (receipt.kind === 'refused') throw refusal(receipt);
      reply.code(202);
      return answerOf(receipt, checked.report);
    },
  );
  registerBatch(app, service);
}

function registerBatch(app: App, service: Service): void {
  app.post(
    '/v1/reports',
    {
      config: { scope: 'reports:write', json: JSON_BATCH_RULES, repeats: 'own' },
      bodyLimit: service.limits.batchBytesMax,
      attachValidation: true,
      schema: {
        operationId: 'reportCalls',
        summary: 'Report up to 1,000 statuses of any calls at once',
        description:
          'Answers 202 with one result per item, in order: the answer that a single report would ' +
          'get, or its problem. An invalid item does not stop the others. Items of one ' +
          'call are applied in the order given.',
        tags: ['reports'],
        body: BatchBody,
        response: replies({ 202: BatchReply }),
      },
    },
    async (request, reply) => {
      if (request.headers['idempotency-key'] !== undefined) {
        throw new ServiceError('INVALID_PARAMETER', 'In a batch, give each item its reportId.', {
          fields: [{ field: 'header.idempotency-key', message: 'is not for batches' }],
        });
      }
      const wrong = wrongItems(request.validationError);
      const results = new Map<number, BatchResult>();
      let fieldsLeft = BATCH_FIELDS_MAX;
      const accepted: { index: number; item: ReportItem }[] = [];
      for (const [index, input] of request.body.reports.entries()) {
        const shape = wrong.get(index);
        const checked =
          shape === undefined
            ? checkReport(input, input.callId, placeOf(index))
            : checkWholeReport(input, callIdOf(input) ?? '', shape, placeOf(index));
        if (checked.kind === 'ok') {
          accepted.push({ index, item: item(request, input.callId, checked.report) });
        } else {
          const fields = checked.fields.slice(0, fieldsLeft > 0 ? FIELDS_MAX : 1);
          fieldsLeft -= fields.length;
          results.set(index, refusedItem(invalid(fields), input, request.id));
        }
      }
      const items = accepted.map((entry) => entry.item);
      if (items.length > 0) {
        await service.reportRate.take(request.actor.projectKey, items.length);
      }
      const receipts = items.length === 0 ? [] : await service.intake.accept(items);
      for (const [position, { index, item: sent }] of accepted.entries()) {
        const receipt = receipts[position];
        if (receipt === undefined) throw new Error('a report without a receipt');
        results.set(
          index,
          receipt.kind === 'accepted'
            ? { status: 202, ...answerOf(receipt, sent.report) }
            : refusedItem(refusal(receipt, placeOf(index).report), sent, request.id),
        );
      }
      reply.code(202);
      return { results: [...results].sort(([a], [b]) => a - b).map(([, result]) => result) };
    },
  );
}

function item(request: FastifyRequest, callId: string, report: ReportItem['report']): ReportItem {
  const { receivedAtMs, callerSpan: caller } = request;
  const { projectKey } = request.actor;
  return { projectKey, callId, report, source: 'api', receivedAtMs, caller };
}

/** Adds to the stored answer what the reporter may have meant by a misspelt status. */
function answerOf(
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

function placeOf(index: number): { callId: string; report: string } {
  return { callId: `/reports/${index}/callId`, report: `/reports/${index}` };
}

/** What Fastify's validation found. */
type Found = { validation?: FastifySchemaValidationError[]; validationContext?: string };
type ShapeError = (Error & Found) | undefined;

/** Faults that the schema found in the body; one elsewhere refuses the request by itself. */
function shapeFaultsOf(error: ShapeError): readonly FieldError[] {
  if (error === undefined) return [];
  if (error.validationContext !== 'body') throw error;
  return fieldErrorsOf(error.validation ?? [], 'body');
}

/** The faults of each item; a fault of the batch itself refuses all of it. */
function wrongItems(error: ShapeError): Map<number, FieldError[]> {
  const wrong = new Map<number, FastifySchemaValidationError[]>();
  for (const fault of error?.validation ?? []) {
    const index = /^\/reports\/(\d+)/.exec(fault.instancePath)?.[1];
    if (index === undefined) throw error;
    const faults = wrong.get(Number(index));
    if (faults === undefined) wrong.set(Number(index), [fault]);
    else if (faults.length < FIELDS_MAX) faults.push(fault);
  }
  return new Map([...wrong].map(([index, faults]) => [index, fieldErrorsOf(faults, 'body')]));
}

function invalid(fields: readonly FieldError[]): ServiceError {
  return new ServiceError('INVALID_INPUT', 'The report breaks a rule; see errors.', { fields });
}

/** `field` of a receipt is a pointer into a single report, or `path.callId`. */
function refusal(receipt: ReportReceipt & { readonly kind: 'refused' }, prefix = ''): ServiceError {
  const { code, detail } = receipt;
  const field = receipt.field.startsWith('/') ? `${prefix}${receipt.field}` : receipt.field;
  return new ServiceError(code, detail, { fields: [{ field, message: detail }] });
}

function refusedItem(error: ServiceError, input: unknown, requestId: string): BatchResult {
  return {
    callId: callIdOf(input),
    status: CATALOGUE[error.code].status,
    problem: problemOf(error, requestId),
  };
}

function callIdOf(input: unknown): string | null {
  return isRecord(input) && typeof input.callId === 'string' ? input.callId : null;
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

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
