/**
 * Cases that need many requests at once, or many of a kind, and so occur in no sequence of single
 * requests: more test sends than may run (429), one of them repeated while it runs (409), and more
 * sources than a project may have (422). Judged like all others.
 */
import type { Operation } from './document.ts';
import { type Draft, type Pair, wireOf } from './draft.ts';
import type { Memory } from './memory.ts';
import type { Judge } from './oracle.ts';
import type { Receiver } from './receiver.ts';
import type { Line } from './socket.ts';
import type { Tally } from './tally.ts';

export interface Crowd {
  readonly operations: readonly Operation[];
  readonly memory: Memory;
  readonly make: () => Line;
  readonly judge: Judge;
  readonly tally: Tally;
  readonly receiver: Pick<Receiver, 'release'>;
}

/** Two more than may run at once (`docs/reference/errors.md`, RATE_LIMITED), and the repeat. */
const TESTS = 13;
/** How many of them have the same Idempotency-Key. */
const SAME = 2;
const KEY: Pair = ['idempotency-key', 'crowd'];
/** More sources than a project may have. */
const SOURCES = 101;

const HEADERS: readonly Pair[] = [
  ['host', '«host:»'],
  ['authorization', 'Bearer «api:»'],
  ['content-type', 'application/json'],
];

export async function crowdFaults(crowd: Crowd): Promise<readonly string[]> {
  const faults: string[] = [];
  const ask = async (
    operation: string,
    path: string,
    value: object,
    more: readonly Pair[] = [],
  ): Promise<number> => {
    const headers = [...HEADERS, ...more];
    const draft: Draft = {
      operation,
      method: 'POST',
      path,
      query: [],
      rawQuery: '',
      headers,
      body: { kind: 'json', value },
      framing: 'length',
      changes: [],
    };
    const line = crowd.make();
    const wire = wireOf(draft, crowd.memory.fill);
    const exchange = await line.send(wire);
    line.close();
    crowd.tally.requests += 1;
    const { faults: found, seen } = crowd.judge(wire, exchange);
    faults.push(...found);
    for (const each of seen) crowd.tally.note(each);
    const [answer] = exchange.answers;
    if (answer?.status === 201) crowd.memory.learn(JSON.parse(answer.body.toString()));
    return answer?.status ?? 0;
  };
  const endpoint = {
    name: 'crowd',
    kind: 'custom',
    target: '«receiver:/wait»',
    triggers: TRIGGERS,
  };
  const signing = { auth: { method: 'rsa-sha256' } };
  await ask('createEndpoint', '/v1/endpoints', { ...endpoint, ...signing });
  const tests = Array.from({ length: TESTS }, (_, number) =>
    ask('testEndpoint', '/v1/endpoints/«ep:0»/test', {}, number < SAME ? [KEY] : []).then(
      (status) => {
        // The receiver answers the other tests only after this.
        if (status === 429) crowd.receiver.release();
        return status;
      },
    ),
  );
  const statuses = await Promise.all(tests);
  if (!statuses.includes(429)) faults.push(`${TESTS} tests at once: ${statuses.join(' ')}`);
  if (!statuses.includes(409)) faults.push(`one key, ${SAME} tests: ${statuses.join(' ')}`);
  if (!statuses.includes(200)) faults.push('no test of a crowd was made');
  const source = { name: 'crowd', adapter: 'twilio', secret: 'canary-secret-of-a-source' };
  let made = 0;
  while (made < SOURCES && (await ask('createSource', '/v1/sources', source)) === 201) made += 1;
  if (made === SOURCES) faults.push(`${SOURCES} sources and no limit`);
  return faults;
}

const TRIGGERS = ['OUTBOUND_CALL_COMPLETED'];
