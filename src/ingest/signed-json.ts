/**
 * Step 1, how adapters of platforms that post JSON begin: the signature first, then the body as an
 * object. Must never give a body to an adapter that the platform did not sign.
 */
import type { IngestRequest, IngestResult } from '../engine/ports/ingest-adapter.ts';
import { type JsonObject, parseObject } from './json.ts';
import { refused } from './result.ts';

/** `read` gets the body of a genuine request; others are refused without it. */
export function readSignedJson(
  request: IngestRequest,
  signatureFault: (request: IngestRequest) => string | null,
  read: (webhook: JsonObject, request: IngestRequest) => IngestResult,
): IngestResult {
  const fault = signatureFault(request);
  if (fault !== null) return refused('SIGNATURE_INVALID', fault);
  const webhook = parseObject(request.body);
  if (webhook === null) return refused('MALFORMED_JSON', 'The body is no JSON object.');
  return read(webhook, request);
}
