/**
 * What the address of the signing keys says: the tab, and the language of the snippet.
 * What it does not understand is left out.
 */
import type { RawSearch } from '../../search/query-text.ts';
import { compact, oneIn } from '../../search/read-search.ts';

export const SIGNING_TABS = ['keys', 'snippets', 'verify'] as const;
/** Languages that have a whole program without a package. */
export const PROGRAMS = ['node', 'python', 'go', 'php', 'openssl'] as const;
/** Languages that have a receiver package, and the five lines that use it. */
export const PACKAGED = ['node', 'python', 'go', 'java', 'csharp', 'php', 'ruby'] as const;
export const SNIPPETS = [...PACKAGED, 'openssl'] as const;

export interface SigningSearch {
  readonly tab?: (typeof SIGNING_TABS)[number] | undefined;
  readonly language?: (typeof SNIPPETS)[number] | undefined;
}

export function readSigning(search: RawSearch): SigningSearch {
  return compact({
    tab: oneIn(search, 'tab', SIGNING_TABS),
    language: oneIn(search, 'language', SNIPPETS),
  });
}
