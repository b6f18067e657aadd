/**
 * The parameters in the address of the sign-in: the page to open afterwards (a path of this
 * dashboard, never another site), and why the person was sent here.
 */
import type { RawSearch } from '../../search/query-text.ts';
import { compact, textIn } from '../../search/read-search.ts';

export interface LoginSearch {
  readonly next?: string | undefined;
  /** Why the identity provider's way ended here: `oidc-...`. */
  readonly problem?: string | undefined;
  /** The identity provider is done; the code of the second factor is missing. */
  readonly step?: 'code' | undefined;
}

export function readLogin(search: RawSearch): LoginSearch {
  return compact({
    step: search.step === 'code' ? 'code' : undefined,
    next: textIn(search, 'next', isOwnPath),
    problem: textIn(search, 'problem', (text) => /^[A-Za-z0-9_-]{1,60}$/.test(text)),
  });
}

/** Pages of a visitor who is not signed in: going back to one would ask for the password again. */
const ENTRY = /^\/(?:login|setup|invitation|reset)(?:[/?#]|$)/;

/** `//host` and `/\host` would leave this site. */
export function isOwnPath(text: string): boolean {
  return /^\/(?![/\\])[^\s\\]*$/.test(text) && !ENTRY.test(text);
}
