/**
 * The absolute address of the service, with a trailing slash, for what is copied out of the page.
 * A proxy may serve it below a path.
 */
import { usePageFacts } from '../../page-facts.ts';

export function useBase(): string {
  return new URL(usePageFacts().basePath, document.location.origin).href;
}
