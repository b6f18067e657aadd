/**
 * `npm run demo`: the service, a receiver and a scripted telephony platform on this machine. It
 * prints the nine steps of each call as they happen and ends with a summary that it verified;
 * the exit code is 0 only when everything was right. `--keep` leaves the service running.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Api, createApi } from './api.ts';
import { createJournal, type Journal, mark, STEPS } from './journal.ts';
import { createPlatform, newCallSid, type Platform, readRecording } from './platform.ts';
import { type DemoReceiver, type EndpointName, startReceiver } from './receiver.ts';
import {
  CROWD_CALLS,
  type Scenario,
  SIGNED_TRIGGERS,
  SINGLE_CALLS,
  TOKEN_TRIGGERS,
} from './scenario.ts';
import { type DemoService, startService } from './service-process.ts';
import { createStory, type Story } from './story.ts';
import { expectedAt, judgeDemo } from './verdict.ts';

/** The address that the platform was given; a proxy would bring its requests to the service. */
const GIVEN_URL = 'https://calls.example.com/twilio';
const TRIGGERS = { signed: SIGNED_TRIGGERS, token: TOKEN_TRIGGERS };
const RETRY_SCHEDULE_MS = [1_000, 1_000, 1_000, 1_000, 1_000, 1_000];
const WAIT_MS_MAX = 45_000;
const LOOK_PAUSE_MS = 25;
const EXIT_INTERRUPTED = 130;

const startedAtMs = Date.now();
const journal = createJournal(startedAtMs);
const interruption = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    if (interruption.signal.aborted) process.exit(EXIT_INTERRUPTED);
    interruption.abort(new Error(`stopped by ${name}`));
  });
}
process.exitCode = await runDemo(interruption.signal);

async function runDemo(signal: AbortSignal): Promise<number> {
  const undo: (() => Promise<void>)[] = [];
  try {
    journal.title('Ringpost demo: one service, one receiver, one telephony platform');
    journal.line(`The nine steps: ${STEPS.map((name, at) => `${at + 1} ${name}`).join(', ')}`);
    const service = await startService(signal);
    undo.push(() => service.stop());
    const stage = await prepare(service, signal, undo);
    await play(stage, signal);
    const ok = await summarize(stage);
    if (process.argv.includes('--keep')) await keep(service, signal);
    return ok ? 0 : 1;
  } catch (error) {
    if (signal.aborted) {
      journal.line('\nstopped');
      return EXIT_INTERRUPTED;
    }
    journal.line(`\nthe demo failed: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

interface Stage {
  readonly api: Api;
  readonly receiver: DemoReceiver;
  readonly platform: Platform;
  readonly story: Story;
}

async function prepare(
  service: DemoService,
  signal: AbortSignal,
  undo: (() => Promise<void>)[],
): Promise<Stage> {
  const api = createApi(service.url, service.apiKey, signal);
  const names = new Map<string, EndpointName>();
  const story = createStory({
    api,
    journal,
    nameOf: (id) => names.get(id) ?? null,
    webhooksOfCrowd: (callId) => {
      const scenario = CROWD_CALLS.find((each) => each.callId === callId);
      return scenario === undefined ? null : webhooksOf(scenario);
    },
  });
  const bearerToken = randomBytes(24).toString('base64url');
  const receiver = await startReceiver(bearerToken, (arrival) => story.arrived(arrival));
  undo.push(() => receiver.close());
  const register = (name: EndpointName, more: object) =>
    api.createEndpoint({
      name,
      kind: 'custom',
      target: `${receiver.url}/${name}`,
      triggers: TRIGGERS[name],
      retryScheduleMs: RETRY_SCHEDULE_MS,
      ...more,
    });
  const signed = await register('signed', {
    auth: { method: 'rsa-sha256' },
    signatureFormat: 'both',
  });
  const token = await register('token', { auth: { method: 'bearer', token: bearerToken } });
  names.set(signed.id, 'signed').set(token.id, 'token');
  const jwksUrl = `${service.url}/v1/projects/${signed.projectId}/.well-known/jwks.json`;
  receiver.expect(jwksUrl, { signed: signed.id, token: token.id });

  const secret = randomBytes(16).toString('hex');
  const source = await api.createSource({
    ...{ name: 'demo platform', adapter: 'twilio', secret, publicUrl: GIVEN_URL },
  });
  const postUrl = `${service.url}/v1/ingest/twilio/${source.id}`;
  const platform = createPlatform({ givenUrl: GIVEN_URL, postUrl }, secret, signal);
  introduce(journal, service, receiver);
  return { api, receiver, platform, story };
}

function introduce(to: Journal, service: DemoService, receiver: DemoReceiver): void {
  to.line(`service and dashboard  ${service.url}/`);
  to.line(`API documentation      ${service.url}/docs`);
  to.line(`receiver, endpoint "signed" (RSA signatures, all triggers)  ${receiver.url}/signed`);
  to.line(`receiver, endpoint "token"  (Bearer token, ended calls)     ${receiver.url}/token`);
}

/** Calls one after the other; then one whose receiver fails, and twenty at once beside it. */
async function play(stage: Stage, signal: AbortSignal): Promise<void> {
  for (const scenario of SINGLE_CALLS.filter(({ failures }) => failures === 0)) {
    journal.title(`${scenario.callId}: ${scenario.what}`);
    await playCall(stage, scenario);
    await allArrived(stage, [scenario], signal);
    await stage.story.finished();
  }
  journal.title('a receiver that fails twice, and twenty calls at once that do not wait for it');
  const together = [...SINGLE_CALLS.filter(({ failures }) => failures > 0), ...CROWD_CALLS];
  await Promise.all(together.map((scenario) => playCall(stage, scenario)));
  await allArrived(stage, together, signal);
  await stage.story.finished();
}

async function playCall(stage: Stage, scenario: Scenario): Promise<void> {
  const { callId, clientId, failures } = scenario;
  const call = { callId, clientId, callSid: newCallSid() };
  if (failures > 0) stage.receiver.failNext(callId, failures);
  for (const callback of readRecording(scenario.recording)) {
    stage.story.reported(callId, callback);
    const sentAtMs = performance.now();
    const status = await stage.platform.post(call, callback);
    if (status !== 204) throw new Error(`a callback of ${callId} was answered ${status}`);
    await stage.story.accepted(callId, status, performance.now() - sentAtMs);
  }
}

/** Returns at the deadline too: the summary then says what is missing. */
async function allArrived(
  { receiver }: Stage,
  scenarios: readonly Scenario[],
  signal: AbortSignal,
): Promise<void> {
  const expected = scenarios.reduce((count, scenario) => count + webhooksOf(scenario), 0);
  const ids = new Set(scenarios.map(({ callId }) => callId));
  const arrived = (): number =>
    receiver.arrivals.filter(
      ({ status, webhook }) => status < 300 && ids.has(String(webhook?.payload.data.callId)),
    ).length;
  while (arrived() < expected && Date.now() - startedAtMs < WAIT_MS_MAX) {
    await pause(LOOK_PAUSE_MS, undefined, { signal });
  }
}

/** How many webhooks a call must bring to both endpoints. */
function webhooksOf(scenario: Scenario): number {
  return (['signed', 'token'] as const).reduce(
    (count, name) => count + expectedAt({ triggers: TRIGGERS }, name, scenario).length,
    0,
  );
}

async function summarize({ api, receiver }: Stage): Promise<boolean> {
  const scenarios = [...SINGLE_CALLS, ...CROWD_CALLS];
  const states = new Map<string, readonly string[]>();
  for (const { callId } of scenarios) states.set(callId, await settledStates(api, callId));
  const { arrivals } = receiver;
  const findings = judgeDemo({ scenarios, triggers: TRIGGERS, arrivals, states });
  const seconds = ((Date.now() - startedAtMs) / 1_000).toFixed(1);
  journal.title(`Verified: ${scenarios.length} calls in ${seconds} s`);
  for (const { what, ok, faults } of findings) {
    journal.line(`  ${mark(ok)} ${what}`);
    for (const fault of faults) journal.line(`       ${fault}`);
  }
  return findings.every(({ ok }) => ok);
}

/** The last attempts are written a moment after the receiver answered. */
async function settledStates(api: Api, callId: string): Promise<readonly string[]> {
  for (;;) {
    const { timeline } = await api.call(callId);
    const states = timeline.deliveries.map(({ state }) => state);
    const open = states.some((state) => ['due', 'waiting', 'sending', 'retrying'].includes(state));
    if (!open || Date.now() - startedAtMs > WAIT_MS_MAX) return states;
    await pause(LOOK_PAUSE_MS);
  }
}

async function keep(service: DemoService, signal: AbortSignal): Promise<void> {
  journal.line(`\nThe service runs on at ${service.url}/ until Ctrl-C. API key: ${service.apiKey}`);
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
}
