/**
 * What the server wrote into `index.html` as inert JSON, so that the first paint needs no request:
 * the version, which build this is, where the service lies, and whether it still waits for its
 * first member. Without it (the development server of Vite) the defaults hold.
 */

export interface PageFacts {
  readonly version: string;
  /** Changes with every build; another one on the server means: reload. */
  readonly build: string;
  /** With slashes around it: `/` or `/ringpost/`. */
  readonly basePath: string;
  readonly setupNeeded: boolean;
}

export const FACTS_ID = 'ringpost-facts';

const DEFAULTS: PageFacts = { version: '', build: '', basePath: '/', setupNeeded: false };

export function readPageFacts(page: Document): PageFacts {
  const text = page.getElementById(FACTS_ID)?.textContent ?? '';
  return factsOf(text, page.location.pathname);
}

/** `pathname`: a proxy may also be passed by; then the service lies at the root. */
export function factsOf(text: string, pathname: string): PageFacts {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null) return DEFAULTS;
  const { version, build, basePath, setupNeeded }: Partial<Record<keyof PageFacts, unknown>> =
    value;
  const base = typeof basePath === 'string' ? basePath : '/';
  return {
    version: typeof version === 'string' ? version : '',
    build: typeof build === 'string' ? build : '',
    basePath: pathname.startsWith(base) ? base : '/',
    setupNeeded: setupNeeded === true,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
