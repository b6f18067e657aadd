/**
 * The endpoints of a run: some good, some slow, some that fail, some with a rate; spread over the
 * shards, so that every worker has some of each. Outbound calls go to all but those with a rate,
 * inbound calls to those alone.
 */
import { SHARDS } from '../../src/core/endpoint/endpoint.ts';
import { SCHEDULES } from '../crash/operator.ts';
import type { RecordingReceiver } from '../crash/recording-receiver.ts';
import type { JudgedEndpoint } from '../crash/verdict.ts';
import { callApi } from '../support/service-process.ts';
import type { Database } from './database.ts';
import type { Rate } from './figures.ts';

export const GOOD = ['/good/1', '/good/2', '/good/3'];
export const LIMITED = ['/limited/1', '/limited/2', '/limited/3'];
export const LIMIT: Rate = { ratePerS: 1, burst: 1 };
/** Neighbours in this list lie in different ranges of shards, so different workers own them. */
export const PATHS = [
  '/good/1',
  '/limited/1',
  '/slow/1',
  '/flaky/1',
  '/good/2',
  '/limited/2',
  '/slow/2',
  '/reset/1',
  '/good/3',
  '/limited/3',
  '/flaky/2',
];
const RETRIES = SCHEDULES['/good'];
const TIMEOUT_MS = { most: 10_000, reset: 5_000 };
const INBOUND = 'INBOUND_CALL_CALLING';

export async function makeEndpoints(
  url: string,
  receiver: RecordingReceiver,
  database: Database,
): Promise<readonly JudgedEndpoint[]> {
  const { body: document } = await callApi({ url }, 'GET', '/openapi.json');
  const { webhooks } = document as { readonly webhooks: Readonly<Record<string, unknown>> };
  const outbound = Object.keys(webhooks).filter((name) => /^OUTBOUND|^CALL_LOG/.test(name));
  const made: JudgedEndpoint[] = [];
  for (const [index, path] of PATHS.entries()) {
    await skipTo(database, 1 + index * Math.floor(SHARDS / PATHS.length));
    const isLimited = LIMITED.includes(path);
    const { status, body } = await callApi({ url }, 'POST', '/v1/endpoints', {
      name: path,
      kind: 'custom',
      target: receiver.target('/good', index).replace('/good', path),
      triggers: isLimited ? [INBOUND] : outbound,
      auth: { method: 'bearer', token: 'fault-test' },
      retryScheduleMs: RETRIES,
      timeoutMs: timeoutOf(path),
      ...(isLimited && { pacing: LIMIT }),
    });
    if (status !== 201) throw new Error(`endpoint not made: ${status} ${JSON.stringify(body)}`);
    const hears = (trigger: string) => (trigger === INBOUND) === isLimited;
    const { id } = body as { readonly id: string };
    made.push({ path, id, attemptsMax: RETRIES.length + 1, mayGiveUp: false, hears });
  }
  return made;
}

/** `/reset` hangs now and then, and its lane waits for the timeout. */
export function timeoutOf(path: string): number {
  return path.startsWith('/reset') ? TIMEOUT_MS.reset : TIMEOUT_MS.most;
}

/** Sets the next endpoint's key, which decides its shard. */
async function skipTo(database: Database, key: number): Promise<void> {
  const next = `alter table endpoints alter column key restart with ${key}`;
  await database.with((client) => client.query(next));
}
