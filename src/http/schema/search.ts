/**
 * The results of a search on the wire: each with enough to tell it from the others, and its address
 * in the API. The best match comes first.
 */
import type { Static } from 'typebox';
import { ENDPOINT_KINDS } from '../../core/endpoint/endpoint.ts';
import { nullable, oneOf, strictObject, Timestamp, Type } from './shared.ts';

export const SEARCH_POINTS_MAX = 256;

export const SearchQuery = strictObject({
  q: Type.String({
    minLength: 1,
    maxLength: 1_024,
    description:
      'An id of any kind, a callSid or clientId or its beginning, a number or tag of a call, or ' +
      'a part of a name',
  }),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 20 })),
});

export const FOUND_KINDS = ['call', 'delivery', 'endpoint', 'acw-run', 'acw-result'] as const;
export const FOUND_BY = [
  'id',
  'callId',
  'callSid',
  'clientId',
  'number',
  'tag',
  'webhookId',
  'name',
  'prefix',
] as const;

export const Found = strictObject(
  {
    kind: oneOf(FOUND_KINDS, { title: 'FoundKind' }),
    id: Type.String({ description: 'The callId of a call; the id of other records' }),
    by: oneOf(FOUND_BY, { description: 'The field that matched' }),
    exact: Type.Boolean({ description: 'True: the whole value matched, not only its beginning' }),
    title: Type.String({
      description: 'A label that tells the record from others: a call id, a name, a trigger',
    }),
    state: nullable(
      Type.String({
        description:
          'The status of a call, or removed after its retention; the state of other records',
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
    searched: Type.Array(Type.String(), { description: 'The fields that the search compared' }),
  },
  { title: 'SearchReply' },
);
