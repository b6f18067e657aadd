/**
 * The second factors of who is signed in: whether there is one, and of which kinds. Asked by the
 * account page and by the dialog that asks for a proof.
 */
import { queryOptions } from '@tanstack/react-query';
import type { Client } from './client.ts';
import type { SecondFactor } from './record.ts';

export const SECOND_FACTOR_PATH = 'v1/account/second-factor';

export function secondFactorQuery(client: Client) {
  return queryOptions({
    queryKey: ['account', 'second-factor'],
    queryFn: ({ signal }) => client.get<SecondFactor>(SECOND_FACTOR_PATH, { signal }),
  });
}
