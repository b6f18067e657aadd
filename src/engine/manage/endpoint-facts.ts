/**
 * The settings of an endpoint as people may see them, in answers and audit entries: secrets are
 * masked to their last four characters. `target` is stored in its masked form where it is one.
 */
import type {
  EndpointAuth,
  EndpointHeader,
  EndpointSettings,
} from '../../core/endpoint/endpoint.ts';
import { masked } from './secret-hint.ts';

export type ShownAuth =
  | { readonly method: 'bearer'; readonly token: string }
  | { readonly method: 'rsa-sha256' };

type SecretPart = 'auth' | 'headers' | 'secretTarget';

export interface EndpointFacts extends Omit<EndpointSettings, SecretPart> {
  readonly auth: ShownAuth | null;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
}

export function endpointFacts(settings: EndpointSettings): EndpointFacts {
  return {
    name: settings.name,
    kind: settings.kind,
    target: settings.target,
    triggers: settings.triggers,
    auth: shownAuth(settings.auth),
    contentKey: settings.contentKey,
    signatureFormat: settings.signatureFormat,
    headers: settings.headers.map(shownHeader),
    timeoutMs: settings.timeoutMs,
    retryScheduleMs: settings.retryScheduleMs,
    retryOther4xx: settings.retryOther4xx,
    pacing: settings.pacing,
    agent: settings.agent,
  };
}

function shownAuth(auth: EndpointAuth | null): ShownAuth | null {
  return auth?.method === 'bearer' ? { method: 'bearer', token: masked(auth.tokenHint) } : auth;
}

function shownHeader({ name, hint }: EndpointHeader): { name: string; value: string } {
  return { name, value: masked(hint) };
}
