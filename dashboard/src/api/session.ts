/**
 * Who is signed in, and what they may do in the project of the address. The service decides; the
 * page asks only to say beforehand why a button is off.
 */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useClient } from './api-context.tsx';
import type { Client } from './client.ts';
import { malformed } from './failure.ts';
import type { Membership, SessionRecord } from './record.ts';

/** The session is of the browser, not of a project: its key holds none. */
export const SESSION_KEY = ['session'];

export function sessionQuery(client: Client) {
  return queryOptions({
    queryKey: SESSION_KEY,
    queryFn: async ({ signal }) => {
      const session = await client.get<SessionRecord | null>('v1/session', { signal });
      // The whole frame stands on it: what is no session must not take its place.
      if (!Array.isArray(session?.memberships)) throw malformed(200);
      return session;
    },
    staleTime: 60_000,
  });
}

export function useSession(): SessionRecord | null {
  return useQuery(sessionQuery(useClient())).data ?? null;
}

/** Null: not a member of the project of the address, or not known yet. */
export function useMembership(): Membership | null {
  const { project } = useClient();
  const session = useSession();
  return session?.memberships.find(({ projectId }) => projectId === project) ?? null;
}

/** Whether the role has this right, such as `deliveries:write`. */
export function useMay(right: string): boolean {
  return useMembership()?.rights.includes(right) === true;
}
