/**
 * The receiver that each framework here mounts, as users write it; prints what it handled, as the
 * example servers do.
 */
import { createKeySet, createReceiver, hasErrors, readCallLog } from '@ringpost/receiver';

const { RINGPOST_JWKS_URL, RINGPOST_ENDPOINT_ID, RINGPOST_URL, RINGPOST_API_KEY } = process.env;

export const receiver = createReceiver({
  keys: createKeySet(RINGPOST_JWKS_URL),
  endpointId: RINGPOST_ENDPOINT_ID,
  async handle({ event, sequence, payload }) {
    const { callId } = payload.data;
    console.log(`${event} ${callId} ${sequence}${hasErrors(payload) ? ' failed' : ''}`);
    if (payload.kind !== 'call-log') return;
    const { log } = await readCallLog({ url: RINGPOST_URL, apiKey: RINGPOST_API_KEY, callId });
    console.log(`log ${callId} ${log?.turns.length}`);
  },
});
