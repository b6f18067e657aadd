/**
 * The process of a bare loop: sends `--requests` POSTs to `--url` and prints its `BareResult` as
 * JSON. With `--signed` each body is signed anew in libuv's pool, as the service does it.
 */
import { generateKeyPairSync, sign } from 'node:crypto';
import { parseArgs, promisify } from 'node:util';
import { Agent, request } from 'undici';
import { type BareResult, CONNECTIONS, HEADERS } from './bare.ts';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: '' },
    requests: { type: 'string', default: '10000' },
    signed: { type: 'boolean', default: false },
  },
});
/** Not counted: the service is warmed up before its measurement, too. */
const WARM_UP = 2_000;

const BODY = JSON.stringify({
  message: 'x'.repeat(250),
  data: { callId: 'call', callStatus: 'COMPLETED', callSid: 'CA'.padEnd(34, '0'), clientId: 'o' },
});

const BODY_BYTES = Buffer.from(BODY);
const signBytes = promisify(sign);
const key = values.signed ? generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey : null;
const dispatcher = new Agent({ connections: CONNECTIONS, pipelining: 1 });

async function send(): Promise<void> {
  const headers = key === null ? HEADERS : { ...HEADERS, signature: await signature(key) };
  const options = { method: 'POST', headers, body: BODY, dispatcher } as const;
  const answer = await request(values.url, options);
  await answer.body.dump();
}

async function signature(privateKey: NonNullable<typeof key>): Promise<string> {
  const signed = await signBytes('sha256', BODY_BYTES, privateKey);
  return `sig=:${signed.toString('base64')}:`;
}

async function repeat(times: number): Promise<void> {
  let sent = 0;
  const loop = async (): Promise<void> => {
    while (sent < times) {
      sent += 1;
      await send();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, loop));
}

await repeat(WARM_UP);
const requests = Number(values.requests);
const before = process.cpuUsage();
const startMs = performance.now();
await repeat(requests);
const perSecond = requests / ((performance.now() - startMs) / 1_000);
const { user, system } = process.cpuUsage(before);
const result: BareResult = { perSecond, cpuUs: (user + system) / requests };
console.log(JSON.stringify(result));
await dispatcher.close();
