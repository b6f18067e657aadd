/**
 * A whole service behind a real socket on the real embedded store, for the tests of the HTTP API.
 * Nothing is sent: the dispatcher is a quiet one, so that deliveries stay where a test put them
 * (`settle` ends one as an attempt would). Time stands still until `clock.advance`.
 */
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { launched } from '../../src/acw/run/launch.ts';
import { inlineAnalyst } from '../../src/analyst/inline-analyst.ts';
import { createAddressProbe } from '../../src/channel/address-probe.ts';
import {
  createBuiltInAgentChannel,
  createSelfProvidedAgentChannel,
} from '../../src/channel/agent/agent-channel.ts';
import { createCustomChannel } from '../../src/channel/custom/channel.ts';
import { createPullChannel } from '../../src/channel/custom/pull-channel.ts';
import { createSigningKeyCache } from '../../src/channel/custom/signing-keys.ts';
import { createGuard } from '../../src/channel/destination-guard.ts';
import { createHttpClient } from '../../src/channel/http-client.ts';
import { createSlackChannel } from '../../src/channel/slack/channel.ts';
import { createTeamsChannel } from '../../src/channel/teams/channel.ts';
import { openCopyChannels } from '../../src/compose/open-copy-channels.ts';
import { openInstance } from '../../src/compose/open-instance.ts';
import { openOperator } from '../../src/compose/open-operator.ts';
import { HEALTHY } from '../../src/core/delivery/health.ts';
import type { SendError } from '../../src/core/delivery/outcome.ts';
import type { EndpointKind } from '../../src/core/endpoint/endpoint.ts';
import { asKey, type DeliveryKey, parseId } from '../../src/core/id.ts';
import type { Scope } from '../../src/core/key/scope.ts';
import { createCallLogService } from '../../src/engine/acw/call-log-service.ts';
import { createResultService } from '../../src/engine/acw/result-service.ts';
import { createRunService } from '../../src/engine/acw/run-service.ts';
import { createScorecardService } from '../../src/engine/acw/scorecard-service.ts';
import { createAlertService } from '../../src/engine/alert/alert-service.ts';
import { createDeliveryCopyService } from '../../src/engine/delivery/delivery-copy.ts';
import { createEndpointService } from '../../src/engine/endpoint/endpoint-service.ts';
import { createIntake } from '../../src/engine/intake.ts';
import { createApiKeyService } from '../../src/engine/key/api-key-service.ts';
import { createSigningKeyService } from '../../src/engine/key/signing-key-service.ts';
import { LiveHub } from '../../src/engine/live/live-hub.ts';
import { createMailAllowance } from '../../src/engine/mail-allowance.ts';
import { createKeyedRequestService } from '../../src/engine/manage/keyed-request-service.ts';
import { createProjectService } from '../../src/engine/manage/project-service.ts';
import { createSourceService } from '../../src/engine/manage/source-service.ts';
import { createPeople, type PeopleParts } from '../../src/engine/people/people.ts';
import { createPlatformIntake } from '../../src/engine/platform-intake.ts';
import type { Channel } from '../../src/engine/ports/channel.ts';
import type { Settlement } from '../../src/engine/ports/dispatch-store.ts';
import type { EngineEvent } from '../../src/engine/ports/emit.ts';
import type { InboxAccess } from '../../src/engine/ports/inbox.ts';
import { createConsumerWaits } from '../../src/engine/pull/consumer-waits.ts';
import { createPullService } from '../../src/engine/pull/pull-service.ts';
import { toldDispatcher } from '../../src/engine/pull/told-dispatcher.ts';
import { watchSeals } from '../../src/engine/seal/seal-watch.ts';
import { StalenessClock } from '../../src/engine/staleness-clock.ts';
import { createHttpServer, type HttpAnswer, type HttpTimeouts } from '../../src/http/server.ts';
import { HTTP_LIMITS, type HttpLimits, type Service } from '../../src/http/service.ts';
import { openInbox } from '../../src/inbox/inbox.ts';
import { ADAPTERS } from '../../src/ingest/adapters.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { oneTimeCodes } from '../../src/system/one-time-codes.ts';
import { passkeyVerifier } from '../../src/system/passkey-verifier.ts';
import { createSecretBox } from '../../src/system/secret-box.ts';
import { createSteppedClock } from '../channel/stepped-clock.ts';
import { QUICK_PASSWORDS } from '../engine/people/quick-passwords.ts';
import { epochOf } from '../store/given.ts';
import { givenBuiltIn } from '../support/built-in.ts';
import { closeAfter } from '../support/close-after.ts';
import { migratedDirectory } from '../support/migrated-directory.ts';
import { reusedSigningKeyMaker } from '../support/reused-keys.ts';
import { type Answer, caller, TOKEN } from './caller.ts';
import { createQuietDispatcher } from './quiet-dispatcher.ts';

export { type Answer, TOKEN };

export interface SetupOptions {
  /** The most pages of 4 KiB that the database may have, to play a full disk. */
  readonly maxPages?: number;
  readonly publicUrl?: string;
  /** Why there is no inbox; by default there is one. */
  readonly inboxOff?: string;
  /** The address to listen on; by default loopback. */
  readonly host?: string;
  readonly onAnswer?: (answer: HttpAnswer) => void;
  readonly timeouts?: HttpTimeouts;
  /** The folder of a built dashboard; by default there is none. */
  readonly dashboard?: string;
  /** Origins of own receivers, allowed as the inbox is. */
  readonly ownOrigins?: readonly string[];
  readonly oidc?: PeopleParts['oidc'];
  readonly letters?: PeopleParts['letters'];
  readonly trustedProxies?: readonly string[];
  readonly allowedHosts?: readonly string[];
  readonly machineName?: string;
  readonly limits?: Partial<HttpLimits>;
}

export async function setup(t: TestContext, options: SetupOptions = {}) {
  const directory = migratedDirectory('ringpost-http-');
  const clock = createSteppedClock();
  const { maxPages } = options;
  const store = await openSqliteStore({
    directory,
    threads: false,
    ...(maxPages === undefined ? {} : { maxPages }),
  });
  const events: EngineEvent[] = [];
  const emit = (event: EngineEvent): void => {
    events.push(event);
  };
  const seals = watchSeals(createSecretBox(new Uint8Array(32).fill(7)), { clock, emit });
  const { secrets } = seals;
  const waits = createConsumerWaits(clock);
  const dispatcher = createQuietDispatcher();
  const told = toldDispatcher(
    { start: async () => {}, leads: () => true, stop: async () => {}, ...dispatcher },
    waits,
  );
  const guard = createGuard({ allow: ['127.0.0.0/8'] });
  const http = createHttpClient({ clock, guard });
  const signingKeyCache = createSigningKeyCache({
    load: store.signingKeys.bind(store),
    secrets,
    clock,
  });
  const sending = {
    http,
    secrets,
    guard,
    clock,
    signingKeys: signingKeyCache,
    userAgent: 'Ringpost/test',
  };
  /** Errors that were logged and not answered to a caller. */
  const troubles: string[] = [];
  const logged: unknown[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => logged.push(JSON.parse(line)) });
  const inbox = await openInbox({
    clock,
    port: 0,
    keysOf: async () => [],
    secretsOf: async () => [],
  });
  const access: InboxAccess =
    options.inboxOff === undefined
      ? { kind: 'on', inbox }
      : { kind: 'off', reason: options.inboxOff };
  const channels = new Map<EndpointKind, Channel>([
    ['custom', createCustomChannel(sending)],
    ['slack', createSlackChannel(sending)],
    ['teams', createTeamsChannel(sending)],
    ['builtin-analyzer', createBuiltInAgentChannel()],
    ['builtin-evaluator', createBuiltInAgentChannel()],
    ['self-provided-agent', createSelfProvidedAgentChannel(sending)],
    ['pull', createPullChannel(sending)],
  ]);
  const copying = openCopyChannels(inbox, sending, null);
  const signingKeys = createSigningKeyService({
    store,
    secrets,
    signingKeyMaker: reusedSigningKeyMaker(),
    clock,
    onChange: (projectKey) => signingKeyCache.forget(projectKey),
  });
  const analyst = inlineAnalyst(null);
  const allowance = createMailAllowance(clock);
  const version = '0.0.0-test';
  const live = new LiveHub({ clock, announce: null });
  const leads = () => true;
  const operator = openOperator({
    store,
    dispatcher: told,
    clock,
    emit,
    live,
    leads,
    inbox: access,
  });
  const apiKeys = createApiKeyService({ store, secrets, clock });
  const intake = createIntake({
    store,
    dispatcher: told,
    staleness: new StalenessClock(clock),
    emit,
  });
  const callLogs = createCallLogService({ store, clock, onStored: () => undefined });
  const scorecards = createScorecardService({ store, analyst, clock, version });
  const service: Service = {
    store,
    dispatcher,
    clock,
    emit,
    live,
    seals: seals.state,
    inbox: access,
    intake,
    endpoints: createEndpointService({
      store,
      secrets,
      clock,
      dispatcher: told,
      bulk: operator.bulk,
      builtIn: givenBuiltIn({ store, clock }),
      random: { fraction: () => 0.5 },
      channels,
      probeAddress: createAddressProbe({ http, clock }),
      checkTarget: guard.checkTarget,
      allowHttp: true,
      ownOrigins: options.ownOrigins ?? [],
      allowance,
    }),
    pull: createPullService({
      store,
      channels,
      clock,
      random: { fraction: () => 0.5 },
      emit,
      secrets,
      waits,
    }),
    copies: createDeliveryCopyService({
      store,
      secrets,
      clock,
      inbox: access,
      channels: copying.channels,
    }),
    projects: createProjectService({ store, clock }),
    apiKeys,
    ...openInstance({ store, secrets, clock, emit, signingKeyService: signingKeys, scorecards }),
    keyedRequests: createKeyedRequestService({ store, secrets, clock }),
    signingKeys,
    sources: createSourceService({ store, secrets, clock, adapters: ADAPTERS }),
    adapters: ADAPTERS,
    platforms: createPlatformIntake({ store, intake, callLogs, emit }),
    ...operator,
    alerts: createAlertService({ store, clock }),
    people: createPeople({
      store,
      secrets,
      clock,
      passwords: QUICK_PASSWORDS,
      signingKeys,
      allowance,
      apiKeys,
      codes: oneTimeCodes,
      verifier: passkeyVerifier,
      oidc: options.oidc ?? null,
      letters: options.letters ?? null,
      onTrouble: (message) => troubles.push(message),
    }),
    acw: {
      callLogs,
      results: createResultService({ store, secrets, dispatcher, clock, emit }),
      runs: createRunService({ store, dispatcher, clock, emit }),
      scorecards,
    },
    metrics: async () => '# nothing\n',
    version,
    publicUrl: options.publicUrl ?? null,
    limits: { ...HTTP_LIMITS, ...options.limits },
  };
  const project = await service.projects.ensureDefault();
  await service.apiKeys.ensureKey(project.key, TOKEN);
  const app = createHttpServer(service, {
    log,
    dashboard: options.dashboard ?? null,
    trustedProxies: options.trustedProxies ?? [],
    allowedHosts: options.allowedHosts ?? [],
    ...(options.machineName === undefined ? {} : { machineName: options.machineName }),
    ...(options.timeouts === undefined ? {} : { timeouts: options.timeouts }),
    ...(options.onAnswer === undefined ? {} : { onAnswer: options.onAnswer }),
  });
  await app.listen({ host: options.host ?? '127.0.0.1', port: 0 });
  const address = app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${address.port}`;
  closeAfter(t, async () => {
    await app.close();
    await operator.bulkRunner.stop();
    await inbox.close();
    await http.close();
    await copying.close();
    await service.people.failures.flush();
    await store.close();
    await rm(directory, { recursive: true });
  });
  const call = caller(url);
  return {
    /** Does bulk jobs after `start()`. */
    bulkRunner: operator.bulkRunner,
    app,
    call,
    clock,
    directory,
    dispatcher,
    events,
    inbox,
    logged,
    project,
    service,
    store,
    troubles,
    url,
    /** Makes a key with these scopes only; returns its token. */
    keyWith: async (scopes: readonly Scope[]): Promise<string> => {
      const actor = await service.apiKeys.authenticate(TOKEN);
      if (actor.kind !== 'ok') throw new Error('the first key is gone');
      const made = await service.apiKeys.create(
        actor.actor,
        { name: 'a key of a test', scopes, expiresAtMs: null },
        { actor: 'test', requestId: null },
      );
      return made.token;
    },
    /** Makes a Custom endpoint with these triggers; returns its id. */
    endpoint: async (triggers: readonly string[], more: object = {}): Promise<string> => {
      const made = await call('POST', '/v1/endpoints', {
        name: 'orders',
        kind: 'custom',
        target: 'https://hooks.example.com/a',
        triggers,
        auth: { method: 'bearer', token: 'abcdefghijkl' },
        ...more,
      });
      if (made.status !== 201) throw new Error(`no endpoint: ${made.text}`);
      return String(made.at('/id'));
    },
    /** Ends an attempt of a delivery, as the dispatcher would. `ended`: its status or error. */
    settle: async (
      deliveryId: string,
      next: Settlement['next'],
      ended: number | SendError = 500,
      health = HEALTHY,
      excerpt = 'answer',
    ): Promise<void> => {
      const [status, error] = typeof ended === 'number' ? [ended, null] : [null, ended];
      const key = asKey<DeliveryKey>(parseId('dlv', deliveryId)?.key ?? 0);
      const row = await store.delivery({ projectKey: project.key, key });
      if (row === null) throw new Error(`no delivery ${deliveryId}`);
      const epoch = await epochOf(store);
      const endpoint = await store.endpoint({ projectKey: project.key, key: row.endpoint });
      const run = endpoint === null ? null : launched(endpoint, next);
      await store.settle({
        epoch,
        delivery: key,
        endpoint: row.endpoint,
        call: row.callKey,
        next,
        projectKey: project.key,
        createdAtMs: row.createdAtMs,
        attempt: {
          number: row.attempts + 1,
          startedAtMs: clock.wallMs(),
          durationMs: 12,
          status,
          outcome: next.state === 'delivered' ? 'delivered' : 'retryable',
          error,
          excerpt,
          manual: row.manual,
        },
        health,
        disable: null,
        revision: null,
        ...(run === null ? {} : { run }),
      });
    },
  };
}

export type Bundle = Awaited<ReturnType<typeof setup>>;
