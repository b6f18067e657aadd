/**
 * Runs for operators, and runs by hand (S9.21). A run by hand is a new launch in the agent's lane
 * of the call; a run that has ended is never reopened.
 */
import type { Endpoint } from '../../core/endpoint/endpoint.ts';
import { isAgent } from '../../core/endpoint/endpoint.ts';
import { ServiceError } from '../../core/error/service-error.ts';
import { asKey, type EndpointKey, type ProjectKey, parseId, type RunKey } from '../../core/id.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import { type Author, auditEntry } from '../manage/author.ts';
import { endpointById } from '../manage/endpoint-by-id.ts';
import type { Run, RunFilter, RunStore } from '../ports/acw-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { Emit } from '../ports/emit.ts';
import type { EndpointStore } from '../ports/manage-store.ts';

export interface RunService {
  list(
    projectKey: ProjectKey,
    filter: RunFilter,
    beforeKey: RunKey | null,
    limit: number,
  ): Promise<readonly Run[]>;
  /** Throws NOT_FOUND. */
  get(projectKey: ProjectKey, runId: string): Promise<Run>;
  /**
   * Repeats a launch as a new run. Throws NOT_FOUND, or ENDPOINT_DISABLED if the agent is disabled.
   */
  again(projectKey: ProjectKey, runId: string, author: Author): Promise<Run>;
  /**
   * Launches an agent for a call, whether or not its trigger is ticked. Throws NOT_FOUND, or
   * INVALID_INPUT if the endpoint is no agent.
   */
  launch(projectKey: ProjectKey, callId: string, acwAgentId: string, author: Author): Promise<Run>;
}

export interface RunServiceParts {
  readonly store: Pick<RunStore, 'runs' | 'run' | 'launchAgain'> & Pick<EndpointStore, 'endpoint'>;
  readonly dispatcher: Pick<Dispatcher, 'offer'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly emit: Emit;
}

export function createRunService(parts: RunServiceParts): RunService {
  const { store } = parts;

  async function get(projectKey: ProjectKey, runId: string): Promise<Run> {
    const parsed = parseId('run', runId);
    const run =
      parsed === null ? null : await store.run({ projectKey, key: asKey<RunKey>(parsed.key) });
    if (run !== null && run.createdAtMs === parsed?.createdAtMs) return run;
    throw new ServiceError('NOT_FOUND', 'There is no such run.');
  }

  return {
    list: (projectKey, filter, beforeKey, limit) =>
      store.runs({ projectKey, filter, beforeKey, limit }),
    get,
    async again(projectKey, runId, author) {
      const { key, callId, endpoint } = await get(projectKey, runId);
      refuseUnlessLaunchable(await store.endpoint({ projectKey, key: endpoint }));
      return launched(parts, projectKey, { callId, endpoint, run: key }, author);
    },
    async launch(projectKey, callId, acwAgentId, author) {
      const agent = await endpointById(store, projectKey, acwAgentId);
      if (!isAgent(agent.kind)) throw noAgent(agent);
      refuseUnlessLaunchable(agent);
      const of = { callId, endpoint: agent.key, run: null };
      return launched(parts, projectKey, of, author);
    },
  };
}

async function launched(
  { store, dispatcher, clock, emit }: RunServiceParts,
  projectKey: ProjectKey,
  of: { readonly callId: string; readonly endpoint: EndpointKey; readonly run: RunKey | null },
  author: Author,
): Promise<Run> {
  const nowMs = clock.wallMs();
  const { callId } = of;
  const change = { before: null, after: { callId } };
  const audit = auditEntry(author, nowMs, 'acw-run.launched', null, change);
  const made = await store.launchAgain({ projectKey, ...of, audit, nowMs });
  if (made === null) throw new ServiceError('NOT_FOUND', NOTHING_FIRED);
  emit({ name: 'delivery.made', count: 1 });
  if (made.heads.length > 0) dispatcher.offer(made.heads);
  return made.run;
}

const NOTHING_FIRED =
  'There is no such call, or nothing that it fired is kept: an agent is launched with what a ' +
  'call has fired.';

function refuseUnlessLaunchable(agent: Endpoint | null): void {
  if (agent === null || agent.deletedAtMs !== null) {
    throw new ServiceError('NOT_FOUND', 'The endpoint of this agent was deleted.');
  }
  if (agent.enabled) return;
  throw new ServiceError(
    'ENDPOINT_DISABLED',
    'The endpoint of the agent is disabled, so the launch would be held. Enable it first.',
  );
}

function noAgent({ kind }: Endpoint): ServiceError {
  const message = `Name an endpoint that launches an agent; this one is of kind ${kind}.`;
  return new ServiceError('INVALID_INPUT', 'The endpoint launches no agent.', {
    fields: [{ field: '/acwAgentId', message }],
  });
}
