/**
 * The settings of an endpoint as answers and audit entries show them: secrets are masked to their
 * last four characters. A secret `target` is stored in its masked form.
 */
import type {
  EndpointAuth,
  EndpointHeader,
  EndpointSettings,
} from '../../core/endpoint/endpoint.ts';
import { masked } from '../../core/endpoint/secret-hint.ts';
import { isoTime } from '../../core/time.ts';

export type ShownAuth =
  | { readonly method: 'bearer'; readonly token: string }
  | { readonly method: 'rsa-sha256' }
  | {
      readonly method: 'hmac-sha256';
      readonly secret: string;
      readonly retiring: readonly { readonly secret: string; readonly until: string }[];
    };

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
    opsTriggers: settings.opsTriggers,
    auth: shownAuth(settings.auth),
    filter: settings.filter,
    contentKey: settings.contentKey,
    payloadVersion: settings.payloadVersion,
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
  if (auth === null) return null;
  switch (auth.method) {
    case 'bearer':
      return { method: 'bearer', token: masked(auth.tokenHint) };
    case 'rsa-sha256':
      return { method: 'rsa-sha256' };
    case 'hmac-sha256': {
      const retiring = auth.retiring.map(({ secretHint, untilMs }) => ({
        secret: masked(secretHint),
        until: isoTime(untilMs),
      }));
      return { method: 'hmac-sha256', secret: masked(auth.secretHint), retiring };
    }
  }
}

function shownHeader({ name, hint }: EndpointHeader): { name: string; value: string } {
  return { name, value: masked(hint) };
}
