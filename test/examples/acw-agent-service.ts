/**
 * The service as an agent sees it, on a real socket: its keys, call logs and results, answered as a
 * test says; and launches, signed as the service signs them. Only for cases for which the real
 * service would need minutes; the agents run against the real one too.
 */
import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export const PROJECT = 'prj_01KA9Z00000000000001';
export const AGENT_ID = 'ep_01KA9Z00000000000001';
export const RUN_ID = 'run_01KA9Z00000000000001';

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly retryAfter?: string;
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

export interface PlayedService {
  readonly url: string;
  readonly asked: readonly Asked[];
  /** The answers to the next requests of this path; the last one repeats. */
  answer(path: string, ...replies: readonly Reply[]): void;
  until(enough: (asked: readonly Asked[]) => boolean): Promise<void>;
  /** Posts a launch to an agent; `change` alters it after it was signed. */
  launch(target: string, change?: (launch: Launch) => Launch): Promise<number>;
  close(): Promise<void>;
}

export interface Launch {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export async function playService(): Promise<PlayedService> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'key-1', use: 'sig', alg: 'RS256' };
  const pem = publicKey.export({ format: 'pem', type: 'spki' });
  const asked: Asked[] = [];
  const answers = new Map<string, Reply[]>([
    [`/v1/projects/${PROJECT}/.well-known/jwks.json`, [{ status: 200, body: { keys: [jwk] } }]],
    [`/v1/projects/${PROJECT}/signing-keys/key-1.pem`, [{ status: 200, body: pem }]],
    ['/v1/acw-results', [{ status: 201, body: {} }]],
  ]);
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const body = await text(request);
    asked.push({ method, path, authorization: headers.authorization, body });
    const replies = answers.get(path) ?? [];
    const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? { status: 500 };
    if (reply.retryAfter !== undefined) response.setHeader('retry-after', reply.retryAfter);
    response.writeHead(reply.status);
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {}));
    for (const look of waiting) look();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer: (path, ...replies) => void answers.set(path, [...replies]),
    until: (enough) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!enough(asked)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    launch: async (target, change = (launch) => launch) => {
      const signed = (content: string) =>
        sign('sha256', Buffer.from(content), privateKey).toString('base64');
      const { headers, body } = change(launchOf(signed));
      return (await fetch(target, { method: 'POST', headers, body })).status;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function launchOf(signed: (content: string) => string): Launch {
  const body = JSON.stringify({
    message: '[Ringpost] CALL_LOG_CREATED',
    data: {
      callId: 'call 1/ö',
      callStatus: 'COMPLETED',
      callSid: '',
      clientId: '',
      direction: 'INBOUND',
      projectId: PROJECT,
    },
  });
  const timestamp = `${Math.floor(Date.now() / 1_000)}`;
  const launch = `${timestamp}.${AGENT_ID}.CALL_LOG_CREATED.1.1.${RUN_ID}`;
  const identity = `v2rs256.msg_01KA9Z00000000000001.${launch}.${body}`;
  return {
    headers: {
      'content-type': 'application/json',
      'webhook-id': 'msg_01KA9Z00000000000001',
      'webhook-timestamp': timestamp,
      'webhook-event': 'CALL_LOG_CREATED',
      'webhook-endpoint-id': AGENT_ID,
      'webhook-attempt': '1',
      'webhook-sequence': '1',
      'webhook-payload-version': '1',
      'webhook-key-id': 'key-1',
      'webhook-signature': `v1rs256,${signed(`msg_01KA9Z00000000000001.${timestamp}.${body}`)}`,
      'webhook-identity-signature': `v2rs256,${signed(identity)}`,
      'acw-agent-id': AGENT_ID,
      'acw-run-id': RUN_ID,
    },
    body,
  };
}
