/** A guard, a client, an endpoint, a permit and a request for the tests of channels. */
import type { TestContext } from 'node:test';
import { createGuard } from '../../src/channel/destination-guard.ts';
import { createHttpClient, type HttpClientOptions } from '../../src/channel/http-client.ts';
import type { Endpoint } from '../../src/core/endpoint/endpoint.ts';
import { PACING_DEFAULTS, RETRY_SCHEDULE_MS } from '../../src/core/endpoint/endpoint-defaults.ts';
import { asKey } from '../../src/core/id.ts';
import { sampleFiring } from '../../src/core/payload/sample.ts';
import { type Permit, type SendRequest, UNENDING_PERMIT } from '../../src/engine/ports/channel.ts';
import { readPem } from './certificates/read.ts';
import { createSteppedClock } from './stepped-clock.ts';

/** Allows loopback, by name and over http:, like RINGPOST_ALLOW_TARGETS. */
export const LOOPBACK_GUARD = createGuard({ allow: ['127.0.0.0/8', '::1/128'] });

/** By default every name resolves to loopback; the clock stands still. */
export function givenClient(test: TestContext, options: Partial<HttpClientOptions> = {}) {
  const clock = createSteppedClock();
  const http = createHttpClient({
    clock,
    guard: LOOPBACK_GUARD,
    lookup: async () => ['127.0.0.1'],
    ca: readPem('ca'),
    ...options,
  });
  test.after(() => http.close());
  return { clock, http };
}

export function givenPost(
  url: string,
  more: { timeoutMs?: number; headers?: string[]; permit?: Permit } = {},
) {
  return {
    url,
    headers: more.headers ?? ['content-type', 'application/json'],
    payloadVersion: 1,
    body: '{"message":"hello"}',
    timeoutMs: more.timeoutMs ?? 10_000,
    permit: more.permit ?? UNENDING_PERMIT,
  };
}

/** A permit that a test ends: `lapse` without notice, as a clock does; `end` with notice. */
export function givenPermit() {
  const hearers = new Set<() => void>();
  let holding = true;
  const permit: Permit = {
    holds: () => holding,
    onEnd(end) {
      if (!holding) end();
      else hearers.add(end);
      return () => hearers.delete(end);
    },
  };
  return {
    permit,
    /** The number of listeners. */
    get heard() {
      return hearers.size;
    },
    lapse() {
      holding = false;
    },
    end() {
      holding = false;
      for (const end of [...hearers]) end();
    },
  };
}

export function givenEndpoint(changes: Partial<Endpoint> = {}): Endpoint {
  return {
    key: asKey(7),
    id: 'ep_01JD3Z9M0T000000007',
    projectKey: asKey(1),
    projectId: 'prj_01JD3Z9M0T000000001',
    name: 'Backoffice',
    kind: 'custom',
    target: 'https://receiver.example/hook',
    secretTarget: null,
    agent: null,
    triggers: ['OUTBOUND_CALL_COMPLETED'],
    opsTriggers: [],
    auth: { method: 'rsa-sha256' },
    filter: null,
    contentKey: 'message',
    payloadVersion: 1,
    signatureFormat: 'webhook-signature',
    headers: [],
    timeoutMs: 10_000,
    retryScheduleMs: RETRY_SCHEDULE_MS,
    retryOther4xx: false,
    pacing: PACING_DEFAULTS.custom,
    enabled: true,
    disabledReason: null,
    disabledAtMs: null,
    deletedAtMs: null,
    createdAtMs: 0,
    updatedAtMs: 0,
    revision: 1,
    ...changes,
  };
}

export function givenSend(endpoint: Endpoint, changes: Partial<SendRequest> = {}): SendRequest {
  return {
    endpoint,
    webhookId: 'msg_01JD3Z9M0T000000042',
    deliveryId: 'dlv_01JD3Z9M0T000000042',
    trigger: 'OUTBOUND_CALL_COMPLETED',
    callId: 'call/ä 1\r\nx: y',
    attempt: 2,
    sequence: 3,
    atMs: 1_795_174_257_891,
    payloadVersion: 1,
    body: '{"message":"Grüße ✓","data":{"callId":"c1"}}',
    firing: sampleFiring('OUTBOUND_CALL_COMPLETED', 'Call Events', 1_795_174_257_000),
    permit: UNENDING_PERMIT,
    ...changes,
  };
}
