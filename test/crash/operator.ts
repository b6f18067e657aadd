/**
 * An operator during the kill loop: makes the endpoints, and disables and enables one of them again
 * and again while the service dies and comes back.
 */
import type { Stream } from '../../sim/script/random.ts';
import { callApi } from '../support/service-process.ts';
import { pause } from './pause.ts';
import { PATHS, type Path, type RecordingReceiver } from './recording-receiver.ts';

/** Retries of an endpoint, in ms: six as by default, but short; the dead one gives up early. */
const SIX = [1_000, 1_000, 1_000, 1_000, 1_000, 1_000];
export const SCHEDULES: Readonly<Record<Path, readonly number[]>> = {
  '/good': SIX,
  '/slow': SIX,
  '/flaky': SIX,
  '/reset': SIX,
  '/dead': [1_000],
};
export const TIMEOUTS_MS: Readonly<Record<Path, number>> = {
  '/good': 10_000,
  '/slow': 10_000,
  '/flaky': 10_000,
  // The path hangs now and then, and its lane waits for the timeout.
  '/reset': 2_000,
  '/dead': 10_000,
};
const TURN_MS = { min: 100, max: 700 };

export type Endpoints = ReadonlyMap<Path, string>;

export async function makeEndpoints(url: string, receiver: RecordingReceiver): Promise<Endpoints> {
  const { body: document } = await callApi({ url }, 'GET', '/openapi.json');
  const made = new Map<Path, string>();
  for (const path of PATHS) {
    const { status, body } = await callApi({ url }, 'POST', '/v1/endpoints', {
      name: path,
      kind: 'custom',
      target: receiver.target(path),
      triggers: outboundTriggers(document),
      auth: { method: 'bearer', token: 'crash-test' },
      retryScheduleMs: SCHEDULES[path],
      timeoutMs: TIMEOUTS_MS[path],
    });
    if (status !== 201) throw new Error(`endpoint not made: ${status} ${JSON.stringify(body)}`);
    made.set(path, (body as { id: string }).id);
  }
  return made;
}

/** The triggers that the service documents, without those of after-call work. */
function outboundTriggers(document: unknown): string[] {
  const { webhooks } = document as { webhooks: Record<string, unknown> };
  return Object.keys(webhooks).filter((name) => !name.startsWith('ACW_'));
}

export interface Operator {
  /** How often an endpoint was disabled. */
  readonly turns: number;
  /** Stops with every endpoint enabled and what was held being sent. */
  stop(): Promise<void>;
}

export function startOperator(url: () => string, endpoints: Endpoints, chance: Stream): Operator {
  let stopping = false;
  let turns = 0;
  const ids = [...endpoints.values()];
  const work = async (): Promise<void> => {
    while (!stopping) {
      await pause(chance.between(TURN_MS.min, TURN_MS.max));
      const id = ids[chance.between(0, ids.length - 1)] ?? '';
      await untilDone(url, `/v1/endpoints/${id}/disable`);
      turns += 1;
      await pause(chance.between(TURN_MS.min, TURN_MS.max));
      await enable(url, id);
    }
    for (const id of ids) await enable(url, id);
  };
  const working = work();
  return {
    get turns() {
      return turns;
    },
    async stop() {
      stopping = true;
      await working;
    },
  };
}

/** Enabling also forgets a hold. */
function enable(url: () => string, id: string): Promise<void> {
  return untilDone(url, `/v1/endpoints/${id}/enable`, { held: 'send' });
}

async function untilDone(url: () => string, path: string, body?: object): Promise<void> {
  for (;;) {
    const answer = await callApi({ url: url() }, 'POST', path, body).catch(() => null);
    if (answer?.status === 200) return;
    // Two changes met, or one reads what the other has not committed: the answer says to retry.
    if (answer !== null && answer.status < 500 && answer.status !== 409) {
      throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    await pause(20);
  }
}
