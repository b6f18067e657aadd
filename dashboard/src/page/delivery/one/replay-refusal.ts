/**
 * Why a delivery cannot be replayed now, as the service would say it; null when it can. Pure: the
 * service decides, this only says it beforehand.
 */
import type { EndpointRecord } from '../../../api/record.ts';
import { takesWebhook } from './request-parts.ts';
import type { OneText } from './text.ts';

const OPEN: readonly string[] = ['waiting', 'due', 'sending', 'retrying', 'held'];

export function replayRefusal(
  state: string,
  endpoint: Pick<EndpointRecord, 'kind' | 'enabled'> | undefined,
  t: OneText['action'],
): string | null {
  if (OPEN.includes(state)) return t.replayOpen;
  if (endpoint === undefined) return t.replayRemoved;
  const { kind, enabled } = endpoint;
  if (kind === 'self-provided-agent' || isInside(kind)) return t.replayAgent;
  return enabled ? null : t.replayDisabled;
}

/** Agents within the service: nothing goes over the network. */
export function isInside(kind: EndpointRecord['kind']): boolean {
  return !takesWebhook(kind) && kind.startsWith('builtin-');
}
