/**
 * Tries out an endpoint (S6.32, S12.12): a sample firing is sent straight to the target, or only
 * shown. It joins no lane, is not stored, and does not touch the endpoint's health. A built-in
 * agent, to which nothing is sent, works on a sample call log instead.
 */
import { SAMPLE_LOG } from '../../acw/call-log/sample-log.ts';
import { type AttemptOutcome, judge, type SendResult } from '../../core/delivery/outcome.ts';
import type { Endpoint, EndpointKind } from '../../core/endpoint/endpoint.ts';
import { isAgent, isPulled, takesPayload } from '../../core/endpoint/endpoint.ts';
import { ServiceError } from '../../core/error/service-error.ts';
import type { ProjectKey } from '../../core/id.ts';
import type { Project } from '../../core/project/project.ts';
import type { Trigger } from '../../core/trigger/trigger.ts';
import { type Diagnosis, diagnosisOf } from '../delivery/diagnosis.ts';
import { type Author, auditEntry } from '../manage/author.ts';
import { endpointById } from '../manage/endpoint-by-id.ts';
import type { RunEnd } from '../ports/acw-store.ts';
import { AnalystFailure } from '../ports/analyst.ts';
import type { Channel, SendRequest, ShownRequest } from '../ports/channel.ts';
import type { KnownFiring } from '../ports/firing-store.ts';
import { kindErrors } from './endpoint-check.ts';
import type { EndpointParts } from './endpoint-parts.ts';
import {
  firedRequest,
  type PreviewInput,
  previewEndpoint,
  type SampleChoice,
  sampleRequest,
} from './sample-request.ts';

/** Tests in flight at once; they bypass pacing, so there must be few. */
export const TESTS_MAX = 10;
const TEST_WAIT_S = 10;

/** How a test ended. `status`: that of the answer; `error` and `detail`: why there was none. */
export interface EndpointTest {
  readonly webhookId: string;
  readonly outcome: AttemptOutcome;
  readonly status: number | null;
  readonly error: string | null;
  readonly detail: string | null;
  readonly durationMs: number;
  readonly excerpt: string | null;
  /** What a failure means and what to do; null after a success. */
  readonly diagnosis: Diagnosis | null;
  readonly request: ShownRequest;
}

export interface EndpointTrial {
  /** Sends one sample straight to the target; it joins no lane and is not stored. */
  test(
    projectKey: ProjectKey,
    id: string,
    trigger: Trigger,
    author: Author,
    sample?: SampleChoice,
  ): Promise<EndpointTest>;
  /**
   * Shows the request that would be sent. For a call: throws NOT_FOUND, or STATE_CONFLICT if the
   * call has not fired the trigger.
   */
  preview(projectKey: ProjectKey, input: PreviewInput): Promise<ShownRequest>;
}

export function createEndpointTrial(parts: EndpointParts): EndpointTrial {
  const { store, clock, channels, random } = parts;
  let running = 0;

  async function counted<Result>(attempt: () => Promise<Result>): Promise<Result> {
    if (running >= TESTS_MAX) {
      throw new ServiceError('RATE_LIMITED', `${TESTS_MAX} tests are running already.`, {
        retryAfterS: TEST_WAIT_S,
      });
    }
    running += 1;
    try {
      return await attempt();
    } finally {
      running -= 1;
    }
  }

  return {
    async test(projectKey, id, trigger, author, sample = {}) {
      const endpoint = await endpointById(store, projectKey, id);
      if (isPulled(endpoint.kind)) throw new ServiceError('STATE_CONFLICT', NO_RECEIVER);
      const channel = channelOf(channels, endpoint.kind);
      const project = await projectOf(parts, projectKey);
      if (endpoint.kind === 'email') assertMayMail(parts, projectKey, endpoint);
      const serviceName = testName(endpoint, project);
      const nowMs = clock.wallMs();
      const request = sampleRequest(endpoint, trigger, serviceName, nowMs, random, sample);
      const change = { before: null, after: { trigger, webhookId: request.webhookId } };
      const audit = auditEntry(author, clock.wallMs(), 'endpoint.tested', id, change);
      // Noted before it is sent, so that nothing leaves without an audit entry.
      await store.noteAudit({ projectKey, audit });
      const shown = show(channel, request);
      if (isBuiltIn(endpoint)) return counted(() => agentTest(parts, request, shown));
      const result = await counted(() => channel.send(request));
      return testOf(endpoint, request, result, shown, clock.wallMs());
    },

    async preview(projectKey, input) {
      const channel = channelOf(channels, input.kind);
      const project = await projectOf(parts, projectKey);
      const endpoint = previewEndpoint(project, input);
      const nowMs = clock.wallMs();
      const { callId, trigger, test = false } = input;
      if (callId !== undefined) {
        const fired = await firedBy(parts, projectKey, callId, trigger);
        return show(channel, firedRequest(endpoint, callId, fired, nowMs));
      }
      const serviceName = test ? testName(endpoint, project) : project.serviceName;
      return show(channel, sampleRequest(endpoint, trigger, serviceName, nowMs, random, input));
    },
  };
}

const NO_RECEIVER =
  'Consumers fetch from a pull endpoint, so there is no receiver to test. Report a call, and see ' +
  'what `ringpost listen --endpoint` of this endpoint gets.';

/** The recipient did not ask for a test mail, so it holds no text of the project. */
const MAIL_TEST_NAME = 'Ringpost test';

function testName({ kind }: Endpoint, { serviceName }: Project): string {
  return kind === 'email' ? MAIL_TEST_NAME : serviceName;
}

/** Throws RATE_LIMITED. */
function assertMayMail(
  { allowance }: EndpointParts,
  projectKey: ProjectKey,
  { target }: Endpoint,
): void {
  const waitMs = allowance.take({ recipient: target ?? '', project: projectKey });
  if (waitMs === 0) return;
  const retryAfterS = Math.ceil(waitMs / 1_000);
  throw new ServiceError(
    'RATE_LIMITED',
    `Too many test mails went to this address or from this project. Try again in ${retryAfterS} ` +
      'seconds.',
    { retryAfterS },
  );
}

async function projectOf({ store }: EndpointParts, projectKey: ProjectKey): Promise<Project> {
  const project = await store.project(projectKey);
  if (project === null) throw new ServiceError('NOT_FOUND', 'The project does not exist.');
  return project;
}

async function firedBy(
  { store }: EndpointParts,
  projectKey: ProjectKey,
  callId: string,
  trigger: Trigger,
): Promise<KnownFiring> {
  const fired = await store.newestFiring({ projectKey, callId, trigger });
  if (fired !== null) return fired;
  if ((await store.call({ projectKey, callId })) === null) {
    throw new ServiceError('NOT_FOUND', 'There is no call with this id.');
  }
  throw new ServiceError('STATE_CONFLICT', `The call has not fired ${trigger}.`);
}

function channelOf(channels: ReadonlyMap<EndpointKind, Channel>, kind: EndpointKind): Channel {
  const channel = channels.get(kind);
  if (channel !== undefined) return channel;
  throw new ServiceError('INVALID_INPUT', 'Nothing can be sent to an endpoint of this kind.', {
    fields: kindErrors(kind, channels),
  });
}

function show(channel: Channel, request: SendRequest): ShownRequest {
  return channel.show?.(request) ?? { headers: {}, body: request.body };
}

function testOf(
  endpoint: Endpoint,
  { webhookId }: SendRequest,
  result: SendResult,
  request: ShownRequest,
  nowMs: number,
): EndpointTest {
  const { outcome, error } = judge(result, endpoint, nowMs);
  const answered = result.kind === 'response' ? result : null;
  return {
    webhookId,
    outcome,
    status: answered?.status ?? null,
    error,
    detail: 'detail' in result ? result.detail : null,
    durationMs: result.durationMs,
    excerpt: answered?.excerpt ?? null,
    diagnosis: diagnosed(outcome, answered?.status ?? null, error, endpoint.kind),
    request,
  };
}

function diagnosed(
  outcome: AttemptOutcome,
  lastStatus: number | null,
  lastError: string | null,
  kind: EndpointKind,
): Diagnosis | null {
  return outcome === 'delivered' ? null : diagnosisOf({ lastStatus, lastError }, kind);
}

function isBuiltIn({ kind }: Endpoint): boolean {
  return isAgent(kind) && !takesPayload(kind);
}

/** Shorter than the time for which clients wait for the answer. */
const AGENT_TEST_MS = 20_000;

/** The excerpt is the agent's result for the sample. */
async function agentTest(
  { builtIn, clock }: EndpointParts,
  { endpoint, webhookId }: SendRequest,
  request: ShownRequest,
): Promise<EndpointTest> {
  const startedMs = clock.monoMs();
  const { direction } = SAMPLE_LOG;
  const task = { agent: endpoint, direction, log: JSON.stringify(SAMPLE_LOG) };
  const ended = await endOf(builtIn.work(task, startedMs + AGENT_TEST_MS));
  const durationMs = Math.round(clock.monoMs() - startedMs);
  return { webhookId, status: null, durationMs, request, diagnosis: null, ...ended };
}

async function endOf(
  work: Promise<RunEnd>,
): Promise<Pick<EndpointTest, 'outcome' | 'error' | 'detail' | 'excerpt'>> {
  try {
    const { isError, reason, errors, result } = await work;
    if (!isError) {
      return { outcome: 'delivered', error: null, detail: SAMPLE_WORKED, excerpt: result };
    }
    const detail = errors.map(({ message }) => message ?? '').join(' ');
    return { outcome: 'rejected', error: reason, detail, excerpt: null };
  } catch (error) {
    if (!(error instanceof AnalystFailure)) throw error;
    return { outcome: 'retryable', error: error.reason, detail: error.message, excerpt: null };
  }
}

const SAMPLE_WORKED =
  'Nothing was sent: a built-in agent works within the service. This is its result of a ' +
  'sample call.';
