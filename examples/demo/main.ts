/**
 * `npm run demo` or `ringpost demo`: the service, a receiver and a scripted telephony platform on
 * this machine. It tells the nine steps of each call in the order of time and ends with a verdict
 * on what arrived; the exit code is 0 only when everything was right. `--keep` leaves the service
 * running. `--platform NAME` plays one platform's requests instead (`platform-demo.ts`).
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { judgeWork, readWork, registerAgents, workOn } from './after-call-work.ts';
import { type Api, createApi } from './api.ts';
import { createJournal, type Journal, type Row } from './journal.ts';
import { createPlatform, newCallSid, type Platform, readRecording } from './platform.ts';
import { listPlatforms, playNamed, playPlatform } from './platform-demo.ts';
import {
  type Arrival,
  type DemoReceiver,
  ENDPOINT_NAMES,
  type EndpointName,
  startReceiver,
} from './receiver.ts';
import { renderingOf } from './rendering.ts';
import { resultPanel } from './result-panel.ts';
import {
  CROWD_CALLS,
  JUDGED_CALL,
  type Scenario,
  SEEN_CALLS,
  SIGNED_TRIGGERS,
  SINGLE_CALLS,
  TOKEN_TRIGGERS,
} from './scenario.ts';
import { judgeSeen, registerSeen, SEEN_KIND_NAMES } from './seen.ts';
import { type DemoService, startService } from './service-process.ts';
import { createStory, type Story } from './story.ts';
import { expectedAt, judgeDemo } from './verdict.ts';

/** The address that the platform was given; a proxy would bring its requests to the service. */
const GIVEN_URL = 'https://calls.example.com/twilio';
const TRIGGERS = { signed: SIGNED_TRIGGERS, token: TOKEN_TRIGGERS };
const RETRY_SCHEDULE_MS = [1_000, 1_000, 1_000, 1_000, 1_000, 1_000];
const HINT =
  'ended; with --keep the service goes on running for the dashboard, at the address it prints';
const WAIT_MS_MAX = 45_000;
const LOOK_PAUSE_MS = 25;
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

const startedAtMs = Date.now();
const journal = createJournal(startedAtMs);
const interruption = new AbortController();
let exitInterrupted: number = EXIT_CODES.SIGINT;
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    // A second one does not wait for anything.
    if (interruption.signal.aborted) process.exit(exitInterrupted);
    exitInterrupted = EXIT_CODES[name];
    interruption.abort(new Error(`stopped by ${name}`));
  });
}
const { platform } = parseArgs({
  options: { platform: { type: 'string' }, keep: { type: 'boolean' } },
  strict: false,
}).values;
process.exitCode =
  typeof platform === 'string'
    ? await runPlatform(platform, interruption.signal)
    : await runDemo(interruption.signal);

/** With one platform alone; `list` says which there are. */
async function runPlatform(name: string, signal: AbortSignal): Promise<number> {
  if (name === 'list') {
    listPlatforms(journal);
    return 0;
  }
  const play = playNamed(name, journal);
  if (play === null) return 1;
  return withService(signal, async (service) => {
    const api = createApi(service.url, service.apiKey, signal);
    const stage = { api, journal, signal, serviceUrl: service.url };
    return playPlatform(stage, name, play);
  });
}

async function runDemo(signal: AbortSignal): Promise<number> {
  journal.title('Ringpost demo: one service, one receiver, one telephony platform');
  return withService(signal, async (service, undo) => {
    const stage = await prepare(service, signal, undo);
    await play(stage, signal);
    await playSeen(stage, signal);
    await playJudged(stage, signal);
    return summarize(stage);
  });
}

type Undo = (() => Promise<void>)[];

/** What to run resolves with whether everything was right. Resolves with the exit code. */
async function withService(
  signal: AbortSignal,
  run: (service: DemoService, undo: Undo) => Promise<boolean>,
): Promise<number> {
  const undo: Undo = [];
  try {
    journal.line('starting the service ...');
    const service = await startService(signal);
    undo.push(() => service.stop());
    const ok = await run(service, undo);
    if (process.argv.includes('--keep')) await keep(service, signal);
    else journal.line(`\n${HINT}`);
    return ok ? 0 : 1;
  } catch (error) {
    if (signal.aborted) {
      journal.line('\nstopped');
      return exitInterrupted;
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
  /** Of endpoints, by their ids. */
  readonly names: Map<string, string>;
}

async function prepare(service: DemoService, signal: AbortSignal, undo: Undo): Promise<Stage> {
  const api = createApi(service.url, service.apiKey, signal);
  const names = new Map<string, string>();
  const bearerToken = randomBytes(24).toString('base64url');
  const receiver = await startReceiver(bearerToken);
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
    name: 'demo platform',
    adapter: 'twilio',
    secret,
    publicUrl: GIVEN_URL,
  });
  const postUrl = `${service.url}/v1/ingest/twilio/${source.id}`;
  const platform = createPlatform({ givenUrl: GIVEN_URL, postUrl }, secret, signal);
  const story = createStory({
    api,
    journal,
    nameOf: (id) => names.get(id) ?? id,
    arrivals: () => receiver.arrivals,
  });
  introduce(journal, service, receiver);
  return { api, receiver, platform, story, names };
}

function introduce(to: Journal, service: DemoService, receiver: DemoReceiver): void {
  to.line(`service and dashboard  ${service.url}/`, 2);
  to.line(`API documentation      ${service.url}/docs`, 2);
  to.line(`endpoint "signed"      ${receiver.url}/signed  RSA signatures, all triggers`, 2);
  to.line(`endpoint "token"       ${receiver.url}/token   Bearer token, ended calls`, 2);
  to.line('');
  to.legend();
  to.line('"signed #2" is the second webhook of that call for the endpoint "signed".');
}

/** Calls one after the other; then one whose receiver fails, and twenty at once beside it. */
async function play(stage: Stage, signal: AbortSignal): Promise<void> {
  const { story } = stage;
  const deadlineMs = startedAtMs + WAIT_MS_MAX;
  const reliable = SINGLE_CALLS.filter(({ failures }) => failures === 0);
  for (const [at, scenario] of reliable.entries()) {
    journal.title(`${scenario.callId}: ${scenario.what}`);
    await playCall(stage, scenario);
    const done = (): boolean => arrivedOf(stage, [scenario]).length >= webhooksOf([scenario]);
    const style = at === 0 ? 'full' : 'brief';
    await story.follow(scenario.callId, { style, done, deadlineMs, signal });
  }
  for (const scenario of SINGLE_CALLS.filter(({ failures }) => failures > 0)) {
    const together = [scenario, ...CROWD_CALLS];
    journal.title(`${scenario.callId}: ${scenario.what}; ${CROWD_CALLS.length} other calls go on`);
    const crowdFromMs = Date.now();
    await Promise.all(together.map((each) => playCall(stage, each)));
    const done = (): boolean => arrivedOf(stage, together).length >= webhooksOf(together);
    const beside = (): readonly Row[] => crowdRow(stage, crowdFromMs, deadlineMs);
    await story.follow(scenario.callId, { style: 'brief', done, deadlineMs, signal, beside });
  }
}

/** Calls that people see: Slack, Teams and mail, in the service's own inbox. */
async function playSeen(stage: Stage, signal: AbortSignal): Promise<void> {
  const { api, names, story } = stage;
  const deadlineMs = startedAtMs + WAIT_MS_MAX;
  for (const [id, kind] of await registerSeen(api)) names.set(id, kind);
  for (const scenario of SEEN_CALLS) {
    const where = 'seen in Slack, Teams and mail, all of them the local inbox';
    journal.title(`${scenario.callId}: ${scenario.what}; ${where}`);
    await playCall(stage, scenario);
    const done = (): boolean => arrivedOf(stage, [scenario]).length >= webhooksOf([scenario]);
    await story.follow(scenario.callId, { style: 'brief', done, deadlineMs, signal });
  }
  const items = await api.inbox();
  for (const kind of SEEN_KIND_NAMES) {
    const last = items.findLast(({ channel }) => channel === kind);
    if (last === undefined) continue;
    journal.line('');
    journal.panel(renderingOf(await api.inboxItem(last.id)));
  }
}

/** A call that the built-in agents work on, once its log is there; what they recorded is shown. */
async function playJudged(stage: Stage, signal: AbortSignal): Promise<void> {
  const { api, names, receiver, story } = stage;
  const deadlineMs = startedAtMs + WAIT_MS_MAX;
  const { callId, what, expected } = JUDGED_CALL;
  for (const [id, name] of await registerAgents(api)) names.set(id, name);
  journal.title(`${callId}: ${what}; two agents work on the call once its log is there`);
  const callAtMs = Date.now();
  await playCall(stage, JUDGED_CALL);
  const arrived = (): number => arrivedOf(stage, [JUDGED_CALL]).length;
  const work = expected.filter(({ event }) => event === 'ACW_COMPLETED').length;
  const all = webhooksOf([JUDGED_CALL]);
  const following = { style: 'brief', deadlineMs, signal } as const;
  await story.follow(callId, { ...following, done: () => arrived() >= all - work });
  const rows = await workOn(api, { callId, startedAtMs: callAtMs }, deadlineMs);
  await story.follow(callId, { ...following, done: () => arrived() >= all, beside: () => rows });
  for (const result of (await readWork(api, callId, receiver.arrivals)).results) {
    journal.line('');
    journal.panel(resultPanel(result));
  }
}

async function playCall(stage: Stage, scenario: Scenario): Promise<void> {
  const { callId, clientId, failures } = scenario;
  const call = { callId, clientId, callSid: newCallSid() };
  if (failures > 0) stage.receiver.failNext(callId, failures);
  for (const callback of readRecording(scenario.recording)) {
    const { CallStatus: callStatus = '', SequenceNumber: sequenceNumber = '' } = callback;
    const atMs = Date.now();
    const sentAtMs = performance.now();
    const answered = await stage.platform.post(call, callback);
    if (answered !== 204) throw new Error(`a callback of ${callId} was answered ${answered}`);
    if (CROWD_CALLS.includes(scenario)) continue;
    const answerMs = performance.now() - sentAtMs;
    await stage.story.posted(callId, { callStatus, sequenceNumber, atMs, answered, answerMs });
  }
}

/** One line for all of the crowd, once all of it has arrived or the deadline has passed. */
function crowdRow(stage: Stage, fromMs: number, deadlineMs: number): readonly Row[] {
  const arrived = arrivedOf(stage, CROWD_CALLS);
  const expected = webhooksOf(CROWD_CALLS);
  const complete = arrived.length >= expected;
  if (!complete && Date.now() < deadlineMs) return [];
  const atMs = Math.max(fromMs, ...arrived.map((arrival) => arrival.atMs));
  const calls = `the ${CROWD_CALLS.length} other calls: ${arrived.length} of ${expected} webhooks`;
  const words = `${calls} accepted within ${((atMs - fromMs) / 1_000).toFixed(1)} s`;
  const tone = complete ? 'good' : 'bad';
  return [{ key: 'crowd', atMs, steps: [1, 9], lines: [words], tone }];
}

/** What the receiver accepted of these calls. */
function arrivedOf({ receiver }: Stage, scenarios: readonly Scenario[]): readonly Arrival[] {
  const ids = new Set(scenarios.map(({ callId }) => callId));
  return receiver.arrivals.filter(
    ({ status, webhook }) => status < 300 && ids.has(String(webhook?.payload.data.callId)),
  );
}

/** How many webhooks these calls must bring to both endpoints. */
function webhooksOf(scenarios: readonly Scenario[]): number {
  return scenarios
    .flatMap((scenario) =>
      ENDPOINT_NAMES.map((name) => expectedAt({ triggers: TRIGGERS }, name, scenario).length),
    )
    .reduce((sum, count) => sum + count, 0);
}

async function summarize({ api, receiver }: Stage): Promise<boolean> {
  const scenarios = [...SINGLE_CALLS, ...CROWD_CALLS, ...SEEN_CALLS, JUDGED_CALL];
  const states = new Map<string, readonly string[]>();
  for (const { callId } of scenarios) states.set(callId, await settledStates(api, callId));
  const { arrivals } = receiver;
  const findings = [
    ...judgeDemo({ scenarios, triggers: TRIGGERS, arrivals, states }),
    ...judgeSeen(await api.inbox(), SEEN_CALLS),
    ...judgeWork(await readWork(api, JUDGED_CALL.callId, arrivals)),
  ];
  const seconds = ((Date.now() - startedAtMs) / 1_000).toFixed(1);
  const ok = findings.every((finding) => finding.ok);
  const verdict = ok ? 'everything is right' : 'NOT everything is right';
  journal.title(`Verdict: ${scenarios.length} calls in ${seconds} s, ${verdict}`);
  const rows = findings.map((each) => [each.what, each.found, each.ok ? 'ok' : 'FAIL']);
  const tones = findings.map((each) => (each.ok ? 'good' : 'bad'));
  journal.table([['check', 'found', 'result'], ...rows], tones);
  for (const { what, faults } of findings) {
    for (const fault of faults) journal.line(`FAIL ${what}: ${fault}`, 2);
  }
  return ok;
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
  journal.line(`\nThe service runs on until Ctrl-C or SIGTERM.`);
  journal.line(`dashboard  ${service.url}/`, 2);
  journal.line(`API key    ${service.apiKey}`, 2);
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
}
