/**
 * An endpoint at the local inbox that answers as a test says, and calls that go there. Real
 * sockets, as in all these tests.
 */
import type { BrowserSetup } from './setup.ts';

export interface FailingEndpoint {
  readonly id: string;
  /** From now on the receiver answers with this status. */
  answer(status: number, retryAfter?: string): Promise<void>;
}

const BOX = '/v1/inbox/boxes/http';

export async function failingEndpoint(
  { call }: Pick<BrowserSetup, 'call'>,
  name: string,
  options: { readonly status: number; readonly retryScheduleMs: readonly number[] },
): Promise<FailingEndpoint> {
  const answer = async (status: number, retryAfter?: string): Promise<void> => {
    const more = retryAfter === undefined ? {} : { retryAfter };
    await call('PUT', `${BOX}/${name}`, { action: 'answer', status, ...more });
  };
  await answer(options.status);
  const box = await call('GET', `${BOX}/${name}`);
  const endpoint = await call('POST', '/v1/endpoints', {
    name,
    kind: 'custom',
    target: textIn(box, 'target'),
    auth: { method: 'rsa-sha256' },
    triggers: ['OUTBOUND_CALL_CALLING', 'OUTBOUND_CALL_COMPLETED'],
    retryScheduleMs: options.retryScheduleMs,
  });
  return { id: textIn(endpoint, 'id'), answer };
}

const ASKS_MAX = 3_000;

/** Polls until this many deliveries of the call or endpoint are in the state. */
export async function deliveriesIn(
  { call }: Pick<BrowserSetup, 'call'>,
  filter: string,
  count: number,
): Promise<readonly string[]> {
  for (let asks = 0; asks < ASKS_MAX; asks += 1) {
    const page = await call('GET', `/v1/deliveries?limit=200&${filter}`);
    const ids = [...JSON.stringify(page).matchAll(/"id":"(dlv_[^"]+)"/g)].map(([, id = '']) => id);
    if (ids.length >= count) return ids;
  }
  throw new Error(`there are no ${count} deliveries with ${filter}`);
}

function textIn(answer: unknown, key: string): string {
  const value = Object(answer)[key];
  if (typeof value !== 'string') throw new Error(`no ${key} in ${JSON.stringify(answer)}`);
  return value;
}
