/**
 * What a search found, on the wire: each thing with enough to tell it from the others, and where
 * it stands in the API. The best match comes first.
 */
import type { Static } from 'typebox';
import { ENDPOINT_KINDS } from '../../core/endpoint/endpoint.ts';
import { nullable, oneOf, strictObject, Timestamp } from './shared.ts';
import { Type } from './type.ts';

export const SEARCH_POINTS_MAX = 256;

export const SearchQuery = strictObject({
  q: Type.String({
    minLength: 1,
    maxLength: 1_024,
    description: 'An id of any kind, a callSid or clientId or how it begins, or a part of a name',
  }),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 20 })),
});

export const FOUND_KINDS = ['call', 'delivery', 'endpoint', 'acw-run', 'acw-result'] as const;
export const FOUND_BY = [
  'id',
  'callId',
  'callSid',
  'clientId',
  'webhookId',
  'name',
  'prefix',
] as const;

export const Found = strictObject(
  {
    kind: oneOf(FOUND_KINDS, { title: 'FoundKind' }),
    id: Type.String({ description: 'callId of a call, else the id' }),
    by: oneOf(FOUND_BY, { description: 'Which of its values matched' }),
    exact: Type.Boolean({ description: 'The whole value was given' }),
    title: Type.String({ description: 'What tells it from others: a call id, a name, a trigger' }),
    state: nullable(
      Type.String({
        description: 'Status of a call, or removed by its retention; state of the others',
      }),
    ),
    endpointKind: nullable(oneOf(ENDPOINT_KINDS, { title: 'EndpointKind' })),
    callId: nullable(Type.String()),
    at: nullable(Timestamp),
  },
  { title: 'Found' },
);
export type Found = Static<typeof Found>;

export const SearchReply = strictObject(
  {
    data: Type.Array(Found),
    searched: Type.Array(Type.String(), { description: 'The fields that were compared' }),
  },
  { title: 'SearchReply' },
);
