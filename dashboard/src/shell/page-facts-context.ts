/**
 * Hands what the server wrote into the page to who needs it. Never changes while the page is open:
 * another build is another page.
 */
import { createContext, useContext } from 'react';
import type { PageFacts } from '../page-facts.ts';

export const PageFactsContext = createContext<PageFacts>({
  ...{ version: '', build: '', basePath: '/', setupNeeded: false, session: null },
});

export function usePageFacts(): PageFacts {
  return useContext(PageFactsContext);
}
