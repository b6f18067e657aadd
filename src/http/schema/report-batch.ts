/**
 * A batch of reports on the wire (S2): its items are reports that name their calls, its results the
 * answers that single ones would get.
 */
import type { Static } from 'typebox';
import { REPORTS_MAX } from '../../core/call/report.ts';
import { answerProperties, reportProperties } from './report.ts';
import { nullable, Problem, strictObject, Type } from './shared.ts';

export const BatchBody = strictObject(
  {
    reports: Type.Array(
      strictObject({ callId: Type.String(), ...reportProperties }, { title: 'BatchReport' }),
      { minItems: 1, maxItems: REPORTS_MAX },
    ),
  },
  { title: 'ReportBatch' },
);

const Accepted = strictObject(
  { status: Type.Literal(202), ...answerProperties },
  { title: 'BatchAccepted' },
);
const Refused = strictObject(
  {
    callId: nullable(Type.String({ description: 'Null if the item named none' })),
    status: Type.Integer({ minimum: 400, maximum: 499 }),
    problem: Problem,
  },
  { title: 'BatchRefused' },
);

export const BatchReply = strictObject(
  {
    results: Type.Array(Type.Union([Accepted, Refused]), {
      description: 'One for each item, in order',
    }),
  },
  { title: 'ReportBatchAnswer' },
);
export type BatchResult = Static<typeof Accepted> | Static<typeof Refused>;
