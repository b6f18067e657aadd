/**
 * The reports of the benchmarks' platform, known to all of their processes: each status, as the
 * first and last report of a call, fires one trigger, so one report makes one delivery. An endpoint
 * listens to one trigger; several endpoints are in several shards, for several workers.
 */
import { callApi, type ServiceProcess } from '../test/support/service-process.ts';

export const STATUSES = ['CANCELED', 'EXPIRED', 'MAX_ATTEMPTS_REACHED', 'HEALTHCHECK_FAILED'];

/** The reports of a realistic call in order, and what they fire; the first three are internal. */
export const WHOLE_CALL = ['QUEUED', 'DIALING', 'ACCEPTING', 'CALLING', 'CLOSING', 'COMPLETED'];
export const WHOLE_CALL_TRIGGERS = [
  'OUTBOUND_CALL_CALLING',
  'OUTBOUND_CALL_CLOSING',
  'OUTBOUND_CALL_COMPLETED',
  'CALL_LOG_CREATED',
];

/** `first`: the number of the first of these endpoints. */
export function statusOf(report: number, endpoints: number, first = 0): string {
  const status = STATUSES[first + (report % endpoints)];
  if (status === undefined) throw new Error(`at most ${STATUSES.length} endpoints`);
  return status;
}

/** How the sender is proved to a benchmark's endpoints: fields of an endpoint in the API. */
export type Proof =
  | { readonly auth: { readonly method: 'bearer'; readonly token: string } }
  | { readonly auth: { readonly method: 'hmac-sha256' } }
  | {
      readonly auth: { readonly method: 'rsa-sha256' };
      readonly signatureFormat: 'webhook-signature' | 'rfc9421' | 'both';
    };

/** A port on loopback where nothing listens. */
export const DEAD_TARGET = 'http://127.0.0.1:9/hook';

export const BEARER: Proof = { auth: { method: 'bearer', token: 'bench-token' } };

/**
 * Makes the `number`th endpoint, on a trigger of its own if `triggers` names none; with the test
 * key unless `headers` name another.
 */
export async function addEndpoint(
  service: Pick<ServiceProcess, 'url'>,
  endpoint: {
    readonly target: string;
    readonly concurrency: number;
    readonly number: number;
    readonly proof?: Proof;
    readonly triggers?: readonly string[];
    readonly retryScheduleMs?: readonly number[];
  },
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { target, concurrency, number, proof = BEARER, triggers, retryScheduleMs } = endpoint;
  const settings = {
    name: `bench ${number}`,
    kind: 'custom',
    target,
    triggers: triggers ?? [triggerOf(number)],
    ...(retryScheduleMs && { retryScheduleMs }),
    ...proof,
    pacing: { concurrency },
  };
  const { status, body } = await callApi(service, 'POST', '/v1/endpoints', settings, headers);
  if (status !== 201) throw new Error(`endpoint not made: ${JSON.stringify(body)}`);
}

function triggerOf(endpoint: number): string {
  return `OUTBOUND_CALL_${statusOf(endpoint, STATUSES.length)}`;
}
