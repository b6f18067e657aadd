/**
 * The signed-in person, and their rights in the project of the address. The service decides; the
 * page uses the rights only to say in advance why a button is disabled.
 */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useClient } from './api-context.tsx';
import type { Client } from './client.ts';
import { malformed } from './failure.ts';
import type { Membership, SecondFactor, SessionRecord, SetupState } from './record.ts';

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

/** Null: no member of the project of the address, or not known yet. */
export function useMembership(): Membership | null {
  const { project } = useClient();
  const session = useSession();
  return session?.memberships.find(({ projectId }) => projectId === project) ?? null;
}

/** Whether the role has this right, such as `deliveries:write`. */
export function useMay(right: string): boolean {
  return useMembership()?.rights.includes(right) === true;
}

/**
 * Whether people can sign in yet, and how; the setup and sign-in pages ask it. Public: it needs no
 * session and no project.
 */
export function setupQuery(client: Client) {
  return queryOptions({
    queryKey: ['setup'],
    queryFn: ({ signal }) => client.get<SetupState>('v1/setup', { signal }),
  });
}

export const SECOND_FACTOR_PATH = 'v1/account/second-factor';

/**
 * The second factors of who is signed in: whether there is one, and of which kinds. Asked by the
 * account page and by the dialog that asks for a proof.
 */
export function secondFactorQuery(client: Client) {
  return queryOptions({
    queryKey: ['account', 'second-factor'],
    queryFn: ({ signal }) => client.get<SecondFactor>(SECOND_FACTOR_PATH, { signal }),
  });
}
