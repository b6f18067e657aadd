/** The ids of agent and run in the headers of a launch. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runIdOf } from '../../../src/acw/run/launch.ts';
import { runId } from '../../../src/acw/run/run.ts';
import { launchHeaders } from '../../../src/channel/custom/channel.ts';
import { asKey, formatId, type RunKey } from '../../../src/core/id.ts';
import { givenEndpoint } from '../given.ts';

const AT_MS = Date.UTC(2026, 10, 20);

test('S9.4: the headers of a launch have the ids of agent and run', () => {
  const endpoint = givenEndpoint({ kind: 'self-provided-agent' });
  const deliveryId = formatId('dlv', AT_MS, 42);
  assert.deepEqual(launchHeaders({ endpoint }, runIdOf(deliveryId)), [
    'acw-agent-id',
    endpoint.id,
    'acw-run-id',
    runId(AT_MS, asKey<RunKey>(42)),
  ]);
});
