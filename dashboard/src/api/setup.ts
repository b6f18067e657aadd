/**
 * Whether anybody can sign in yet, and how one signs in: asked by the doors. Public: it needs no
 * session and no project.
 */
import { queryOptions } from '@tanstack/react-query';
import type { Client } from './client.ts';
import type { SetupState } from './record.ts';

export function setupQuery(client: Client) {
  return queryOptions({
    queryKey: ['setup'],
    queryFn: ({ signal }) => client.get<SetupState>('v1/setup', { signal }),
  });
}
