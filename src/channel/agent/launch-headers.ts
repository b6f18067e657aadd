/**
 * Step 8: the identity of a run in the headers of its launch, since the body is the standard
 * payload (S9.4). The run has the key of the delivery that launches it, so every attempt names the
 * same run.
 */
import { runIdOf } from '../../acw/run/run.ts';
import type { SendRequest } from '../../engine/ports/channel.ts';

/** Name, value, name, value. */
export function launchHeaders({
  endpoint,
  deliveryId,
}: Pick<SendRequest, 'endpoint' | 'deliveryId'>): readonly string[] {
  return ['acw-agent-id', endpoint.id, 'acw-run-id', runIdOf(deliveryId)];
}
