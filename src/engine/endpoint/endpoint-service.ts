/**
 * The operations on endpoints (S12.8 to S12.12): create, change, delete, enable, disable, test,
 * preview, recover. Every change commits with its audit entry and is followed by `invalidate`, so
 * that the dispatcher's next attempt uses the new settings. Secrets are sealed on entry and shown
 * only as hints. Changes of one endpoint are serialised by a keyed mutex.
 */
import type { Endpoint } from '../../core/endpoint/endpoint.ts';
import { createKeyedMutex } from '../manage/keyed-mutex.ts';
import { createEndpointChange, type EndpointChange } from './endpoint-change.ts';
import { endpointWarnings } from './endpoint-check.ts';
import type { EndpointParts } from './endpoint-parts.ts';
import { createEndpointProbe, type EndpointProbe } from './endpoint-probe.ts';
import { createEndpointSecret, type EndpointSecret } from './endpoint-secret.ts';
import { createEndpointSwitch, type EndpointSwitch } from './endpoint-switch.ts';
import { createEndpointTrial, type EndpointTrial } from './endpoint-trial.ts';

export interface EndpointService
  extends EndpointChange,
    EndpointSwitch,
    EndpointSecret,
    EndpointTrial,
    EndpointProbe {
  /** Hints about the settings for an operator, as sentences; computed, never stored. */
  warnings(endpoint: Endpoint): readonly string[];
}

export function createEndpointService(parts: EndpointParts): EndpointService {
  const inTurn = createKeyedMutex<string>();
  return {
    ...createEndpointChange(parts, inTurn),
    ...createEndpointSwitch(parts, inTurn),
    ...createEndpointSecret(parts, inTurn),
    ...createEndpointTrial(parts),
    ...createEndpointProbe(parts),
    warnings: (endpoint) => endpointWarnings(endpoint, parts),
  };
}
