/**
 * The `webhook-signature` header: `v1rs256,<base64>`, one per signing key and separated by spaces,
 * each over `<webhook-id>.<webhook-timestamp>.<body>`; `webhook-key-id` names the keys in the same
 * order. Other versions are passed over.
 */
import { verify } from 'node:crypto';
import { type Check, checkAnySignature, failed, SIGNATURES_MAX } from './check.ts';
import type { KeySet } from './key-set.ts';
import type { ReadHeader } from './request-headers.ts';

const VERSION = 'v1rs256,';

export async function checkWebhookSignature(
  header: ReadHeader,
  rawBody: Buffer,
  keys: KeySet,
): Promise<Check> {
  const signatures = listOf(header('webhook-signature')).filter((each) => each.startsWith(VERSION));
  const kids = listOf(header('webhook-key-id'));
  if (signatures.length === 0 || signatures.length !== kids.length) {
    return failed(
      'malformed-header',
      'webhook-signature must list one v1rs256 entry for each id in webhook-key-id.',
    );
  }
  const prefix = `${header('webhook-id')}.${header('webhook-timestamp')}.`;
  const signed = Buffer.concat([Buffer.from(prefix, 'utf8'), rawBody]);
  return checkAnySignature(
    keys,
    signatures.map((entry, at) => ({
      kid: kids[at] ?? '',
      matches: (key) =>
        verify('sha256', signed, key, Buffer.from(entry.slice(VERSION.length), 'base64')),
    })),
  );
}

function listOf(value: string | null): readonly string[] {
  return (value ?? '').split(/ +/, SIGNATURES_MAX).filter((each) => each !== '');
}
