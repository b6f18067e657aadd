/**
 * Steps 5 and 8: the body of a delivery as its endpoint gets it. The launch of a self-provided
 * agent is the standard payload with `projectId` as the last key of `data` (S4.8); that of a
 * built-in agent, which is only shown, says besides that its `target` is null. Made of what was
 * rendered once, so the bytes are the same on every attempt.
 */
import type { Endpoint } from '../../core/endpoint/endpoint.ts';
import { isAgent, takesPayload } from '../../core/endpoint/endpoint-rules.ts';
import { assembleBody } from '../../core/payload/body.ts';
import type { StoredFiring } from '../../core/payload/message.ts';
import { withProjectId } from '../../core/payload/render.ts';

export function bodyFor(
  { kind, projectId }: Pick<Endpoint, 'kind' | 'projectId'>,
  contentKey: string,
  { text, data, errors }: Pick<StoredFiring, 'text' | 'data' | 'errors'>,
): string {
  if (!isAgent(kind)) return assembleBody(contentKey, text, data, errors);
  const body = assembleBody(contentKey, text, withProjectId(data, projectId), errors);
  return takesPayload(kind) ? body : `${body.slice(0, -1)},"target":null}`;
}
