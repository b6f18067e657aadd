/**
 * A telephony platform of the Twilio kind: posts the callbacks of a recorded call, one after the
 * other, each signed for the address that it was given. Recorded times become now, and each call
 * gets an id of its own; everything else is posted as recorded.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Callback, signCallback } from './platforms/twilio/script.ts';

export interface Platform {
  /** Posts one callback; resolves with the status of the answer. */
  post(call: PlacedCall, callback: Callback): Promise<number>;
}

export interface PlacedCall {
  readonly callId: string;
  readonly clientId: string;
  readonly callSid: string;
}

const REQUEST_MS_MAX = 10_000;

/** `givenUrl` is what the platform knows; `postUrl` where a proxy would bring its requests. */
export function createPlatform(
  address: { readonly givenUrl: string; readonly postUrl: string },
  authToken: string,
  signal: AbortSignal,
): Platform {
  return {
    async post({ callId, clientId, callSid }, recorded) {
      // A request that was begun is finished: one that is cut off can leave a silent connection,
      // and the service would wait for it when it stops.
      signal.throwIfAborted();
      const timestamp = new Date().toUTCString().replace('GMT', '+0000');
      const callback = { ...recorded, CallSid: callSid, Timestamp: timestamp };
      const query = `?${new URLSearchParams({ callId, clientId })}`;
      const response = await fetch(address.postUrl + query, {
        method: 'POST',
        headers: {
          'x-twilio-signature': signCallback(address.givenUrl + query, callback, authToken),
        },
        body: new URLSearchParams(callback),
        signal: AbortSignal.timeout(REQUEST_MS_MAX),
      });
      await response.body?.cancel();
      return response.status;
    },
  };
}

export function newCallSid(): string {
  return `CA${randomBytes(16).toString('hex')}`;
}

export function readRecording(name: string): readonly Callback[] {
  const url = new URL(`recordings/${name}.json`, import.meta.url);
  const recording: readonly Callback[] = JSON.parse(readFileSync(url, 'utf8'));
  return recording;
}
