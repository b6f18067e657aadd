/**
 * The management services of one process on a shared database: the real store, secrets and keys. To
 * the database two of these are two processes.
 */
import assert from 'node:assert/strict';
import type { EndpointKind } from '../../../src/core/endpoint/endpoint.ts';
import { ServiceError } from '../../../src/core/error/service-error.ts';
import type { Project } from '../../../src/core/project/project.ts';
import { createDeliveryService } from '../../../src/engine/delivery/delivery-service.ts';
import { createEndpointService } from '../../../src/engine/endpoint/endpoint-service.ts';
import { createApiKeyService } from '../../../src/engine/key/api-key-service.ts';
import { createSigningKeyService } from '../../../src/engine/key/signing-key-service.ts';
import { createMailAllowance } from '../../../src/engine/mail-allowance.ts';
import { createProjectService } from '../../../src/engine/manage/project-service.ts';
import { createSourceService } from '../../../src/engine/manage/source-service.ts';
import type { StoredAudit } from '../../../src/engine/ports/audit-trail.ts';
import type { Channel } from '../../../src/engine/ports/channel.ts';
import { openPostgresStore } from '../../../src/store/postgres/store.ts';
import { createSecretBox } from '../../../src/system/secret-box.ts';
import { signingKeyMaker } from '../../../src/system/signing-key-maker.ts';
import { manualClock, recordingChannel } from '../../engine/manage/setup.ts';
import { givenBuiltIn } from '../../support/built-in.ts';
import { givenBulk } from '../../support/bulk.ts';

export type Management = Awaited<ReturnType<typeof openManagement>>;

/** The process sends no requests and does not know the requests in flight of others. */
const RESTING = { isSending: () => false, invalidate: () => {} };

export async function openManagement(url: string, workerName: string) {
  const clock = manualClock();
  const store = await openPostgresStore({ url, clock, workerName });
  const secrets = createSecretBox(new Uint8Array(32).fill(7));
  const channels = new Map<EndpointKind, Channel>([['custom', recordingChannel()]]);
  const random = { fraction: () => 0.5 };
  const common = { store, secrets, clock };
  const bulk = givenBulk({ store, clock, dispatcher: RESTING });
  return {
    store,
    clock,
    close: () => store.close(),
    projects: createProjectService(common),
    apiKeys: createApiKeyService(common),
    signingKeys: createSigningKeyService({ ...common, signingKeyMaker, onChange: () => {} }),
    sources: createSourceService({
      ...common,
      adapters: [{ name: 'twilio', secretFault: () => null }],
    }),
    deliveries: createDeliveryService({ store, clock, bulk, dispatcher: RESTING }),
    endpoints: createEndpointService({
      ...common,
      bulk,
      allowance: createMailAllowance(clock),
      builtIn: givenBuiltIn({ store, clock }),
      probeAddress: () => Promise.reject(new Error('nothing is probed here')),
      channels,
      random,
      dispatcher: RESTING,
      allowHttp: false,
      checkTarget: () => null,
    }),
  };
}

/** Two processes that have started, and the project that both work on. */
export async function twoProcesses(url: string) {
  const pair = await Promise.all([openManagement(url, 'one'), openManagement(url, 'two')]);
  const project = await pair[0].projects.ensureDefault();
  const close = () => Promise.all(pair.map((each) => each.close()));
  return { pair, project, close };
}

/** Returns the results; a refusal must have one of the codes, any other error is a fault. */
export async function refusedOnlyBy<Value>(
  codes: readonly string[],
  tasks: readonly Promise<Value>[],
): Promise<readonly Value[]> {
  const ended = await Promise.allSettled(tasks);
  return ended.flatMap((each) => {
    if (each.status === 'fulfilled') return [each.value];
    const { reason } = each;
    const isExpected = reason instanceof ServiceError && codes.includes(reason.code);
    assert.ok(isExpected, `unexpected: ${reason}`);
    return [];
  });
}

/** Audit entries whose action begins with this one, oldest first. */
export async function entriesOf(
  { store }: Pick<Management, 'store'>,
  project: Pick<Project, 'key'>,
  action: string,
): Promise<readonly StoredAudit[]> {
  const newestFirst = await store.audit({
    projectKey: project.key,
    beforeKey: null,
    limit: 10_000,
  });
  return newestFirst.filter((entry) => entry.action.startsWith(action)).reverse();
}

/** Each change was decided on the result of the one before: none was lost. */
export function assertChain(entries: readonly StoredAudit[]): void {
  let left: unknown = entries[0]?.before;
  for (const { before, after } of entries) {
    assert.deepEqual(before, left);
    left = after;
  }
}
