/**
 * What a last attempt came to, by which lists are filtered: an answer's class or why there was
 * none. Named here and not imported: only types come from the service. A test compares them.
 */
import type { Static } from 'typebox';
import type { DeliveryQuery } from '../../../src/http/schema/delivery.ts';

export type ResultClass = NonNullable<Static<typeof DeliveryQuery>['class']>[number];

export const CLASS_NAMES = [
  ...(['2xx', '3xx', '4xx', '5xx'] as const),
  ...(['timeout', 'connect-timeout', 'dns', 'refused', 'reset', 'tls', 'protocol'] as const),
  ...(['network', 'signing', 'configuration', 'authentication', 'blocked'] as const),
] as const satisfies readonly ResultClass[];
