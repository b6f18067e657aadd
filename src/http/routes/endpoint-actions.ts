/**
 * Actions on an endpoint (S6.22 to S6.32, S12.12): enable, disable, recover, test, and preview the
 * request that it would receive.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import type { ProjectKey } from '../../core/id.ts';
import type { Sample } from '../../core/payload/sample.ts';
import { parseIsoTime } from '../../core/time.ts';
import type { Trigger } from '../../core/trigger/trigger.ts';
import { OVERLAP_HOURS } from '../../engine/endpoint/endpoint-secret.ts';
import type { SampleChoice } from '../../engine/endpoint/sample-request.ts';
import type { App } from '../app.ts';
import { authorOf } from '../person/person.ts';
import { savedEndpoint, shownEndpoint } from '../reply/shown-endpoint.ts';
import { callIdOfPath } from '../request/parameter.ts';
import { EndpointPath, EndpointRecord, SavedEndpointRecord } from '../schema/endpoint.ts';
import {
  CallPreviewBody,
  EnableBody,
  EnableReply,
  PreviewBody,
  PreviewReply,
  ProbeBody,
  ProbeReply,
  RecoverBody,
  RecoverReply,
  RotateBody,
  TestBody,
  TestReply,
} from '../schema/endpoint-action.ts';
import { CallIdPath } from '../schema/report.ts';
import { nullableTimestampOf, replies } from '../schema/shared.ts';
import type { Service } from '../service.ts';

export function registerEndpointActions(app: App, service: Service): void {
  registerSwitch(app, service);
  registerSecret(app, service);
  registerRecover(app, service);
  registerTrial(app, service);
  registerProbe(app, service);
  registerCallPreview(app, service);
}

function registerSwitch(app: App, service: Service): void {
  const { endpoints } = service;
  app.post(
    '/v1/endpoints/:id/enable',
    {
      config: { scope: 'endpoints:write', roles: ['operator'] },
      schema: {
        operationId: 'enableEndpoint',
        summary: 'Enable an endpoint and say what becomes of its held deliveries',
        description:
          'Also ends a hold. newest and drop answer 409 if the endpoint is enabled already.',
        tags: ['endpoints'],
        params: EndpointPath,
        body: EnableBody,
        response: replies({ 200: EnableReply }),
      },
    },
    async (request) => {
      const { actor, params, body } = request;
      const author = authorOf(request);
      const { projectKey } = actor;
      const enabled = await endpoints.enable(projectKey, params.id, body.held, author);
      const endpoint = await shownEndpoint(service, enabled.endpoint);
      return { endpoint, cancelled: enabled.cancelled };
    },
  );
  app.post(
    '/v1/endpoints/:id/disable',
    {
      config: { scope: 'endpoints:write', roles: ['operator'] },
      schema: {
        operationId: 'disableEndpoint',
        summary: 'Disable an endpoint; its deliveries are held from now on, none is lost',
        tags: ['endpoints'],
        params: EndpointPath,
        response: replies({ 200: EndpointRecord }),
      },
    },
    async (request) => {
      const { actor, params } = request;
      const author = authorOf(request);
      const endpoint = await endpoints.disable(actor.projectKey, params.id, author);
      return shownEndpoint(service, endpoint);
    },
  );
}

function registerSecret(app: App, service: Service): void {
  app.post(
    '/v1/endpoints/:id/rotate-secret',
    {
      config: { scope: 'endpoints:write', bodyOptional: true },
      schema: {
        operationId: 'rotateEndpointSecret',
        summary: 'Give an endpoint with hmac-sha256 another secret',
        description:
          'newSecret of the answer is the new secret, shown only this once. Until the ' +
          'overlap ends, requests are signed with both. 409 if more than three secrets would ' +
          'sign, or if the endpoint has none.',
        tags: ['endpoints'],
        params: EndpointPath,
        body: RotateBody,
        response: replies({ 200: SavedEndpointRecord }),
      },
    },
    async (request) => {
      const { actor, params, body } = request;
      const { overlapHours = OVERLAP_HOURS.default, secret } = body ?? {};
      const rotation = { overlapHours, secret };
      const author = authorOf(request);
      const { endpoints } = service;
      const rotated = await endpoints.rotateSecret(actor.projectKey, params.id, rotation, author);
      return savedEndpoint(service, rotated);
    },
  );
}

function registerRecover(app: App, { endpoints }: Service): void {
  app.post(
    '/v1/endpoints/:id/recover',
    {
      config: { scope: 'deliveries:write' },
      schema: {
        operationId: 'recoverEndpoint',
        summary: 'Send again, in order, the deliveries that were given up since a time',
        description:
          'A bulk job gives exhausted, rejected and blocked deliveries their whole retry ' +
          'schedule again; a project has at most 5 jobs under way. While the endpoint is ' +
          'disabled this answers 409: enabling it releases the held deliveries.',
        tags: ['endpoints'],
        params: EndpointPath,
        body: RecoverBody,
        response: replies({ 200: RecoverReply }),
      },
    },
    async (request) => {
      const { actor, params, body } = request;
      const sinceMs = timeIn('/since', body.since);
      return endpoints.recover(actor.projectKey, params.id, sinceMs, authorOf(request));
    },
  );
}

function registerTrial(app: App, { endpoints }: Service): void {
  async function firstTrigger(projectKey: ProjectKey, id: string): Promise<Trigger> {
    const [first] = (await endpoints.get(projectKey, id)).triggers;
    if (first === undefined) throw new Error('an endpoint without triggers');
    return first;
  }

  app.post(
    '/v1/endpoints/:id/test',
    {
      config: { scope: 'endpoints:write', bodyOptional: true },
      schema: {
        operationId: 'testEndpoint',
        summary: 'Send one sample to the endpoint and see how it answers',
        description:
          'The sample is in no lane, is not retried and not stored. Without a body it is of ' +
          "the endpoint's first trigger.",
        tags: ['endpoints'],
        params: EndpointPath,
        body: TestBody,
        response: replies({ 200: TestReply }),
      },
    },
    async (request) => {
      const { actor, params, body } = request;
      const author = authorOf(request);
      const { projectKey } = actor;
      const trigger = body?.trigger ?? (await firstTrigger(projectKey, params.id));
      const sample = sampleOf(body ?? {});
      const test = await endpoints.test(projectKey, params.id, trigger, author, sample);
      const { headers, body: sent } = test.request;
      return { ...test, request: { headers: { ...headers }, body: sent } };
    },
  );
  app.post(
    '/v1/endpoints/preview',
    {
      // The sample is made up, so it shows nothing personal.
      config: { scope: 'endpoints:read', personal: 'none', repeats: 'makes-nothing' },
      schema: {
        operationId: 'previewEndpoint',
        summary: 'The message that an endpoint of a kind would get for a trigger, without sending',
        tags: ['endpoints'],
        body: PreviewBody,
        response: replies({ 200: PreviewReply }),
      },
    },
    async ({ actor, body }) => {
      const shown = await endpoints.preview(actor.projectKey, { ...body, ...sampleOf(body) });
      return { headers: { ...shown.headers }, body: shown.body };
    },
  );
}

function registerProbe(app: App, { endpoints }: Service): void {
  app.post(
    '/v1/endpoints/probe',
    {
      config: { scope: 'endpoints:write', repeats: 'makes-nothing' },
      schema: {
        operationId: 'probeEndpoint',
        summary: 'Whether deliveries could reach an address, without sending a request',
        description:
          'Looks the name up, checks its addresses against the network policy, connects and ' +
          'shakes hands over TLS as a delivery would, then closes the connection. An address ' +
          'that cannot be registered is refused with the same error. At most 10 a minute for a ' +
          'project; each is noted in the audit trail, with the host and nothing else of the ' +
          'address.',
        tags: ['endpoints'],
        body: ProbeBody,
        response: replies({ 200: ProbeReply }),
      },
    },
    async (request) => {
      const { actor, body } = request;
      const author = authorOf(request);
      const { validUntilMs, ...found } = await endpoints.probe(actor.projectKey, body, author);
      return { ...found, certificateValidUntil: nullableTimestampOf(validUntilMs) };
    },
  );
}

function registerCallPreview(app: App, { endpoints }: Service): void {
  app.post(
    '/v1/calls/:callId/preview',
    {
      config: { scope: 'deliveries:read', personal: 'read', repeats: 'makes-nothing' },
      schema: {
        operationId: 'previewCall',
        summary:
          'The message that an endpoint of a kind would get for a past call, without sending',
        description:
          "The call's last firing of the trigger, as it was rendered: the body has the bytes " +
          'of a delivery with the same contentKey. 409 if the call has not fired the trigger.',
        tags: ['calls'],
        params: CallIdPath,
        body: CallPreviewBody,
        response: replies({ 200: PreviewReply }),
      },
    },
    async ({ actor, params, body }) => {
      const callId = callIdOfPath(params);
      const shown = await endpoints.preview(actor.projectKey, { ...body, callId });
      return { headers: { ...shown.headers }, body: shown.body };
    },
  );
}

interface SampleBody {
  readonly sample?: Sample;
  readonly at?: string;
}

function sampleOf({ sample, at }: SampleBody): SampleChoice {
  return {
    ...(sample === undefined ? {} : { sample }),
    ...(at === undefined ? {} : { firedAtMs: timeIn('/at', at) }),
  };
}

function timeIn(field: string, text: string): number {
  const atMs = parseIsoTime(text);
  if (atMs !== null) return atMs;
  throw new ServiceError('INVALID_INPUT', 'The time is not usable.', {
    fields: [{ field, message: 'Use ISO 8601 with a zone.' }],
  });
}
