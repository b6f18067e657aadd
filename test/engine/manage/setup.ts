/**
 * The setup of the tests of the management services: a real store in its own directory, two
 * projects, a clock that the test moves, and a channel that only records its requests.
 */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { createBuiltInAgentChannel } from '../../../src/channel/agent/agent-channel.ts';
import type { Report } from '../../../src/core/call/report.ts';
import type { SendResult } from '../../../src/core/delivery/outcome.ts';
import type { EndpointKind } from '../../../src/core/endpoint/endpoint.ts';
import type { ServiceErrorCode } from '../../../src/core/error/service-error.ts';
import { type FieldError, ServiceError } from '../../../src/core/error/service-error.ts';
import type { EndpointKey, ProjectKey } from '../../../src/core/id.ts';
import { SCOPES } from '../../../src/core/key/scope.ts';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import { createEndpointService } from '../../../src/engine/endpoint/endpoint-service.ts';
import { createMailAllowance } from '../../../src/engine/mail-allowance.ts';
import type { Actor } from '../../../src/engine/manage/actor.ts';
import type { Author } from '../../../src/engine/manage/author.ts';
import type { ProbeResult } from '../../../src/engine/ports/address-probe.ts';
import type { Channel, SendRequest } from '../../../src/engine/ports/channel.ts';
import type { Clock } from '../../../src/engine/ports/clock.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { createSecretBox } from '../../../src/system/secret-box.ts';
import { givenBuiltIn } from '../../support/built-in.ts';
import { givenBulk } from '../../support/bulk.ts';
import { migratedDirectory } from '../../support/migrated-directory.ts';

export const START_MS = Date.UTC(2026, 10, 20, 11, 19);
export const AUTHOR: Author = { actor: 'key_test', requestId: 'req_1' };
/** A secret that no answer and no audit entry may have. */
export const TOKEN = 'very-secret-token-9f3c';

export async function setup(t: TestContext) {
  const clock = manualClock();
  const directory = migratedDirectory('ringpost-manage-');
  const store = await openSqliteStore({ directory, threads: false });
  t.after(async () => {
    await store.close();
    rmSync(directory, { recursive: true });
  });
  const secrets = createSecretBox(new Uint8Array(32).fill(7));
  const project = await store.ensureProject({
    name: 'default',
    settings: PROJECT_DEFAULTS,
    nowMs: START_MS,
  });
  const foreign = await store.ensureProject({
    name: 'foreign',
    settings: PROJECT_DEFAULTS,
    nowMs: START_MS,
  });
  const actor = actorOf(project);
  return { clock, store, secrets, project, foreign, actor, ...endpointsOf(store, secrets, clock) };
}

type Store = Awaited<ReturnType<typeof openSqliteStore>>;
type Secrets = ReturnType<typeof createSecretBox>;

export function actorOf(project: { readonly key: ProjectKey; readonly id: string }): Actor {
  return {
    projectKey: project.key,
    projectId: project.id,
    id: 'key_test',
    scopes: new Set(SCOPES),
  };
}

export function endpointsOf(store: Store, secrets: Secrets, clock: Clock) {
  const invalidated: EndpointKey[] = [];
  const channel = recordingChannel();
  const channels = new Map<EndpointKind, Channel>([
    ['custom', channel],
    ['slack', channel],
    ['teams', channel],
    ['email', channel],
    ['builtin-analyzer', createBuiltInAgentChannel()],
    ['builtin-evaluator', createBuiltInAgentChannel()],
    ['self-provided-agent', channel],
  ]);
  const dispatcher = { invalidate: (endpoint: EndpointKey) => void invalidated.push(endpoint) };
  const parts = {
    store,
    secrets,
    clock,
    channels,
    bulk: givenBulk({ store, clock, dispatcher }),
    random: { fraction: () => 0.5 },
    dispatcher,
    checkTarget: (target: string) =>
      target.includes('10.0.0.') ? 'The address is private.' : null,
    allowHttp: false,
    probeAddress: async (): Promise<ProbeResult> => ({
      finding: 'reachable',
      durationMs: 12,
      tlsProtocol: 'TLSv1.3',
      validUntilMs: null,
    }),
    builtIn: givenBuiltIn({ store, clock }),
    allowance: createMailAllowance(clock),
  };
  return { parts, endpoints: createEndpointService(parts), invalidated, channel };
}

export function recordingChannel() {
  const sent: SendRequest[] = [];
  let result: SendResult = {
    kind: 'response',
    status: 200,
    retryAfter: null,
    excerpt: 'ok',
    durationMs: 12,
  };
  return {
    sent,
    answer(next: SendResult) {
      result = next;
    },
    send: async (request: SendRequest) => {
      sent.push(request);
      return result;
    },
    show: ({ webhookId, body }: SendRequest) => ({ headers: { 'webhook-id': webhookId }, body }),
  };
}

export function manualClock() {
  let nowMs = 0;
  let timers: { readonly atMs: number; readonly task: () => void }[] = [];
  return {
    wallMs: () => START_MS + nowMs,
    monoMs: () => nowMs,
    after(delayMs: number, task: () => void) {
      const timer = { atMs: nowMs + delayMs, task };
      timers.push(timer);
      return {
        cancel() {
          timers = timers.filter((each) => each !== timer);
        },
      };
    },
    /** Advances the clock and runs due timers. */
    advance(byMs: number) {
      nowMs += byMs;
      const due = timers.filter((timer) => timer.atMs <= nowMs);
      timers = timers.filter((timer) => timer.atMs > nowMs);
      for (const { task } of due) task();
    },
  };
}

/** An endpoint as an operator requests it. */
export function wanted(changes: Readonly<Record<string, unknown>> = {}) {
  return {
    name: 'CRM',
    kind: 'custom' as const,
    target: 'https://hooks.example.com/calls',
    triggers: ['OUTBOUND_CALL_CALLING', 'OUTBOUND_CALL_COMPLETED', 'CALL_LOG_CREATED'] as const,
    auth: { method: 'bearer' as const, token: TOKEN },
    ...changes,
  };
}

/** Reports statuses of a new outbound call, one after the other. */
export async function reportCall(
  store: Store,
  projectKey: ProjectKey,
  callId: string,
  statuses: readonly string[],
): Promise<void> {
  for (const status of statuses) {
    const report: Report = {
      status,
      direction: 'OUTBOUND',
      callSid: null,
      clientId: null,
      errors: [],
      occurredAtMs: null,
      reportId: null,
    };
    const [receipt] = await store.accept([
      { projectKey, callId, report, source: 'api', receivedAtMs: START_MS },
    ]);
    assert.equal(receipt?.kind, 'accepted');
  }
}

export async function deliveriesOf(store: Store, projectKey: ProjectKey) {
  const all = { callId: null, endpoint: null, trigger: null, states: [], fromMs: null, toMs: null };
  const rows = await store.deliveries({
    projectKey,
    filter: all,
    beforeKey: null,
    limit: 100,
    nowMs: START_MS,
  });
  return rows.toReversed();
}

export async function auditOf(store: Store, projectKey: ProjectKey) {
  return (await store.audit({ projectKey, beforeKey: null, limit: 100 })).toReversed();
}

/** Matches a ServiceError by its code and, if given, its fields. */
export function failure(code: ServiceErrorCode, fields?: readonly string[]) {
  return (error: unknown) => {
    assert.ok(error instanceof ServiceError, String(error));
    assert.equal(error.code, code);
    if (fields !== undefined) assert.deepEqual(error.fields.map(fieldOf), fields);
    return true;
  };
}

function fieldOf({ field, message }: FieldError): string {
  assert.match(message, /^[A-Z].*\.$/, 'a field error is a sentence');
  return field;
}
