/**
 * The yardstick: an undici `request()` loop to the same receiver with the same headers and body
 * size, nothing else. The limit of any Node sender on this machine at this moment.
 */
import { Agent, request } from 'undici';
import { startReceiver } from './receiver-process.ts';

const CONNECTIONS = 50;

const BODY = JSON.stringify({
  message: 'x'.repeat(250),
  data: { callId: 'call', callStatus: 'COMPLETED', callSid: 'CA'.padEnd(34, '0'), clientId: 'o' },
});

/** Requests per second over `requests` requests. */
export async function runBare(requests: number): Promise<number> {
  const receiver = await startReceiver();
  const dispatcher = new Agent({ connections: CONNECTIONS, pipelining: 1 });
  const headers = {
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
  let sent = 0;
  const loop = async (): Promise<void> => {
    while (sent < requests) {
      sent += 1;
      const answer = await request(receiver.url, {
        method: 'POST',
        headers,
        body: BODY,
        dispatcher,
      });
      await answer.body.dump();
    }
  };
  const startMs = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, loop));
  const perSecond = requests / ((performance.now() - startMs) / 1_000);
  await dispatcher.close();
  receiver.stop();
  return perSecond;
}
