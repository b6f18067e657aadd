/**
 * Which build the service serves now: read from the page itself, which is never cached. Null when
 * it cannot be asked.
 */
import { FACTS_ID, factsOf } from '../page-facts.ts';

export async function newestBuild(basePath: string): Promise<string | null> {
  const response = await fetch(basePath, { cache: 'no-store' }).catch(() => null);
  if (response === null || !response.ok) return null;
  return buildIn(await response.text());
}

const FACTS = new RegExp(`<script[^>]*id="${FACTS_ID}"[^>]*>([^<]*)</script>`);

export function buildIn(page: string): string | null {
  const text = FACTS.exec(page)?.[1];
  if (text === undefined) return null;
  const { build } = factsOf(text, '/');
  return build === '' ? null : build;
}
