/**
 * Callbacks for the tests: recordings, and requests signed as the provider signs them. The
 * signature is computed from the provider's own rule, not with the code under test.
 */
import { readFileSync } from 'node:fs';
import { signCallback as signed } from '../../../examples/demo/platforms/twilio/script.ts';
import type { IngestRequest } from '../../../src/engine/ports/ingest-adapter.ts';
import { twilioAdapter } from '../../../src/ingest/twilio/adapter.ts';
import { type Flat, flat } from '../flat.ts';

export type Callback = Readonly<Record<string, string>>;

export const AUTH_TOKEN = 'synthetic-auth-token-0123456789ab';
/** The fields of every callback. */
export const POSTED = {
  method: 'POST',
  contentType: 'application/x-www-form-urlencoded',
  secrets: [AUTH_TOKEN],
  nowMs: Date.UTC(2026, 10, 20, 9, 5),
} as const;
export const SOURCE_URL = 'https://calls.example.com/v1/ingest/twilio/src_01';

/** The callbacks of one call in the order in which they arrive. */
export function readRecording(name: string): readonly Callback[] {
  const url = new URL(`recordings/${name}.json`, import.meta.url);
  const parsed: readonly Callback[] = JSON.parse(readFileSync(url, 'utf8'));
  return parsed;
}

export function signCallback(url: string, fields: Callback, token = AUTH_TOKEN): string {
  return signed(url, fields, token);
}

/** A genuine request; `query` is part of the address that the provider was given. */
export function requestOf(
  fields: Callback,
  more: {
    readonly query?: Callback;
    readonly headers?: Callback;
    readonly publicUrl?: string;
  } = {},
): IngestRequest {
  const query = more.query ?? {};
  const search = new URLSearchParams(query).toString();
  const publicUrl = more.publicUrl ?? (search === '' ? SOURCE_URL : `${SOURCE_URL}?${search}`);
  return {
    body: new URLSearchParams(fields).toString(),
    headers: { 'x-twilio-signature': signCallback(publicUrl, fields), ...more.headers },
    publicUrl,
    query,
    ...POSTED,
  };
}

export function readTwilio(request: IngestRequest): Flat {
  return flat(twilioAdapter.read(request));
}
