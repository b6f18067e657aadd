/**
 * Trying an endpoint out (decisions section 11): a sample firing goes straight to the target, or
 * is only shown. It takes no lane, is not stored, and does not touch the endpoint's health.
 */
import { type AttemptOutcome, judge, type SendResult } from '../../core/delivery/outcome.ts';
import type { Endpoint, EndpointKind } from '../../core/endpoint/endpoint.ts';
import { ServiceError } from '../../core/error/service-error.ts';
import type { ProjectKey } from '../../core/id.ts';
import type { Project } from '../../core/project/project.ts';
import type { Trigger } from '../../core/trigger/trigger.ts';
import type { Channel, SendRequest, ShownRequest } from '../ports/channel.ts';
import { type Author, auditEntry } from './author.ts';
import { endpointById } from './endpoint-by-id.ts';
import { kindErrors } from './endpoint-check.ts';
import type { EndpointParts } from './endpoint-parts.ts';
import { type PreviewInput, previewEndpoint, sampleRequest } from './sample-request.ts';

/** Tests in flight at once; they bypass pacing, so there must be few. */
export const TESTS_MAX = 10;
const TEST_WAIT_S = 10;

/** How a test ended. `status`: of the answer; `error` and `detail`: why there was none. */
export interface EndpointTest {
  readonly webhookId: string;
  readonly outcome: AttemptOutcome;
  readonly status: number | null;
  readonly error: string | null;
  readonly detail: string | null;
  readonly durationMs: number;
  readonly excerpt: string | null;
  readonly request: ShownRequest;
}

export interface EndpointTrial {
  /** Sends one sample straight to the target; it is in no lane and is not stored. */
  test(projectKey: ProjectKey, id: string, trigger: Trigger, author: Author): Promise<EndpointTest>;
  /** What would be sent, without sending. */
  preview(projectKey: ProjectKey, input: PreviewInput): Promise<ShownRequest>;
}

export function createEndpointTrial(parts: EndpointParts): EndpointTrial {
  const { store, clock, channels, random } = parts;
  let running = 0;

  async function send(channel: Channel, request: SendRequest): Promise<SendResult> {
    if (running >= TESTS_MAX) {
      throw new ServiceError('RATE_LIMITED', `${TESTS_MAX} tests are running already.`, {
        retryAfterS: TEST_WAIT_S,
      });
    }
    running += 1;
    try {
      return await channel.send(request);
    } finally {
      running -= 1;
    }
  }

  return {
    async test(projectKey, id, trigger, author) {
      const endpoint = await endpointById(store, projectKey, id);
      const channel = channelOf(channels, endpoint.kind);
      const { serviceName } = await projectOf(parts, projectKey);
      const request = sampleRequest(endpoint, trigger, serviceName, clock.wallMs(), random);
      const change = { before: null, after: { trigger, webhookId: request.webhookId } };
      const entry = auditEntry(author, clock.wallMs(), 'endpoint.tested', id, change);
      // Before it is sent: nothing leaves without an entry.
      await store.noteAudit(projectKey, entry);
      const result = await send(channel, request);
      return testOf(endpoint, request, result, show(channel, request), clock.wallMs());
    },

    async preview(projectKey, input) {
      const channel = channelOf(channels, input.kind);
      const project = await projectOf(parts, projectKey);
      const endpoint = previewEndpoint(project, input);
      const { serviceName } = project;
      return show(
        channel,
        sampleRequest(endpoint, input.trigger, serviceName, clock.wallMs(), random),
      );
    },
  };
}

async function projectOf({ store }: EndpointParts, projectKey: ProjectKey): Promise<Project> {
  const project = await store.project(projectKey);
  if (project === null) throw new ServiceError('NOT_FOUND', 'The project does not exist.');
  return project;
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
    detail: result.kind === 'response' ? null : result.detail,
    durationMs: result.durationMs,
    excerpt: answered?.excerpt ?? null,
    request,
  };
}
