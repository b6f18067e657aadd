/**
 * A source that has received something of each kind except a report, so that no call is made: first
 * a wrong signature, then a hint of an answering machine and a word that no mapping knows.
 */
import {
  AccountSid,
  CallSid,
  of,
  signCallback,
  twilioScript,
} from '../../examples/demo/platforms/twilio/script.ts';
import type { BrowserSetup } from './setup.ts';

const ADDRESS = 'https://calls.example.com/twilio';
const [SECRET] = twilioScript.secrets;

/** Resolves with the id of the source. */
export async function fillWithSource({
  call,
  service,
}: Pick<BrowserSetup, 'call' | 'service'>): Promise<string> {
  const wanted = { name: 'Twilio main', adapter: 'twilio', secret: SECRET, publicUrl: ADDRESS };
  const made = await call('POST', '/v1/sources', wanted);
  const id = /"id":"(src_[^"]+)"/.exec(JSON.stringify(made))?.[1] ?? '';
  const unknown = of({ CallStatus: 'levitating' });
  await post(service.url, id, unknown, 'another-secret');
  const machine = { AccountSid, CallSid, AnsweredBy: 'machine_start' };
  for (const event of [unknown, unknown, machine]) await post(service.url, id, event, SECRET);
  return id;
}

async function post(
  url: string,
  id: string,
  fields: Readonly<Record<string, string>>,
  secret: string,
): Promise<void> {
  await fetch(`${url}/v1/ingest/twilio/${id}`, {
    method: 'POST',
    headers: { 'x-twilio-signature': signCallback(ADDRESS, fields, secret) },
    body: new URLSearchParams(fields),
  });
}
