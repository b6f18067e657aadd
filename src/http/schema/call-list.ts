/**
 * The list of calls on the wire: each with what people look for in it, errors, staleness, how its
 * deliveries stand. Source: S12.14.
 */
import type { Static } from 'typebox';
import { DIRECTIONS } from '../../core/call/status.ts';
import { ERROR_CODES } from '../../core/payload/call-error.ts';
import type { ListedCall as ListedCallRow } from '../../engine/ports/query-store.ts';
import { callProperties, showCall } from './call.ts';
import { LISTED_MAX } from './delivery.ts';
import { oneOf, pageOf, pageQuery, strictObject, Type } from './shared.ts';

export const ListedCall = strictObject(
  {
    ...callProperties,
    errors: Type.Array(oneOf(ERROR_CODES, { title: 'ErrorCode' }), {
      description: 'The reported error codes, each once',
    }),
    stale: Type.Boolean({
      description: 'True: the service ended the call, because no report came',
    }),
    deliveries: Type.Integer({ minimum: 0 }),
    deliveriesDelivered: Type.Integer({ minimum: 0 }),
    deliveriesFailed: Type.Integer({
      minimum: 0,
      description: 'Number of rejected, exhausted or blocked deliveries',
    }),
    deliveriesOpen: Type.Integer({ minimum: 0 }),
    acwRuns: Type.Integer({ minimum: 0, description: 'Number of runs of agents' }),
  },
  { title: 'ListedCall' },
);
export type CallListed = Static<typeof ListedCall>;
export const CallPage = pageOf(ListedCall, 'CallPage');

const Status = Type.String({ pattern: '^[A-Z][A-Z0-9_]{0,63}$' });
const WholeId = Type.String({ minLength: 1, maxLength: 1_024 });

export const CallQuery = strictObject({
  ...pageQuery,
  direction: Type.Optional(oneOf(DIRECTIONS, { title: 'Direction' })),
  status: Type.Optional(
    Type.Array(Status, { maxItems: LISTED_MAX, description: 'Repeat it or use commas' }),
  ),
  notStatus: Type.Optional(
    Type.Array(Status, { maxItems: LISTED_MAX, description: 'Excludes these statuses' }),
  ),
  errors: Type.Optional(
    Type.Boolean({ description: 'true: only calls that reported an error; false: only others' }),
  ),
  stale: Type.Optional(
    Type.Boolean({ description: 'true: only calls ended by staleness; false: only others' }),
  ),
  clientId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1_024, description: 'The whole id' }),
  ),
  callSid: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1_024, description: 'The whole id' }),
  ),
  number: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 256,
      description: 'The number of from or to, in any writing, such as +49 30 901820',
    }),
  ),
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'The whole tag' })),
  notClientId: Type.Optional(
    Type.Array(WholeId, {
      maxItems: LISTED_MAX,
      description: 'Excludes these clients; repeat it',
    }),
  ),
  notCallSid: Type.Optional(
    Type.Array(WholeId, { maxItems: LISTED_MAX, description: 'Excludes these ids; repeat it' }),
  ),
  from: Type.Optional(Type.String({ description: 'First reported at or after; ISO 8601' })),
  to: Type.Optional(Type.String({ description: 'First reported before; ISO 8601' })),
});

export function showListedCall(call: ListedCallRow): CallListed {
  const { errors, stale, runs, ...counts } = call.figures;
  return {
    ...showCall(call),
    errors: [...errors],
    stale,
    deliveries: counts.deliveries,
    deliveriesDelivered: counts.delivered,
    deliveriesFailed: counts.failed,
    deliveriesOpen: counts.open,
    acwRuns: runs,
  };
}
