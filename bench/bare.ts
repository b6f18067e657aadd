/**
 * The yardstick: an undici `request()` loop to the same receiver with the same headers and body
 * size, nothing else. The limit of any Node sender on this machine at this moment. It runs in the
 * process of the benchmark, which does nothing else meanwhile: the processor time is its own.
 * With a key, each body is signed anew in libuv's pool, as the service does it.
 */
import { type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { Agent, request } from 'undici';
import { startReceiver } from './receiver-process.ts';

export const CONNECTIONS = 50;
/** Not counted: the service is warmed up before it is measured, too. */
const WARM_UP = 2_000;

const BODY = JSON.stringify({
  message: 'x'.repeat(250),
  data: { callId: 'call', callStatus: 'COMPLETED', callSid: 'CA'.padEnd(34, '0'), clientId: 'o' },
});

const BODY_BYTES = Buffer.from(BODY);
const signBytes = promisify(sign);

/** As Ringpost sends them, but for the sequence. */
export const HEADERS = {
  'content-type': 'application/json',
  'user-agent': 'bench',
  'webhook-id': 'msg_0000000000000000000',
  'webhook-timestamp': '1795174257',
  'webhook-event': 'OUTBOUND_CALL_COMPLETED',
  'webhook-endpoint-id': 'ep_0000000000000000000',
  'webhook-attempt': '1',
  'webhook-payload-version': '1',
  authorization: 'Bearer bench-token',
};

export interface BareResult {
  readonly perSecond: number;
  /** Microseconds of CPU for each request, of all threads of this process. */
  readonly cpuUs: number;
}

/** `key`: with which each request is signed by RSA and SHA-256. */
export async function runBare(requests: number, key?: KeyObject): Promise<BareResult> {
  const receiver = await startReceiver();
  const dispatcher = new Agent({ connections: CONNECTIONS, pipelining: 1 });
  const send = async (): Promise<void> => {
    const headers = key === undefined ? HEADERS : await signedHeaders(key);
    const options = { method: 'POST', headers, body: BODY, dispatcher } as const;
    const answer = await request(receiver.url, options);
    await answer.body.dump();
  };
  await repeat(WARM_UP, send);
  const before = process.cpuUsage();
  const startMs = performance.now();
  await repeat(requests, send);
  const perSecond = requests / ((performance.now() - startMs) / 1_000);
  const { user, system } = process.cpuUsage(before);
  await dispatcher.close();
  receiver.stop();
  return { perSecond, cpuUs: (user + system) / requests };
}

async function signedHeaders(key: KeyObject): Promise<Readonly<Record<string, string>>> {
  const signature = await signBytes('sha256', BODY_BYTES, key);
  return { ...HEADERS, signature: `sig=:${signature.toString('base64')}:` };
}

async function repeat(times: number, send: () => Promise<void>): Promise<void> {
  let sent = 0;
  const loop = async (): Promise<void> => {
    while (sent < times) {
      sent += 1;
      await send();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, loop));
}
