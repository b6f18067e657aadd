/**
 * Where the parts of a call's page come from: the service, or a bundle that was opened from a file.
 * With a bundle nothing can be done, nothing leads to the service, and time stands where it was
 * taken.
 */
import { createContext, useContext } from 'react';
import type { BundleEndpoint } from './read-bundle.ts';

export interface Imported {
  readonly takenAtMs: number;
  readonly endpoints: ReadonlyMap<string, BundleEndpoint>;
}

/** Null: the call is that of the service. */
export const ImportedContext = createContext<Imported | null>(null);

export function useImported(): Imported | null {
  return useContext(ImportedContext);
}
