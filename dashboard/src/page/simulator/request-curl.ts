/**
 * A planned request as curl, for a shell: what stands there can be pasted and runs. The key is a
 * variable, never a key. Pure.
 */
import type { PlannedRequest } from './plan.ts';

/** `base`: of the service, with a trailing slash. */
export function requestCurl(base: string, { path, body }: Pick<PlannedRequest, 'path' | 'body'>) {
  return [
    `curl ${quoted(`${base}${path}`)}`,
    `  -H "authorization: Bearer $RINGPOST_KEY"`,
    `  -H 'content-type: application/json'`,
    `  -d ${quoted(JSON.stringify(body))}`,
  ].join(' \\\n');
}

/** Within single quotes nothing is special to a shell but their end. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
