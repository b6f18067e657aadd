/**
 * Self-provided agents: programs that get a launch, work for a while, and post a result, or two, or
 * none. They remember the runs they were launched for, as real ones should, and note a result as
 * recorded when they have its answer. Built-in agents are the service's own.
 */
import { runIdOf } from '../../src/acw/run/launch.ts';
import { runId } from '../../src/acw/run/run.ts';
import { formatId, type ProjectKey } from '../../src/core/id.ts';
import type { SendRequest } from '../../src/engine/ports/channel.ts';
import type { Recorder } from '../history.ts';
import { chanceOf } from '../script/random.ts';
import type { AgentPlan } from '../script/script.ts';
import { askUntilTold } from './asking.ts';
import type { Fleet } from './fleet.ts';
import { latencyMs } from './latency.ts';
import type { Roster } from './roster.ts';
import type { Timeline } from './timeline.ts';

/** Percent of posts that name the run; the others mean the call's oldest open run. */
const NAMED_PERCENT = 80;
/** Percent of second posts with another result. */
const OTHER_PERCENT = 30;

type SelfProvided = Extract<AgentPlan, { kind: 'self-provided-agent' }>;

export interface AgentsParts {
  readonly seed: number;
  readonly timeline: Timeline;
  readonly recorder: Recorder;
  readonly roster: Roster;
  readonly project: ProjectKey;
}

export class Agents {
  readonly #parts: AgentsParts;
  readonly #known = new Set<string>();
  #fleet: Fleet | null = null;
  #working = 0;

  constructor(parts: AgentsParts) {
    this.#parts = parts;
  }

  /** True if no agent works on a run. */
  get isIdle(): boolean {
    return this.#working === 0;
  }

  /** Sets the processes to which results are posted. */
  reach(fleet: Fleet): void {
    this.#fleet = fleet;
  }

  /** A request has arrived at an endpoint, which answers with this status. */
  hear(request: SendRequest, status: number): void {
    const plan = this.#parts.roster.plans[this.#parts.roster.numberOf(request.endpoint)]?.agent;
    if (plan?.kind !== 'self-provided-agent' || status < 200 || status > 299) return;
    const run = runIdOf(request.deliveryId);
    if (this.#known.has(run)) return;
    this.#known.add(run);
    void this.#work(plan, request, run);
  }

  async #work(plan: SelfProvided, request: SendRequest, run: string): Promise<void> {
    const { seed, timeline } = this.#parts;
    const fraction = (name: string) => chanceOf(seed, 'agent', run, name);
    const happens = (name: string, percent: number) => fraction(name) * 100 < percent;
    if (happens('never', plan.never)) return;
    this.#working += 1;
    const isError = happens('failed', plan.failed);
    const named = happens('named', NAMED_PERCENT) ? run : null;
    await timeline.sleep(latencyMs(plan.workMs, fraction('work')));
    await this.#post(request, { run, named, isError, text: '{"done":1}' });
    if (happens('twice', plan.twice)) {
      await timeline.sleep(latencyMs(plan.workMs, fraction('again')));
      const text = happens('other', OTHER_PERCENT) ? '{"done":2}' : '{"done":1}';
      await this.#post(request, { run, named, isError, text });
    }
    this.#working -= 1;
  }

  async #post({ callId, endpoint }: SendRequest, said: Said): Promise<void> {
    const { seed, timeline, recorder, project } = this.#parts;
    if (this.#fleet === null) throw new Error('agents do not know where to post');
    const { run, named, isError, text } = said;
    const told = await askUntilTold(
      { seed, timeline, fleet: this.#fleet },
      `result ${run} ${timeline.monoMs()}`,
      ({ results }) =>
        results.post(project, {
          callId,
          acwAgentId: endpoint.id,
          acwRunId: named,
          isError,
          result: text,
          errors: [],
          engine: 'sim-agent 1',
        }),
      (tries) => recorder.note({ what: 'posting', callId, runId: run, tries }),
    );
    if (told.kind === 'refused') {
      recorder.note({ what: 'turned-away', callId, code: told.code });
      return;
    }
    const { stored } = told.value;
    const resultId = formatId('acwr', stored.createdAtMs, stored.key);
    const answered = runId(stored.run.createdAtMs, stored.run.key);
    recorder.note({ what: 'recorded', callId, runId: answered, resultId });
  }
}

/** `named`: the run as the post names it. */
interface Said {
  readonly run: string;
  readonly named: string | null;
  readonly isError: boolean;
  readonly text: string;
}
