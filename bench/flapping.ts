/**
 * 1,000 endpoints that fail every second attempt, at one receiver: those of five customers, whose
 * projects an instance key makes, because a project has at most 200 endpoints.
 */
import { callApi } from '../test/support/service-process.ts';
import type { Line } from './line.ts';
import { FLAPPING } from './receiver-path.ts';
import { addEndpoint } from './traffic.ts';

const PROJECTS = 5;
const ENDPOINTS_A_PROJECT = 200;
export const FLAPPING_ENDPOINTS = PROJECTS * ENDPOINTS_A_PROJECT;
/** Together they make about 500 attempts a second, of which half fail, and never give up. */
const RETRIES_MS = Array.from({ length: 6 }, () => 2_000);
/** Deliveries of each endpoint, in one lane: more than a minute of work. */
const DELIVERIES = 40;
const INSTANCE_KEY = `rpi_${'instance-key-of-the-benchmarks-only-'.padEnd(43, '0')}`;

/** The service needs this key before `addFlapping`. */
export const FLAPPING_ENVIRONMENT = { RINGPOST_INSTANCE_KEY: INSTANCE_KEY };

/** Each report of errors about a project's one call fires once more, at each of its endpoints. */
export async function addFlapping({ service, receiver }: Line): Promise<void> {
  const post = (path: string, body: object, headers: Readonly<Record<string, string>>) =>
    callApi(service, 'POST', path, body, headers);
  const instance = { authorization: `Bearer ${INSTANCE_KEY}` };
  for (let project = 1; project <= PROJECTS; project += 1) {
    const name = `flapping ${project}`;
    const id = textOf(await post('/v1/instance/projects', { name }, instance), 'id');
    const inProject = { ...instance, 'ringpost-project': id };
    const key = { name, scopes: ['reports:write'] };
    const token = textOf(await post('/v1/api-keys', key, inProject), 'token');
    for (let number = 1; number <= ENDPOINTS_A_PROJECT; number += 1) {
      const endpoint = {
        target: `${receiver.url}${FLAPPING}/${project}-${number}`,
        concurrency: 1,
        number,
        triggers: ['OUTBOUND_CALL_ERROR'],
        retryScheduleMs: RETRIES_MS,
      };
      await addEndpoint(service, endpoint, inProject);
    }
    const reports = Array.from({ length: DELIVERIES }, (_, number) => ({
      callId: 'flapping',
      direction: 'OUTBOUND',
      errors: [{ code: 'INTERNAL_ERROR', message: `error ${number}` }],
    }));
    const answer = await post('/v1/reports', { reports }, { authorization: `Bearer ${token}` });
    if (answer.status !== 202) throw new Error(`not reported: ${JSON.stringify(answer.body)}`);
  }
}

function textOf(
  { status, body }: { readonly status: number; readonly body: unknown },
  name: string,
): string {
  const value = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
  if (typeof value !== 'string') throw new Error(`${status} ${JSON.stringify(body)}`);
  return value;
}
