/**
 * The parts list: the only file that names concrete adapters and composes them. It reads from top
 * to bottom in the order in which things start; `stop` goes the other way. Holds no rule.
 */

import { createSigningKeyCache } from './channel/custom/signing-keys.ts';
import type { Guard } from './channel/destination-guard.ts';
import { VERSION } from './cli/version.ts';
import { DASHBOARD } from './compose/dashboard-folder.ts';
import { openAfterCallWork } from './compose/open-after-call-work.ts';
import { openAlerts } from './compose/open-alerts.ts';
import { openChannels } from './compose/open-channels.ts';
import { openCopyChannels } from './compose/open-copy-channels.ts';
import { openHttpClient } from './compose/open-http-client.ts';
import { openLocalInbox, throughInbox } from './compose/open-inbox.ts';
import { openInstance } from './compose/open-instance.ts';
import { openLive } from './compose/open-live.ts';
import { openMail } from './compose/open-mail.ts';
import { openOperator } from './compose/open-operator.ts';
import { openPrincipals, setupLink } from './compose/open-people.ts';
import { type OpenedPull, openPull } from './compose/open-pull.ts';
import { openSeals } from './compose/open-seals.ts';
import { type OpenedStore, oneAtATime, openStore } from './compose/open-store.ts';
import { openTracer } from './compose/open-tracer.ts';
import { assertNoImport } from './compose/open-transfer.ts';
import { assertMasterKey } from './compose/unlock.ts';
import type { Settings } from './config/settings.ts';
import type { RunnerGauges } from './engine/acw/runner.ts';
import type { AlertWatch } from './engine/alert/alert-watch.ts';
import { createDeliveryCopyService } from './engine/delivery/delivery-copy.ts';
import { attemptSpans } from './engine/dispatch/attempt-span.ts';
import {
  createDispatcher,
  type Dispatcher,
  type DispatcherParts,
} from './engine/dispatch/dispatcher.ts';
import { createIdleDispatcher } from './engine/dispatch/idle-dispatcher.ts';
import type { EndpointRules } from './engine/endpoint/endpoint-check.ts';
import { createEndpointService } from './engine/endpoint/endpoint-service.ts';
import { createIntake } from './engine/intake.ts';
import { createSigningKeyService } from './engine/key/signing-key-service.ts';
import { createMailAllowance } from './engine/mail-allowance.ts';
import { createKeyedRequestService } from './engine/manage/keyed-request-service.ts';
import { createProjectService } from './engine/manage/project-service.ts';
import { createSourceService, type SourceParts } from './engine/manage/source-service.ts';
import { createPlatformIntake } from './engine/platform-intake.ts';
import { liveEvent } from './engine/ports/live-event.ts';
import type { Secrets } from './engine/ports/secrets.ts';
import type { Tracer } from './engine/ports/tracer.ts';
import { StalenessClock } from './engine/staleness-clock.ts';
import { createSweeps, type SweepParts, type Sweeps } from './engine/sweep.ts';
import { traced } from './engine/traced-intake.ts';
import { baseOf } from './http/base-url.ts';
import { createHttpServer } from './http/server.ts';
import { HTTP_LIMITS, type Service } from './http/service.ts';
import { ADAPTER_NAMES, ADAPTERS } from './ingest/adapters.ts';
import { createObserver } from './observe/events.ts';
import { createLog } from './observe/log.ts';
import { LOG_LINES, type Saying, say } from './observe/log-lines.ts';
import { createMeter, type Meter, timeOf } from './observe/meter.ts';
import { systemClock as clock } from './system/clock.ts';
import { freeBytesOf } from './system/disk-room.ts';
import { systemRandom as random } from './system/random.ts';
import { signingKeyMaker } from './system/signing-key-maker.ts';

const userAgent = `Ringpost/${VERSION}`;

export interface Ringpost {
  /** The address at which it listens. */
  readonly url: string;
  /** The API key created at the very first start, to be shown once; null otherwise. */
  readonly firstKey: string | null;
  /** The link that creates the first owner, while there is none; null otherwise. */
  readonly setupLink: string | null;
  /** Refuses new requests, waits for attempts in flight, closes the store. */
  stop(): Promise<void>;
}

/**
 * Rejects with the fault (a busy port, a directory in use); nothing is left running then.
 * `onFatal`: something failed that only a new process can replace, so this one must end.
 */
export async function compose(
  settings: Settings,
  onFatal: (detail: string) => void,
): Promise<Ringpost> {
  assertMasterKey(settings);
  const log = createLog(settings.logLevel, settings.logFormat);
  const store = await openStore(settings, {
    onFatal,
    onSchema: ({ from, to }) => say(log, LOG_LINES.opened, { schemaBefore: from, schema: to }),
  });
  const undo: (() => Promise<unknown>)[] = [() => store.close()];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    await assertNoImport(store);
    return { ...(await start(settings, { store, log }, undo, onFatal)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  settings: Settings,
  { store, log }: { readonly store: OpenedStore; readonly log: ReturnType<typeof createLog> },
  undo: (() => Promise<unknown>)[],
  onFatal: (detail: string) => void,
): Promise<Omit<Ringpost, 'stop'>> {
  const meter = openMeter(settings, () => {
    return { dispatcher, runner: work.runner, store, sweeps, alerts };
  });
  const observe = createObserver(log, meter, () => clock.monoMs());
  const { live, emit } = openLive(store, clock, observe);
  undo.push(async () => live.stop());
  const { tracer, close: closeTracer } = openTracer(settings, { clock, random, emit, userAgent });
  undo.push(closeTracer);
  const { secrets, state } = await openSeals(store, settings, { clock, emit });

  const { signingKeys, signingKeyService } = openSigningKeys(store, secrets);
  const receiving = { clock, live, store, secrets, signingKeys: signingKeyService };
  const inbox = await openLocalInbox(settings, receiving);
  undo.push(() => inbox.close());
  const { http, guard, ...probing } = await openHttpClient(settings, inbox.origin, clock, onFatal);
  undo.push(() => http.close());
  const mail = { ...openMail(settings, clock, null), allowance: createMailAllowance(clock) };
  undo.push(async () => mail.mailer?.close());
  const sending = { http, secrets, signingKeys, guard, userAgent, clock, mail };
  const { channels, mailWithoutServer, ...local } = throughInbox(inbox, openChannels(sending), {
    hasServer: mail.mailer !== null,
    openMail: (server) => openMail(settings, clock, server),
  });
  undo.push(() => local.close());
  const copying = openCopyChannels(inbox.open, sending, local.mailForCopies);
  undo.push(() => copying.close());

  const onRunMoved = () => work.runner.wake();
  const spans = tracer === null ? {} : { beginSpan: attemptSpans(tracer) };
  const dispatching = { store, channels, clock, random, emit, onRunMoved, ...spans };
  const pulling = openPull({ ...dispatching, secrets });
  const dispatcher = pulling.told(openDispatcher(settings, dispatching));
  const working = { store, secrets, dispatcher, guard, clock, random, emit, userAgent };
  const work = openAfterCallWork(settings, working);
  undo.push(() => work.close());
  const leads = () => dispatcher.leads();
  const { intake, sweeps } = openIntake({ store, dispatcher, emit, leads, tracer });
  const operator = openOperator({ store, dispatcher, clock, emit, live, leads, inbox });
  const alerts = openAlerts(settings, { ...working, ...probing, channels, mail });

  const service: Service = {
    ...{ store, intake, dispatcher, clock, emit, inbox, live },
    ...operator,
    alerts: alerts.service,
    seals: state,
    endpoints: createEndpointService({
      ...working,
      channels,
      ...endpointRules(settings, guard, inbox.origin, mailWithoutServer),
      builtIn: work.builtIn,
      bulk: operator.bulk,
      ...probing,
      allowance: mail.allowance,
    }),
    pull: pulling.pull,
    copies: createDeliveryCopyService({ store, secrets, clock, inbox, channels: copying.channels }),
    projects: createProjectService({ store, clock }),
    keyedRequests: createKeyedRequestService(working),
    signingKeys: signingKeyService,
    adapters: ADAPTERS,
    platforms: createPlatformIntake({ store, intake, callLogs: work.services.callLogs, emit }),
    acw: work.services,
    sources: createSourceService({ store, secrets, clock, ...withPlatforms(live) }),
    ...openInstance({ ...working, signingKeyService, scorecards: work.services.scorecards }),
    ...openPrincipals(settings, { ...working, mail, signingKeyService }, log),
    metrics: () => meter.registry.metrics(),
    version: VERSION,
    publicUrl: settings.publicUrl,
    limits: { ...HTTP_LIMITS, ingestBytesMax: settings.ingestBytesMax },
  };
  const flushed = [service.apiKeys, service.people.failures, service.sources];
  undo.push(() => Promise.all(flushed.map((each) => each.flush())));
  const firstKey = await prepare(settings, store, service, log);

  const loops = [sweeps, operator.bulkRunner, pulling.leaseWatch(leads)];
  await startWork(settings, dispatcher, [work.runner, alerts], loops, undo);
  hearOthers(store, signingKeys, service, pulling);
  return { firstKey, ...(await listen(settings, service, { log, meter }, undo)) };
}

/** The adapters, and open pages, which hear of every request that came. */
function withPlatforms(live: Service['live']): Pick<SourceParts, 'adapters' | 'received'> {
  const received: SourceParts['received'] = ({ projectKey, id }) =>
    live.note(projectKey, liveEvent('sources', { id }));
  return { adapters: ADAPTERS, received };
}

/** Both go by one clock of staleness. */
function openIntake(
  parts: Pick<SweepParts, 'emit' | 'leads'> & {
    readonly store: OpenedStore;
    readonly dispatcher: Dispatcher;
    readonly tracer: Tracer | null;
  },
) {
  const staleness = new StalenessClock(clock);
  const { store, tracer } = parts;
  const accepting = tracer === null ? store : traced(store, tracer);
  const intake = createIntake({ ...parts, store: accepting, staleness });
  return { intake, sweeps: createSweeps({ ...parts, intake, clock, staleness }) };
}

/** `parts` is called at each request of `/metrics`: the meter is there before they are. */
function openMeter(
  { databaseUrl, dataDir }: Settings,
  parts: () => {
    readonly dispatcher: Dispatcher;
    readonly runner: { gauges(): RunnerGauges };
    readonly store: OpenedStore;
    readonly sweeps: Sweeps;
    readonly alerts: Pick<AlertWatch, 'open'>;
  },
): Meter {
  const gauges = () => {
    const { dispatcher, runner, store, sweeps, alerts } = parts();
    return {
      ...dispatcher.gauges(),
      ...runner.gauges(),
      ...store.counters(),
      backlog: sweeps.backlog(),
      projects: sweeps.projects(),
      openAlerts: alerts.open(),
    };
  };
  const freeBytes = databaseUrl === null ? () => freeBytesOf(dataDir) : null;
  return createMeter({ gauges, version: VERSION, adapters: ADAPTER_NAMES, freeBytes });
}

/** The cache of keys that signs requests, and the service by which operators change them. */
function openSigningKeys(store: OpenedStore, secrets: Secrets) {
  const load = store.signingKeys.bind(store);
  const signingKeys = createSigningKeyCache({ load, secrets, clock });
  const signingKeyService = createSigningKeyService({
    store,
    secrets,
    signingKeyMaker,
    clock,
    onChange: (projectKey) => signingKeys.forget(projectKey),
  });
  return { signingKeys, signingKeyService };
}

function openDispatcher(
  { roles, inFlightMax, drainMs }: Settings,
  parts: Omit<DispatcherParts, 'limits'>,
): Dispatcher {
  if (!roles.includes('worker')) return createIdleDispatcher();
  return createDispatcher({ ...parts, limits: { inFlightMax, drainMs } });
}

interface Loop {
  start(): void;
  stop(): Promise<unknown>;
}

async function startWork(
  { roles }: Settings,
  dispatcher: Dispatcher,
  runners: readonly Loop[],
  loops: readonly Loop[],
  undo: (() => Promise<unknown>)[],
): Promise<void> {
  await dispatcher.start();
  // All wait for what is in flight, so they wait at the same time.
  undo.push(() => Promise.all([dispatcher.stop(), ...runners.map((each) => each.stop())]));
  for (const each of runners) each.start();
  for (const loop of roles.includes('worker') ? loops : []) {
    loop.start();
    undo.push(() => loop.stop());
  }
}

/** What an endpoint may be in this process; `own`: the origin of its inbox, null if it has none. */
function endpointRules(
  settings: Settings,
  { checkTarget }: Guard,
  own: string | null,
  mailWithoutServer: EndpointRules['mailWithoutServer'],
): Omit<EndpointRules, 'channels'> {
  return {
    checkTarget,
    allowHttp: settings.allowTargets.length > 0,
    ownOrigins: own === null ? [] : [own],
    ...(mailWithoutServer === undefined ? {} : { mailWithoutServer }),
    withoutModel: settings.llmBaseUrl === null,
  };
}

async function listen(
  settings: Settings,
  service: Service,
  { log, meter }: { readonly log: ReturnType<typeof createLog>; readonly meter: Meter },
  undo: (() => Promise<unknown>)[],
): Promise<Pick<Ringpost, 'url' | 'setupLink'>> {
  const serves = settings.roles.includes('api');
  const { host, port, metricsPort, trustedProxies, allowedHosts } = settings;
  const how = { log, dashboard: DASHBOARD, trustedProxies, allowedHosts };
  const metrics = metricsPort === null ? 'beside' : 'elsewhere';
  const onAnswer = timeOf(meter);
  const app = createHttpServer(service, { ...how, api: serves, metrics, onAnswer });
  undo.push(() => app.close());
  await app.listen({ host, port });
  if (metricsPort !== null) {
    const apart = createHttpServer(service, { ...how, api: false, metrics: 'alone' });
    undo.push(() => apart.close());
    await apart.listen({ host, port: metricsPort });
  }
  const { url } = baseOf(null, app.server);
  const token = serves && settings.apiKey === null ? await service.people.setup.newToken() : null;
  return { url, setupLink: token === null ? null : setupLink(settings.publicUrl ?? url, token) };
}

/**
 * This connection also shows other processes that this one runs: a breaking migration must not run
 * beside it.
 */
function hearOthers(
  store: OpenedStore,
  signingKeys: ReturnType<typeof createSigningKeyCache>,
  { apiKeys, live }: Pick<Service, 'apiKeys' | 'live'>,
  pulling: Pick<OpenedPull, 'hear'>,
): void {
  store.watch((news) => {
    pulling.hear(news);
    live.hear(news === 'all' ? 'all' : (news.live ?? []));
    if (news === 'all') signingKeys.forgetAll();
    else for (const projectKey of news.keys ?? []) signingKeys.forget(projectKey);
    if (news === 'all' || news.keys !== undefined) apiKeys.forgetAll();
  });
}

/** The key made at the very first start, null otherwise. A worker prepares nothing. */
async function prepare(
  settings: Settings,
  store: OpenedStore,
  service: Service,
  log: Saying,
): Promise<string | null> {
  if (!settings.roles.includes('api')) return null;
  return oneAtATime(settings, () => prepareProject(store, service, settings, log));
}

const REVOKED_KEY =
  'RINGPOST_API_KEY is a key that was revoked; it opens nothing. Take it out of the environment, ' +
  'or set another one.';

const REVOKED_INSTANCE_KEY =
  'RINGPOST_INSTANCE_KEY is a key that was revoked; it opens nothing. Take it out of the ' +
  'environment, or set another one.';

/**
 * Creates the project `default`, its signing key, a first API key, and each project's scorecard.
 */
async function prepareProject(
  store: Pick<OpenedStore, 'projects'>,
  service: Pick<Service, 'projects' | 'apiKeys' | 'instanceKeys' | 'signingKeys' | 'acw'>,
  { apiKey, instanceKey }: Pick<Settings, 'apiKey' | 'instanceKey'>,
  log: Saying,
): Promise<string | null> {
  const project = await service.projects.ensureDefault();
  // Includes projects whose process ended before it created these.
  for (const { key } of await store.projects()) {
    await service.signingKeys.ensure(key);
    await service.acw.scorecards.ensureDefault(key);
  }
  if (instanceKey !== null && !(await service.instanceKeys.ensure(instanceKey))) {
    say(log, LOG_LINES.keyRevoked, {}, REVOKED_INSTANCE_KEY);
  }
  if (apiKey === null) return service.apiKeys.ensureFirstKey(project.key);
  const found = await service.apiKeys.ensureKey(project.key, apiKey);
  if (found !== null) {
    say(log, LOG_LINES.keyRevoked, { id: found.revoked }, REVOKED_KEY);
  }
  return null;
}
