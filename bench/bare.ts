/**
 * The yardstick: an undici `request()` loop to the same receiver with the same headers and body
 * size, nothing else. The limit of any Node sender on this machine at this moment. Each loop is a
 * process of its own (`bare-process.ts`), as the service is: a loop in the benchmark's process
 * would get faster from round to round, because its code stays compiled.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startReceiver } from './receiver-process.ts';

const run = promisify(execFile);
const PROCESS = fileURLToPath(new URL('./bare-process.ts', import.meta.url));

export const CONNECTIONS = 50;

/** As Ringpost sends them, except for the sequence. */
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
  /** Microseconds of CPU per request, over all threads of its process. */
  readonly cpuUs: number;
}

/** `signed`: each request is signed by RSA-2048 and SHA-256 with a key of the loop's own. */
export async function runBare(requests: number, { signed = false } = {}): Promise<BareResult> {
  const receiver = await startReceiver();
  try {
    const flags = ['--url', receiver.url, '--requests', String(requests)];
    const { stdout } = await run(process.execPath, [
      PROCESS,
      ...flags,
      ...(signed ? ['--signed'] : []),
    ]);
    return JSON.parse(stdout);
  } finally {
    receiver.stop();
  }
}
