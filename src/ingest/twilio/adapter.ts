/**
 * Step 1 for Twilio and its family (SignalWire, and others that post the same form with the same
 * signature): parses the form, verifies that the provider sent it, and makes a report of it.
 * Refuses only callbacks that no provider would send; a genuine one without use is ignored, so that
 * the provider does not retry it. Source: S2.14 to S2.16.
 */
import type {
  IngestAdapter,
  IngestRequest,
  IngestResult,
} from '../../engine/ports/ingest-adapter.ts';
import { parseForm } from '../form.ts';
import { boundaryFault } from './boundary.ts';
import { readCallback } from './report.ts';
import { isSignedByTwilio } from './signature.ts';

export const twilioAdapter: IngestAdapter = {
  name: 'twilio',
  contentType: 'application/x-www-form-urlencoded',
  signsAddress: true,
  read,
};

function read(request: IngestRequest): IngestResult {
  const form = parseForm(request.body);
  if (form.kind === 'malformed') {
    return { kind: 'refused', code: 'MALFORMED_FORM', detail: form.detail };
  }
  const { fields } = form;
  const { headers, publicUrl, secret: authToken } = request;
  if (!isSignedByTwilio({ headers, publicUrl, fields, authToken })) {
    return {
      kind: 'refused',
      code: 'SIGNATURE_INVALID',
      detail:
        'X-Twilio-Signature does not match. It is checked with the auth token and the public ' +
        'address of this source; both must be the ones that the provider uses.',
    };
  }
  const fault = boundaryFault(publicUrl, fields);
  if (fault !== null) return { kind: 'refused', code: 'SIGNATURE_INVALID', detail: fault };
  return readCallback(fields, {
    callId: request.query.callId || undefined,
    clientId: request.query.clientId || undefined,
    idempotencyToken: headers['i-twilio-idempotency-token'],
  });
}
