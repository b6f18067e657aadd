/**
 * Hands the client of the present project to every page: `const client = useClient()`. Which
 * project that is stands in the address.
 */
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { type Client, createClient } from './client.ts';
import { isOnTheWay } from './failure.ts';
import { createReach, type Reach } from './reach.ts';
import { announceSignedOut, askForProof } from './sign-in-state.ts';

const ClientContext = createContext<Client | null>(null);

export interface ClientProviderProps {
  /** The address of the service: absolute, with a trailing slash. */
  readonly base: string;
  readonly project: string | null;
  readonly children: ReactNode;
}

export function ClientProvider({ base, project, children }: ClientProviderProps) {
  const client = useMemo(
    () =>
      createClient({
        base,
        project,
        reach: reachOf(base),
        onSignedOut: announceSignedOut,
        onUnproven: askForProof,
      }),
    [base, project],
  );
  return <ClientContext value={client}>{children}</ClientContext>;
}

const reaches = new Map<string, Reach>();

/** One for the whole page, so that all its requests go the same way. */
function reachOf(base: string): Reach {
  const present = reaches.get(base);
  if (present !== undefined) return present;
  const client = createClient({ base, project: null });
  const made = createReach({
    probe: () => answered(client.get('v1/session', { timeoutMs: PROBE_MS })),
    wait: (run, ms) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  });
  reaches.set(base, made);
  return made;
}

const PROBE_MS = 3_000;

/** A refusal of the service is an answer as well. */
async function answered(asked: Promise<unknown>): Promise<void> {
  try {
    await asked;
  } catch (error) {
    if (!(error instanceof Error) || isOnTheWay(error)) throw error;
  }
}

export function useClient(): Client {
  const client = useContext(ClientContext);
  if (client === null) throw new Error('there is no client here');
  return client;
}
