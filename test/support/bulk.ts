/** Bulk jobs as a process with the role `api` does them: only those that a request waits for. */

import type { EndpointKey } from '../../src/core/id.ts';
import { createBulkRunner } from '../../src/engine/delivery/bulk-runner.ts';
import { type BulkService, createBulkService } from '../../src/engine/delivery/bulk-service.ts';
import type { Clock } from '../../src/engine/ports/clock.ts';
import type { Store } from '../../src/engine/ports/store.ts';

export function givenBulk(parts: {
  readonly store: Store;
  readonly clock: Clock;
  readonly dispatcher: { invalidate(endpoint: EndpointKey): void };
}): BulkService {
  const { store, clock } = parts;
  const inbox = { kind: 'off', reason: '' } as const;
  const none = () => {};
  const told = { inbox, emit: none, note: none };
  const runner = createBulkRunner({ ...parts, ...told, shared: true, leads: () => false });
  return createBulkService({ store, clock, runner });
}
