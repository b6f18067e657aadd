/**
 * The setup of the tests of runs: a real store on its own file, and on it the real dispatcher,
 * intake, runner and services, with a clock that the test moves. A process can crash at any moment
 * (`crash`), and several may share the store.
 */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import type { TestContext } from 'node:test';
import type { CallLog } from '../../../src/acw/call-log/call-log.ts';
import { SAMPLE_LOG } from '../../../src/acw/call-log/sample-log.ts';
import { DEFAULT_SCORECARD } from '../../../src/acw/evaluation/default-scorecard.ts';
import { createBuiltInAgentChannel } from '../../../src/channel/agent/agent-channel.ts';
import { agentSettings } from '../../../src/core/endpoint/agent-rules.ts';
import type {
  Endpoint,
  EndpointKind,
  EndpointSettings,
} from '../../../src/core/endpoint/endpoint.ts';
import type { ProjectKey } from '../../../src/core/id.ts';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import type { BuiltIn } from '../../../src/engine/acw/built-in.ts';
import { createCallLogService } from '../../../src/engine/acw/call-log-service.ts';
import { createResultService } from '../../../src/engine/acw/result-service.ts';
import { createRunService } from '../../../src/engine/acw/run-service.ts';
import { createRunner, type Runner } from '../../../src/engine/acw/runner.ts';
import { createDispatcher, type Dispatcher } from '../../../src/engine/dispatch/dispatcher.ts';
import { createIntake, type Intake } from '../../../src/engine/intake.ts';
import type { Run } from '../../../src/engine/ports/acw-store.ts';
import type { Analyst } from '../../../src/engine/ports/analyst.ts';
import type { Channel } from '../../../src/engine/ports/channel.ts';
import type { EngineEvent } from '../../../src/engine/ports/emit.ts';
import type { LanguageModel } from '../../../src/engine/ports/language-model.ts';
import type { AuditEntry } from '../../../src/engine/ports/manage-store.ts';
import type { Store } from '../../../src/engine/ports/store.ts';
import { StalenessClock } from '../../../src/engine/staleness-clock.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { createSecretBox } from '../../../src/system/secret-box.ts';
import { givenBuiltIn } from '../../support/built-in.ts';
import { migratedDirectory } from '../../support/migrated-directory.ts';
import { FaultyStore } from '../faulty-store.ts';
import { Life } from '../life.ts';
import { ManualClock } from '../manual-clock.ts';
import { ScriptedChannel } from '../scripted-channel.ts';
import { settingsOf } from '../setup.ts';

export const START_MS = Date.UTC(2026, 10, 20, 11, 19);
export const AUTHOR = { actor: 'key_test', requestId: null };
const SECRETS = createSecretBox(new Uint8Array(32).fill(7));

export interface RigOptions {
  /** Replaces parts of the built-in agents. */
  readonly builtIn?: (real: BuiltIn) => Partial<BuiltIn>;
  readonly model?: LanguageModel;
  readonly analyst?: Analyst;
  readonly inWorkMax?: number;
  /** Whether other processes may share the store; true by default. */
  readonly shared?: boolean;
}

export class AcwRig {
  readonly clock: ManualClock;
  readonly faulty: FaultyStore;
  readonly store: Store;
  readonly project: ProjectKey;
  /** The receiver of Custom endpoints and self-provided agents. */
  readonly receiver: ScriptedChannel;
  readonly events: EngineEvent[] = [];
  readonly #options: RigOptions;
  #life = new Life();
  dispatcher: Dispatcher;
  intake: Intake;
  runner: Runner;

  constructor(clock: ManualClock, real: Store, project: ProjectKey, options: RigOptions) {
    this.clock = clock;
    this.faulty = new FaultyStore(real);
    this.store = this.faulty.store;
    this.project = project;
    this.receiver = new ScriptedChannel(clock);
    this.#options = options;
    const process = this.#process();
    this.dispatcher = process.dispatcher;
    this.intake = process.intake;
    this.runner = process.runner;
  }

  async start(): Promise<void> {
    await this.dispatcher.start();
    this.runner.start();
  }

  /** The process dies at this moment, and another one starts. */
  async crash(): Promise<void> {
    this.die();
    await this.restart();
  }

  get isDead(): boolean {
    return this.#life.dead;
  }

  die(): void {
    this.#life.dead = true;
    this.receiver.senderDied();
  }

  async restart(): Promise<void> {
    Object.assign(this, this.#process());
    await this.start();
  }

  /** A runner of another process on the same store, not started. */
  another(): Runner {
    return createRunner(this.#parts(new Life(), { offer: () => {} }));
  }

  readonly settled = (): Promise<void> => this.faulty.quiet();

  advance(byMs: number): Promise<void> {
    return this.clock.advance(byMs, this.settled);
  }

  /** Makes an endpoint; an agent gets the settings of its kind. */
  endpoint(kind: EndpointKind, changes: Partial<EndpointSettings> = {}): Promise<Endpoint> {
    const isPosted = kind === 'custom' || kind === 'self-provided-agent';
    const settings = settingsOf({
      kind,
      agent: agentSettings(kind, null),
      triggers: ['CALL_LOG_CREATED'],
      ...(isPosted ? {} : { target: null, auth: null }),
      ...changes,
    });
    return this.store.createEndpoint({
      projectKey: this.project,
      settings,
      enabled: true,
      audit: this.audit(),
    });
  }

  /** Reports statuses of an outbound call, and waits until all is idle. */
  async report(callId: string, ...statuses: readonly string[]): Promise<void> {
    for (const status of statuses) {
      const nothing = { callSid: null, clientId: null, errors: [], occurredAtMs: null };
      const report = { ...nothing, status, direction: 'OUTBOUND' as const, reportId: null };
      const [receipt] = await this.intake.accept([
        {
          projectKey: this.project,
          callId,
          report,
          source: 'api',
          receivedAtMs: this.clock.wallMs(),
        },
      ]);
      assert.equal(receipt?.kind, 'accepted');
    }
    await this.settled();
  }

  get callLogs() {
    const { store, clock } = this;
    return createCallLogService({ store, clock, onStored: () => this.runner.wake() });
  }

  get results() {
    const { store, clock, dispatcher } = this;
    const emit = (event: EngineEvent) => void this.events.push(event);
    return createResultService({ store, clock, dispatcher, emit, secrets: SECRETS });
  }

  get runs() {
    const { store, clock, dispatcher } = this;
    const emit = (event: EngineEvent) => void this.events.push(event);
    return createRunService({ store, clock, dispatcher, emit });
  }

  async log(callId: string, log: CallLog = SAMPLE_LOG): Promise<void> {
    await this.callLogs.put(this.project, callId, log, JSON.stringify(log), null);
    await this.settled();
  }

  /** The runs of all calls, the oldest first. */
  async allRuns(): Promise<readonly Run[]> {
    const all = { callId: null, endpoint: null, states: [], fromMs: null, toMs: null };
    return (
      await this.store.runs({ projectKey: this.project, filter: all, beforeKey: null, limit: 200 })
    ).toReversed();
  }

  async states(): Promise<readonly string[]> {
    return (await this.allRuns()).map(({ state, reason }) =>
      reason === null ? state : `${state} ${reason}`,
    );
  }

  /** The only run; fails if there is another number. */
  async onlyRun(): Promise<Run> {
    const runs = await this.allRuns();
    const [run] = runs;
    assert.ok(run !== undefined && runs.length === 1, `${runs.length} runs`);
    return run;
  }

  /** The triggers that a call fired, in order. */
  async fired(callId: string): Promise<readonly string[]> {
    const timeline = await this.store.timeline({ projectKey: this.project, callId });
    return timeline?.firings.map(({ trigger }) => trigger) ?? [];
  }

  audit(): AuditEntry {
    const nothing = { target: null, before: null, after: null, requestId: null };
    return { atMs: this.clock.wallMs(), actor: 'system', action: 'test.done', ...nothing };
  }

  #process() {
    const life = new Life();
    this.#life = life;
    const store = life.store(this.store);
    const clock = life.clock(this.clock);
    const emit = (event: EngineEvent) => void this.events.push(event);
    const posted = life.channel(this.receiver);
    const dispatcher = createDispatcher({
      store,
      clock,
      emit,
      random: { fraction: () => 0 },
      channels: new Map<EndpointKind, Channel>([
        ['custom', posted],
        ['self-provided-agent', posted],
        ['builtin-analyzer', createBuiltInAgentChannel()],
        ['builtin-evaluator', createBuiltInAgentChannel()],
      ]),
      onRunMoved: () => {
        if (!life.dead) runner.wake();
      },
    });
    const runner = createRunner(this.#parts(life, dispatcher));
    const intake = createIntake({ store, dispatcher, staleness: new StalenessClock(clock), emit });
    return { dispatcher, intake, runner };
  }

  #parts(life: Life, dispatcher: Pick<Dispatcher, 'offer'>) {
    const store = life.store(this.store);
    const clock = life.clock(this.clock);
    const { model = null, analyst } = this.#options;
    const reader = analyst === undefined ? {} : { analyst };
    const real = givenBuiltIn({ store, clock, model, ...reader });
    return {
      store,
      clock,
      dispatcher,
      random: { fraction: () => 0 },
      emit: (event: EngineEvent) => void this.events.push(event),
      builtIn: { ...real, ...this.#options.builtIn?.(real) },
      shared: this.#options.shared ?? true,
      limits: { drainMs: 10_000, inWorkMax: this.#options.inWorkMax ?? 8 },
    };
  }
}

/** A started process on an empty store; everything ends with the test. */
export async function setup(t: TestContext, options: RigOptions = {}): Promise<AcwRig> {
  const clock = new ManualClock(START_MS);
  const directory = migratedDirectory('ringpost-acw-');
  const store = await openSqliteStore({ directory, threads: false });
  const project = await store.ensureProject({
    name: 'default',
    settings: PROJECT_DEFAULTS,
    nowMs: START_MS,
  });
  await store.createScorecard({
    projectKey: project.key,
    settings: DEFAULT_SCORECARD,
    audit: null,
    nowMs: START_MS,
  });
  const rig = new AcwRig(clock, store, project.key, options);
  t.after(async () => {
    rig.faulty.repair();
    if (rig.isDead) await rig.restart();
    const stopped = Promise.all([rig.runner.stop(), rig.dispatcher.stop()]);
    rig.receiver.release(200);
    await rig.advance(60_000);
    await stopped;
    assert.deepEqual(rig.receiver.faults, []);
    await store.close();
    rmSync(directory, { recursive: true });
  });
  await rig.start();
  await rig.settled();
  return rig;
}
