/**
 * A whole receiver: handles each webhook once, in order, and reads the log of a call that ended.
 * RINGPOST_JWKS_URL=https://… RINGPOST_ENDPOINT_ID=ep_… PORT=9000 node server.ts
 */
import { createServer } from 'node:http';
// '@ringpost/receiver' where it is installed
import {
  createKeySet,
  createOrderGuard,
  createReceiver,
  hasErrors,
  readCallLog,
  type ValidWebhook,
} from '../src/index.ts';
import { createSqliteStore } from './sqlite-store.ts';

const { RINGPOST_JWKS_URL = '', RINGPOST_ENDPOINT_ID = '', PORT = '9000' } = process.env;
const {
  RINGPOST_URL: url = '',
  RINGPOST_API_KEY: apiKey,
  RINGPOST_STORE = ':memory:',
} = process.env;

const receiver = createReceiver({
  // Pin the address of your project's keys; never take it from a request.
  keys: createKeySet(RINGPOST_JWKS_URL),
  endpointId: RINGPOST_ENDPOINT_ID,
  guard: createOrderGuard({ store: createSqliteStore(RINGPOST_STORE) }),
  handle,
});

createServer(receiver.node).listen(Number(PORT), '127.0.0.1', () => {
  console.log(`listening on ${PORT}`);
});

/** If it throws, 500 is answered and the webhook comes again. */
async function handle({ event, sequence, payload }: ValidWebhook): Promise<void> {
  const { callId } = payload.data;
  console.log(`${event} ${callId} ${sequence}${hasErrors(payload) ? ' failed' : ''}`);
  if (payload.kind !== 'call-log' || apiKey === undefined) return;
  // The answer is due within 10 s: a receiver that can wait longer reads the log afterwards.
  const found = await readCallLog({ url, apiKey, callId: payload.data.callId, seconds: 5 });
  const turns = found.kind === 'log' ? found.log.turns : null;
  const said = Array.isArray(turns) ? turns.length : found.kind === 'none' && found.reason;
  console.log(`log ${callId} ${said}`);
}
