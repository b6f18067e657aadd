/**
 * Step 1 for many reports of any calls in one request: an item that breaks a rule is answered with
 * its problem and does not affect the others. Source: S2.
 */
import type { FastifySchemaValidationError } from 'fastify';
import { checkReport } from '../../core/call/report.ts';
import { CATALOGUE, type FieldError, ServiceError } from '../../core/error/service-error.ts';
import type { ReportItem } from '../../engine/ports/report-store.ts';
import type { App } from '../app.ts';
import { FIELDS_MAX, fieldErrorsOf, problemOf } from '../reply/problem.ts';
import type { JsonRules } from '../request/json-body.ts';
import { BatchBody, BatchReply, type BatchResult } from '../schema/report-batch.ts';
import { replies } from '../schema/shared.ts';
import type { Service } from '../service.ts';
import {
  answerOf,
  checkWholeReport,
  invalid,
  isRecord,
  itemOf,
  refusal,
  type ShapeError,
} from './reports.ts';

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

export function registerReportBatch(app: App, service: Service): void {
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
          accepted.push({ index, item: itemOf(request, input.callId, checked.report) });
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

function placeOf(index: number): { callId: string; report: string } {
  return { callId: `/reports/${index}/callId`, report: `/reports/${index}` };
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
