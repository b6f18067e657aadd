/**
 * Hands the client of the present project to every page: `const client = useClient()`. Which
 * project that is stands in the address.
 */
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { type Client, createClient } from './client.ts';
import { askForProof } from './proof.ts';
import { announceSignedOut } from './signed-out.ts';

const ClientContext = createContext<Client | null>(null);

export interface ClientProviderProps {
  /** Where the service lies: an absolute address with a trailing slash. */
  readonly base: string;
  readonly project: string | null;
  readonly children: ReactNode;
}

export function ClientProvider({ base, project, children }: ClientProviderProps) {
  const client = useMemo(
    () => createClient({ base, project, onSignedOut: announceSignedOut, onUnproven: askForProof }),
    [base, project],
  );
  return <ClientContext value={client}>{children}</ClientContext>;
}

export function useClient(): Client {
  const client = useContext(ClientContext);
  if (client === null) throw new Error('there is no client here');
  return client;
}
