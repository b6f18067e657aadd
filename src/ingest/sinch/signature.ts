/**
 * The signature of Sinch's Voice APIs: `application <key>:<signature>` (version 1) or `service
 * <id>:<signature>` (version 2), base64 HMAC-SHA256 over method, MD5 of the body, content type,
 * time and path. The key is the secret, decoded from base64. The path is that of the configured
 * address. A request outside the window is refused before its signature is computed.
 */
import { createHash, createHmac } from 'node:crypto';
import { parseIsoTime } from '../../core/time.ts';
import type { IngestRequest } from '../../engine/ports/ingest-adapter.ts';
import { base64Key } from '../signature/secret-form.ts';
import {
  fitsAny,
  isSame,
  mismatch,
  missing,
  WINDOW_MS,
  windowFault,
} from '../signature/signature-check.ts';

const HEADER = 'authorization';
const TIME = 'x-timestamp';
const GIVEN = /^(?:application|service) +[^\s:]{1,128}:([A-Za-z0-9+/=]{1,128})$/i;

/** Returns a sentence, or null if Sinch sent the request. */
export function signatureFault(request: IngestRequest): string | null {
  if (request.isSample === true) return null;
  const { headers, publicUrl, secrets, nowMs } = request;
  const given = headers[HEADER] ?? '';
  if (given === '') return missing(HEADER);
  const signature = GIVEN.exec(given)?.[1];
  if (signature === undefined) return `${HEADER} must be application or service, key:signature.`;
  const time = headers[TIME] ?? '';
  if (time === '') return missing(TIME);
  const fault = windowFault(TIME, parseIsoTime(time), { nowMs, windowMs: WINDOW_MS });
  if (fault !== null) return fault;
  const keys = secrets.map(base64Key).filter((key) => key !== null);
  if (keys.length === 0) {
    return 'The secret of this source is no key in base64: enter the one that Sinch shows.';
  }
  const texts = pathsOf(publicUrl).map((path) => signedText(request, time, path));
  const fits = fitsAny(keys, (key) =>
    fitsAny(texts, (text) =>
      isSame(signature, createHmac('sha256', key).update(text, 'utf8').digest('base64')),
    ),
  );
  if (fits) return null;
  return (
    `${mismatch(HEADER, secrets)} The signature covers the path of the address of this source ` +
    'too; both must be the ones that Sinch uses.'
  );
}

function signedText({ body, headers }: IngestRequest, time: string, path: string): string {
  const hash = createHash('md5').update(body, 'utf8').digest('base64');
  return ['POST', hash, headers['content-type'] ?? '', `${TIME}:${time}`, path].join('\n');
}

/** Whether the query belongs to the path is not documented. */
function pathsOf(publicUrl: string): readonly string[] {
  if (!URL.canParse(publicUrl)) return [];
  const { pathname, search } = new URL(publicUrl);
  return search === '' ? [pathname] : [pathname, pathname + search];
}
