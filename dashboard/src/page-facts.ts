/**
 * The data that the server wrote into `index.html` as inert JSON, so that the first paint needs no
 * request: the version, the build, the address of the service, whether it still waits for its first
 * member, and the session. Without it (the development server of Vite) the defaults apply.
 */

import { createContext, useContext } from 'react';
import type { SessionRecord } from './api/record.ts';

interface PageFacts {
  readonly version: string;
  /** Changes with every build; another one on the server means: reload. */
  readonly build: string;
  /** With slashes around it: `/` or `/ringpost/`. */
  readonly basePath: string;
  readonly setupNeeded: boolean;
  /** The session when the page was sent; null: there was none, or it must be requested. */
  readonly session: SessionRecord | null;
}

const FACTS_ID = 'ringpost-facts';

const DEFAULTS: PageFacts = {
  version: '',
  build: '',
  basePath: '/',
  setupNeeded: false,
  session: null,
};

export function readPageFacts(page: Document): PageFacts {
  const text = page.getElementById(FACTS_ID)?.textContent ?? '';
  return factsOf(text, page.location.pathname);
}

/** `pathname` tells whether the proxy was bypassed: the service then lies at the root. */
function factsOf(text: string, pathname: string): PageFacts {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null) return DEFAULTS;
  const facts: Partial<Record<keyof PageFacts, unknown>> = value;
  const { version, build, basePath, setupNeeded, session = null } = facts;
  const base = typeof basePath === 'string' ? basePath : '/';
  return {
    version: typeof version === 'string' ? version : '',
    build: typeof build === 'string' ? build : '',
    basePath: pathname.startsWith(base) ? base : '/',
    setupNeeded: setupNeeded === true,
    // The service writes what its API answers, by the same function.
    session: session as SessionRecord | null,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const PageFactsContext = createContext<PageFacts>({
  version: '',
  build: '',
  basePath: '/',
  setupNeeded: false,
  session: null,
});

/**
 * The facts that the server wrote into the page. They never change while the page is open: another
 * build is another page.
 */
export function usePageFacts(): PageFacts {
  return useContext(PageFactsContext);
}

/**
 * Which build the service serves now: read from the page itself, which is never cached. Null when
 * it cannot be asked.
 */
export async function newestBuild(basePath: string): Promise<string | null> {
  const response = await fetch(basePath, { cache: 'no-store' }).catch(() => null);
  if (response === null || !response.ok) return null;
  return buildIn(await response.text());
}

const FACTS = new RegExp(`<script[^>]*id="${FACTS_ID}"[^>]*>([^<]*)</script>`);

function buildIn(page: string): string | null {
  const text = FACTS.exec(page)?.[1];
  if (text === undefined) return null;
  const { build } = factsOf(text, '/');
  return build === '' ? null : build;
}
