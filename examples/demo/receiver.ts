/**
 * The receiving side, as a customer would write it with `@ringpost/receiver`: two addresses, one
 * that verifies both signature forms against the published keys and one that checks a Bearer
 * token. Told to, it fails with 503 before it accepts.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import {
  createKeySet,
  createOrderGuard,
  type OrderOutcome,
  type ValidWebhook,
  type VerifyResult,
  verifyWebhook,
} from '../../receiver/src/index.ts'; // '@ringpost/receiver' where it is installed

export const ENDPOINT_NAMES = ['signed', 'token'] as const;
export type EndpointName = (typeof ENDPOINT_NAMES)[number];

/** One request that arrived, and what it was answered. */
export interface Arrival {
  readonly endpoint: EndpointName;
  readonly atMs: number;
  readonly status: number;
  readonly webhook: ValidWebhook | null;
  /** Why it was refused. */
  readonly reason: string | null;
  /** Of an accepted one: whether it was new, or a copy. */
  readonly order: OrderOutcome | null;
}

export interface DemoReceiver {
  readonly url: string;
  readonly bearerToken: string;
  readonly arrivals: readonly Arrival[];
  /** What to verify with; known only after the endpoints were registered. */
  expect(jwksUrl: string, endpointIds: Readonly<Record<EndpointName, string>>): void;
  /** Answers 503 to the next `times` requests for this call at `signed`. */
  failNext(callId: string, times: number): void;
  close(): Promise<void>;
}

export async function startReceiver(bearerToken: string): Promise<DemoReceiver> {
  const arrivals: Arrival[] = [];
  const failures = new Map<string, number>();
  const guard = createOrderGuard();
  let verify: ((name: EndpointName, request: Incoming) => Promise<VerifyResult>) | null = null;

  const take = async (endpoint: EndpointName, request: Incoming): Promise<number> => {
    const result = (await verify?.(endpoint, request)) ?? null;
    const atMs = Date.now();
    const note = (status: number, more: Partial<Arrival> = {}): number => {
      arrivals.push({ endpoint, atMs, status, webhook: null, reason: null, order: null, ...more });
      return status;
    };
    if (result === null) return note(500, { reason: 'it came before the endpoint was known' });
    if (result.kind === 'invalid') return note(result.answerStatus, { reason: result.reason });
    const { callId } = result.payload.data;
    const left = endpoint === 'signed' ? (failures.get(String(callId)) ?? 0) : 0;
    if (left > 0) {
      failures.set(String(callId), left - 1);
      return note(503, { webhook: result });
    }
    const order = await guard.run(result, () => undefined);
    return note(204, { webhook: result, order });
  };

  const server = createServer(async (request, response) => {
    const name = ENDPOINT_NAMES.find((each) => request.url === `/${each}`);
    const rawBody = await buffer(request);
    const status =
      name === undefined ? 404 : await take(name, { headers: request.headers, rawBody });
    response.writeHead(status).end();
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    bearerToken,
    arrivals,
    expect(jwksUrl, endpointIds) {
      const keys = createKeySet(jwksUrl);
      verify = (name, request) =>
        name === 'signed'
          ? verifyWebhook({
              ...request,
              keys,
              signatureFormat: 'both',
              endpointId: endpointIds.signed,
            })
          : verifyWebhook({ ...request, bearerToken, endpointId: endpointIds.token });
    },
    failNext: (callId, times) => void failures.set(callId, times),
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

interface Incoming {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly rawBody: Buffer;
}
