/**
 * What operators do with endpoints (S12.8 to S12.12): make, change, remove, enable, disable, test,
 * preview, recover. Every change commits with its audit entry and is followed by `invalidate`, so
 * the dispatcher's next attempt uses the new settings. Secrets go in sealed and come out only as
 * hints. Changes of one endpoint take turns.
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
  /** What an operator should know of its settings, as sentences; told from them, never stored. */
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
