/**
 * What the service itself says when a run is over: waits until no delivery is open, and lists every
 * delivery by walking the pages of the API.
 */
import { callApi } from '../support/service-process.ts';
import { pause } from './pause.ts';

const OPEN = 'waiting,due,retrying,sending,held';
const POLL_MS = 100;
const PAGE = 200;

/** A delivery as the API shows it. */
export interface Resting {
  readonly id: string;
  readonly messageId: string;
  readonly endpointId: string;
  readonly callId: string;
  readonly trigger: string;
  readonly sequence: number;
  readonly state: string;
  readonly attempts: number;
  readonly failures: number;
}

/**
 * Waits until no delivery is open or the time is over; returns how many are open, at most a page.
 */
export async function drained(url: string, withinMs: number): Promise<number> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const { data } = await page<unknown>(url, `state=${OPEN}&`);
    if (data.length === 0 || performance.now() > deadline) return data.length;
    await pause(POLL_MS);
  }
}

export async function everyDelivery(url: string): Promise<readonly Resting[]> {
  const found: Resting[] = [];
  let cursor: string | null = null;
  do {
    const place: string = cursor === null ? '' : `cursor=${encodeURIComponent(cursor)}&`;
    const answer: Page<Resting> = await page(url, place);
    found.push(...answer.data);
    cursor = answer.nextCursor;
  } while (cursor !== null);
  return found;
}

/** Whether the sender records that it waited its whole timeout for this attempt. */
export async function didTimeOut(
  url: string,
  id: string,
  attempt: number,
  timeoutMs: number,
): Promise<boolean> {
  const { body } = await callApi({ url }, 'GET', `/v1/deliveries/${id}`);
  const { attemptList } = body as {
    readonly attemptList: readonly { number: number; error: string | null; durationMs: number }[];
  };
  return attemptList.some(
    ({ number, error, durationMs }) =>
      number === attempt && error === 'timeout' && durationMs >= timeoutMs,
  );
}

interface Page<Row> {
  readonly data: readonly Row[];
  readonly nextCursor: string | null;
}

async function page<Row>(url: string, query: string): Promise<Page<Row>> {
  const path = `/v1/deliveries?${query}limit=${PAGE}`;
  const { status, body } = await callApi({ url }, 'GET', path);
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
  return body as Page<Row>;
}
